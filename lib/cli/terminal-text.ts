import stringWidth from "string-width";
import { greatest } from "@/lib/core/lists";
import { showInvisible } from "@/lib/core/text/visible";
import type { Column, Paint } from "@/lib/operations/terminal";

/**
 * Text that was written by somebody else, safe to print: nothing in it moves the cursor, colours what follows or turns the
 * direction of writing. Such characters are shown by a sign or their number.
 */
export function plainText(text: string): string {
  return showInvisible(text.replaceAll("\r\n", "\n")).replaceAll("\r", "␍");
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text)
    .replace(/\s*\n\s*/g, " ")
    .replaceAll("\t", " ")
    .trim(); // "first\n  second"
}

/** A moment as people of this machine read it: date and minute. `time` is ISO 8601; null is a dash. */
export function shortTime(time: string | null): string {
  if (time === null) return "-";
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The minute of a moment, as clocks of this machine show it; nothing for none. */
export function clockOf(time: string | null): string {
  return time === null ? "" : shortTime(time).slice("2026-02-09 ".length);
}

/** Only what every terminal shows in one cell. Example: `Lead 12:30`. */
const PLAIN = /^[\x20-\x7e]*$/;

let segmenter: Intl.Segmenter | undefined;

/** How many cells of a terminal a text takes; colours take none. */
export function displayWidth(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

/** The beginning of a text that takes at most so many cells, ending in … where something is left out. */
export function cutToWidth(text: string, cells: number): string {
  if (displayWidth(text) <= cells) return text;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let kept = "";
  let width = 0;
  for (const { segment } of segmenter.segment(text)) {
    const next = width + displayWidth(segment);
    if (next > cells - 1) break;
    kept += segment;
    width = next;
  }
  return `${kept.trimEnd()}…`;
}

/** Cells between two columns. */
const GAP = 2;
/** A column that shrinks keeps at least this much. */
const LEAST = 12;

/**
 * Rows below their titles, each column as wide as its widest cell; where a line would be longer than `width`, the column
 * that shrinks is cut. Ends with a line feed.
 */
export function renderTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { paint, width }: { paint: Paint; width: number | undefined },
): string {
  const cells = rows.map((row) => columns.map((column) => column.value(row)));
  const widths = columns.map((column, index) =>
    greatest(
      cells.map((line) => displayWidth(line[index] ?? "")),
      displayWidth(column.title),
    ),
  );
  shrink(columns, widths, width);
  const line = (values: string[], style: (text: string, index: number) => string) =>
    values
      .map((value, index) => {
        const cut = cutToWidth(value, widths[index] ?? 0);
        const space = " ".repeat(Math.max(0, (widths[index] ?? 0) - displayWidth(cut)));
        const shown = style(cut, index);
        if (columns[index]?.align === "right") return space + shown;
        return index === values.length - 1 ? shown : shown + space;
      })
      .join(" ".repeat(GAP))
      .trimEnd();
  const head = line(
    columns.map((column) => column.title),
    (text) => paint.faint(text),
  );
  const body = rows.map((row, at) =>
    line(cells[at] ?? [], (text, index) => columns[index]?.style?.(text, row) ?? text),
  );
  return `${[head, ...body].join("\n")}\n`;
}

function shrink<Row>(columns: readonly Column<Row>[], widths: number[], width: number | undefined): void {
  const index = columns.findIndex((column) => column.shrinks);
  if (width === undefined || index < 0) return;
  const over = widths.reduce((sum, each) => sum + each, GAP * (columns.length - 1)) - width;
  if (over > 0) widths[index] = Math.max(LEAST, (widths[index] ?? 0) - over);
}
