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

/** The memory of one agent. */
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
