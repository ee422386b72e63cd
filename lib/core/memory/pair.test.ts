import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/core/errors";
import {
  deciders,
  HOLDS,
  type Holds,
  judge,
  type JudgedPair,
  JUDGEMENTS,
  judgementIn,
  type PairLine,
  readHolds,
  sayPair,
  stateOfPair,
  chainsOf,
} from "@/lib/core/memory/pair";

const ROLES = ["implementer-1", "implementer-2", "tester-1"];
const WHO = ["Lead", ...ROLES];

/** Six lines of three roles; one is a question, and one waits as a relay. */
function team(): PairLine[] {
  return ["a", "b", "c", "d", "e", "f"].map((letter, index) => ({
    id: letter.repeat(12),
    role: ROLES[index % 3] ?? "",
    tag: letter === "e" ? "Question" : "Decision",
    text: `Line ${letter}`,
    state: letter === "f" ? "waiting" : "active",
  }));
}

const place = fc.nat(5);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant("judge"), fc.constantFrom(...WHO), place, place, fc.nat(3)) },
  { weight: 4, arbitrary: fc.tuple(fc.constant("settle"), fc.constantFrom(...WHO), place, place, fc.nat(2)) },
  fc.tuple(
    fc.constantFrom("archive", "unarchive", "approve", "redact"),
    fc.constantFrom("Lead"),
    place,
    place,
    fc.nat(2),
  ),
);

/** What a team does, each step as a service does it: the core decides, and the lines follow. */
class Story {
  lines = team();
  pairs: (JudgedPair & { settledBy: string | null })[] = [];

  get seen(): JudgedPair[] {
    return this.pairs.map((pair) => this.asItStands(pair));
  }

  asItStands<P extends JudgedPair>(pair: P): P {
    const line = ({ id }: PairLine) => this.lines.find((each) => each.id === id) as PairLine;
    return { ...pair, item: line(pair.item), other: line(pair.other) };
  }

  take([what, by, first, second, third]: [string, string, number, number, number]): void {
    const [item, other] = [this.lines[first] as PairLine, this.lines[second] as PairLine];
    if (what === "archive" && item.state === "active") this.put(item, "archived");
    if (what === "unarchive" && item.state === "archived") this.put(item, "active");
    if (what === "approve" && item.state === "waiting") this.put(item, "active");
    if (what === "redact" && item.state !== "waiting") this.put(item, "gone");
    if (what === "judge") {
      if (by !== "Lead" && by !== item.role) return;
      const judgement = JUDGEMENTS[third] ?? "see";
      const isDecisive = item.state === "active" && (by === "Lead" || other.role === by);
      const { settled, was } = judge({ judgement, item, other, by, isDecisive, pairs: this.seen });
      const pair = { id: was?.id ?? `${this.pairs.length}`.padStart(16, "0"), judgement, item, other, by, settled };
      this.pairs = [...this.pairs.filter(({ id }) => id !== pair.id), { ...pair, settledBy: settled && by }];
      if (settled !== null) this.follow(pair, settled);
    }
    if (what === "settle") {
      const pair = this.pairs[first];
      if (pair === undefined) return;
      const holds = readHolds(this.asItStands(pair), [pair.item.id, pair.other.id, "both"][third] ?? "");
      if (by !== "Lead" && !deciders(pair, holds).includes(by)) return;
      Object.assign(pair, { settled: holds, settledBy: by });
      this.follow(pair, holds);
    }
  }

  follow({ judgement, item, other }: JudgedPair, holds: Holds): void {
    if (holds === "both") return;
    if (judgement === "answers" && holds === "item") this.put(other, "resolved");
    else this.put(holds === "item" ? other : item, "archived");
  }

  put({ id }: PairLine, state: PairLine["state"]): void {
    this.lines = this.lines.map((line) => (line.id === id ? { ...line, state } : line));
  }
}

function quietly(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

describe("over any story of judging, settling, archiving and redacting", () => {
  const stories = fc.array(step, { minLength: 4, maxLength: 40 });

  it("no line gives way but by the word of who wrote it, or the Lead's, and then what holds stands", () => {
    fc.assert(
      fc.property(stories, (steps) => {
        const story = new Story();
        for (const each of steps) {
          const before = story.lines;
          quietly(() => story.take(each));
          const changed = story.lines.filter((line, index) => line.state !== before[index]?.state);
          expect(changed.length).toBeLessThan(2);
          const [line] = changed;
          if (line === undefined || !["judge", "settle"].includes(each[0])) continue;
          expect(["Lead", line.role]).toContain(each[1]);
          const pair = story.seen.findLast(
            ({ item, other, settled }) => settled !== null && [item.id, other.id].includes(line.id),
          );
          const { holds } = stateOfPair(pair as JudgedPair);
          expect(story.lines.find(({ id }) => id === holds[0])).toMatchObject({ state: "active" });
        }
      }),
    );
  });

  it("a pair is open for as long as both lines stand and nobody settled it, and of two lines one pair at most", () => {
    fc.assert(
      fc.property(stories, (steps) => {
        const story = new Story();
        for (const each of steps) quietly(() => story.take(each));
        const open = story.seen.filter((pair) => stateOfPair(pair).state === "open");
        for (const { item, other } of open) expect([item.state, other.state]).toEqual(["active", "active"]);
        const twos = open.map(({ item, other }) => [item.id, other.id].sort().join());
        expect(new Set(twos).size).toBe(twos.length);
        for (const pair of story.seen) {
          const { state, holds } = stateOfPair(pair);
          expect([pair.item.id, pair.other.id]).toEqual(expect.arrayContaining(holds));
          if (state === "open" || state === "waiting" || state === "noted") expect(holds).toEqual([]);
          const told = sayPair({ ...pair, settledBy: null }, "tester-1");
          expect(told.length).toBeLessThan(400);
          expect(told).not.toContain("\n");
        }
      }),
    );
  });

  it("what took the place of a line is found, in whatever circle it was replaced", () => {
    fc.assert(
      fc.property(stories, (steps) => {
        const story = new Story();
        for (const each of steps) quietly(() => story.take(each));
        for (const { id } of story.lines) {
          const ids = chainsOf(story.seen)
            .after(id)
            .map((line) => line.id);
          expect(new Set([id, ...ids]).size).toBe(ids.length + 1);
        }
      }),
    );
  });
});

describe("three lines that replace each other in a circle", () => {
  it("end with one that stands", () => {
    const story = new Story();
    for (const [item, other] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const)
      story.take(["judge", ROLES[item] ?? "", item, other, 0]);
    for (const pair of [0, 1, 2]) quietly(() => story.take(["settle", "Lead", pair, 0, 0]));
    expect(story.lines.slice(0, 3).map(({ state }) => state)).toEqual(["archived", "archived", "active"]);
    expect(
      chainsOf(story.seen)
        .after("b".repeat(12))
        .map(({ text }) => text),
    ).toEqual(["Line a", "Line c"]);
  });
});

it("says who may settle: whoever gives way, and of two that hold either", () => {
  const [item, other] = team() as [PairLine, PairLine];
  expect(HOLDS.map((holds) => deciders({ item, other }, holds))).toEqual([
    ["implementer-2"],
    ["implementer-1"],
    ["implementer-2", "implementer-1"],
  ]);
});

it("takes one judgement at a time", () => {
  expect(judgementIn({})).toBeNull();
  expect(judgementIn({ see: "ab12cd" })).toEqual({ judgement: "see", other: "ab12cd" });
  expect(() => judgementIn({ see: "ab12cd", replaces: "ab12cd" })).toThrow("one thing");
});
