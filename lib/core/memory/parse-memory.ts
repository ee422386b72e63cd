import {
  type Block,
  type BlockStructure,
  BYTE_ORDER_MARK,
  type HeadingBlock,
  parseBlocks,
} from "@/lib/core/markdown/blocks";
import { diagnose } from "@/lib/core/memory/diagnose";
import { NO_META, readMeta } from "@/lib/core/memory/meta";
import type { MemoryDocument, MemoryItem, MemoryMeta, MemorySection } from "@/lib/core/memory/model";
import { isPlaceholder } from "@/lib/core/memory/placeholder";
import { readItem } from "@/lib/core/memory/read-item";
import { parseSectionHeading } from "@/lib/core/memory/section-heading";
import { splitLines } from "@/lib/core/text/lines";

/**
 * The team memory any text is, to the last code unit; never throws. What is odd becomes a diagnostic, and what cannot be
 * read as section or item stays in the text untouched. Source: team memory §4.
 */
export function parseMemory(text: string): MemoryDocument {
  const structure = parseBlocks(text);
  const { blocks, starts } = structure;
  const bounds: { heading: HeadingBlock; index: number }[] = [];
  blocks.forEach((block, index) => {
    if (block.kind === "heading" && block.level <= 2) bounds.push({ heading: block, index });
  });

  let title: string | null = null;
  let meta: MemoryMeta = NO_META;
  const sections: MemorySection[] = [];
  const metaLines: number[] = [];
  bounds.forEach(({ heading, index }, position) => {
    const next = bounds[position + 1];
    if (heading.level === 1) {
      title ??= readHeading(text, heading);
      return;
    }
    const inside = blocks.slice(index + 1, next?.index);
    const end = next === undefined ? text.length : (starts[next.heading.line] as number);
    const section = readSection(text, structure, heading, inside, end);
    if (section.role !== "Meta") {
      sections.push(section);
      return;
    }
    metaLines.push(section.line);
    if (meta !== NO_META) return;
    const bullets = inside.filter((block) => block.kind === "bullet");
    meta = readMeta(text, starts, bullets, { start: section.start, end, line: section.line });
  });

  const document: MemoryDocument = {
    text,
    title,
    feature: featureOf(title),
    meta,
    sections,
    lineCount: starts.length - 1,
    diagnostics: [],
  };
  document.diagnostics = diagnose(document, structure, metaLines);
  return document;
}

function readSection(
  text: string,
  { starts }: BlockStructure,
  heading: HeadingBlock,
  inside: readonly Block[],
  end: number,
): MemorySection {
  const start = startOfLine(text, starts, heading.line);
  const words = readHeading(text, heading);
  const { role, state, note } = parseSectionHeading(words);
  const placeholder = findPlaceholder(text, starts, inside, start);
  const items: MemoryItem[] = [];
  if (placeholder === null) {
    for (const block of inside) {
      if (block.kind !== "bullet") continue;
      const itemStart = starts[block.line] as number;
      const itemEnd = starts[block.endLine] as number;
      const {
        tag,
        timestamp,
        text: first,
        body,
        state,
        resolution,
      } = readItem(text.slice(itemStart, itemEnd), block.paragraphLines);
      items.push({
        tag,
        timestamp,
        text: first,
        body,
        state,
        resolution,
        start: itemStart - start,
        end: itemEnd - start,
        line: block.line - heading.line,
        lines: block.endLine - block.line,
      });
    }
  }
  const bodyStart = (starts[heading.endLine] as number) - start;
  return { role, heading: words, state, note, items, placeholder, start, end, bodyStart, line: heading.line + 1 };
}

function findPlaceholder(
  text: string,
  starts: readonly number[],
  inside: readonly Block[],
  sectionStart: number,
): MemorySection["placeholder"] {
  const [only] = inside;
  if (inside.length !== 1 || only === undefined || only.endLine !== only.line + 1) return null;
  if (only.kind !== "bullet" && !(only.kind === "other" && only.type === "paragraph")) return null;
  const start = starts[only.line] as number;
  const end = starts[only.endLine] as number;
  const line = text.slice(start, end);
  return isPlaceholder(line) ? { text: line.trim(), start: start - sectionStart, end: end - sectionStart } : null;
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
  return title === null ? null : title.replace(TITLE_WORDS, "").trim() || null;
}

/** Example: `TEAM-MEMORY — ` of `TEAM-MEMORY — checkout`. */
const TITLE_WORDS = /^team[-_ ]memory\s*[—–:-]*\s*/i;
