import { AppError, invalidField } from "@/lib/core/errors";
import { groupBy } from "@/lib/core/lists";
import { wholeId } from "@/lib/core/memory/identity";
import { hasEnd } from "@/lib/core/memory/tags";
import { singleSpaces } from "@/lib/core/text/fold-name";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";

/** What its writer may say a line is to another. */
export const JUDGEMENTS = ["replaces", "conflicts", "answers", "see"] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

/** Which line of a pair holds: the one that was judged, the other, or both. */
export const HOLDS = ["item", "other", "both"] as const;
export type Holds = (typeof HOLDS)[number];

/**
 * Where a pair stands: it waits with the relay that one of its lines is, asks for somebody to settle it, is settled, or asks for nothing.
 */
export const PAIR_STATES = ["waiting", "open", "settled", "noted"] as const;
export type PairState = (typeof PAIR_STATES)[number];

/** A line of a pair as it stands: `waiting` as a relay, `gone` where no text has it any more. */
export interface PairLine {
  id: string;
  role: string;
  tag: string | null;
  text: string;
  state: "active" | "archived" | "resolved" | "replaced" | "waiting" | "gone";
}

/** Two lines, and what somebody judged the first to be to the second. */
export interface JudgedPair {
  id: string;
  judgement: Judgement;
  by: string;
  item: PairLine;
  other: PairLine;
  /** What somebody settled; null while nobody did. */
  settled: Holds | null;
}

/**
 * Where a pair stands, and the ids of the lines that hold. What somebody settled stays so; before that it is open for as long as both lines
 * stand, and settled by itself once one of them does not.
 */
export function stateOfPair({ judgement, item, other, settled }: Omit<JudgedPair, "id" | "by">): {
  state: PairState;
  holds: string[];
} {
  if (judgement === "see") return { state: "noted", holds: [] };
  if (settled !== null)
    return { state: "settled", holds: { item: [item.id], other: [other.id], both: [item.id, other.id] }[settled] };
  if (item.state === "waiting") return { state: "waiting", holds: [] };
  const holds = [item, other].filter(({ state }) => state === "active").map(({ id }) => id);
  return holds.length === 2 ? { state: "open", holds: [] } : { state: "settled", holds };
}

/** What of a body says what the new line is to another; null for nothing, `invalid_input` for more than one thing. */
export function judgementIn(body: Partial<Record<Judgement, string | undefined>>): {
  judgement: Judgement;
  other: string;
} | null {
  const given = JUDGEMENTS.flatMap((judgement) => {
    const other = body[judgement];
    return other === undefined ? [] : [{ judgement, other }];
  });
  if (given.length < 2) return given[0] ?? null;
  throw invalidField(
    given[1]?.judgement ?? "",
    "A line is one thing to another.",
    `Give one of ${JUDGEMENTS.join(", ")}.`,
  );
}

/** A line about to be judged: what it would be to another, by whom. */
export interface Judging {
  judgement: Judgement;
  item: PairLine;
  other: PairLine;
  by: string;
  /** Whether it is the Lead's word, or of lines that are the judge's own to change. */
  isDecisive: boolean;
  /** The pairs of the session. */
  pairs: readonly JudgedPair[];
}

/**
 * What a judgement comes to: whether it holds at once, and the open pair of the same two lines that it takes the place of. It never does away
 * with a line but by whom that is for to decide. Throws `invalid_input` or `conflict` for what can be no pair.
 */
