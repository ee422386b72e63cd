import type { FileEdit } from "@/lib/core/knowledge/sessions-file-edit";
import { parseBlocks } from "@/lib/core/markdown/blocks";
import { followsBlankLine, lineEndAt, lineEndBefore } from "@/lib/core/text/lines";
import { applySplices } from "@/lib/core/text/splice";

/** What a team learnt in a month. */
export interface LearningMonth {
  /** The heading's words, such as `2026-02`. */
  month: string;
  /** The bullets under it, without their marks. */
  items: string[];
}

/** The months of a `learnings.md` with their bullets, as they stand there; other headings of level 2 are told alike. */
export function readLearnings(text: string): LearningMonth[] {
  const { blocks, starts } = parseBlocks(text);
  const months: LearningMonth[] = [];
  for (const block of blocks) {
    if (block.kind === "heading" && block.level <= 2) {
      months.push({ month: text.slice(block.textStart, block.textEnd), items: [] });
    }
    if (block.kind !== "bullet") continue;
    const item = text.slice(starts[block.line], starts[block.endLine]).trim();
    months.at(-1)?.items.push(item.replace(/^[-*+]\s*/, "")); // matches "- "
  }
  return months.filter(({ month, items }) => items.length > 0 || MONTH.test(month));
}

/**
 * Adds dated bullets under the heading of their month, behind those that are there, and changes no other byte. A month without a heading
 * gets one: at the end, or above the others where the newest stands first. A file in which they would not be read, as behind a fence that
 * is never closed, is left as it is, and a diagnostic says so. `null` stands for a missing file. `lines` are single lines.
 * Source: formats "learnings.md".
 */
export function addLearnings(text: string | null, team: string, date: string, lines: readonly string[]): FileEdit {
  const month = date.slice(0, "2026-02".length);
  const edited = lines.length === 0 ? (text ?? "") : insertBullets(text ?? "", team, month, bulletsOf(date, lines));
  const read = readLearnings(edited).flatMap((each) => (each.month.includes(month) ? each.items : []));
  if (lines.every((line) => read.includes(`${date}: ${line}`))) return { text: edited, diagnostics: [] };
  const range = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
  const message =
    "learnings.md is left as it is: what is added would stand behind something that is never closed, such as a fence.";
  return { text: text ?? "", diagnostics: [{ code: "not_editable", message, severity: "error", range }] };
}

function bulletsOf(date: string, lines: readonly string[]): string[] {
  return lines.map((line) => `- ${date}: ${line}`);
}

function insertBullets(text: string, team: string, month: string, bullets: string[]): string {
  if (text.trim() === "") return `${text}# Learnings — ${team}\n\n## ${month}\n${bullets.join("\n")}\n`;
  const { blocks, starts } = parseBlocks(text);
  const headings = blocks.flatMap((block) => (block.kind === "heading" && block.level <= 2 ? [block] : []));
  const months = headings.flatMap((heading) => {
    const name = MONTH.exec(text.slice(heading.textStart, heading.textEnd))?.[0];
    return name === undefined ? [] : [{ heading, name }];
  });
  const own = months.find(({ name }) => name === month)?.heading;
  if (own !== undefined) {
    const next = headings.find((heading) => heading.line > own.line)?.line ?? starts.length - 1;
    const inside = blocks.filter((block) => block.line >= own.endLine && block.line < next);
    const last = inside.findLast(({ kind }) => kind === "bullet") ?? inside.at(-1);
    // Behind a bullet or the heading there is no gap; a paragraph would otherwise go on, or become the bullet's.
    const gap = last === undefined || last.kind === "bullet" ? [] : [""];
    return insertLines(text, starts[last?.endLine ?? own.endLine] ?? text.length, [...gap, ...bullets]);
  }
  const [first, last] = [months[0], months.at(-1)];
  if (first !== undefined && last !== undefined && first.name > last.name) {
    return insertLines(text, starts[first.heading.line] ?? text.length, [`## ${month}`, ...bullets, ""]);
  }
  const apart = lineEndBefore(text, text.length) !== null && followsBlankLine(text, text.length);
  return insertLines(text, text.length, [...(apart ? [] : [""]), `## ${month}`, ...bullets]);
}

/** Example: the month in `2026-02` and `2026-02 (sprint 4)`. */
const MONTH = /\b\d{4}-\d{2}\b/;

/** Lines put in where a line begins, or behind a last line that has no end. */
function insertLines(text: string, at: number, lines: string[]): string {
  const eol = lineEndAt(text, at);
  const open = at === 0 || lineEndBefore(text, at) !== null;
  return applySplices(text, [{ start: at, end: at, text: `${open ? "" : eol}${lines.join(eol)}${eol}` }]);
}
