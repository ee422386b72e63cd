import type { Context } from "@/lib/core/context/context-model";
import type { DeltaOperation } from "@/lib/core/context/delta";
import { asRange, type RangeEdit } from "@/lib/core/context/edit-lines";
import { interpretOperation } from "@/lib/core/context/interpret-operation";
import { placesAtEnd, placeText } from "@/lib/core/context/operation-syntax";
import { sameLines, type PlannedOperation } from "@/lib/core/context/planned-operation";

/** More removals than this are no moves that somebody could follow. */
const MOST_PAIRS = 200;

type Operation = PlannedOperation["operation"];

/**
 * The operations with each text that went in one place and came in another said as what it is: one that moved. To say that it was
 * removed would be read as its opposite. A move that is not proven stays a removal and an addition.
 */
export function joinMoves(a: Context, planned: readonly PlannedOperation[]): Operation[] {
  const removed = planned.filter(({ operation }) => operation.kind === "REMOVED");
  const moves = new Map<PlannedOperation, Operation>();
  const gone = new Set<PlannedOperation>();
  const comings = new Map<string, PlannedOperation[]>();
  for (const each of planned) {
    if (each.operation.kind !== "ADDED") continue;
    const text = textOf(each.edit.lines);
    comings.set(text, [...(comings.get(text) ?? []), each]);
  }
  for (const going of removed.length > MOST_PAIRS ? [] : removed) {
    const text = textOf(a.lines.slice(going.edit.start, going.edit.end));
    const coming = text === "" ? undefined : comings.get(text)?.find((each) => !moves.has(each));
    const move = coming === undefined ? null : moveOf(a, going, coming);
    if (coming === undefined || move === null) continue;
    moves.set(coming, move);
    gone.add(going);
  }
  // In the place of what came: what is put before one line stays in its order.
  return planned.flatMap((each) => (gone.has(each) ? [] : [moves.get(each) ?? each.operation]));
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

function moveOf(a: Context, going: PlannedOperation, coming: PlannedOperation): Operation | null {
  const places = new Set([
    "",
    ...[...placesAtEnd(coming.operation.subject)].flatMap(({ place }) =>
      place === null ? [] : [` (${placeText(place)})`],
    ),
  ]);
  for (const place of places) {
    const subject = `${going.operation.subject} → §${coming.operation.section}${place}`;
    const operation: Operation = { ...going.operation, kind: "MOVED", subject };
    if (makes(a, operation, going.edit, coming.edit)) return operation;
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