export function judge({ judgement, item, other, by, isDecisive, pairs }: Judging): {
  settled: Holds | null;
  was: JudgedPair | null;
} {
  if (item.id === other.id)
    throw invalidField(judgement, "A line is no pair with itself.", "Name the line of another.");
  for (const { id, state } of [item, other]) {
    if (
      state !== "active" &&
      !(id === item.id && state === "waiting") &&
      !(judgement === "see" && state === "resolved")
    )
      throw new AppError("conflict", `${id} is ${state}.`, {
        hint: "Judge a line that stands; {pair.list} has its successor.",
      });
  }
  if (judgement === "answers" && !hasEnd(other.tag)) {
    throw invalidField(
      "answers",
      `${other.id} is no question.`,
      "Name an open Question, Conflict or Dependency, or use `see`.",
    );
  }
  const isSame = (pair: JudgedPair) =>
    [pair.item.id, pair.other.id].sort().join() === [item.id, other.id].sort().join();
  const was = pairs.find((pair) => isSame(pair) && ["open", "waiting"].includes(stateOfPair(pair).state)) ?? null;
  if (was !== null && was.by !== by && !isDecisive) {
    throw new AppError("conflict", `${was.by} judged these two already: pair ${shortId(was.id)}.`, {
      hint: "Settle it: {pair.settle}, with the line that holds, or both.",
    });
  }
  const isAtOnce = isDecisive && (judgement === "replaces" || judgement === "answers") && item.state === "active";
  return { settled: isAtOnce ? "item" : null, was };
}

/**
 * What of an open pair `holds` names: the id of a line or the beginning of it, or `both`. Throws `conflict` for a pair that is not open, and
 * `invalid_input` for what names neither.
 */
export function readHolds(pair: JudgedPair, holds: string): Holds {
  const { state } = stateOfPair(pair);
  if (state !== "open") {
    throw new AppError("conflict", `The pair ${shortId(pair.id)} is ${state}.`, {
      hint: state === "waiting" ? "The Lead decides on its relay first: {relay.list}." : "Nothing is left to settle.",
    });
  }
  const word = holds.trim().toLowerCase();
  if (word === "both") return "both";
  const { item, other } = pair;
  const id = wholeId([item.id, other.id], word);
  if (id === item.id) return "item";
  if (id === other.id) return "other";
  throw invalidField(
    "holds",
    `"${holds.slice(0, 40)}" is no line of this pair.`,
    `Give ${item.id}, ${other.id} or both.`,
  );
}

/** Whose word settles a pair so, besides the Lead's: of the line that gives way, or of either where none does. */
export function deciders({ item, other }: Pick<JudgedPair, "item" | "other">, holds: Holds): string[] {
  return { item: [other.role], other: [item.role], both: [other.role, item.role] }[holds];
}

/** Which lines replaced which. */
export function chainsOf(pairs: readonly JudgedPair[]): Record<"after" | "before", (id: string) => PairLine[]> {
  const next = new Map<string, PairLine>();
  for (const { item, other, settled, judgement } of pairs) {
    if (judgement === "see" || judgement === "answers") continue;
    if (settled === "item") next.set(other.id, item);
    if (settled === "other") next.set(item.id, other);
  }
  const lines = new Map(pairs.flatMap(({ item, other }) => [item, other]).map((line) => [line.id, line]));
  const former = groupBy(
    [...next].flatMap(([id, { id: by }]) =>
      lines.get(id) === undefined ? [] : [{ by, line: lines.get(id) as PairLine }],
    ),
    ({ by }) => by,
  );
  return {
    /** The lines that replaced one, in order, stopping where one would repeat: the last of them is what holds. */
    after(id) {
      const found = new Map<string, PairLine>();
      for (
        let line = next.get(id);
        line !== undefined && line.id !== id && !found.has(line.id);
        line = next.get(line.id)
      )
        found.set(line.id, line);
      return [...found.values()];
    },
    /** The lines that one replaced, newest first. */
    before(id) {
      const found = new Map<string, PairLine>();
      const from = [id];
      for (let at = from.shift(); at !== undefined; at = from.shift()) {
        for (const { line } of former.get(at) ?? []) {
          if (line.id === id || found.has(line.id)) continue;
          found.set(line.id, line);
          from.push(line.id);
        }
      }
      return [...found.values()];
    },
  };
}

const VERBS = { replaces: "replaces", conflicts: "conflicts with", answers: "answers", see: "goes with" } as const;

/** So many signs of a line tell which it is. */
const EXCERPT = 80;

/** So much of an id names it where no other begins so. */
function shortId(id: string): string {
  return id.includes("-") ? id : id.slice(0, 8);
}

