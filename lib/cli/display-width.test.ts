import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutToWidth, displayWidth } from "@/lib/cli/terminal-text";

describe("the width of a text", () => {
  it.each([
    ["", 0],
    ["Lead 12:30", 10],
    ["재시도", 6],
    ["재시도".normalize("NFD"), 6],
    ["ﾃｽﾄ", 3],
    ["（全角）", 8],
    ["정산 ledger", 11],
    ["é", 1],
    ["e\u0301", 1],
    ["🚀", 2],
    ["👩‍👩‍👧", 2],
    ["🇰🇷", 2],
    ["✔️", 2],
    ["✔", 1],
    ["1️⃣", 2],
    ["→ … ·", 5],
    ["a\u200bb", 2],
    ["\u001b[31mred\u001b[39m", 3],
  ])("%j is %i", (text, cells) => {
    expect(displayWidth(text)).toBe(cells);
  });
});

describe("a text that is cut", () => {
  it.each([
    ["short", 10, "short"],
    ["exactly", 7, "exactly"],
    ["a long one", 6, "a lon…"],
    ["재시도 원장", 6, "재시…"],
    ["👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 5, "👩‍👩‍👧👩‍👩‍👧…"],
  ])("%j to %i is %j", (text, cells, cut) => {
    expect(cutToWidth(text, cells)).toBe(cut);
  });

  it("never takes more than it may, and keeps what fits", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 30 }), (text, cells) => {
        const cut = cutToWidth(text, cells);
        expect(displayWidth(cut)).toBeLessThanOrEqual(cells);
        if (displayWidth(text) <= cells) expect(cut).toBe(text);
      }),
    );
  });
});
