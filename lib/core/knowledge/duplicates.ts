import { fingerprintsOf } from "@/lib/core/knowledge/duplicate-fingerprints";
import { extendMatches, joinMatches, shinglesOf, similarityOf } from "@/lib/core/knowledge/duplicate-matches";
import { groupPassages, type DuplicatePassage, type PassageSide } from "@/lib/core/knowledge/duplicate-passages";
import { nameOfWords, readWordStream, type ComparedFile, type WordStream } from "@/lib/core/knowledge/word-stream";
import { DisjointSets } from "@/lib/core/knowledge/disjoint-sets";
import { SHARED_FOLDER } from "@/lib/core/knowledge/knowledge-model";

/** A file of a group of files that are one thing. */
export interface DuplicateFile {
  path: string;
  words: number;
  /** How alike it is to the first of the group, from 0 to 1; 1 for the same words. */
  similarity: number;
}

/** Files that say the same: word by word (`identical`), or mostly, having been changed apart (`diverging`). */
export interface DuplicateGroup {
  relation: "identical" | "diverging";
  /** The first is the one to keep: that of the shared knowledge, else what most say, else the longest. */
  files: DuplicateFile[];
}

/** What is there more than once. */
export interface Duplicates {
  groups: DuplicateGroup[];
  /** Between files that are not in one group; the one that would save most first. */
  passages: DuplicatePassage[];
}

/** How far the work is. */
export interface DuplicateProgress {
  stage: "reading" | "indexing" | "comparing";
  done: number;
  total: number;
}

/** Files with fewer words say nothing by being alike: a heading and "to be written". */
const SHORTEST_FILE = 12;
/** Fewer words than this are repeated on purpose: a table's head, a sentence every file begins with. */
const SHORTEST_PASSAGE = 40;
/** From here on two files are one thing that was changed apart. */
const SAME_THING = 0.5;
/** Below this share of the smaller file, two files cannot be so alike. */
const WORTH_COMPARING = 0.2;
/** A gram in more files than this is compared along a chain, not each with each: a header of a thousand files. */
const EACH_WITH_EACH = 6;

/**
 * Finds files and passages that are there more than once, a step at a time: yields how far it is after each small piece of
 * work, and returns what was found. The order of the files does not matter. Source: knowledge (pain point 1, DRY).
 */
export function* findDuplicates(compared: readonly ComparedFile[]): Generator<DuplicateProgress, Duplicates> {
  const files: WordStream[] = [];
  const ordered = compared.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  for (const file of ordered) {
    files.push(readWordStream(file));
    yield { stage: "reading", done: files.length, total: ordered.length };
  }
  const twins = findTwins(files);
  const followers = new Set([...twins.values()].flat());
  const sets = new DisjointSets();
  for (const [first, others] of twins) for (const other of others) sets.join(first, other);

  const seeds = yield* findSeeds(files, followers);
  const shingles = new Map<number, Set<number>>();
  const shinglesIn = (file: number) => {
    const known = shingles.get(file) ?? shinglesOf(files[file] as WordStream);
    shingles.set(file, known);
    return known;
  };
  const shared: { sides: [PassageSide, PassageSide]; words: number }[] = [];
  let done = 0;
  for (const { a, b, places } of seeds.values()) {
    const [left, right] = [files[a] as WordStream, files[b] as WordStream];
    const passages = joinMatches(extendMatches(left, right, places));
    const words = passages.reduce((sum, passage) => sum + passage.words, 0);
    const isWorth = words >= WORTH_COMPARING * Math.min(left.words.length, right.words.length);
    if (isWorth && similarityOf(shinglesIn(a), shinglesIn(b)) >= SAME_THING) sets.join(a, b);
    else {
      for (const { aStart, aEnd, bStart, bEnd, words } of passages) {
        if (words < SHORTEST_PASSAGE) continue;
        shared.push({
          sides: [
            { file: a, start: aStart, end: aEnd },
            { file: b, start: bStart, end: bEnd },
          ],
          words,
        });
      }
    }
    yield { stage: "comparing", done: ++done, total: seeds.size };
  }
  const members = sets.sets(files.length);
  const groupOf = new Map(members.flatMap((group, index) => group.map((file) => [file, index] as const)));
  const between = shared.filter(({ sides: [a, b] }) => {
    const group = groupOf.get(a.file);
    return group === undefined || group !== groupOf.get(b.file);
  });
  const groups = members.map((group) => presentGroup(group, files, twins, shinglesIn));
  return { groups: groups.sort((a, b) => savings(b) - savings(a)), passages: groupPassages(files, between, twins) };
}