function sayLine({ id, role, tag, text, state }: PairLine, reader: string): string {
  const whose = role === reader ? "your" : `${role}'s`;
  if (state === "gone") return `a line that is gone (${shortId(id)})`;
  const words = singleSpaces(text).trim();
  const said = words.length > EXCERPT ? `${words.slice(0, EXCERPT).trimEnd()}…` : words;
  return `${whose}${tag === null ? "" : ` [${tag}]`} ${said} (${shortId(id)})`;
}

/** How a line is named where ids are shown: `ab12cd07 of implementer-1`. */
export function byId({ id, role }: PairLine): string {
  return `${shortId(id)}${role === "" ? "" : ` of ${role}`}`;
}

const NOTES: Record<Judgement, readonly [Sentence, Sentence]> = {
  replaces: [sentence("replaces {line}"), sentence("to be replaced by {line}")],
  conflicts: [sentence("conflicts with {line}"), sentence("conflicts with {line}")],
  answers: [sentence("answers {line}"), sentence("answered by {line}")],
  see: [sentence("goes with {line}"), sentence("goes with {line}")],
};

/** A pair as a short note on one of its lines; `name` says how the other is named: `conflicts with ab12cd07 of implementer-1, open`. */
export function notePair(pair: JudgedPair, item: string, name: (line: PairLine) => string = byId): string {
  const { judgement, item: first, other } = pair;
  const { state, holds } = stateOfPair(pair);
  const [mine, next] = first.id === item ? [first, other] : [other, first];
  const line = name(next);
  const isOver = state === "settled" && judgement !== "answers" && holds.length === 1 && holds[0] !== mine.id;
  if (isOver) return say("replaced by {line}", { line });
  // Of two that conflicted, the one that holds has taken the other's place.
  if (state === "settled" && judgement === "conflicts" && holds.length === 1) return say(NOTES.replaces[0], { line });
  const note = say(NOTES[judgement][mine === first ? 0 : 1], { line });
  if (state === "settled" && holds.length === 2) return say("{note}, both hold", { note });
  return state === "open"
    ? say("{note}, open", { note })
    : state === "waiting"
      ? say("{note}, waiting", { note })
      : note;
}

/** What a judgement or a settlement came to, for whoever gave it. */
export function sayOutcome(pair: JudgedPair): string {
  const { state, holds } = stateOfPair(pair);
  const { role } = pair.other;
  if (state === "waiting") return `it counts once the Lead approves the relay`;
  if (state === "open") return `pair ${shortId(pair.id)} waits for ${role === "Lead" ? "" : `${role} or `}the Lead`;
  if (state === "noted") return "noted";
  return holds.length === 2 ? "both hold" : holds[0] === undefined ? "neither holds" : `${shortId(holds[0])} holds`;
}

/** What was judged, in words: `implementer-2's [Decision] Use Vitest (ab12cd07) replaces your [Decision] Use Jest (3f9a1c07)`. */
export function sayJudged({ judgement, item, other, by }: JudgedPair, reader: string): string {
  const who = by === item.role ? "" : `${by}: `;
  return `${who}${sayLine(item, reader)} ${VERBS[judgement]} ${sayLine(other, reader)}`;
}

/** A pair in words, the same at every door: what was judged, and how it was settled or who asks for it. */
export function sayPair(pair: JudgedPair & { settledBy: string | null }, reader: string): string {
  const { item, other, settledBy } = pair;
  const { state, holds } = stateOfPair(pair);
  const judged = sayJudged(pair, reader);
  const ids = [item, other].map(({ id }) => shortId(id)).join(", ");
  if (state === "open") return `${judged}. Settle pair ${shortId(pair.id)}: which holds, ${ids} or both?`;
  if (state !== "settled") return `${judged}.`;
  const what =
    holds.length === 2 ? "both hold" : holds.length === 0 ? "neither holds" : `${shortId(holds[0] ?? "")} holds`;
  return `${judged}: ${what}${settledBy === null ? "" : `, settled by ${settledBy}`}.`;
}
