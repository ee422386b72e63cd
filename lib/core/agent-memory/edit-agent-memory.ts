import { addEntries } from "@/lib/core/agent-memory/add-entries";
import type { AgentEntry, AgentMemoryDocument, AgentSection } from "@/lib/core/agent-memory/model";
import { parseAgentMemory } from "@/lib/core/agent-memory/parse-agent-memory";
import { isWithin, sourceOfEntry, type EditTarget, type ExpectedEntry } from "@/lib/core/agent-memory/prove-edit";
import { scaffoldSection } from "@/lib/core/agent-memory/scaffold";
import type { AgentSectionName } from "@/lib/core/agent-memory/sections";
import { writeEntry } from "@/lib/core/agent-memory/write-entry";
import { AppError } from "@/lib/core/errors";
import { lineEndAt, lineEndBefore } from "@/lib/core/text/lines";
import { applySplices, type Splice } from "@/lib/core/text/splice";
import { spliceBetween } from "@/lib/core/text/splice-between";
import { findUnstorable } from "@/lib/core/text/storable";

/**
 * The document with a new entry at the end of a section, which is added where it is missing. `unparseable` where the
 * file's own structure would take the entry in.
 */
export function addEntry(document: AgentMemoryDocument, section: AgentSectionName, text: string): AgentMemoryDocument {
  const write = (lineEnd: string, marker: string) => writeEntry(text, "add", lineEnd, { marker, column: 0 });
  const added = new Map([[section, [write]]]);
  const ways = [addEntries(document, added), addEntries(document, added, "end")];
  const entries = new Map([[section, [...sourcesIn(document, section), { words: text }]]]);
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
export function findEntry(
  document: AgentMemoryDocument,
  id: string,
): { index: number; section: AgentSection; entry: AgentEntry } | null {
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
export function entryGone(id: string): AppError {
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
export function targetOf(
  document: AgentMemoryDocument,
  name: AgentSectionName,
): Pick<EditTarget, "sections" | "added"> {
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
  return new AppError("invalid_input", message, {
    hint: `Write only what belongs below ## ${name}: no headings of level 1 or 2, every fence and comment closed.`,
    errors: [{ path: "text", message }],
  });
}
