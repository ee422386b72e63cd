import { AppError } from "@/lib/core/errors";
import { assertTakesWords } from "@/lib/core/memory/closed-section";
import { assertOwn } from "@/lib/core/memory/own-item";
import { entriesOf } from "@/lib/core/memory/entries-of-text";
import { conclude } from "@/lib/core/memory/conclude";
import { getSection, showSection } from "@/lib/core/memory/find-section";
import type { ItemIdentity, MemoryDocument, MemorySection, MemoryText } from "@/lib/core/memory/model";
import type { AppliedOperation, MakeItems } from "@/lib/core/memory/operation";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { lineEndAt } from "@/lib/core/text/lines";
import { applySplices, type Splice } from "@/lib/core/text/splice";

/**
 * Turns what stands in a section beside its items into items of it: the entries of numbered lists, paragraphs, quotes and the rows
 * of tables, each in its place. Code, headings and all else stay, and no byte outside of what was turned changes. An entry that begins
 * with a tag keeps it.
 *
 * Errors: conflict when there is no such text (any more), or nothing in it can be an item, or the section is archived or replaced;
 * forbidden outside of the scope's own section.
 */
export function makeItems(document: MemoryDocument, identity: ItemIdentity, operation: MakeItems): AppliedOperation {
  const section = getSection(document, operation.role);
  assertOwn(document, section, operation.scope);
  assertTakesWords(document, section);
  const wanted = section.texts.filter((block) => {
    return operation.text === null || sourceOf(document, section, block).trimEnd() === operation.text.trimEnd();
  });
  const splices = wanted.flatMap((block) => turned(document, section, block, operation.tag) ?? []);
  if (splices.length === 0) {
    throw new AppError("conflict", "There is no such text in the section that could be items.", {
      hint: "Read the section again: lists, paragraphs, quotes and tables become items, code and headings do not.",
      current: showSection(document, section),
    });
  }
  const after = parseMemory(applySplices(document.text, splices));
  return conclude(document, identity, after, splices, (_placed, isNew) => isNew);
}

function sourceOf({ text }: MemoryDocument, section: MemorySection, block: MemoryText): string {
  return text.slice(section.start + block.start, section.start + block.end);
}

/** The splice that makes items of a block; null where it cannot be told that exactly these would be read. */
function turned(document: MemoryDocument, section: MemorySection, block: MemoryText, tag: string): Splice | null {
  const source = sourceOf(document, section, block);
  const entries = entriesOf(source.trimEnd());
  if (entries === null) return null;
  const eol = lineEndAt(document.text, section.start);
  const lines = entries.flatMap(([first = "", ...further]) => [
    `- ${TAGGED.test(first) ? "" : `[${tag}] `}${first}`,
    ...further.map((line) => (line.trim() === "" ? "" : `  ${line}`)),
  ]);
  const words = lines.join(eol);
  const start = section.start + block.start;
  const end = start + source.trimEnd().length;
  // A list that touches a paragraph above it would be read as its last line.
  const splice = { start, end, text: words };
  const { sections, text } = document;
  const index = sections.indexOf(section);
  const after = parseMemory(applySplices(text, [splice])).sections;
  const isKept =
    after.length === sections.length &&
    after[index]?.items.length === section.items.length + entries.length &&
    after[index].texts.length === section.texts.length - 1;
  return isKept ? splice : null;
}

/** Example: `[Finding] the words`. */
const TAGGED = /^\[[A-Za-z][\w -]*\]\s/;
