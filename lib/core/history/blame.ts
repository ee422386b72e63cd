import { alignLines, likeness, matchLines } from "@/lib/core/history/align-lines";
import { applyPatches, type Patch, type Splice } from "@/lib/core/history/patch";
import { addAll, addTo, firstReached } from "@/lib/core/lists";
import type { Steps } from "@/lib/core/steps";
import { linesWithEnds } from "@/lib/core/text/lines";

/**
 * How sure it is that the revision named is the one that wrote a line: `certain` where the history leaves no other; `probably`
 * where equal or similar lines could be told apart only by their place; `unknown` where nobody knows who made the revision.
 */
export type Certainty = "certain" | "probably" | "unknown";

/** The last change of a line, and through `earlier` all before it, to its first word. */
export interface LineChange {
  revision: number;
  certainty: Certainty;
  /** Who wrote it, where its revision is of several; null where it is all of one. */
  writer: string | null;
  /** What the line said before, its line end included; null where it was written then. */
  said: string | null;
  /** Null where the line begins, and where nothing is known before. */
  earlier: LineChange | null;
}

/** A line of the text, its line end included, and how it came to be. */
export interface BlamedLine {
  text: string;
  change: LineChange;
}

/** A revision that comes after the ones before. */
export interface BlamedRevision {
  revision: number;
  patch: Patch;
  /**
   * `written`: by a known author, and the patch is what the author did. `compared`: the author is known, and the patch was
   * found by comparing texts, so it says what is different and not what was done. `outside`: compared, and nobody knows
   * whose hand it was. Lines that come back in a compared revision are those of who wrote them first.
   */
  kind: "written" | "compared" | "outside";
  /** Whose each line of the text after it is, where several hands changed it; null for nobody knows whose. */
  writers?: readonly (string | null)[];
}

/** Two lines that have less than this share of words in common are two lines, and not one that was reworded. */
export const SAME_LINE = 0.5;
/** Removed lines that are remembered, so that they are known again when they come back. */
const REMEMBERED = 5000;
/** Beyond these many removed lines, none of them is looked for reworded elsewhere. */
const MOST_COMPARED = 40;

/** Tells for every line of a text who wrote it: told of one revision after the other, from the first on. */
export class Blame {
  #lines: BlamedLine[] = [];
  /** What was removed or reworded, by what it said; the last line that said it, oldest first. */
  readonly #gone = new Map<string, LineChange>();

  get lines(): readonly BlamedLine[] {
    return this.#lines;
  }

  /** Goes on to the next revision, a line at a time; `lines` are those of the one before until the last step. */
  *next({ revision, patch, kind, writers }: BlamedRevision): Steps<void> {
    const before = this.#lines;
    const after: BlamedLine[] = [];
    const removed: BlamedLine[] = [];
    const left: BlamedLine[] = [];
    const added: { at: number; text: string }[] = [];
    const changed = new Set<string>();
    let position = 0;
    for (const { from, to, text } of changedBlocks(before, patch)) {
      for (; position < from; position++) after.push(before[position] as BlamedLine);
      position = to;
      const old = before.slice(from, to);
      const now = linesWithEnds(text);
      const isOne = old.length === 1 && now.length === 1;
      let kept = 0;
      const said = old.map((line) => line.text);
      for (const range of alignLines(said, now)) {
        for (; kept < range.beforeStart; kept++) after.push(old[kept] as BlamedLine);
        kept = range.beforeEnd;
        const gone = old.slice(range.beforeStart, range.beforeEnd);
        const came = now.slice(range.afterStart, range.afterEnd);
        const pairs = isOne
          ? ([[0, 0]] as const)
          : matchLines(said.slice(range.beforeStart, range.beforeEnd), came, SAME_LINE);
        const wasOf = new Map(pairs.map(([a, b]) => [b, a]));
        for (const [index, line] of came.entries()) {
          yield;
          const was = gone[wasOf.get(index) ?? -1];
          if (was === undefined) added.push({ at: after.length, text: line });
          const writer = writers?.[after.length] ?? null;
          const certainty: Certainty = kind === "outside" && writer === null ? "unknown" : "certain";
          const change = { revision, certainty, writer, said: was?.text ?? null, earlier: was?.change ?? null };
          const isBack = kind !== "written" && this.#gone.has(line.trim());
          after.push({ text: line, change: isBack ? doubted(change) : change });
        }
        for (const text of [...gone.map((line) => line.text), ...came]) changed.add(text.trim());
        const paired = new Set(pairs.map(([a]) => a));
        for (const [index, line] of gone.entries()) if (!paired.has(index)) removed.push(line);
        addAll(left, gone);
      }
      for (; kept < old.length; kept++) after.push(old[kept] as BlamedLine);
    }
    for (; position < before.length; position++) after.push(before[position] as BlamedLine);

    yield* this.#find(after, added, removed, kind);
    this.#lines = kind === "written" ? after : yield* doubtRepeated(before, after, changed);
    yield* this.#remember(left);
  }

