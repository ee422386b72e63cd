import type { ContextNode } from "@/lib/core/context/context-model";
import { spend } from "@/lib/core/context/effort";
import { holdersOf } from "@/lib/core/context/held-list";
import { payloadsLike } from "@/lib/core/context/like-sibling";
import { indentWidth, readLineShape } from "@/lib/core/context/line-shape";
import { belowMark, placeText, type Place } from "@/lib/core/context/operation-syntax";
import {
  addressOf,
  cheapest,
  costOf,
  firstOf,
  proveOperation,
  type PlannedOperation,
  type Planner,
} from "@/lib/core/context/planned-operation";
import { isDelimiterRow } from "@/lib/core/context/table-row";

/** The operations that put lines (none of them a heading) before line `at` of a node, or null where none can be proven. */
export function planAddition(
  planner: Planner,
  node: ContextNode,
  at: number,
  lines: string[],
): PlannedOperation[] | null {
  const belongs = (holder: ContextNode): boolean =>
    holder === node || lines.every((line) => isNested(planner, holder, line));
  return firstOf(holdersOf(planner.a, node, at, at).filter(belongs), (holder) => planIn(planner, holder, at, lines));
}

/** True for an item that stands deeper than the name that holds the lines. */
function isNested({ a }: Planner, holder: ContextNode, line: string): boolean {
  const above = readLineShape(a.lines[holder.start - 1] ?? "");
  const { marker, indent } = readLineShape(line);
  return marker !== "" && (above.marker === "" || indentWidth(`${indent}x`) > indentWidth(`${above.indent}x`));
}

function planIn(planner: Planner, node: ContextNode, at: number, lines: string[]): PlannedOperation[] | null {
  // Its neighbours are looked for among all entries of the node.
  spend(planner.a, 1 + node.entries.length / 1000);
  const places = placesOf(planner, node, at);
  const single = lines.length === 1 ? planLine(planner, node, at, lines[0] ?? "", places) : null;
  if (single !== null) return [single];
  const block = planBlock(planner, node, at, lines, places);
  // Line by line only at the place that needs no naming: elsewhere each would repeat it.
  const oneByOne = lines.length <= 12 ? lines.map((line) => planLine(planner, node, at, line, [null])) : [null];
  const proven = oneByOne.filter((planned) => planned !== null);
  if (proven.length !== oneByOne.length) return block === null ? null : [block];
  return block === null || costOf(proven) <= costOf([block]) ? proven : [block];
}

function planLine(
  planner: Planner,
  node: ContextNode,
  at: number,
  line: string,
  places: readonly Place[],
): PlannedOperation | null {
  const edit = { start: at, end: at, lines: [line] };
  const payloads = new Set(siblingsNear(node, at).flatMap((entry) => payloadsLike(entry, line)));
  payloads.add(line).add(line.trim().replace(/^- /, "")); // matches "- " in "- item"
  for (const place of places) {
    const suffix = place === null ? "" : ` (${placeText(place)})`;
    for (const payload of payloads) {
      if (payload === "") continue;
      const operation = {
        kind: "ADDED" as const,
        subject: `${node.path}: ${payload}${suffix}`,
        content: null,
        section: node.path,
      };
      const planned = proveOperation(planner, operation, edit);
      if (planned !== null) return planned;
    }
  }
  return null;
}

function planBlock(
  planner: Planner,
  node: ContextNode,
  at: number,
  lines: string[],
  places: readonly Place[],
): PlannedOperation | null {
  const edit = { start: at, end: at, lines };
  for (const place of places) {
    const subject = `${node.path}: ${belowMark("lines", place)}`;
    const planned = proveOperation(planner, { kind: "ADDED", subject, content: lines, section: node.path }, edit);
    if (planned !== null) return planned;
  }
  return null;
}

/** The entries whose form a new line at `at` may share. */
function siblingsNear(node: ContextNode, at: number) {
  const before = node.entries.findLast((entry) => entry.line < at);
  const after = node.entries.find((entry) => entry.line >= at);
  return [before, after].filter((entry) => entry !== undefined);
}

/** Ways to say "before line `at`", the plainest first. */
function placesOf({ a }: Planner, node: ContextNode, at: number): Place[] {
  const places: Place[] = [null];
  if (at > node.bodyStart) {
    // What is nested moves with its item, so an item ending here is named rather than the last line in it.
    for (const entry of node.entries.filter((candidate) => candidate.end === at).slice(0, 2))
      addPlace(places, "after", addressOf(a, node, entry.line));
    // A reader knows the first row of a table, and hardly the line between it and the titles.
    if (isDelimiterRow(a.lines[at - 1] ?? "") && at < node.ownEnd) addPlace(places, "before", addressOf(a, node, at));
    addPlace(places, "after", addressOf(a, node, at - 1));
  } else if (node.kind === "section") places.push({ side: "first" });
  if (at < node.ownEnd) addPlace(places, "before", addressOf(a, node, at));
  return places;
}

function addPlace(places: Place[], side: "after" | "before", address: string | null): void {
  if (address !== null) places.push({ side, address });
}

/** Where a new heading goes: its parent (null at the top) and its neighbours in the old text. */
export interface SectionPlace {
  parent: ContextNode | null;
  previous: ContextNode | null;
  next: ContextNode | null;
  /** Line it goes before. */
  at: number;
}

/** The operation that puts a whole section, heading included, at a place. */
export function planSectionAddition(
  planner: Planner,
  name: string,
  lines: string[],
  where: SectionPlace,
): PlannedOperation | null {
  const path = where.parent === null ? name : `${where.parent.path}.${name}`;
  const places: Place[] = [null];
  if (where.previous !== null) places.push({ side: "after", address: `§${where.previous.path}` });
  else if (where.parent === null) places.push({ side: "first" });
  if (where.next !== null) places.push({ side: "before", address: `§${where.next.path}` });
  const edit = { start: where.at, end: where.at, lines };
  return cheapest(
    places.map((place) => {
      const subject = `${path}: ${belowMark("section", place)}`;
      return proveOperation(planner, { kind: "ADDED", subject, content: lines, section: path }, edit);
    }),
  );
}
