import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { findBase, findSafeBase } from "@/lib/core/history/find-base";
import { mergeBoth, touchedSections } from "@/lib/core/history/stale-save";

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
    [
      "is an older one, where it holds what the newer one took away, and its own line is like the one that came",
      [ONE, TWO, `${ONE}- the save of noon\n`, `${TWO}- the save of noon\n- three\n`],
      `${TWO}- the save of night\n`,
      1,
    ],
    [
      "is an older one, where its own line is like the newest by chance and it lacks what came before that",
      [ONE, TWO, `${TWO}- the save of noon\n`],
      `${ONE}- the save of night\n`,
      0,
    ],
  ])("%s", (_, texts, saved, expected) => {
    expect(findBase(texts, saved)).toBe(expected);
  });

  it("is the one found late, where it has a line from there and none that was joined to it", () => {
    const late = `${ONE}- of a late save\n`;
    const joined = `${TWO}- of a late save\n`;
    const texts = [ONE, TWO, late, joined, `${joined}- newest\n`];
    expect(findBase(texts, `${late}- mine\n`, new Set([2]))).toBe(2);
    expect(findBase(texts, `${joined}- mine\n`, new Set([2]))).toBe(3);
    expect(findBase(texts, `${TWO}- mine\n`, new Set([2]))).toBe(1);
    expect(findBase(texts, `${texts[4] ?? ""}- mine\n`, new Set([2]))).toBe(4);
  });
});

/** What an outside program does that saves every time it can, with lines that are all alike, and what Wardroom makes of it. */
const LIFE = fc.array(
  fc.record({ kind: fc.constantFrom("append", "save", "late"), from: fc.nat(6), reads: fc.boolean() }),
  { minLength: 3, maxLength: 40 },
);

it("is never one with lines of others that the writer had not read, whatever was found late and however alike its own lines are", () => {
  fc.assert(
    fc.property(LIFE, (steps) => {
      const texts = [["# T", "- first"]];
      const late = new Set<number>();
      /** What a writer holds in its hands: a text that the file had under its name at some time. */
      let held = texts[0] ?? [];
      for (const [count, { kind, from, reads }] of steps.entries()) {
        const readable = texts.slice(-1 - from);
        if (reads) held = readable[0] ?? held;
        const head = texts.at(-1) ?? [];
        if (kind === "append") {
          texts.push([...head, `- implementer-${count % 2} line ${count}`]);
          continue;
        }
        const saved = [held[0] ?? "", `- save ${count}`, ...held.slice(1)];
        const lines = texts.map((each) => `${each.join("\n")}\n`);
        const base = findBase(lines, `${saved.join("\n")}\n`, late);
        const unseen = (base === null ? [] : (texts[base] ?? [])).filter((line) => !held.includes(line));
        // A line of its own that is like one of its earlier ones may be that one with other words.
        expect(unseen.filter((line) => !line.startsWith("- save "))).toEqual([]);
        if (kind === "late") late.add(texts.length);
        texts.push(saved, [...saved, ...head.filter((line) => !saved.includes(line))]);
        held = saved;
      }
    }),
    { numRuns: 2000 },
  );
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
  expect([...touchedSections(THREE, `${THREE}\n## c\n- of its own\n`)]).toEqual([]);
  expect([...touchedSections(THREE, `new\n${THREE}`)]).toEqual([0]);
});
