import type { AgentMemoryDocument, AgentSection } from "@/lib/core/agent-memory/model";
import { scaffoldSection } from "@/lib/core/agent-memory/scaffold";
import { AGENT_SECTIONS, type AgentSectionName } from "@/lib/core/agent-memory/sections";
import { followsBlankLine, lineEndAt, lineEndBefore } from "@/lib/core/text/lines";
import type { Splice } from "@/lib/core/text/splice";

/** New entries by section, each entry written by a function that is told the line end and the bullet to use. */
export type NewEntries = ReadonlyMap<AgentSectionName, readonly ((lineEnd: string, marker: string) => string)[]>;

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
