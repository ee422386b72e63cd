import type { Diagnostic } from "@/lib/core/diagnostics";
import type { LogicalLines } from "@/lib/core/context/logical-lines";
import { AppError } from "@/lib/core/errors";

/**
 * One global context, read without losing anything: `joinLogicalLines(context) === text`. Line numbers in here are indexes
 * into `lines`, from 0; ranges are half open. Source: context delta §4.
 */
export interface Context extends LogicalLines {
  text: string;
  /** Text of the H1 that opens the document, or null. */
  title: string | null;
  /** `GC-v{n}` of the frontmatter, or null. Where the key appears twice, the last one. */
  version: string | null;
  /** Everything between and including the `---` lines; null where there is none. */
  frontmatter: ContextNode | null;
  /** What stands before the first section, the title included. Always there, perhaps empty. */
  preamble: ContextNode;
  /** Top-level sections in document order; deeper headings are their `children`. */
  sections: ContextNode[];
  diagnostics: Diagnostic[];
  /** What is left to spend on look-ups in here; null where nothing limits it. */
  readonly effort: { left: number | null };
}

/** A piece of a context that a reference can name: frontmatter, preamble, or a heading with what stands below it. */
export interface ContextNode {
  kind: "frontmatter" | "preamble" | "section";
  /** Heading text as written, without marks; `frontmatter` or `preamble` otherwise. */
  name: string;
  /** 1–6; 0 for frontmatter and preamble. */
  level: number;
  /** What stands after `§` to name it: its name below the names of its parents, with `#1`, `#2` where siblings share it. */
  path: string;
  /** First line, the heading included. */
  start: number;
  /** First line after the heading. */
  bodyStart: number;
  /** End of the lines of its own, where the first nested heading begins. */
  ownEnd: number;
  /** End of everything, nested headings included. */
  end: number;
  children: ContextNode[];
  /** What is addressable in the lines of its own, in document order. */
  entries: ContextEntry[];
}

/**
 * One addressable thing below a heading:
 * - `pair`: `- key: value`, `- **key:** value` or a frontmatter key;
 * - `label`: `**In Scope:**` with the text or list that follows;
 * - `row`: a table row, keyed by its first cell;
 * - `member`: any other list item.
 * Lines of prose are no entries; they are addressed by their text.
 */
export interface ContextEntry {
  kind: "pair" | "label" | "row" | "member";
  /** As written, without emphasis; null for a member. */
  key: string | null;
  /** What follows the key on its line; of a row the other cells joined by ` | `; of a member its text. */
  value: string;
  line: number;
  /** End of the entry with its nested and continuing lines. */
  end: number;
  /** Columns of `value` on its line, in UTF-16 code units; of a row those between the first and the last cell. */
  valueStart: number;
  valueEnd: number;
  /** The cells of a row, the first included; empty otherwise. */
  cells: Cell[];
  /** The column headers of a row's table; empty otherwise. */
  columns: string[];
}

/** One cell of a table row: its trimmed text and where that stands on the line. */
export interface Cell {
  text: string;
  start: number;
  end: number;
}

/** Takes the limit of a context away, whatever is left of it. */
export function unlimitEffort(context: Context): void {
  context.effort.left = null;
}

/** Lets look-ups in this context cost so many steps altogether: one for each address tried and each thousand characters searched. */
export function limitEffort(context: Context, steps: number): void {
  context.effort.left = steps;
}

/** Counts steps of work on a context; `too_large` once there were more than it may cost. */
export function spend({ effort }: Context, steps: number): void {
  if (effort.left === null) return;
  if (effort.left < steps) {
    throw new AppError("too_large", "The delta takes more work to place in this text than one request may cost.", {
      hint: "Split it into deltas of fewer operations, or replace the text as a whole.",
    });
  }
  effort.left -= steps;
}

/** A version found in frontmatter, and the columns of its bare value on `line`. */
interface VersionPlace {
  version: string;
  line: number;
  start: number;
  end: number;
}

const VERSION_VALUE = /^(["']?)(GC-v\d+)\1[ \t]*(?:#.*)?$/i; // matches "\"GC-v3\"  # published"

/** The `version:` of a frontmatter, quotes and comments left aside; of several the last. Undefined where none is of the form GC-v{n}. */
export function versionEntry(frontmatter: ContextNode, lines: readonly string[]): VersionPlace | undefined {
  const entry = frontmatter.entries.findLast((candidate) => candidate.key === "version");
  if (entry === undefined) return undefined;
  const match = VERSION_VALUE.exec((lines[entry.line] ?? "").slice(entry.valueStart));
  if (match === null) return undefined;
  const start = entry.valueStart + (match[1]?.length ?? 0);
  const written = match[2] ?? "";
  return { version: `GC-v${Number(written.slice(4))}`, line: entry.line, start, end: start + written.length };
}
