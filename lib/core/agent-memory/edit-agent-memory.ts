import {
  type AgentEntry,
  type AgentMemoryDocument,
  type AgentSection,
  type AgentSectionName,
  AGENT_SECTIONS,
} from "@/lib/core/agent-memory/model";
import { parseAgentMemory } from "@/lib/core/agent-memory/parse-agent-memory";
import { scaffoldSection } from "@/lib/core/agent-memory/scaffold";
import { AppError, invalidField } from "@/lib/core/errors";
import { lineEndAt, lineEndBefore, followsBlankLine, innerLines, joinEntry } from "@/lib/core/text/lines";
import { applySplices, type Splice, spliceBetween } from "@/lib/core/text/splice";
import { findUnstorable } from "@/lib/core/text/visible";
import { BYTE_ORDER_MARK } from "@/lib/core/markdown/blocks";

/**
 * The lines of an entry, the last one without its line end: a bullet with the text, every further line indented into it,
 * so that whatever it looks like (a heading, a bullet, a fence, frontmatter) it stays inside by the rules of CommonMark.
 * Outer blank lines go. Throws invalid_input for a text that says nothing or cannot be stored.
 *
 * @param path where the text stood in the request, such as `findings.0`
 * @param bullet its sign, and the columns before it, which further lines are indented by too
 */
export function writeEntry(
  text: string,
  path: string,
  lineEnd: string,
  bullet: { marker: string; column: number } = { marker: "-", column: 0 },
): string {
  assertSayable(text, path);
  const [first = "", ...further] = innerLines(text);
  const indent = " ".repeat(bullet.column + 2);
  return joinEntry(`${bullet.marker} ${escapeRule(first.trim())}`, further, indent, lineEnd);
}

/** Throws invalid_input for a text without a letter, digit or symbol in it, or one that cannot be stored. */
export function assertSayable(text: string, path: string): void {
  const unstorable = findUnstorable(text);
  if (unstorable === null && SAYS_SOMETHING.test(text)) return;
  const message = unstorable === null ? "The text is empty." : `The text ${unstorable}.`;
  throw invalidField(path, message, "Say in a line or two what the next session should know.");
}

/** Behind a bullet, dashes, stars and underscores alone would make a rule of the whole line, or a list in the list. */
function escapeRule(line: string): string {
  return RULE.test(line) ? `\\${line}` : line;
}

/** Example: `a`, `한`, `7`, `→`. */
const SAYS_SOMETHING = /[\p{L}\p{N}\p{S}]/u;

/** Example: `---`, `* *`. */
const RULE = /^[-*_+\s]+$/;

/**
 * The document with new entries at the end of a section, which is added where it is missing. `unparseable` where the
 * file's own structure would take one in.
 */
export function addEntry(
  document: AgentMemoryDocument,
  section: AgentSectionName,
  ...texts: string[]
): AgentMemoryDocument {
  const writers = texts.map((text) => (lineEnd: string, marker: string) => {
    return writeEntry(text, "add", lineEnd, { marker, column: 0 });
  });
  const added = new Map([[section, writers]]);
  const ways = [addEntries(document, added), addEntries(document, added, "end")];
  const entries = new Map([[section, [...sourcesIn(document, section), ...texts.map((words) => ({ words }))]]]);
  return proven(document, ways, { ...targetOf(document, section), frontmatter: false, entries });
}

/**
 * The document with one entry saying something else, or without it when `text` is null; every other entry stays. Throws
 * `conflict` for an id that no entry has (anymore).
 */
export function editEntry(document: AgentMemoryDocument, id: string, text: string | null): AgentMemoryDocument {
  const found = findEntry(document, id);
  if (found === null) throw entryGone(id);
  const { index, section, entry } = found;
  const sources = section.entries.flatMap((each): ExpectedEntry[] =>
    each !== entry ? [{ source: sourceOfEntry(document.text, each) }] : text === null ? [] : [{ words: text }],
  );
  const entries = new Map(section.name === null ? [] : [[section.name, sources] as const]);
  const target = { sections: new Set([index]), added: new Set<AgentSectionName>(), frontmatter: false, entries };
  if (text === null) return proven(document, removals(document.text, [entry]), target);
  return proven(document, [[replaceEntry(document.text, entry, text, "text")]], target);
}

/**
 * The document with all below a section's heading replaced; blank lines that end the section stay. Throws invalid_input
 * for a text that would end the section, such as one with a heading of level 1 or 2 or a fence left open.
 */