function savings({ files }: DuplicateGroup): number {
  return files.slice(1).reduce((sum, file) => sum + file.words, 0);
}

/** The files that say word by word what an earlier one says, by that one. */
function findTwins(files: readonly WordStream[]): Map<number, number[]> {
  const firsts = new Map<string, number>();
  const twins = new Map<number, number[]>();
  files.forEach((file, index) => {
    if (file.words.length < SHORTEST_FILE) return;
    const name = nameOfWords(file);
    const first = firsts.get(name);
    if (first === undefined) firsts.set(name, index);
    else twins.set(first, [...(twins.get(first) ?? []), index]);
  });
  return twins;
}

interface Pair {
  a: number;
  b: number;
  places: { a: number; b: number }[];
}

/** Where a gram begins in which file. */
interface GramPlace {
  file: number;
  at: number;
}

/** Of a gram that stands in one file more often than this the further places are left out: comparing each costs a file's length. */
const PLACES_A_FILE = 4;

/** Grams looked at between two looks at the clock. */
const GRAMS_A_STEP = 2000;

/** The pairs of files that share a gram, with the places where they do. */
function* findSeeds(
  files: readonly WordStream[],
  left: ReadonlySet<number>,
): Generator<DuplicateProgress, Map<number, Pair>> {
  const grams = new Map<number, GramPlace[]>();
  for (const [index, file] of files.entries()) {
    if (!left.has(index)) {
      for (const { hash, at } of fingerprintsOf(file.words)) {
        const known = grams.get(hash);
        if (known === undefined) grams.set(hash, [{ file: index, at }]);
        // One file saying the same over and over is compared by the first of those places.
        else if (known.at(-PLACES_A_FILE)?.file !== index) known.push({ file: index, at });
      }
    }
    yield { stage: "indexing", done: index + 1, total: files.length };
  }
  const pairs = new Map<number, Pair>();
  let looked = 0;
  for (const places of grams.values()) {
    if (places.length > 1) addPairs(pairs, places, files.length);
    if (++looked % GRAMS_A_STEP === 0) yield { stage: "indexing", done: files.length, total: files.length };
  }
  return pairs;
}

function addPairs(pairs: Map<number, Pair>, places: readonly GramPlace[], count: number): void {
  const isRare = places.length <= EACH_WITH_EACH;
  const [first] = places;
  places.forEach((place, index) => {
    const others = isRare ? places.slice(0, index) : places.slice(Math.max(0, index - 1), index);
    for (const other of others) addPair(pairs, other, place, count);
    if (!isRare && index > 1 && first !== undefined) addPair(pairs, first, place, count);
  });
}

function addPair(pairs: Map<number, Pair>, x: GramPlace, y: GramPlace, count: number): void {
  if (x.file === y.file) return;
  const [a, b] = x.file < y.file ? [x, y] : [y, x];
  const key = a.file * count + b.file;
  const place = { a: a.at, b: b.at };
  const known = pairs.get(key);
  if (known === undefined) pairs.set(key, { a: a.file, b: b.file, places: [place] });
  else known.places.push(place);
}

function presentGroup(
  group: readonly number[],
  files: readonly WordStream[],
  twins: ReadonlyMap<number, readonly number[]>,
  shinglesIn: (file: number) => Set<number>,
): DuplicateGroup {
  const copies = new Map<number, number>();
  for (const [twin, others] of twins) for (const file of [twin, ...others]) copies.set(file, others.length);
  const stream = (file: number) => files[file] as WordStream;
  const isShared = (file: number) => (stream(file).path.startsWith(`${SHARED_FOLDER}/`) ? 1 : 0);
  const [first = 0, ...rest] = group.toSorted(
    (a, b) =>
      isShared(b) - isShared(a) ||
      (copies.get(b) ?? 0) - (copies.get(a) ?? 0) ||
      stream(b).words.length - stream(a).words.length ||
      a - b,
  );
  const kept = nameOfWords(stream(first));
  const present = (file: number): DuplicateFile => {
    const { path, words } = stream(file);
    const isTwin = nameOfWords(stream(file)) === kept;
    return { path, words: words.length, similarity: isTwin ? 1 : similarityOf(shinglesIn(first), shinglesIn(file)) };
  };
  const all = [first, ...rest].map(present);
  return { relation: all.every(({ similarity }) => similarity === 1) ? "identical" : "diverging", files: all };
}