  /** Gives lines that moved, or came back, the change they had: nobody wrote them now. */
  *#find(
    after: BlamedLine[],
    added: readonly { at: number; text: string }[],
    removed: readonly BlamedLine[],
    kind: BlamedRevision["kind"],
  ): Steps<void> {
    const left = new Set(removed);
    const byWords = new Map<string, BlamedLine[]>();
    for (const line of removed.toReversed()) {
      yield;
      addTo(byWords, line.text.trim(), line);
    }
    for (const { at, text } of added) {
      yield;
      const words = text.trim();
      if (words === "") continue;
      const same = byWords.get(words) ?? [];
      let moved = same.pop();
      while (moved !== undefined && !left.has(moved)) moved = same.pop();
      if (moved !== undefined) left.delete(moved);
      const known = moved?.change ?? (kind === "written" ? undefined : this.#gone.get(words));
      const line = after[at];
      if (line === undefined) continue;
      if (known !== undefined) after[at] = { text, change: doubted(known) };
      else {
        // What was reworded on its way is known by its words alone.
        const was = closest(left, text);
        if (was === undefined) continue;
        left.delete(was);
        after[at] = { text, change: { ...line.change, said: was.text, earlier: doubted(was.change) } };
      }
    }
  }

  /** Remembers what was removed or reworded last, so that it is known again. */
  *#remember(removed: readonly BlamedLine[]): Steps<void> {
    const last = new Map<string, LineChange>();
    for (const { text, change } of removed.toReversed()) {
      yield;
      const words = text.trim();
      if (words !== "" && !last.has(words)) last.set(words, change);
      if (last.size === REMEMBERED) break;
    }
    for (const [words, change] of [...last].reverse()) {
      this.#gone.delete(words);
      this.#gone.set(words, change);
    }
    for (const words of this.#gone.keys()) {
      if (this.#gone.size <= REMEMBERED) break;
      this.#gone.delete(words);
    }
  }
}

/** Which of several equal lines came, went or changed cannot be told from a comparison. */
function* doubtRepeated(
  before: readonly BlamedLine[],
  after: BlamedLine[],
  changed: ReadonlySet<string>,
): Steps<BlamedLine[]> {
  const repeated = new Set<string>();
  for (const lines of [before, after]) {
    const seen = new Set<string>();
    for (const { text } of lines) {
      yield;
      const words = text.trim();
      if (!changed.has(words)) continue;
      if (seen.has(words)) repeated.add(words);
      seen.add(words);
    }
  }
  if (repeated.size === 0) return after;
  return after.map((line) => (repeated.has(line.text.trim()) ? { ...line, change: doubted(line.change) } : line));
}

/** Every change of a line, the newest first. */
export function changesOf({ change }: BlamedLine): LineChange[] {
  const all: LineChange[] = [];
  for (let each: LineChange | null = change; each !== null; each = each.earlier) all.push(each);
  return all;
}

/** What a line said after a revision, its line end included; null where it was written later. */
export function saidAt({ text, change }: BlamedLine, revision: number): string | null {
  let said: string | null = text;
  for (let each: LineChange | null = change; each !== null && each.revision > revision; each = each.earlier) {
    said = each.earlier === null ? null : each.said;
  }
  return said;
}

interface Block {
  /** Lines `from` up to, and without, `to` give way to the lines of `text`. */
  from: number;
  to: number;
  text: string;
}

/** The whole lines that a patch touches. A splice that ends where a line begins does not touch that line. */
function* changedBlocks(lines: readonly BlamedLine[], patch: Patch): Generator<Block> {
  const starts = startsOf(lines);
  const end = starts[lines.length] ?? 0;
  const textOf = (from: number, to: number, splices: Patch) => {
    const old = lines.slice(from, to).map((line) => line.text);
    const base = starts[from] ?? end;
    return applyPatches(old.join(""), [splices.map(([at, length, text]) => [at - base, length, text] as const)]);
  };
  let open: { from: number; to: number; splices: Splice[] } | null = null;
  for (const splice of patch) {
    const { from, to } = touched(lines, starts, splice);
    if (open !== null && from < open.to) {
      open.to = Math.max(open.to, to);
      open.splices.push(splice);
      continue;
    }
    if (open !== null) yield { from: open.from, to: open.to, text: textOf(open.from, open.to, open.splices) };
    open = { from, to, splices: [splice] };
  }
  if (open !== null) yield { from: open.from, to: open.to, text: textOf(open.from, open.to, open.splices) };
}

/** Where each line begins, and after them where the text ends. */
function startsOf(lines: readonly BlamedLine[]): number[] {
  const starts = [0];
  for (const { text } of lines) starts.push((starts.at(-1) ?? 0) + text.length);
  return starts;
}

function touched(lines: readonly BlamedLine[], starts: number[], [at, length, inserted]: Splice) {
  const isOpenEnd = lines.length > 0 && lines.at(-1)?.text.endsWith("\n") === false;
  const from = Math.min(lineAt(starts, at), lines.length - (isOpenEnd ? 1 : 0));
  const last = lineAt(starts, at + length);
  let to = starts[last] === at + length ? last : last + 1;
  // What is left before the place where the next line begins must end a line, or the two become one.
  const left = inserted === "" ? at - (starts[from] ?? 0) : inserted.endsWith("\n") ? 0 : 1;
  if (left > 0 && starts[to] === at + length) to++;
  return { from, to: Math.min(Math.max(from, to), lines.length) };
}

/** The last line that begins at a place or before it; behind the last line, their number. */
function lineAt(starts: readonly number[], place: number): number {
  return Math.max(firstReached(starts.length, (line) => (starts[line] ?? 0) > place) - 1, 0);
}

/** The removed line that is most like a text, where one is enough like it. */
function closest(removed: ReadonlySet<BlamedLine>, text: string): BlamedLine | undefined {
  if (removed.size > MOST_COMPARED) return undefined;
  let [best, found]: [number, BlamedLine | undefined] = [SAME_LINE, undefined];
  for (const line of removed) {
    const alike = line.text.trim() === "" ? 0 : likeness(line.text, text);
    if (alike >= best) [best, found] = [alike, line];
  }
  return found;
}

function doubted(change: LineChange): LineChange {
  return change.certainty === "certain" ? { ...change, certainty: "probably" } : change;
}