export function setSection(document: AgentMemoryDocument, name: AgentSectionName, text: string): AgentMemoryDocument {
  const unstorable = findUnstorable(text);
  if (unstorable !== null) throw invalidSection(name, `The text ${unstorable}.`);
  const index = document.sections.findIndex((section) => section.name === name);
  const section = document.sections[index];
  const splice = section === undefined ? null : bodySplice(document.text, section, text);
  const splices = section === undefined ? addSection(document, name, text) : splice === null ? [] : [splice];
  const after = parseAgentMemory(applySplices(document.text, splices));
  const target = { ...targetOf(document, name), frontmatter: false };
  const isThere = splices.length === 0 || !after.missing.includes(name);
  if (isThere && isWithin(document, after, target)) return after;
  throw invalidSection(name, "The text would end the section, or take in what comes after it.");
}

/** The entries of a section as they stand in the file; of two sections of one name, those of the first. */
export function sourcesIn({ text, sections }: AgentMemoryDocument, name: AgentSectionName): ExpectedEntry[] {
  const section = sections.find((each) => each.name === name);
  return (section?.entries ?? []).map((entry) => ({ source: sourceOfEntry(text, entry) }));
}

/** An entry by its id, and the place of its section; of two sections of one name, in the first alone. */
function findEntry(document: AgentMemoryDocument, id: string) {
  for (const [index, section] of document.sections.entries()) {
    if (isSecond(document, index)) continue;
    const entry = section.entries.find((each) => each.id === id);
    if (entry !== undefined) return { index, section, entry };
  }
  return null;
}

/** Whether a section has the name of one before it, which is the one that is written to. */
export function isSecond({ sections }: AgentMemoryDocument, index: number): boolean {
  const name = sections[index]?.name ?? null;
  return name !== null && sections.findIndex((section) => section.name === name) !== index;
}

/** Entry ids name words: whoever has one that is gone has read an earlier text. */
function entryGone(id: string): AppError {
  return new AppError("conflict", `No entry ${id} stands in this memory (anymore).`, {
    hint: "Read the memory again: an entry whose words changed has another id.",
    current: { entry: id },
  });
}

/** The splice that gives an entry another text; its bullet and the line end behind it stay. */
export function replaceEntry(text: string, entry: AgentEntry, words: string, path: string): Splice {
  const lineEnd = lineEndAt(text, entry.end);
  const column = Math.max(text.slice(entry.start, entry.end).search(/[-*+]/), 0); // "  * a"
  const start = entry.start + column;
  const end = entry.end - (lineEndBefore(text, entry.end)?.length ?? 0);
  return { start, end, text: writeEntry(words, path, lineEnd, { marker: text[start] ?? "-", column }) };
}

/**
 * Ways to take entries away, the plainest first: where what stands around one would grow together, a blank line stays in
 * its place.
 */
export function removals(text: string, entries: readonly AgentEntry[]): Splice[][] {
  const leaving = (rest: string) => entries.map(({ start, end }) => ({ start, end, text: rest }));
  return [leaving(""), leaving(lineEndAt(text, entries[0]?.start ?? 0))];
}

/** The sections an edit of one section may touch. */
function targetOf(document: AgentMemoryDocument, name: AgentSectionName): Pick<EditTarget, "sections" | "added"> {
  const index = document.sections.findIndex((section) => section.name === name);
  return { sections: new Set(index === -1 ? [] : [index]), added: new Set([name]) };
}

/** The document after the first of several ways that stays within its target; `unparseable` when none does. */
export function proven(
  document: AgentMemoryDocument,
  ways: readonly (readonly Splice[])[],
  target: EditTarget,
): AgentMemoryDocument {
  for (const splices of ways) {
    const after = parseAgentMemory(applySplices(document.text, splices));
    if (isWithin(document, after, target)) return after;
  }
  const open = document.diagnostics.find((each) => each.code === "unclosed_block");
  const where =
    open === undefined ? "" : ` A block that begins on line ${String(open.range.start.line)} is never closed.`;
  throw new AppError("unparseable", `This memory's structure would take in what is to be written.${where}`, {
    hint: "Open the file, close every fence and comment in it, and try again; nothing was changed.",
    current: { diagnostics: document.diagnostics },
  });
}

