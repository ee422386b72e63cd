import type { Diagnostic } from "@/lib/core/diagnostics";
import type { LogicalLines } from "@/lib/core/context/logical-lines";

/**
 * One global context, read without losing anything: `renderContext(context) === text`. Line numbers in here are indexes
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
