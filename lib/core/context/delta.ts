/** The kinds of change a delta knows. Source: context delta §4. */
export const OPERATION_KINDS = ["ADDED", "CHANGED", "REMOVED", "REPLACED"] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** One operation as it stands in the message: `- {kind} §{subject}`, then the lines of `content`, indented. */
export interface DeltaOperation {
  kind: OperationKind;
  /** All that follows `§` on the line of the operation. */
  subject: string;
  /** The lines below it, taken out of their indentation; null where there are none. */
  content: string[] | null;
}

/** A delta as its text states it: enough to apply it. Source: context delta §4. */
export interface DeltaText {
  /** Versions of the first line, `GC-v{n}`. */
  from: string;
  to: string;
  /** First 12 hexadecimal digits of the sha256 of the text it was made for; null in a delta written by hand. */
  base: string | null;
  operations: DeltaOperation[];
}

/** A delta read from text. */
export interface ParsedDelta extends DeltaText {
  /** What in the text is no operation that could be read, by the line it begins on (from 1). */
  unread: UnreadLines[];
}

/** Lines of a delta that say nothing that could be applied. */
export interface UnreadLines {
  line: number;
  /** The first of them. */
  text: string;
  reason: string;
}

/** A computed delta: proven to turn the old text into the new one, byte for byte, when read back from `text`. */
export interface Delta extends DeltaText {
  base: string;
  operations: (DeltaOperation & {
    /** Path of the section concerned, without `§`. */
    section: string;
  })[];
  /** `renderDelta` of this. */
  text: string;
  /** What `text` costs, as counted by the given function. */
  tokens: number;
  /** What the new text costs in full. */
  fullTokens: number;
  /** Why the full text should be sent instead, or null: the delta costs more than half of it. Source: context delta §6, FC-4. */
  fallback: { code: "FC-4"; reason: string } | null;
}

/** Counts the tokens of a text; handed in, since counting needs a table too large for the browser. */
export type CountTokens = (text: string) => number;