function bodySplice(text: string, section: AgentSection, words: string): Splice | null {
  const lineEnd = lineEndAt(text, section.bodyStart);
  const lines = words.replace(/\r\n|\r|\n/g, lineEnd).replace(/[ \t\r\n]+$/, ""); // "- a\n\n"
  const opened = lineEndBefore(text, section.bodyStart) !== null;
  const range = { start: section.bodyStart, end: section.contentEnd };
  const isLast = section.contentEnd === text.length;
  const closed = isLast && lineEndBefore(text, text.length) === null ? "" : lineEnd;
  if (lines === "") return spliceBetween(text, range, "");
  return spliceBetween(text, range, (opened ? "" : lineEnd) + lines + closed);
}

function addSection(document: AgentMemoryDocument, name: AgentSectionName, text: string): Splice[] {
  const body = text.replace(/[ \t\r\n]+$/, "").replace(/^(?:[ \t]*(?:\r\n|\r|\n))+/, ""); // "\n- a\n\n"
  if (body === "") return [];
  const [splice] = addEntries(document, new Map([[name, [() => body]]]));
  if (splice === undefined) return [];
  const lineEnd = lineEndAt(document.text, splice.start);
  const scaffold = scaffoldSection(name, lineEnd);
  // A text of its own brings its own comment, or none.
  const heading = scaffold.slice(0, scaffold.indexOf("<!--"));
  return [{ ...splice, text: splice.text.replace(scaffold, () => heading).replace(/\r\n|\r|\n/g, lineEnd) }];
}

function invalidSection(name: AgentSectionName, message: string): AppError {
  return invalidField(
    "text",
    message,
    `Write only what belongs below ## ${name}: no headings of level 1 or 2, every fence and comment closed.`,
  );
}

/** What an edit was allowed to touch. */
interface EditTarget {
  /** Sections, by their place in the document before the edit, whose content may be another now. */
  sections: ReadonlySet<number>;
  /** Sections that may have been added. */
  added: ReadonlySet<AgentSectionName>;
  frontmatter: boolean;
  /** All entries of a section afterwards: the sources of those that stay, the words of those that the edit writes. */
  entries?: ReadonlyMap<AgentSectionName, readonly ExpectedEntry[]>;
}

export type ExpectedEntry = { source: string } | { words: string };

/**
 * Whether an edit did what it was to do and nothing else, as both texts are read: the same headings of level 1 and 2 in
 * the same order but for those added, the same words in every other section and before them, the same frontmatter, and
 * no block that is left open where none was.
 */
function isWithin(before: AgentMemoryDocument, after: AgentMemoryDocument, target: EditTarget): boolean {
  if (!target.frontmatter && frontmatterOf(before) !== frontmatterOf(after)) return false;
  if (isOpen(after) && !isOpen(before)) return false;
  const kept = after.sections.filter((section) => !isAdded(before, after, target, section));
  if (kept.length !== before.sections.length) return false;
  for (const [name, entries] of target.entries ?? []) if (!holds(after, name, entries)) return false;
  const [gaps, gapsNow] = [gapsOf(before, before.sections), gapsOf(after, kept)];
  if (gaps.some((gap, index) => gap !== gapsNow[index])) return false;
  return before.sections.every((section, index) => {
    const now = kept[index];
    if (now?.heading !== section.heading) return false;
    return target.sections.has(index) || sourceOf(before, section) === sourceOf(after, now);
  });
}

/** A second section of a name is never added. */
function isAdded(before: AgentMemoryDocument, after: AgentMemoryDocument, target: EditTarget, section: AgentSection) {
  const { name } = section;
  if (name === null || !target.added.has(name) || !before.missing.includes(name)) return false;
  return after.sections.find((each) => each.name === name) === section;
}

function holds({ text, sections }: AgentMemoryDocument, name: AgentSectionName, expected: readonly ExpectedEntry[]) {
  const entries = sections.find((section) => section.name === name)?.entries ?? [];
  if (entries.length !== expected.length) return false;
  return expected.every((each, index) => {
    const source = sourceOfEntry(text, entries[index] as AgentEntry);
    return "source" in each ? source === each.source : says(source, each.words);
  });
}

/** Whether an entry has these words: its bullet, the indents of its lines and blank lines aside. */
function says(source: string, words: string): boolean {
  const flow = (lines: string) => lines.trim().slice(1).replace(/\s+/g, " ");
  return flow(source) === flow(writeEntry(words, "text", "\n"));
}

/** An entry as it stands in the file, the line end behind it aside. */
export function sourceOfEntry(text: string, { start, end }: AgentEntry): string {
  return text.slice(start, end).trimEnd();
}

function isOpen(document: AgentMemoryDocument): boolean {
  return document.diagnostics.some((each) => each.code === "unclosed_block");
}

