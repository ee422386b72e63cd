import { commonLineEnd, type LineEnd, type LogicalLines } from "@/lib/core/context/logical-lines";

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

/** What an edit makes of its range, a span widened to its whole line. */
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
