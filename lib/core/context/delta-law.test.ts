import { applyDelta, computeDelta } from "@/lib/core/context/at-once.fixture";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyContextText, editedContext } from "@/lib/core/context/context-texts.arbitrary";
import { WHOLE_DOCUMENT, parseDelta } from "@/lib/core/context/delta";

const words = (text: string): number => text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)?.length ?? 0;

/** So that no section is cheaper replaced as a whole. */
const PROSE = Array.from({ length: 5 }, (_, i) => `Paragraph ${i} has nothing to do with what is in scope and stays.`);

const holds = (a: string, b: string) => {
  const delta = computeDelta(a, b, words);
  const read = parseDelta(delta.text);
  expect(read.unread).toEqual([]);
  expect(applyDelta(read, a)).toEqual({
    text: b,
    applied: read.operations.length,
    total: delta.operations.length,
    unresolved: [],
  });
};

describe("the law of deltas: computed, written, read and applied to the old text they give the new one", () => {
  it("holds for any two texts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => holds(a, b)),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(anyContextText, anyContextText, (a, b) => holds(a, b)),
      { numRuns: 800 },
    );
  });

  it("holds for a text and an edit of it", () => {
    fc.assert(
      fc.property(editedContext, ([a, b]) => holds(a, b)),
      { numRuns: 1500 },
    );
  });

  it("holds for an item that goes from one list to another", () => {
    const items: fc.Arbitrary<string[]> = fc.uniqueArray(
      fc.constantFrom("parser", "UI testing", "refunds: later", "환불", "a → b", "x (after y)"),
      {
        minLength: 3,
      },
    );
    const forms = fc.constantFrom(
      (name: string, list: string[]) => [`**${name}:**`, ...list.map((item) => `- ${item}`), ""],
      (name: string, list: string[]) => [`- ${name}:`, ...list.map((item) => `  - ${item}`)],
      (name: string, list: string[]) => [`### ${name}`, "", ...list.map((item) => `* ${item}`), ""],
    );
    fc.assert(
      fc.property(items, forms, fc.nat(), fc.nat(), fc.boolean(), fc.boolean(), (all, write, cut, to, back, reword) => {
        const middle = 1 + (cut % (all.length - 2));
        const lists = [all.slice(0, middle), all.slice(middle)];
        const textOf = () =>
          [
            "## Scope",
            ...write("In Scope", lists[0] ?? []),
            ...write("Out of Scope", lists[1] ?? []),
            "## Else",
            ...PROSE,
            "",
          ].join("\n");
        const before = textOf();
        const [from = [], into = []] = back ? lists : lists.reverse();
        const [item = ""] = from.splice(cut % from.length, 1);
        into.splice(to % (into.length + 1), 0, reword ? `${item} twice` : item);
        if (!back) lists.reverse();
        holds(before, textOf());
      }),
      { numRuns: 500 },
    );
  });

  it("holds for texts of lines that repeat, and the work grows with their length, not with its square", () => {
    const repeated = fc.constantFrom("- same", "a text", "- key: value", "| a | b |", "## S", "### Deep", "");
    fc.assert(
      fc.property(repeated, fc.constantFrom(300, 1200), (line, count) => {
        const lines = Array.from({ length: count }, (_, i) => (i % 3 === 0 ? `- number ${i}` : line));
        const after = lines.map((text, i) => (i % 6 === 0 ? `${text} more` : text));
        const [a, b] = [`## Top\n${lines.join("\n")}\n`, `## Top\n${after.join("\n")}\n`];
        holds(a, b);
        // What takes more effort than it may is said as a whole document.
        const { operations } = computeDelta(a, b, words, { mostEffort: 20 * count });
        expect(operations.map(({ subject }) => subject)).not.toContain(WHOLE_DOCUMENT);
      }),
      { numRuns: 20 },
    );
  });
});
