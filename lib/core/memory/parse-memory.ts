import { addAll } from "@/lib/core/lists";
import {
  type Block,
  type BlockStructure,
  BYTE_ORDER_MARK,
  type HeadingBlock,
  blockSteps,
  type BulletBlock,
  isUnclosed,
} from "@/lib/core/markdown/blocks";
import { readFrontMatter } from "@/lib/core/markdown/front-matter";
import type { MemoryDocument, MemoryItem, MemoryMeta, MemorySection, MetaEntry } from "@/lib/core/memory/model";
import { readItem } from "@/lib/core/memory/item";
import { isRoleName, parseSectionHeading } from "@/lib/core/memory/role-id";
import { finish, type Steps } from "@/lib/core/steps";
import { splitLines } from "@/lib/core/text/lines";
import { diagnosticAt, type Diagnostic, type Severity } from "@/lib/core/diagnostics";
import { isOpenEnded } from "@/lib/core/memory/tags";

/** Above this many lines a memory costs its readers more than it tells them. Source: team memory §5, curation rule 4. */
export const LINE_LIMIT = 500;

/**
 * What is odd about a team memory's content, in file order: `no_title`, `duplicate_section`, `unnamed_section`,
 * `open_in_archived`, `gate_outside_lead`, `invalid_gc_version`, `unclosed_block` and `over_500_lines`.
 */
function diagnose(document: MemoryDocument, { blocks, starts }: BlockStructure, metaLines: readonly number[]) {
  const { text, sections, meta } = document;
  const found: Diagnostic[] = [];
  const lineLength = (line: number) => text.slice(starts[line - 1], starts[line]).replace(/[\r\n]+$/, "").length;
  const at = (line: number, severity: Severity, code: string, message: string) =>
    found.push(diagnosticAt(code, severity, message, line, [1, Math.max(lineLength(line), 1) + 1]));

  if (document.title === null && text.trim() !== "") {
    at(1, "info", "no_title", "The file has no heading of level 1 that names the feature.");
  }
  const met = new Set<string>();
  for (const line of metaLines.slice(1)) {
    at(line, "warning", "duplicate_section", "A second Meta section; only the first one counts.");
  }
  for (const section of sections) {
    const { role, line } = section;
    if (role === "") at(line, "info", "unnamed_section", "This heading has no words.");
    if (met.has(role) && isRoleName(role)) {
      // Messages name no other line: an item added above would make them wrong.
      at(line, "warning", "duplicate_section", `A second section for ${role}; join the two.`);
    }
    met.add(role);
    if (
      section.state === "archived" &&
      section.items.some((item) => item.state === "active" && isOpenEnded(item.tag))
    ) {
      const message = `The section of ${role} is archived, but holds questions or conflicts that nobody settled or archived.`;
      at(line, "warning", "open_in_archived", message);
    }
    if (role === "Lead") continue;
    for (const item of section.items) {
      if (item.tag !== "Gate" || item.state !== "active") continue;
      at(line + item.line, "warning", "gate_outside_lead", "Gates are recorded in the Lead's section only.");
    }
  }
  const version = meta.entries.findLast((entry) => entry.key.toLowerCase() === "gc version");
  if (meta.range !== null && version !== undefined && meta.gcVersion === null) {
    at(meta.range.line, "warning", "invalid_gc_version", `The GC Version should read GC-v{N}, not "${version.value}".`);
  }
  const last = blocks.at(-1);
  if (last?.kind === "other" && isUnclosed(last, text.slice(starts[last.line], starts[last.endLine]))) {
    const message = "This block is never closed: everything after it is read as its content.";
    at(last.line + 1, "warning", "unclosed_block", message);
  }
  if (document.lineCount > LINE_LIMIT) found.push(overLimit(document.lineCount));
  return sortDiagnostics(found);
}

/** The advice to curate a memory of that many lines; stands at the first line above the limit. */
export function overLimit(lineCount: number): Diagnostic {
  const message = `The file has ${lineCount} lines, over ${LINE_LIMIT}: archive what is stale and prune what is archived.`;
  return diagnosticAt("over_500_lines", "warning", message, LINE_LIMIT + 1);
}

