import type { MemoryDocument } from "@/lib/core/memory/model";
import { insertBlock } from "@/lib/core/memory/section-splices";
import { lineEndAfter, lineEndAt, lineEndBefore } from "@/lib/core/text/lines";
import type { Splice } from "@/lib/core/text/splice";

/**
 * How a new line of Meta may be written: plainly; set apart from words behind it, which it could draw in; and with its own
 * words so far in that an indented heading behind it cannot belong to it. Whoever adds one tries them in this order.
 */
export const META_SHAPES = [
  { bullet: "- ", apart: false },
  { bullet: "- ", apart: true },
  { bullet: "-    ", apart: true },
] as const;

export type MetaShape = (typeof META_SHAPES)[number];

/** The insertion of a line such as `GC Version: GC-v4` after the last one of Meta, which is made where there is none. */
export function insertMetaLine(
  { text, meta, sections }: MemoryDocument,
  words: string,
  { bullet, apart }: MetaShape,
): Splice {
  const line = `${bullet}${words}`;
  if (meta.range === null) {
    return insertBlock(text, sections[0]?.start ?? text.length, (lineEnd) => `## Meta${lineEnd}${line}`);
  }
  const { start } = meta.range;
  const last = meta.entries.at(-1);
  const at = lineEndAfter(text, last === undefined ? start : start + last.valueEnd);
  const lineEnd = lineEndAt(text, at);
  const ended = lineEndBefore(text, at) !== null;
  return { start: at, end: at, text: ended ? line + lineEnd + (apart ? lineEnd : "") : lineEnd + line };
}
