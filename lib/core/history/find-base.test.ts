import { describe, expect, it } from "vitest";
import { findBase } from "@/lib/core/history/find-base";
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

it("names the sections that a later text changed, by the line of their heading", () => {
  expect([...touchedSections(THREE, THREE.replace("- two\n", "- two\n- more\n"))]).toEqual([3]);
  expect([...touchedSections(THREE, `${THREE}- more\n`)]).toEqual([7]);
  expect([...touchedSections(THREE, `new\n${THREE}`)]).toEqual([0]);
});
