import type { Update } from "@/lib/contracts/context";
import { LONGEST_WHOLE, partAt, tellParts } from "@/lib/core/context/update-parts";
import { ANSWER_BYTES, bytesOf } from "@/lib/mcp/fit";

/** A sign takes three bytes at most: a part of so many fits into any answer that holds nothing else. */
const PART = ANSWER_BYTES / 3;

/** A part of an update, from 1, and the number of the next one; whole where it is short enough for one answer. */
export function partOfUpdate({ id, text }: Pick<Update, "id" | "text">, part = 1) {
  const isShort = text.length <= LONGEST_WHOLE && bytesOf(text) <= ANSWER_BYTES;
  const parts = tellParts(
    text,
    isShort ? LONGEST_WHOLE : PART,
    (next) => `goes on: updates {update: "${id}", part: ${next}}`,
  );
  const told = partAt(parts, part);
  return { text: told, next: part < parts.length ? part + 1 : null };
}
