import { clip } from "@/lib/core/text/clip";
import { namesReader } from "@/lib/core/memory/role-id";
import { groupBy } from "@/lib/core/lists";
import { chainsOf, type JudgedPair, type PairLine, stateOfPair } from "@/lib/core/memory/pair";
import { hasEnd } from "@/lib/core/memory/tags";

/**
 * How far an item is: it `stands`; it is `open`, and nobody present is expected to end it; it is `waiting` for a role or a line; what it waited for
 * has come and only has to be accepted (`met`); or it is `settled`.
 */
export const PROGRESS = ["stands", "open", "waiting", "met", "settled"] as const;

export interface Progress {
  state: (typeof PROGRESS)[number];
  /** Who it waits for; if it is open, the roles it waited for that have left. */
  roles: string[];
  /** What it waits for, what met it, or what replaced it (the last of which holds); if it is open, what it waited for that was put away. */
  lines: PairLine[];
  /** The lines it replaced, newest first. */
  was: PairLine[];
  /** It is part of a circle of dependencies, which only rewording breaks. */
  circle?: true | undefined;
}

/** What is known of a team memory; an item's progress is derived from it. */
interface Known {
  lines: readonly PairLine[];
  /** The roles that have a section, and whether each is still in the team. */
  roles: ReadonlyMap<string, boolean>;
  pairs: readonly JudgedPair[];
  /** To whom the question of an item is put, and what was answered. */
  question: (item: string) => { to: string; answer: string | null } | undefined;
}

/** What an open Dependency waits for. */
interface Awaited {
  waiting: PairLine[];
  met: PairLine[];
  lost: PairLine[];
  roles: string[];
}

/** How much of an item is read for what it waits for. UTF-16 units. */
const READ = 1000;

/** So much of a line tells which it is. UTF-16 units. */
const EXCERPT = 80;

/** The id of an item, or the beginning of one: `ab12cd07`, `ab12cd0790ef-2`. */
const ID = /(?<![\p{L}\p{N}-])[0-9a-f]{8,12}(?:-\d{1,6})?(?![\p{L}\p{N}])/gu;
const SHORTEST = 8;

/** Whether a text names an item by its id, or by the beginning of it. */
export function namesLine(text: string, id: string): boolean {
  return text.includes(id.slice(0, SHORTEST)) && idsIn(text).some((word) => id.startsWith(word));
}

/** The words of a text that can be ids of items, or beginnings of such. */
export function idsIn(text: string): string[] {
  return text.match(ID) ?? [];
}

/**
 * How far each item of a team memory is, by its id; null where its tag and state say everything. A Dependency waits for the lines it names by id or
 * goes with (`see`); if there are none, for the roles it names. All doors show this answer.
 */
export function progressIn({ lines, roles, pairs, question }: Known): (id: string) => Progress | null {
  const known = new Map(lines.map((line) => [line.id, line]));
  const begun = groupBy(lines, ({ id }) => id.slice(0, SHORTEST));
  const chains = chainsOf(pairs);
  const answers = groupBy(
    pairs.filter((pair) => pair.judgement === "answers" && stateOfPair(pair).state === "open"),
    ({ other }) => other.id,
  );
  const goesWith = groupBy(
    pairs.filter(({ judgement }) => judgement === "see"),
    ({ item }) => item.id,
  );
  const isGone = (role: string) => roles.get(role) !== true;
  const awaited = new Map<string, Awaited>();
  for (const line of lines) if (line.tag === "Dependency" && line.state === "active") awaited.set(line.id, read(line));
  const circles = findCircles(awaited);

  /** The line that a word of an item names, or what replaced that line. */
  function lineOf(word: string): PairLine | undefined {
    const [only, ...others] = (begun.get(word.slice(0, SHORTEST)) ?? []).filter(({ id }) => id.startsWith(word));
    const named = known.get(word) ?? (others.length === 0 ? only : undefined);
    return named && (chains.after(named.id).at(-1) ?? named);
  }

  function read({ id, role, text }: PairLine): Awaited {
    const words = text.slice(0, READ);
    const paired = goesWith.get(id)?.map(({ other }) => other.id) ?? [];
    const found = [...new Set([...paired, ...idsIn(words)].map(lineOf))].filter((line) => line !== undefined);
    const others = found.filter((line) => line.id !== id);
    const isOver = (line: PairLine) => line.state === "resolved" || (line.state === "active" && !hasEnd(line.tag));
    return {
      waiting: others.filter((line) => line.state === "active" && hasEnd(line.tag)),
      met: others.filter(isOver),
      lost: others.filter(({ state }) => !["active", "resolved"].includes(state)),
      roles: others.length > 0 ? [] : [...roles.keys()].filter((each) => each !== role && namesReader(words, each)),
    };
  }

  function stateOf(line: PairLine): Pick<Progress, "state"> & Partial<Progress> {
    const { id, tag } = line;
    if (line.state !== "active") return { state: "settled", lines: chains.after(id) };
    if (!hasEnd(tag)) return { state: "stands" };
    const answered = answers.get(id)?.map(({ item }) => item) ?? [];
    if (answered.length > 0) return { state: "met", lines: answered };
    const put = question(id);
    if (put !== undefined && put.answer !== null) return { state: "met" };
    if (put !== undefined) return { state: isGone(put.to) ? "open" : "waiting", roles: [put.to] };
    const { waiting, met, lost, roles: named } = awaited.get(id) ?? { waiting: [], met: [], lost: [], roles: [] };
    if (circles.has(id)) return { state: "open", lines: waiting, circle: true };
    const here = named.filter((role) => !isGone(role));
    if (waiting.length + here.length > 0) return { state: "waiting", lines: waiting, roles: here };
    if (lost.length + named.length > 0) return { state: "open", lines: lost, roles: named };
    return met.length > 0 ? { state: "met", lines: met } : { state: "open" };
  }

  return (id) => {
    const line = known.get(id);
    if (line === undefined) return null;
    const progress = { roles: [], lines: [], ...stateOf(line), was: chains.before(id) };
    const { state, roles: for_, lines: by, was } = progress;
    const isSaid = state !== "met" && for_.length + by.length + was.length === 0;
    return isSaid ? null : { ...progress, lines: by.map(shortened), was: was.map(shortened) };
  };
}

function shortened(line: PairLine): PairLine {
  return { ...line, text: clip(line.text, EXCERPT) };
}

/** The Dependencies in a circle, and those that wait for one of these: what remains once everything that can be met is taken away. */
function findCircles(awaited: ReadonlyMap<string, Awaited>): ReadonlySet<string> {
  const left = new Map(
    [...awaited].map(([id, { waiting }]) => [id, waiting.filter((line) => awaited.has(line.id)).length]),
  );
  const behind = groupBy(
    [...awaited].flatMap(([id, { waiting }]) => waiting.map((line) => ({ id, on: line.id }))),
    ({ on }) => on,
  );
  const free = [...left].flatMap(([id, count]) => (count === 0 ? [id] : []));
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    left.delete(id);
    for (const next of behind.get(id) ?? []) {
      const count = (left.get(next.id) ?? 0) - 1;
      left.set(next.id, count);
      if (count === 0) free.push(next.id);
    }
  }
  return new Set(left.keys());
}
