import type { AgentMemoryDocument, AgentSectionName } from "@/lib/core/agent-memory/model";
import { type MemoryDocument, stateIn } from "@/lib/core/memory/model";
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

/** The section of an agent's memory that an entry stands in. Source: agent memory. */
export type CoachSection = "project" | "finding" | "worked" | "watch" | "thread" | "log";

/** One entry of a memory: a bullet, a paragraph or a line of the session log. */
export interface CoachEntry {
  section: CoachSection;
  /** What it says; the first line of it stands word for word in line `line` of the file. */
  text: string;
  /** Line of the file, counted from 1. */
  line: number;
  /** What is nested below it: read for what it names, and not repeated. */
  more?: string;
}

export interface CoachMemory {
  agent: string;
  /** Where the file is, below the workspace. */
  path: string;
  entries: CoachEntry[];
}

/** A live item of a team memory; `text` is what follows tag and timestamp and stands in line `line`. */
export interface CoachItem {
  session: string;
  path: string;
  role: string;
  tag: string | null;
  text: string;
  line: number;
  /** What is nested below it: read for what it names, and not repeated. */
  more?: string;
}

/** All that the coach reads: the memories of a workspace, its own left out, and the items of its live team memories. */
export interface CoachInput {
  memories: CoachMemory[];
  items: CoachItem[];
}

/** Where something is said; `quote` stands word for word in that line. */
export interface Citation {
  path: string;
  line: number;
  quote: string;
  agent: string | null;
  session: string | null;
  role: string | null;
}
