import { DisjointSets } from "@/lib/core/knowledge/disjoint-sets";
import type { WordStream } from "@/lib/core/knowledge/word-stream";

/** Where a passage stands. Lines count from 1, both included. */
export interface PassagePlace {
  path: string;
  startLine: number;
  endLine: number;
  words: number;
}

/** A long passage that stands in several files. */
export interface DuplicatePassage {
  /** Words that the places have in common, at least. */
  words: number;
  /** By path. */
  places: PassagePlace[];
}

/** One side of a passage that two files share; a half-open range of words. */
export interface PassageSide {
  file: number;
  start: number;
  end: number;
}

/** Two ranges are one place when they overlap by this share of the smaller. */
const OVERLAP = 0.7;

/**
 * Puts together what pairs of files share: a passage that stands in five files is one with five places. `twins` are
 * the files that say word by word the same as another, which is the one compared.
 */
export function groupPassages(
  files: readonly WordStream[],
  pairs: readonly { sides: readonly [PassageSide, PassageSide]; words: number }[],
  twins: ReadonlyMap<number, readonly number[]>,
): DuplicatePassage[] {
  const sides = pairs.flatMap((pair) => pair.sides);
  const sets = new DisjointSets();
  pairs.forEach((_, index) => sets.join(2 * index, 2 * index + 1));
  joinOverlapping(sides, sets);
  const passages = sets.sets(sides.length).map((members): DuplicatePassage => {
    const places = widest(members.map((member) => sides[member] as PassageSide)).flatMap((side) =>
      [side.file, ...(twins.get(side.file) ?? [])].map((file) => placeOf(files[file] as WordStream, side)),
    );
    const words = members.reduce(
      (least, member) => Math.min(least, (pairs[member >> 1] as { words: number }).words),
      Infinity,
    );
    return { words, places: places.sort((a, b) => (a.path < b.path ? -1 : 1)) };
  });
  return passages.filter(({ places }) => places.length > 1).sort((a, b) => weightOf(b) - weightOf(a));
}

/** What could be saved counts: words times the copies beyond the first. */
function weightOf({ words, places }: DuplicatePassage): number {
  return words * (places.length - 1);
}

function joinOverlapping(sides: readonly PassageSide[], sets: DisjointSets): void {
  const order = sides.map((_, index) => index);
  const side = (index: number) => sides[index] as PassageSide;
  order.sort((x, y) => side(x).file - side(y).file || side(x).start - side(y).start || side(y).end - side(x).end);
  for (let at = 1; at < order.length; at++) {
    const current = order[at] as number;
    // A long side may overlap several that begin after it: looked at are those that begin just before.
    for (let back = at - 1; back >= Math.max(0, at - LOOK_BACK); back--) {
      const before = order[back] as number;
      if (side(before).file !== side(current).file) break;
      if (overlaps(side(before), side(current))) sets.join(before, current);
    }
  }
}

const LOOK_BACK = 8;

function overlaps(a: PassageSide, b: PassageSide): boolean {
  const shared = Math.min(a.end, b.end) - Math.max(a.start, b.start);
  return shared >= OVERLAP * Math.min(a.end - a.start, b.end - b.start);
}

/** Of each file the widest range: places of one passage in one file that overlap are one place. */
function widest(sides: readonly PassageSide[]): PassageSide[] {
  const byFile = new Map<number, PassageSide>();
  for (const side of sides) {
    const known = byFile.get(side.file);
    if (known === undefined || side.end - side.start > known.end - known.start) byFile.set(side.file, side);
  }
  return [...byFile.values()];
}

function placeOf({ path, lines }: WordStream, { start, end }: PassageSide): PassagePlace {
  return { path, startLine: lines[start] ?? 1, endLine: lines[end - 1] ?? 1, words: end - start };
}
