import { AppError } from "@/lib/core/errors";
import { alignLines } from "@/lib/core/history/align-lines";
import { linesWithEnds } from "@/lib/core/text/lines";
import { type Pieces, splicePieces, applySplices } from "@/lib/core/text/splice";

/**
 * One replacement against the previous text: at `start`, `removedLength` characters give way to `insertedText`. Offsets and
 * lengths are UTF-16 code units of the previous text, whatever other splices the patch holds.
 */
export type Splice = readonly [start: number, removedLength: number, insertedText: string];

/** Splices in ascending order that do not overlap. Plain JSON, so that it can be stored as it is. */
export type Patch = readonly Splice[];

/** Comparing slices of this size is done by the engine in one go; single characters are compared only in the last one. */
const COMPARE_CHUNK = 1024;

/**
 * Guarantees `applyPatches(before, [diffPatch(before, after)]) === after` for any two strings, with one splice per changed
 * place. Bounded in time: where too much differs, places are lumped together.
 */
export function diffPatch(before: string, after: string): Patch {
  if (before === after) return [];
  const whole = trimSplice(before, 0, before.length, after);
  const [start, removedLength, inserted] = whole;
  if (removedLength === 0 || inserted === "") return [whole];
  // Whole lines again, so that lines which moved along are recognised as such.
  const lineStart = before.slice(0, start).lastIndexOf("\n") + 1;
  const lineEnd = endOfLine(before, start + removedLength);
  const removedLines = linesWithEnds(before.slice(lineStart, lineEnd));
  const insertedEnd = after.length - (before.length - lineEnd);
  const insertedLines = linesWithEnds(after.slice(lineStart, insertedEnd));
  if (removedLines.length < 2 || insertedLines.length < 2) return [whole];
  return splicesOf(before, lineStart, removedLines, insertedLines);
}

/**
 * Guarantees the text after each patch was applied to the outcome of the one before. Patches of one splice, which most
 * are, cost what they add; the text is put together once, at the end. Throws `internal` when one does not fit.
 */
export function applyPatches(text: string, patches: readonly Patch[]): string {
  let pieces: Pieces = [text];
  let length = text.length;
  for (const patch of patches) {
    assertFits(patch, length);
    const [only, second] = patch;
    if (only === undefined) continue;
    pieces =
      second === undefined
        ? splicePieces(pieces, spliceOf(only))
        : [applySplices(pieces.join(""), patch.map(spliceOf))];
    length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  }
  return pieces.join("");
}

function assertFits(patch: Patch, length: number): void {
  let position = 0;
  for (const [start, removedLength] of patch) {
    if (start < position || removedLength < 0 || start + removedLength > length) {
      throw new AppError("internal", `A splice at ${start} does not fit a text of ${length} characters.`, {
        hint: "The stored history of this document is damaged; check it with the integrity report.",
      });
    }
    position = start + removedLength;
  }
}

function spliceOf([start, removedLength, text]: Splice): { start: number; end: number; text: string } {
  return { start, end: start + removedLength, text };
}

function endOfLine(text: string, from: number): number {
  if (from > 0 && text[from - 1] === "\n") return from;
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end + 1;
}

function splicesOf(before: string, offset: number, removed: string[], inserted: string[]): Patch {
  const splices: Splice[] = [];
  let line = 0;
  let position = offset;
  for (const range of alignLines(removed, inserted)) {
    for (; line < range.beforeStart; line++) position += removed[line]?.length ?? 0;
    const start = position;
    for (; line < range.beforeEnd; line++) position += removed[line]?.length ?? 0;
    splices.push(trimSplice(before, start, position, inserted.slice(range.afterStart, range.afterEnd).join("")));
  }
  return splices;
}

/** The splice that replaces `before[start, end)` by `inserted`, without what both have in common at either end. */
function trimSplice(before: string, start: number, end: number, inserted: string): Splice {
  const removed = before.slice(start, end);
  let prefix = commonPrefix(removed, inserted);
  // A pair of surrogates is not cut in two: the halves would be stored as escapes and shown as rubbish.
  if (prefix > 0 && isHighSurrogate(removed.charCodeAt(prefix - 1))) prefix--;
  let suffix = commonSuffix(removed, inserted, Math.min(removed.length, inserted.length) - prefix);
  if (suffix > 0 && isLowSurrogate(removed.charCodeAt(removed.length - suffix))) suffix--;
  return [start + prefix, removed.length - prefix - suffix, inserted.slice(prefix, inserted.length - suffix)];
}

function commonPrefix(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let length = 0;
  while (
    length + COMPARE_CHUNK <= limit &&
    a.slice(length, length + COMPARE_CHUNK) === b.slice(length, length + COMPARE_CHUNK)
  ) {
    length += COMPARE_CHUNK;
  }
  while (length < limit && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

function commonSuffix(a: string, b: string, limit: number): number {
  let length = 0;
  const tail = (text: string): string => text.slice(text.length - length - COMPARE_CHUNK, text.length - length);
  while (length + COMPARE_CHUNK <= limit && tail(a) === tail(b)) length += COMPARE_CHUNK;
  while (length < limit && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length++;
  return length;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
