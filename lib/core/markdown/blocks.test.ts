import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blockSteps, parseBlocks } from "@/lib/core/markdown/blocks";
import { finish } from "@/lib/core/steps";
import { nastyMemory, nastyText } from "@/lib/core/memory/nasty-memory.fixture";

function headings(text: string): string[] {
  return parseBlocks(text).blocks.flatMap((block) =>
    block.kind === "heading" ? [`${block.level} ${text.slice(block.textStart, block.textEnd)}`] : [],
  );
}

function bullets(text: string): string[] {
  const { blocks, starts } = parseBlocks(text);
  return blocks.flatMap((block) =>
    block.kind === "bullet" ? [text.slice(starts[block.line], starts[block.endLine])] : [],
  );
}

describe("headings", () => {
  test.each([
    ["# a\n## b\n###### c\n####### d\n", ["1 a", "2 b", "6 c"]],
    ["## a ##\n## b#\n## c \\#\n## #\n##\n## ##\n", ["2 a", "2 b#", "2 c \\#", "2 ", "2 ", "2 "]],
    ["#a\n   ## b\n    ## code\n", ["2 b"]],
    ["a\n===\nb\nc\n---\n", ["1 a", "2 b\nc"]],
    ["\uFEFF# a\r\n## b\r\n", ["1 a", "2 b"]],
    ["# a\r## b\r", ["1 a", "2 b"]],
    ["## a\u2028## b\n", ["2 a\u2028## b"]],
    ["##\ta\t\n", ["2 a"]],
    ["```\n## a\n```\n## b\n", ["2 b"]],
    ["~~~\n## a\n```\n## b\n", []],
    ["<!--\n## a\n-->\n## b\n", ["2 b"]],
    ["> ## a\n- ## b\n\n    ## c\n", []],
    ["text\n## a\n", ["2 a"]],
    ["- item\n## a\n", ["2 a"]],
    ["- item\n---\n", []],
    ["[a]: /b\n===\n", []],
  ])("%j", (text, expected) => {
    expect(headings(text)).toEqual(expected);
  });
});

describe("bullets", () => {
  test.each([
    ["- a\n- b\n", ["- a\n", "- b\n"]],
    ["- a\n  - b\n\n  c\n\n\n- d", ["- a\n  - b\n\n  c\n", "- d"]],
    ["* a\n+ b\n", ["* a\n", "+ b\n"]],
    ["- a\nlazy\n\nprose\n", ["- a\nlazy\n"]],
    ["1. a\n2. b\n", []],
    ["- a\n\n      code\n", ["- a\n\n      code\n"]],
    ["-    a\n\n  prose\n", ["-    a\n"]],
    ["- a\n```\n- b\n```\n", ["- a\n"]],
    ["- ```\n  - b\n\n\n## c\n", ["- ```\n  - b\n"]],
    ["-\n-\n", ["-\n", "-\n"]],
    ["- a\n\u00A0\n", ["- a\n\u00A0\n"]],
    ["- a\r- b\r\n- c\n", ["- a\r", "- b\r\n", "- c\n"]],
    ["> - a\n", []],
    ["- - -\n", []],
  ])("%j", (text, expected) => {
    expect(bullets(text)).toEqual(expected);
  });

  test("know how far their first paragraph reaches", () => {
    const lines = (text: string) =>
      parseBlocks(text).blocks.map((each) => (each.kind === "bullet" ? each.paragraphLines : null));
    expect(lines("- a\n  b\nc\n\n  d\n- # e\n- ```\n  f\n-\n  g\n")).toEqual([3, 0, 0, 0]);
  });
});

test("blocks of any text stand in order, apart, and in the text", () => {
  fc.assert(
    fc.property(fc.oneof(nastyText, nastyMemory), (text) => {
      const { blocks, starts } = parseBlocks(text);
      let done = 0;
      for (const block of blocks) {
        expect(block.line).toBeGreaterThanOrEqual(done);
        expect(block.endLine).toBeGreaterThan(block.line);
        expect(block.endLine).toBeLessThan(starts.length);
        done = block.endLine;
        if (block.kind !== "heading") continue;
        expect(block.textStart).toBeGreaterThanOrEqual(starts[block.line]!);
        expect(block.textEnd).toBeLessThanOrEqual(starts[block.endLine]!);
        const words = text.slice(block.textStart, block.textEnd);
        expect(words).toBe(words.trim());
      }
    }),
    { numRuns: 2000 },
  );
});

/** Lines that begin, continue, hold and end lists, and what looks like it. */
const LINES = [
  "- a",
  "  - b",
  "1. c",
  "2) d",
  "3. e",
  "   - f",
  " - g",
  "* h",
  "+ i",
  "text",
  "  text",
  "    text",
  "",
  "",
  "-",
  "1.",
];
const OTHERS = [
  "```",
  "  ```",
  "~~~",
  "<!--",
  "-->",
  "<div>",
  "> - q",
  "> q",
  "---",
  "===",
  "* * *",
  "## h",
  "| a |",
  "[a]:",
  "\t- t",
  "-\tu",
];

test("a list read in parts holds the same blocks as one read at once", () => {
  const soup = fc
    .array(fc.constantFrom(...LINES, ...LINES, ...OTHERS), { maxLength: 25 })
    .map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(fc.oneof(soup, nastyMemory), (text) => {
      expect(finish(blockSteps(text, 1))).toEqual(finish(blockSteps(text, Infinity)));
    }),
    { numRuns: 20_000 },
  );
});

test("a long list is put down every few hundred lines", () => {
  const steps = (text: string) => [...blockSteps(text)].length;
  expect(steps("- a\n".repeat(20_000))).toBeGreaterThan(90);
  expect(steps("1. a\n   b\n\n".repeat(20_000))).toBeGreaterThan(90);
});
