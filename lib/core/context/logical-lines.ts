/** How one line of a document ends. */
type LineEnd = "\n" | "\r\n" | "\r";

/** A text taken apart so that content can be compared without its line ends; see `takeLines`. */
export interface LogicalLines {
  /** True when the text begins with U+FEFF, which belongs to no line. */
  bom: boolean;
  /** The lines without their ends; no line holds `\n` or `\r`. */
  lines: string[];
  /** One end per line; the last one is lent when `finalNewline` is false. */
  ends: LineEnd[];
  /** False when the last line has no end of its own. True for a text without lines. */
  finalNewline: boolean;
}

const LINE_END = /\r\n|\n|\r/g; // matches "\r\n" in "a\r\nb"

/** Takes any text apart. Guarantees `joinLogicalLines(takeLines(text)) === text`. Source: context delta §4. */
export function takeLines(text: string): LogicalLines {
  const bom = text.startsWith("\uFEFF");
  const lines: string[] = [];
  const ends: LineEnd[] = [];
  let start = bom ? 1 : 0;
  for (const match of text.matchAll(LINE_END)) {
    lines.push(text.slice(start, match.index));
    ends.push(match[0] as LineEnd);
    start = match.index + match[0].length;
  }
  if (start === text.length) return { bom, lines, ends, finalNewline: true };
  lines.push(text.slice(start));
  ends.push(commonLineEnd(ends));
  return { bom, lines, ends, finalNewline: false };
}

/** Guarantees the text that `takeLines` was given; of edited lines, the text they stand for. */
export function joinLogicalLines({ bom, lines, ends, finalNewline }: LogicalLines): string {
  const parts: string[] = bom ? ["\uFEFF"] : [];
  lines.forEach((line, i) => {
    const last = i === lines.length - 1;
    parts.push(line, last && !finalNewline ? "" : (ends[i] ?? "\n"));
  });
  return parts.join("");
}

/** The end most lines have; LF where none prevails. New lines get it. */
export function commonLineEnd(ends: readonly LineEnd[]): LineEnd {
  let crlf = 0;
  let cr = 0;
  for (const end of ends) {
    if (end === "\r\n") crlf++;
    else if (end === "\r") cr++;
  }
  const lf = ends.length - crlf - cr;
  if (crlf > lf && crlf >= cr) return "\r\n";
  return cr > lf ? "\r" : "\n";
}

/** `lines[start, end)` give way to others. */
export interface RangeEdit {
  start: number;
  end: number;
  lines: string[];
}

/** Columns of one line give way to a text; several may share a line. */
export interface SpanEdit {
  line: number;
  from: number;
  to: number;
  text: string;
}

export type LineEdit = RangeEdit | SpanEdit;

export function asRange(edit: LineEdit, lines: readonly string[]): RangeEdit {
  if ("start" in edit) return edit;
  const line = lines[edit.line] ?? "";
  return { start: edit.line, end: edit.line + 1, lines: [line.slice(0, edit.from) + edit.text + line.slice(edit.to)] };
}

/**
 * Indexes of the edits that touch what another one touches; insertions at one place do not. Edits are given in the order
 * of their operations.
 */
export function contradictingEdits(edits: readonly LineEdit[]): Set<number> {
  const found = new Set<number>();
  const ordered = edits
    .map((edit, i) => ({ i, ...extent(edit) }))
    .sort((a, b) => a.start - b.start || a.end - b.end || a.i - b.i);
  let widest: (typeof ordered)[number] | undefined;
  for (const next of ordered) {
    if (widest !== undefined && next.start < widest.end) {
      found.add(next.i);
      found.add(widest.i);
    }
    if (widest === undefined || next.end >= widest.end) widest = next;
  }
  return found;
}

/** Places on one scale: a line counts 1, and the columns of a span are fractions of it. */
function extent(edit: LineEdit): { start: number; end: number } {
  if ("start" in edit) return { start: edit.start, end: edit.end };
  const column = (at: number): number => edit.line + (at + 1) / COLUMN_SCALE;
  return { start: column(edit.from), end: column(Math.max(edit.to, edit.from + 0.5)) };
}

/** Longer than any line, and a power of two so that the fractions are exact. */
const COLUMN_SCALE = 2 ** 26;

/**
 * The lines after all edits, which must not contradict each other and are all placed in the original. A line that takes
 * another's place takes its end; new ones get the end that prevails.
 */
export function applyLineEdits(original: LogicalLines, edits: readonly LineEdit[]): LogicalLines {
  const common = commonLineEnd(original.ends);
  const lines: string[] = [];
  const ends: LineEnd[] = [];
  let done = 0;
  const copyTo = (end: number): void => {
    for (; done < end; done++) {
      lines.push(original.lines[done] ?? "");
      ends.push(original.ends[done] ?? common);
    }
  };
  for (const edit of joinSpans(original.lines, edits)) {
    copyTo(edit.start);
    edit.lines.forEach((line, i) => {
      lines.push(line);
      ends.push((edit.start + i < edit.end ? original.ends[edit.start + i] : undefined) ?? common);
    });
    done = Math.max(done, edit.end);
  }
  copyTo(original.lines.length);
  return { ...original, lines, ends };
}

