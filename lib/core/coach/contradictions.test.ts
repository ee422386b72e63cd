import { describe, expect, test } from "vitest";
import { orientationSteps, type Orientation } from "@/lib/core/coach/write-orientation";
import { readFleet, type Fleet } from "@/lib/core/coach/fleet";
import { causeSteps } from "@/lib/core/coach/find-causes";
import { contradictionSteps } from "@/lib/core/coach/find-contradictions";
import { readMemories, SETS } from "@/lib/core/coach/memories/read-memories.fixture";
import { finish } from "@/lib/core/steps";

const PARTS = ["tuning", "held-out", "fresh", "second", "third", "fourth"] as const;

interface Measured {
  found: number;
  missed: string[];
  wrong: string[];
  sentences: number;
}

/** What the coach reports of a set, against what was planted in it. */
function measure(name: string): Measured {
  const { input, pairs, sentences } = readMemories(name);
  const planted = new Map([...pairs].map(([kind, places]) => [[...places].sort().join(" "), kind]));
  const reported = finish(contradictionSteps(readFleet(input)));
  const found = new Set<string>();
  const wrong: string[] = [];
  for (const { text, citations } of reported) {
    const places = citations.map(({ path, line }) => `${path}:${line}`).sort();
    const kind = planted.get(places.join(" "));
    if (kind === undefined) wrong.push(text);
    else found.add(kind);
  }
  return { found: found.size, missed: [...pairs.keys()].filter((kind) => !found.has(kind)), wrong, sentences };
}

/** The brief of an agent of a set, with much room. */
function briefOf(fleet: Fleet, agent: string): Orientation {
  const target = { agent, description: "", instructions: "", task: "" };
  return finish(orientationSteps(fleet, target, { budget: 20_000, count: (text) => text.length }));
}

test.each(Object.entries(SETS).flatMap(([part, names]) => names.map((name) => `${part}-${name}`)))(
  "no brief states as a fact what its reader's own memory contradicts: %s",
  (name) => {
    const { input } = readMemories(name);
    const fleet = readFleet(input);
    for (const { agent } of input.memories) {
      const { sentences } = briefOf(fleet, agent);
      const against = fleet.differences.flatMap(({ statements: [a, b] }) =>
        a.agent === b.agent ? [] : a.agent === agent ? [b] : b.agent === agent ? [a] : [],
      );
      for (const { citation, text } of against) {
        const said = sentences.filter(({ citations }) => citations.includes(citation));
        expect(said.map(({ kind }) => kind)).toEqual(["contradiction"]);
        expect(said[0]?.text).toContain(`${text} (but your own memory says: `);
      }
    }
  },
);

describe.each(["tuning", "held-out", "fresh", "second", "fourth"] as const)("the %s memories", (part) => {
  test.each(SETS[part].filter((name) => !name.endsWith("harmless")))(
    "%s: at most one planted contradiction is missed",
    (name) => {
      const { found, missed } = measure(`${part}-${name}`);
      expect(found).toBeGreaterThanOrEqual(4);
      expect(missed.length).toBeLessThanOrEqual(1);
    },
  );
});

test("of what was planted in memories that changed no rule, four in five is found", () => {
  const measured = SETS.third.map((name) => measure(`third-${name}`));
  expect(measured.reduce((sum, { found }) => sum + found, 0)).toBeGreaterThanOrEqual(16);
  expect(measured.flatMap(({ wrong }) => wrong)).toEqual([]);
});

test("at most one report about all of them is false", () => {
  const all = PARTS.flatMap((part) => SETS[part].map((name) => measure(`${part}-${name}`)));
  expect(all.reduce((sum, { sentences }) => sum + sentences, 0)).toBeGreaterThan(1000);
  expect(all.flatMap(({ wrong }) => wrong).length).toBeLessThanOrEqual(1);
});

test("of the planted symptoms two in three get their cause, and nothing else is taken for one", () => {
  const planted: string[] = [];
  const found = PARTS.flatMap((part) =>
    SETS[part].flatMap((name) => {
      const { input, cause } = readMemories(`${part}-${name}`);
      if (cause.length > 0) planted.push(placesOf(name, cause));
      const reported = finish(causeSteps(readFleet(input)));
      return reported.map(({ citations }) =>
        placesOf(
          name,
          citations.map(({ path, line }) => `${path}:${line}`),
        ),
      );
    }),
  );
  expect(planted).toHaveLength(18);
  expect(planted).toEqual(expect.arrayContaining(found));
  expect(new Set(found).size).toBeGreaterThanOrEqual(11);
});

function placesOf(name: string, lines: readonly string[]): string {
  return [name, ...[...lines].sort()].join(" ");
}
