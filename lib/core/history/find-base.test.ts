import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { findBase, findSafeBase } from "@/lib/core/history/find-base";
import { mergeBoth } from "@/lib/core/history/merge-both";
import { touchedSections } from "@/lib/core/history/touched-sections";

const ONE = "# T\n\n## a\n- one\n";
const TWO = `${ONE}- two\n`;
const THREE = `${TWO}\n## b\n- three\n`;

const LONG = `${ONE}- a bill is charged once, and clients wake again after one minute\n`;
const AGREED = `${ONE}- the pump rests for ten minutes and starts again by itself\n`;
const CHANGED = AGREED.replace("ten minutes", "an hour");

describe("the text a save was made from", () => {
  it.each([
    ["is the newest one that it holds a line of", [ONE, TWO, THREE], `${TWO}- mine\n`, 1],
    ["is the last one where it knows that", [ONE, TWO, THREE], THREE.replace("- two\n", ""), 2],
    ["is an older one that was brought back whole", [ONE, TWO, THREE], ONE, 0],
    ["is the last one, where that only removed what the save does not hold", [TWO, ONE], `${ONE}- mine\n`, 1],
    ["is the one before, where the save still holds what was removed", [TWO, ONE], `${TWO}- mine\n`, 0],
    ["cannot be told of a text that shares nothing", [ONE, TWO], "other\n", null],
    ["is the last one, where it says the newest line with other words", [ONE, LONG], LONG.replace("wake", "rise"), 1],
    [
      "is the one before, where its own line is nearer to what stood",
      [ONE, AGREED, CHANGED],
      `${AGREED.trim()} now\n`,
      1,
    ],
  ])("%s", (_, texts, saved, expected) => {
    expect(findBase(texts, saved)).toBe(expected);
  });
});

it("is never newer than the text a save was made from, so that a merge keeps what came after, whoever saved what between", () => {
  const lines = fc.array(fc.record({ at: fc.nat(40), from: fc.nat(40), removes: fc.nat(40) }), { maxLength: 30 });
  fc.assert(
    fc.property(lines, fc.nat(40), fc.nat(40), (steps, from, at) => {
      const texts = [ONE];
      for (const [count, step] of steps.entries()) {
        const rows = (texts[texts.length - 1 - (step.from % Math.min(3, texts.length))] ?? "").split("\n");
        rows.splice(
          4 + (step.at % rows.length),
          step.removes % 5 === 0 ? 1 : 0,
          `- came as ${count} with number ${count * 7919}`,
        );
        texts.push(rows.join("\n"));
      }
      const base = from % texts.length;
      const read = (texts[base] ?? "").split("\n");
      read.splice(4 + (at % read.length), 0, "- mine");
      const saved = read.join("\n");
      const known = findSafeBase(texts, saved);
      expect(known).toBeLessThanOrEqual(base);
      const present = texts.at(-1) ?? "";
      const merged = mergeBoth(texts[known] ?? "", saved, present).text.split("\n");
      const after = new Set((texts[base] ?? "").split("\n"));
      for (const line of present.split("\n")) if (!after.has(line)) expect(merged).toContain(line);
      expect(merged).toContain("- mine");
    }),
  );
});

it("names the sections that a later text changed, by the line of their heading", () => {
  expect([...touchedSections(THREE, THREE.replace("- two\n", "- two\n- more\n"))]).toEqual([3]);
  expect([...touchedSections(THREE, `${THREE}- more\n`)]).toEqual([7]);
  expect([...touchedSections(THREE, `new\n${THREE}`)]).toEqual([0]);
});
