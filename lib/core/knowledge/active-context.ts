import { diagnosticAt, type Diagnostic } from "@/lib/core/diagnostics";
import type { FileEdit } from "@/lib/core/knowledge/sessions-file-edit";
import { parseBlocks, type HeadingBlock } from "@/lib/core/markdown/blocks";
import { lineEndAt, lineEndBefore, splitLines, type LineEnd, followsBlankLine } from "@/lib/core/text/lines";
import { applySplices, type Splice } from "@/lib/core/text/splice";

/** The sections of `context.md` that are written; all others are the team's own. Source: formats "context.md". */
export const CONTEXT_SECTIONS = ["Session", "Loaded Knowledge", "Open Issues", "Next Action"] as const;

/** What each of them holds: single lines, each of which becomes a bullet. */
export type ActiveContext = Record<(typeof CONTEXT_SECTIONS)[number], readonly string[]>;

/** What one of them says, as it stands in the file. */
interface ContextSection {
  name: string;
  text: string;
  /** Where the text begins, in UTF-16 units. */
  start: number;
}

/** The written sections that a `context.md` has. */
export function readActiveContext(text: string): ContextSection[] {
  return CONTEXT_SECTIONS.flatMap((name) => {
    const section = locate(text, name);
    return section === null ? [] : [{ name, text: text.slice(section.start, section.end), start: section.start }];
  });
}

/**
 * Rewrites the bodies of the four sections and changes no byte outside of them; what is missing comes to the end. A file in which they
 * would not be read, as behind a fence that is never closed, is left as it is, and a diagnostic says so. `null` stands for a missing
 * file. Source: formats "context.md".
 */
export function setActiveContext(text: string | null, team: string, context: ActiveContext): FileEdit {
  let edited =
    text === null || text.trim() === "" || text === "\uFEFF" ? `${text ?? ""}# Active context — ${team}\n` : text;
  for (const name of CONTEXT_SECTIONS) edited = setSection(edited, name, context[name]);
  const holds = (name: (typeof CONTEXT_SECTIONS)[number]) => {
    const section = locate(edited, name);
    if (section === null) return false;
    return splitLines(edited.slice(section.start, section.end)).join("\n") === bodyOf(context[name], "\n");
  };
  if (CONTEXT_SECTIONS.every(holds)) return { text: edited, diagnostics: [] };
  return { text: text ?? "", diagnostics: [notEditable()] };
}

function setSection(text: string, name: string, lines: readonly string[]): string {
  const section = locate(text, name);
  const eol = lineEndAt(text, text.length);
  if (section === null) {
    const gap = lineEndBefore(text, text.length) === null ? eol : "";
    return `${text}${gap}${eol}## ${name}${eol}${eol}${bodyOf(lines, eol)}${eol}`;
  }
  const { start, end } = section;
  const body = bodyOf(lines, eol);
  const splice: Splice = start < end ? { start, end, text: body } : emptySplice(text, start, body, eol);
  return applySplices(text, [splice]);
}

/** The first words of a section that has none yet, with line ends around them where there are none. */
function emptySplice(text: string, at: number, body: string, eol: LineEnd): Splice {
  const before = lineEndBefore(text, at) === null ? eol : "";
  const apart = at === text.length || /^[ \t]*[\r\n]/.test(text.slice(at)); // a blank line
  return { start: at, end: at, text: `${before}${body}${apart ? eol : eol + eol}` };
}

function bodyOf(lines: readonly string[], eol: string): string {
  return (lines.length === 0 ? ["(none)"] : lines).map((line) => `- ${line}`).join(eol);
}

/** From the first to the last character of a section's body that is not blank; an empty range where it would begin. */
function locate(text: string, name: string): { start: number; end: number } | null {
  const { blocks, starts } = parseBlocks(text);
  const headings = blocks.filter((block): block is HeadingBlock => block.kind === "heading" && block.level <= 2);
  const fold = (words: string) => words.normalize("NFC").trim().toLowerCase();
  const index = headings.findIndex(
    ({ level, textStart, textEnd }) => level === 2 && fold(text.slice(textStart, textEnd)) === fold(name),
  );
  const heading = headings[index];
  if (heading === undefined) return null;
  const from = starts[heading.endLine] ?? text.length;
  const to = starts[headings[index + 1]?.line ?? starts.length - 1] ?? text.length;
  const body = text.slice(from, to);
  if (body.trim() === "") return { start: from, end: from };
  // The first line counts from its beginning: what is left of its indentation would make code of a bullet.
  const blank = /^(?:[^\S\r\n]*(?:\r\n|\r|\n))*/.exec(body)?.[0].length ?? 0; // "\n  \n"
  const spaces = /^[^\S\r\n]*/.exec(body.slice(body.trimEnd().length))?.[0].length ?? 0; // "  "
  return { start: from + blank, end: from + body.trimEnd().length + spaces };
}

function notEditable(): Diagnostic {
  const message =
    "context.md is left as it is: its sections would stand behind something that is never closed, such as a fence.";
  return diagnosticAt("not_editable", "error", message);
}

interface LearningMonth {
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
  const message =
    "learnings.md is left as it is: what is added would stand behind something that is never closed, such as a fence.";
  return { text: text ?? "", diagnostics: [diagnosticAt("not_editable", "error", message)] };
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
