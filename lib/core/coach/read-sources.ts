import type { AgentMemoryDocument, AgentSectionName } from "@/lib/core/agent-memory/model";
import type { CoachEntry, CoachItem, CoachSection } from "@/lib/core/coach/coach-input";
import { stateIn } from "@/lib/core/memory/item-state";
import type { MemoryDocument } from "@/lib/core/memory/model";
import { splitLines } from "@/lib/core/text/lines";

const SECTIONS: Record<AgentSectionName, CoachSection> = {
  "Project Context": "project",
  "Accumulated Findings": "finding",
  "What Worked": "worked",
  "Watch Points": "watch",
  "Open Threads": "thread",
  "Session Log": "log",
};

/**
 * The entries of an agent's memory as the coach reads them, in file order: bullets, and paragraphs between them; what
 * stands in a section of another name is taken for a finding. The first line of each text stands in its line of the file.
 */
export function entriesOf(document: AgentMemoryDocument): CoachEntry[] {
  const lines = splitLines(document.text);
  return document.sections.flatMap(({ name, entries, notes }) => {
    const section = name === null ? "finding" : SECTIONS[name];
    const bullets = entries.map(({ text, body, line }) => ({
      section,
      text: anchor(lines[line - 1] ?? "", text),
      line,
      ...(body !== "" && { more: body }),
    }));
    const paragraphs = notes
      .filter(({ text }) => PROSE.test(text))
      .map(({ text, line }) => ({ section, text: anchor(lines[line - 1] ?? "", text), line }));
    return [...bullets, ...paragraphs].sort((a, b) => a.line - b.line);
  });
}

/** Example: the beginning of "Owns the replay" or of "`src/` has…"; a table, a fence, a heading or a rule is no prose. */
const PROSE = /^\s*(?!```|~~~|[|#<>]|[-*_]{3})\S/;

/**
 * The live items of a team memory as the coach reads them: what was archived or resolved is over, and so is a finished
 * session; a gate is progress.
 */
export function itemsOf(document: MemoryDocument, session: string, path: string): CoachItem[] {
  if (document.meta.finished !== null) return [];
  const lines = splitLines(document.text);
  return document.sections.flatMap((section) => {
    const { role, line: first, items } = section;
    return items
      .filter((item) => stateIn(section, item) === "active" && item.tag !== "Gate")
      .map(({ tag, text, body, line: below }): CoachItem => {
        const line = first + below;
        const item = { session, path, role, tag, text: anchor(lines[line - 1] ?? "", text), line };
        return body === "" ? item : { ...item, more: body };
      });
  });
}

/** The text with a line end where the file has one, so that its first line stands in the file's line word for word. */
function anchor(line: string, text: string): string {
  const [first = ""] = splitLines(text.trim());
  if (line.includes(first)) return text.trim();
  const bare = line.trim().replace(/^(?:[-*+]|\d+[.)])\s+/, ""); // "- ", "1. "
  return first.startsWith(bare) ? `${bare}\n${text.trim().slice(bare.length)}` : bare;
}