function frontmatterOf({ text, frontmatter }: AgentMemoryDocument): string {
  return frontmatter === null ? "" : text.slice(0, frontmatter.end);
}

/** Blank lines around a section are nobody's. */
function sourceOf({ text }: AgentMemoryDocument, { start, end }: AgentSection): string {
  return text.slice(start, end).trim();
}

/** What stands before, between and behind sections, which is nobody's: the title, and all below a heading of level 1. */
function gapsOf({ text, frontmatter, sections }: AgentMemoryDocument, kept: readonly AgentSection[]): string[] {
  const gaps: string[] = [];
  let gap = "";
  let at = frontmatter?.bodyStart ?? 0;
  for (const section of sections) {
    gap += text.slice(at, section.start);
    at = section.end;
    if (!kept.includes(section)) continue;
    gaps.push(gap);
    gap = "";
  }
  return [...gaps, gap + text.slice(at)].map((each) => each.replace(BYTE_ORDER_MARK, "").trim());
}

/** New entries by section, each entry written by a function that is told the line end and the bullet to use. */
type NewEntries = ReadonlyMap<AgentSectionName, readonly ((lineEnd: string, marker: string) => string)[]>;

/**
 * The splices that put new entries behind the last one of their sections, or behind a blank line at their `end`, where
 * they take in no words that follow the last one. A section that is missing is added where it belongs among the six, with
 * its comment. Nothing else of the text changes.
 */
export function addEntries(document: AgentMemoryDocument, added: NewEntries, at?: "end"): Splice[] {
  const splices: Splice[] = [];
  const missing = new Map<number, string[]>();
  for (const name of AGENT_SECTIONS) {
    const entries = added.get(name) ?? [];
    if (entries.length === 0) continue;
    const section = document.sections.find((each) => each.name === name);
    if (section !== undefined) splices.push(insertInto(document.text, section, entries, at));
    else {
      const place = placeOf(document, name);
      const lineEnd = lineEndAt(document.text, place);
      const block = scaffoldSection(name, lineEnd) + entries.map((write) => write(lineEnd, "-") + lineEnd).join("");
      missing.set(place, [...(missing.get(place) ?? []), block]);
    }
  }
  for (const [place, blocks] of missing) splices.push(insertSections(document.text, place, blocks));
  return splices;
}

function insertInto(
  text: string,
  section: AgentSection,
  entries: readonly ((lineEnd: string, marker: string) => string)[],
  where: "end" | undefined,
): Splice {
  const last = section.entries.at(-1);
  const at = where === "end" || last === undefined ? section.contentEnd : last.end;
  const lineEnd = lineEndAt(text, at);
  const written = entries.map((write) => write(lineEnd, last === undefined ? "-" : markerOf(text, last.start)));
  const lines = written.join(lineEnd);
  // A file that ends without a line end keeps ending so.
  const opened = lineEndBefore(text, at) !== null;
  // What stands before an entry may not draw it in; the section's comment ends with its own line.
  const alone = where === "end" || (last === undefined && section.notes.length > 0) ? lineEnd : "";
  return { start: at, end: at, text: opened ? alone + lines + lineEnd : lineEnd + alone + lines };
}

/** The bullet that an entry uses: another would begin another list. */
function markerOf(text: string, at: number): string {
  return /[-*+]/.exec(text.slice(at, at + 4))?.[0] ?? "-"; // "  * a"
}

/** Behind the nearest of the six that comes before it, else before the first that comes after, else at the end. */
function placeOf(document: AgentMemoryDocument, name: AgentSectionName): number {
  const order = AGENT_SECTIONS.indexOf(name);
  const find = (other: AgentSectionName) => document.sections.find((section) => section.name === other);
  for (const other of AGENT_SECTIONS.slice(0, order).reverse()) {
    const section = find(other);
    if (section !== undefined) return section.end;
  }
  for (const other of AGENT_SECTIONS.slice(order + 1)) {
    const section = find(other);
    if (section !== undefined) return section.start;
  }
  return document.text.length;
}

function insertSections(text: string, at: number, blocks: readonly string[]): Splice {
  const lineEnd = lineEndAt(text, at);
  const opened = at === 0 || lineEndBefore(text, at) !== null || text.slice(0, at) === "\uFEFF";
  const before =
    (opened ? "" : lineEnd) + (followsBlankLine(text, at) || text.slice(0, at) === "\uFEFF" ? "" : lineEnd);
  return { start: at, end: at, text: before + blocks.join(lineEnd) + (at < text.length ? lineEnd : "") };
}
