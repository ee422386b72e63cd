import { addAll } from "@/lib/core/lists";
import {
  type Block,
  type BlockStructure,
  BYTE_ORDER_MARK,
  type HeadingBlock,
  blockSteps,
} from "@/lib/core/markdown/blocks";
import { diagnose } from "@/lib/core/memory/diagnose";
import { readFrontMatter } from "@/lib/core/markdown/front-matter";
import { NO_META, readMeta } from "@/lib/core/memory/meta";
import type { MemoryDocument, MemoryItem, MemoryMeta, MemorySection, MemoryText } from "@/lib/core/memory/model";
import { isPlaceholder } from "@/lib/core/memory/placeholder";
import { readItem } from "@/lib/core/memory/read-item";
import { parseSectionHeading } from "@/lib/core/memory/section-heading";
import { finish, type Steps } from "@/lib/core/steps";
import { splitLines } from "@/lib/core/text/lines";

/**
 * The team memory any text is, to the last code unit; never throws. What is odd becomes a diagnostic, and what cannot be
 * read as section or item stays in the text untouched. Source: team memory §4.
 */
export function parseMemory(text: string): MemoryDocument {
  return finish(memorySteps(text));
}

/** As `parseMemory`, in steps: yields after each block and each item. */
export function* memorySteps(text: string): Steps<MemoryDocument> {
  const front = readFrontMatter(text).frontMatter;
  const structure = yield* blockSteps(text, undefined, front?.lines);
  const { blocks, starts } = structure;
  const bounds: { heading: HeadingBlock; index: number }[] = [];
  blocks.forEach((block, index) => {
    if (block.kind === "heading" && block.level <= 2) bounds.push({ heading: block, index });
  });

  let title: string | null = null;
  const preface = textsOf(blocks.slice(0, bounds[0]?.index), starts, { start: 0, line: 0 });
  let meta: MemoryMeta = NO_META;
  const sections: MemorySection[] = [];
  const metaLines: number[] = [];
  for (const [position, { heading, index }] of bounds.entries()) {
    const next = bounds[position + 1];
    if (heading.level === 1) {
      title ??= readHeading(text, heading);
      addAll(preface, textsOf(blocks.slice(index + 1, next?.index), starts, { start: 0, line: 0 }));
      continue;
    }
    const inside = blocks.slice(index + 1, next?.index);
    const end = next === undefined ? text.length : (starts[next.heading.line] as number);
    const section = yield* readSection(text, structure, heading, inside, end);
    if (section.role !== "Meta") {
      sections.push(section);
      continue;
    }
    metaLines.push(section.line);
    if (meta !== NO_META) continue;
    const bullets = inside.filter((block) => block.kind === "bullet");
    meta = readMeta(text, starts, bullets, { start: section.start, end, line: section.line });
  }

  const document: MemoryDocument = {
    text,
    title,
    feature: featureOf(title),
    meta,
    frontMatter: splitLines(front?.source ?? "").flatMap((line) => {
      const [, key, value = ""] = ENTRY.exec(line) ?? [];
      return key === undefined ? [] : [{ key, value: value.replace(/^(["'])(.*)\1$/, "$2") }]; // matches "'GC-v3'"
    }),
    preface,
    sections,
    lineCount: starts.length - 1,
    diagnostics: [],
  };
  document.diagnostics = diagnose(document, structure, metaLines);
  return document;
}

function* readSection(
  text: string,
  { starts }: BlockStructure,
  heading: HeadingBlock,
  inside: readonly Block[],
  end: number,
): Steps<MemorySection> {
  const start = startOfLine(text, starts, heading.line);
  const words = readHeading(text, heading);
  const { role, state, note } = parseSectionHeading(words);
  const sourceOf = (block: Block) => text.slice(starts[block.line], starts[block.endLine]);
  const isEmptyWord = (block: Block) =>
    (block.kind === "bullet" || (block.kind === "other" && block.type === "paragraph")) &&
    block.endLine === block.line + 1 &&
    isPlaceholder(sourceOf(block));
  const [only] = inside;
  const placeholder = only !== undefined && inside.length === 1 && isEmptyWord(only) ? only : null;
  const items: MemoryItem[] = [];
  const others: Block[] = [];
  for (const block of inside) {
    yield;
    // A bullet that only says "nothing yet" is no item, even where others stand beside it.
    if (isEmptyWord(block)) continue;
    if (block.kind !== "bullet") {
      others.push(block);
      continue;
    }
    items.push({
      ...readItem(sourceOf(block), block.paragraphLines).content,
      start: (starts[block.line] as number) - start,
      end: (starts[block.endLine] as number) - start,
      line: block.line - heading.line,
      lines: block.endLine - block.line,
    });
  }
  const bodyStart = (starts[heading.endLine] as number) - start;
  return {
    role,
    heading: words,
    state,
    note,
    items,
    texts: textsOf(others, starts, { start, line: heading.line }),
    placeholder: placeholder && {
      text: sourceOf(placeholder).trim(),
      start: (starts[placeholder.line] as number) - start,
      end: (starts[placeholder.endLine] as number) - start,
    },
    start,
    end,
    bodyStart,
    line: heading.line + 1,
  };
}

/** The places of blocks, counted from where they belong; a rule between others says nothing. */
function textsOf(
  blocks: readonly Block[],
  starts: readonly number[],
  from: { start: number; line: number },
): MemoryText[] {
  return blocks
    .filter((block) => block.kind !== "other" || block.type !== "hr")
    .map((block) => ({
      start: (starts[block.line] as number) - from.start,
      end: (starts[block.endLine] as number) - from.start,
      line: block.line - from.line,
      lines: block.endLine - block.line,
    }));
}

/** The words of a heading; those of a setext heading over several lines are joined by spaces. */
function readHeading(text: string, heading: HeadingBlock): string {
  const lines = splitLines(text.slice(heading.textStart, heading.textEnd));
  return lines.length === 1 ? (lines[0] as string) : lines.map((line) => line.trim()).join(" ");
}

/** A byte order mark belongs to the file, not to the section that begins behind it. */
function startOfLine(text: string, starts: readonly number[], line: number): number {
  return line === 0 && text.startsWith(BYTE_ORDER_MARK) ? 1 : (starts[line] as number);
}

function featureOf(title: string | null): string | null {
  return title?.replace(TITLE_WORDS, "").trim() || null;
}

/** Example: `TEAM-MEMORY — ` of `TEAM-MEMORY — checkout`. */
const TITLE_WORDS = /^team[-_ ]memory\s*[—–:-]*\s*/i;

/** A key of front matter with its value. Example: `version: gc-v3`, `"상태": 진행`. */
const ENTRY = /^["']?([\p{L}\p{N}_.-]+)["']?[ \t]*:(?:[ \t]+(.*?))?[ \t]*$/u;
