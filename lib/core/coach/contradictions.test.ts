import { describe, expect, test } from "vitest";
import { readFleet } from "@/lib/core/coach/fleet";
import { contradictionSteps } from "@/lib/core/coach/find-contradictions";
import { readMemories, SETS } from "@/lib/core/coach/memories/read-memories.fixture";
import { finish } from "@/lib/core/steps";

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

describe.each(["tuning", "held-out"] as const)("the %s memories", (part) => {
  test.each(SETS[part].filter((name) => !name.endsWith("harmless")))(
    "%s: at most one planted contradiction is missed",
    (name) => {
      const { found, missed } = measure(`${part}-${name}`);
      expect(found).toBeGreaterThanOrEqual(4);
      expect(missed.length).toBeLessThanOrEqual(1);
    },
  );

  test("at most one report is false", () => {
    const all = SETS[part].map((name) => measure(`${part}-${name}`));
    expect(all.reduce((sum, { sentences }) => sum + sentences, 0)).toBeGreaterThan(180);
    expect(all.flatMap(({ wrong }) => wrong).length).toBeLessThanOrEqual(1);
  });
});
