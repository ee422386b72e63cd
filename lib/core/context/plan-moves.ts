import type { Context } from "@/lib/core/context/context-model";
import type { DeltaOperation } from "@/lib/core/context/delta";
import { asRange, type RangeEdit } from "@/lib/core/context/edit-lines";
import { interpretOperation } from "@/lib/core/context/interpret-operation";
import { readLineShape } from "@/lib/core/context/line-shape";
import { nowMark, readSectionBelow, writeSectionMove } from "@/lib/core/context/moved-words";
import { placesAtEnd, placeText } from "@/lib/core/context/operation-syntax";
import { sameLines, type PlannedOperation } from "@/lib/core/context/planned-operation";
import { wordSimilarity } from "@/lib/core/context/similarity";

/** More removals than this are no moves that somebody could follow. */
const MOST_PAIRS = 200;

/** With more removals or additions than this, only what kept its words is looked for. */
const MOST_REWORDED = 20;

/** Lines at least so alike are one that moved and was reworded; others came and went. */
const ALIKE = 0.5;

type Operation = PlannedOperation["operation"];

/**
 * The operations with each text that went in one place and came in another said as what it is: one that moved. To say that it was
 * removed would be read as its opposite. A move that is not proven stays a removal and an addition.
 */
export function joinMoves(a: Context, planned: readonly PlannedOperation[]): Operation[] {
  const removed = planned.filter(({ operation }) => operation.kind === "REMOVED");
  const added = planned.filter(({ operation }) => operation.kind === "ADDED");
  const moves = new Map<PlannedOperation, Operation>();
  const gone = new Set<PlannedOperation>();
  const join = (going: PlannedOperation, candidates: readonly PlannedOperation[], words: string | null): void => {
    const coming = candidates.find((each) => !moves.has(each));
    const move = coming === undefined ? null : moveOf(a, going, coming, words);
    if (coming === undefined || move === null) return;
    moves.set(coming, move);
    gone.add(going);
  };
  const comings = new Map<string, PlannedOperation[]>();
  for (const each of added) {
    const text = textOf(each.edit.lines);
    comings.set(text, [...(comings.get(text) ?? []), each]);
  }
  const pairable = removed.length > MOST_PAIRS ? [] : removed;
  for (const going of pairable) {
    const text = textOf(goingLines(a, going));
    if (text !== "") join(going, comings.get(text) ?? [], null);
  }
  if (added.length > MOST_REWORDED) return inPlace();
  for (const going of pairable.length > MOST_REWORDED ? [] : pairable) {
    if (gone.has(going)) continue;
    const alike = added.filter((each) => !moves.has(each) && isReworded(goingLines(a, going), each.edit.lines));
    // Of several that are alike nobody can say which one it became.
    const [coming] = alike;
    if (coming !== undefined && alike.length === 1) join(going, alike, contentOf(coming.edit.lines));
  }
  return inPlace();

  /** Each move in the place of what came: what is put before one line stays in its order. */
  function inPlace(): Operation[] {
    return planned.flatMap((each) => (gone.has(each) ? [] : [moves.get(each) ?? each.operation]));
  }
}

/** True when some of the operations are a move. */
export function hasMove(a: Context, planned: readonly PlannedOperation[]): boolean {
  return joinMoves(a, planned).some(({ kind }) => kind === "MOVED");
}

/** What the lines say, however deep they stand. */
function textOf(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .join("\n")
    .trim();
}

function goingLines(a: Context, { edit }: PlannedOperation): string[] {
  return a.lines.slice(edit.start, edit.end);
}

/** The words of the first line, without its marker. */
function contentOf(lines: readonly string[]): string {
  return readLineShape(lines[0] ?? "").content;
}

/** True for two texts of which only the first line differs, and not by much. */
function isReworded(old: readonly string[], fresh: readonly string[]): boolean {
  const [before, after] = [contentOf(old), contentOf(fresh)];
  return textOf(old.slice(1)) === textOf(fresh.slice(1)) && before !== after && wordSimilarity(before, after) >= ALIKE;
}

/** The move of what goes to where the other comes, with its words of now where they are others, and those of before then in full. */
function moveOf(a: Context, going: PlannedOperation, coming: PlannedOperation, words: string | null): Operation | null {
  const section = readSectionBelow(coming.operation.subject);
  if (section !== null) {
    const subject = `${going.operation.subject} → §${writeSectionMove(section)}`;
    const operation: Operation = { ...going.operation, kind: "MOVED", subject };
    return makes(a, operation, going.edit, coming.edit) ? operation : null;
  }
  const whole = `${going.operation.section}: ${contentOf(goingLines(a, going))}`;
  const heads = words === null ? [going.operation.subject] : [whole, going.operation.subject];
  const now = words === null ? "" : nowMark(words);
  const places = new Set([
    "",
    ...[...placesAtEnd(coming.operation.subject)].flatMap(({ place }) =>
      place === null ? [] : [` (${placeText(place)})`],
    ),
  ]);
  for (const head of heads) {
    for (const place of places) {
      const subject = `${head} → §${coming.operation.section}${place}${now}`;
      const operation: Operation = { ...going.operation, kind: "MOVED", subject };
      if (makes(a, operation, going.edit, coming.edit)) return operation;
    }
  }
  return null;
}

/** True when the operation, read back, takes the one and puts the other. */
function makes(a: Context, operation: DeltaOperation, going: RangeEdit, coming: RangeEdit): boolean {
  const meaning = interpretOperation(a, operation, false);
  if (!("edits" in meaning) || meaning.edits.length !== 2) return false;
  const [taken, put] = meaning.edits.map((edit) => asRange(edit, a.lines));
  const same = (made: RangeEdit | undefined, wanted: RangeEdit): boolean =>
    made?.start === wanted.start && made.end === wanted.end && sameLines(made.lines, wanted.lines);
  return same(taken, going) && same(put, coming);
}
