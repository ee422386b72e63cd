import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/core/errors";
import { applyPatches, diffPatch, type Patch } from "@/lib/core/history/patch";

const patchSize = (patch: Patch) => new TextEncoder().encode(JSON.stringify(patch)).length;

/** Any code units, lone surrogates among them. */
const units = fc.array(fc.nat({ max: 0xffff }), { maxLength: 30 }).map((codes) => String.fromCharCode(...codes));
/** Few different lines with all kinds of ends, so that equal and repeated lines are common. */
const lines = fc
  .array(
    fc.constantFrom("- a\n", "- b\n", "- c\r\n", "\n", "## h\n", "- a", "\r", "  x\n", "\ud83d\ude00\n", "\ud83d"),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(""));
const text = fc.oneof(units, lines, fc.string({ unit: "grapheme" }));

describe("diffPatch", () => {
  it("gives a patch that turns the one text into the other, for any two texts", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applyPatches(before, [diffPatch(before, after)])).toBe(after);
      }),
      { numRuns: 2000 },
    );
  });

  it("survives being stored as JSON", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const stored = JSON.stringify(diffPatch(before, after));
        expect(applyPatches(before, [JSON.parse(stored)])).toBe(after);
      }),
    );
  });

  it("is empty for equal texts only", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(diffPatch(before, after).length === 0).toBe(before === after);
      }),
    );
  });

  it("gives ascending splices that neither touch nor stay needlessly wide", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        let end = -1;
        for (const [start, removedLength] of diffPatch(before, after)) {
          expect(start).toBeGreaterThan(end);
          end = start + removedLength;
        }
      }),
    );
  });

  it("gives two small splices for two changes far apart", () => {
    const filler = Array.from({ length: 3000 }, (_, i) => `- [Finding] line ${i}\n`).join("");
    const before = `- first old\n${filler}- last old\n`;
    const after = `- first new\n${filler}- last new\n`;
    const patch = diffPatch(before, after);
    expect(patch).toEqual([
      [8, 3, "new"],
      [before.length - 4, 3, "new"],
    ]);
    expect(patchSize(patch)).toBeLessThan(40);
  });

  it("costs about the line for one line appended in the middle of a document", () => {
    const item = "- [Pattern] one more thing everyone should know\n";
    const head = "## implementer-1\n- [Finding] a\n".repeat(500);
    expect(patchSize(diffPatch(`${head}\n## Lead\n`, `${head}${item}\n## Lead\n`))).toBeLessThan(item.length + 20);
  });

  it("answers for two large texts that have nothing in common", () => {
    const before = Array.from({ length: 20_000 }, (_, i) => `old ${i}\n`).join("");
    const after = Array.from({ length: 20_000 }, (_, i) => `new ${i}\n`).join("");
    expect(applyPatches(before, [diffPatch(before, after)])).toBe(after);
  });

  it("does not cut a pair of surrogates in two", () => {
    expect(diffPatch("x\u{1f600}y", "x\u{1f601}y")).toEqual([[1, 2, "\u{1f601}"]]);
    expect(diffPatch("x\u{1f600}y", "x\u{10200}y")).toEqual([[1, 2, "\u{10200}"]]);
  });
});

describe("applyPatches", () => {
  it("goes from the first text to the last through any others", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 60 }), { minLength: 1 }),
        (texts) => {
          const patches = texts.slice(1).map((text, index) => diffPatch(texts[index] ?? "", text));
          expect(applyPatches(texts[0] ?? "", patches)).toBe(texts.at(-1));
        },
      ),
    );
  });

  it.each([
    [[[5, 1, "x"]]],
    [[[2, 3, ""]]],
    [
      [
        [1, 1, "a"],
        [0, 1, "b"],
      ],
    ],
    [[[0, -1, "a"]]],
  ] as const)("refuses %j on a text of four characters", (patch) => {
    expect(() => applyPatches("abcd", [patch])).toThrow(AppError);
  });
});