/** All edits as ranges in order; spans of one line become one range. */
function joinSpans(lines: readonly string[], edits: readonly LineEdit[]): RangeEdit[] {
  const ranges: RangeEdit[] = [];
  const spans = new Map<number, SpanEdit[]>();
  for (const edit of edits) {
    if ("start" in edit) ranges.push(edit);
    else spans.set(edit.line, [...(spans.get(edit.line) ?? []), edit]);
  }
  for (const [line, parts] of spans) {
    let text = lines[line] ?? "";
    for (const part of parts.sort((a, b) => b.from - a.from))
      text = text.slice(0, part.from) + part.text + text.slice(part.to);
    ranges.push({ start: line, end: line + 1, lines: [text] });
  }
  return ranges.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** A change of a document's form, which leaves every character of its lines alone. Source: context delta §4. */
export type DocumentChange =
  | { what: "line endings"; from: string; ends: EndsPattern }
  | { what: "final newline"; from: string; present: boolean }
  | { what: "byte order mark"; from: string; present: boolean };

/** One end for all lines but the listed ones; lines count from 1. */
interface EndsPattern {
  all: LineEnd;
  except: { end: LineEnd; lines: [first: number, last: number][] }[];
}

const NAMES: Record<LineEnd, string> = { "\n": "LF", "\r\n": "CRLF", "\r": "CR" };

const PRESENCE = ["none", "present"] as const;

/** The subjects of the operations that give `now` the form of `wanted`; both hold the same lines. `base` is what they are applied to. */
export function formSubjects(base: LogicalLines, now: LogicalLines, wanted: LogicalLines): string[] {
  const subjects: string[] = [];
  const has = (present: boolean): string => PRESENCE[present ? 1 : 0];
  if (now.bom !== wanted.bom) subjects.push(`document: byte order mark: ${has(base.bom)} → ${has(wanted.bom)}`);
  if (now.finalNewline !== wanted.finalNewline) {
    subjects.push(`document: final newline: ${has(base.finalNewline)} → ${has(wanted.finalNewline)}`);
  }
  const target = effectiveEnds(wanted);
  if (target.some((end, i) => end !== now.ends[i])) {
    subjects.push(`document: line endings: ${nameOfEnds(base)} → ${describePattern(patternOf(target))}`);
  }
  return subjects;
}

/** Reads `document: line endings: LF → CRLF` and its like; null for anything else. */
export function readDocumentChange(subject: string): DocumentChange | null {
  const match = /^document: (line endings|final newline|byte order mark): (\S+) (?:→|->) (.+)$/.exec(subject); // matches "document: final newline: none → present"
  const from = match?.[2];
  const to = match?.[3];
  if (from === undefined || to === undefined) return null;
  if (match?.[1] === "line endings") {
    const ends = readPattern(to);
    return ends === null ? null : { what: "line endings", from, ends };
  }
  if (to !== "present" && to !== "none") return null;
  return {
    what: match?.[1] === "final newline" ? "final newline" : "byte order mark",
    from,
    present: to === "present",
  };
}

/** The document in its new form; line numbers beyond its end are ignored. */
export function applyForm(document: LogicalLines, change: DocumentChange): LogicalLines {
  if (change.what === "final newline") return { ...document, finalNewline: change.present };
  if (change.what === "byte order mark") return { ...document, bom: change.present };
  const ends = document.lines.map(() => change.ends.all);
  for (const { end, lines } of change.ends.except) {
    for (const [first, last] of lines) ends.fill(end, first - 1, Math.min(last, ends.length));
  }
  return { ...document, ends };
}

/** `LF`, `CRLF`, `CR` or `mixed`. */
function nameOfEnds(document: LogicalLines): string {
  const ends = new Set(effectiveEnds(document));
  const [first] = ends;
  if (ends.size > 1) return "mixed";
  return NAMES[first ?? "\n"];
}

/** The end of a last line that has none was only lent. */
function effectiveEnds({ ends, finalNewline }: LogicalLines): LineEnd[] {
  return finalNewline ? ends : ends.slice(0, -1);
}

function patternOf(ends: readonly LineEnd[]): EndsPattern {
  const all = commonLineEnd(ends);
  const except = new Map<LineEnd, [number, number][]>();
  ends.forEach((end, i) => {
    if (end === all) return;
    const runs = except.get(end) ?? [];
    const last = runs.at(-1);
    if (last?.[1] === i) last[1] = i + 1;
    else runs.push([i + 1, i + 1]);
    except.set(end, runs);
  });
  return { all, except: [...except].map(([end, lines]) => ({ end, lines })) };
}

function describePattern({ all, except }: EndsPattern): string {
  const parts = except.map(({ end, lines }) => {
    const runs = lines.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
    return `, ${NAMES[end]} on lines ${runs.join(" ")}`;
  });
  return NAMES[all] + parts.join("");
}

function readPattern(text: string): EndsPattern | null {
  const [head, ...rest] = text.split(", ");
  const all = endOf(head);
  if (all === null) return null;
  const except: EndsPattern["except"] = [];
  for (const part of rest) {
    const match = /^(LF|CRLF|CR) on lines? ([\d -]+)$/.exec(part); // matches "LF on lines 3-5 9"
    const end = endOf(match?.[1]);
    if (end === null) return null;
    const lines = (match?.[2] ?? "").split(" ").map((run): [number, number] => {
      const [first, last] = run.split("-").map(Number);
      return [first ?? 0, last ?? first ?? 0];
    });
    if (lines.some(([first, last]) => !(first >= 1 && last >= first))) return null;
    except.push({ end, lines });
  }
  return { all, except };
}

function endOf(name: string | undefined): LineEnd | null {
  const found = Object.entries(NAMES).find(([, known]) => known === name);
  return found === undefined ? null : (found[0] as LineEnd);
}