/** In file order, and by code where two speak of one place. */
export function sortDiagnostics(diagnostics: Diagnostic[]): Diagnostic[] {
  return diagnostics.sort(
    (a, b) =>
      a.range.start.line - b.range.start.line ||
      a.range.start.column - b.range.start.column ||
      (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  );
}

/** What a file without `## Meta` says about itself. */
const NO_META: MemoryMeta = {
  created: null,
  session: null,
  gcVersion: null,
  finished: null,
  direct: null,
  entries: [],
  range: null,
};

/**
 * Reads the `- Key: value` bullets of a Meta section; `- **Key:** value` is read too, and of two equal keys the last
 * wins. Source: team memory §4.
 *
 * @param range the section's place in the text; offsets of the entries are counted from its start
 */
function readMeta(
  text: string,
  starts: readonly number[],
  bullets: readonly BulletBlock[],
  range: NonNullable<MemoryMeta["range"]>,
): MemoryMeta {
  const entries: MetaEntry[] = [];
  for (const bullet of bullets) {
    const lineStart = starts[bullet.line] ?? text.length;
    const line = text.slice(lineStart, starts[bullet.line + 1]).trimEnd();
    const match = META_ENTRY.exec(line);
    if (match === null) continue;
    const [opening, key = ""] = match;
    const value = line.slice(opening.length);
    const valueStart = lineStart + opening.length - range.start;
    entries.push({ key: key.trim(), value, valueStart, valueEnd: valueStart + value.length });
  }
  const find = (name: string) => entries.findLast((entry) => entry.key.toLowerCase() === name)?.value || null;
  return {
    created: find("created"),
    session: find("session"),
    finished: find(FINISHED),
    direct:
      find(DIRECT)
        ?.split(/[\s,]+/)
        .map((type) => type.toLowerCase()) ?? null,
    gcVersion: GC_VERSION.exec(find("gc version") ?? "")?.[0] ?? null,
    entries,
    range,
  };
}

/** The key, in lower case, that says when a session was finished. */
export const FINISHED = "finished";

/** The key, in lower case, that says which agent types write without the Lead: `- Writes Directly: implementer, tester`. */
export const DIRECT = "writes directly";

/** Example: `GC-v4`. */
export const GC_VERSION = /GC-v\d+/;

/** Example: `- GC Version: `, `- **Created:** `. */
const META_ENTRY = /^ {0,3}[-*+][ \t]+(?:\*\*|__)?([^:*\r\n]{1,60}?)(?:\*\*|__)?:(?:\*\*|__)?[ \t]*/;

/**
 * Whether a line only says that nothing is there yet, such as `(awaiting spawn)` or `- (pending)`. Anything a reader
 * could miss if it went is none. Source: real team memories.
 */
function isPlaceholder(line: string): boolean {
  if (!START.test(line)) return false;
  const words = line
    .trim()
    .replace(/^[-*+]\s+/, "")
    .replace(/^[*_]{1,3}(.*?)[*_]{1,3}$/, "$1")
    .trim();
  if (words === "..." || words === "…") return true;
  const inside = PARENTHESIS.exec(words)?.[1];
  return inside !== undefined && EMPTY_WORDS.test(inside);
}

/** Example: `- _(` of `- _(pending)_`. */
const START = /^\s*(?:[-*+]\s+)?[*_]{0,3}[(（.…]/;

/** Example: `(awaiting spawn)`. Eighty units, as a longer remark is more than a placeholder. */
const PARENTHESIS = /^[(（]([^()（）]{1,80})[)）]$/;

/** Example: `pending`, `no entries yet`, `아직 없음`. */
const EMPTY_WORDS =
  /^(?:await|pending|wait|none\b|empty|tbd\b|todo\b|n\/a|not (?:yet|started|spawned)|no\b.*\b(?:yet|items?|entries|findings)|nothing|to be\b|will be\b|reserved|placeholder|unassigned)|\byet$|대기|없음|미정|예정|아직|비어/i;

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
    feature: title?.replace(TITLE_WORDS, "").trim() || null,
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
function textsOf(blocks: readonly Block[], starts: readonly number[], from: { start: number; line: number }) {
  return blocks
    .filter((block) => block.kind !== "other" || block.type !== "hr")
    .map((block) => ({
      start: (starts[block.line] as number) - from.start,
      end: (starts[block.endLine] as number) - from.start,
      line: block.line - from.line,
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

/** Example: `TEAM-MEMORY — ` of `TEAM-MEMORY — checkout`. */
const TITLE_WORDS = /^team[-_ ]memory\s*[—–:-]*\s*/i;

/** A key of front matter with its value. Example: `version: gc-v3`, `"상태": 진행`. */
const ENTRY = /^["']?([\p{L}\p{N}_.-]+)["']?[ \t]*:(?:[ \t]+(.*?))?[ \t]*$/u;
