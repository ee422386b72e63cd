import type { Context, ContextEntry } from "@/lib/core/context/context-model";
import type { RangeEdit } from "@/lib/core/context/edit-lines";
import { describeUnresolved } from "@/lib/core/context/interpretation";
import { readLineShape } from "@/lib/core/context/line-shape";
import { cutsFromRight, placesAtEnd, type Cut } from "@/lib/core/context/operation-syntax";
import type { Destination } from "@/lib/core/context/moved-words";
import { nestedIndent, positionOf, siblingOf } from "@/lib/core/context/place-line";
import { resolveReference } from "@/lib/core/context/resolve-reference";

/** The ways to cut a move into what moves and where it goes. */
export function* movedCuts(subject: string): Generator<Cut> {
  yield* cutsFromRight(subject, " → §");
  if (!subject.includes(" → §")) yield* cutsFromRight(subject, " -> §");
}

/** The insertion that puts the taken lines where the destination says, as deep as what they stand next to; a sentence where it cannot be. */
export function placeMoved(context: Context, taken: RangeEdit, destination: Destination): RangeEdit | string {
  const { reference, words } = destination;
  const lines = reworded(context.lines.slice(taken.start, taken.end), words);
  let problem = `§${reference} names nothing in this text`;
  for (const { rest, place } of placesAtEnd(reference)) {
    const target = resolveReference(context, rest.replace(/:\s*$/, "")); // matches ":" in "Scope:"
    if (target.kind !== "found") {
      problem = describeUnresolved(rest, target);
      continue;
    }
    const first = lines[0] ?? "";
    const { key, kind } = kindOf(first);
    const sibling = siblingOf(context, target, place, key);
    if (sibling !== null && (sibling.kind === "row") !== (kind === "row")) {
      problem = `§${rest} is ${kind === "row" ? "no" : "a"} table`;
      continue;
    }
    const at = positionOf(context, target, place, sibling);
    if (typeof at === "string") problem = at;
    else if (at > taken.start && at < taken.end) problem = `§${rest} is within what moves`;
    else return { start: at, end: at, lines: indented(lines, indentAt(context, target.entry, sibling, first)) };
  }
  return problem;
}

/** The lines with other words in the first one, below the same marker. */
function reworded(lines: readonly string[], words: string | null): readonly string[] {
  const [first = "", ...rest] = lines;
  return words === null ? lines : [first.slice(0, readLineShape(first).contentStart) + words, ...rest];
}

function kindOf(line: string): { key: boolean; kind: "row" | "line" } {
  const row = line.trimStart().startsWith("|");
  return { key: row || readLineShape(line).key !== null, kind: row ? "row" : "line" };
}

function indentAt(context: Context, holder: ContextEntry | null, sibling: ContextEntry | null, first: string): string {
  if (sibling !== null) return readLineShape(context.lines[sibling.line] ?? "").indent;
  return holder === null ? readLineShape(first).indent : nestedIndent(context, holder);
}

/** The lines with the first one indented so, and the others by as much more or less. */
function indented(lines: readonly string[], indent: string): string[] {
  const old = readLineShape(lines[0] ?? "").indent;
  return lines.map((line) => (line.startsWith(old) && line.trim() !== "" ? indent + line.slice(old.length) : line));
}
