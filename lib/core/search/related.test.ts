import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gainOf, nearest, sayRelated, shortened, subjectOf, wantedTerms } from "@/lib/core/search/related";
import { countTokens } from "@/lib/services/workspace/token-counter";

const word = fc.constantFrom(
  "Vitest",
  "`src/cart.ts`",
  "재시도",
  "대기열을",
  "drops",
  "👍",
  "MAX_BODY",
  "42",
  "the",
  "-",
  "café",
);
const text = fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => words.join(" "));
const line = fc.record({
  id: fc.constantFrom("2da105b85205", "0be1f9337a10"),
  role: fc.constantFrom("Lead", "implementer-2", "tester-1"),
  tag: fc.constantFrom("Finding", "Decision", null),
  text,
  at: fc.constant("2026-11-29T14:02:00Z"),
});

describe("what a text is about", () => {
  it("is the same however its letters are composed, and holds each term once", () => {
    fc.assert(
      fc.property(text, (said) => {
        expect(subjectOf(said.normalize("NFD"))).toEqual(subjectOf(said));
      }),
    );
  });

  it("is in terms that any database takes, whatever is written", () => {
    const hostile = fc.oneof(
      text,
      fc.string({ unit: "binary", maxLength: 5_000 }),
      fc.constant(`\`a\0b\` ${"7f".repeat(2_000)}`),
    );
    fc.assert(
      fc.property(hostile, (said) => {
        const unfit = [...subjectOf(said).keys()].filter((term) => term.length > 100 || /\p{Cc}/u.test(term));
        expect(unfit).toEqual([]);
      }),
    );
  });

  it("is said in both languages, and without the particles of one", () => {
    const shared = [...subjectOf("쿠폰은 환불하면 복구됩니다").keys()].filter((term) =>
      subjectOf("A refund gives the coupon back").has(term),
    );
    expect(shared).toHaveLength(2);
    expect([...subjectOf("재시도를").keys()]).toEqual([...subjectOf("재시도가").keys()]);
  });

  it.each([
    ["one emoji", "👍", 0],
    ["grammar alone", "and it was so", 0],
    ["8,000 characters", "ledger_batch_total ".repeat(420), 40],
    ["one word of 8,000 characters", "x".repeat(8_000), 40],
  ])("has few terms for %s", (_, said, most) => {
    expect(subjectOf(said).size).toBeLessThanOrEqual(most);
  });
});

describe("nothing is near", () => {
  it("by what stands in nearly all lines, or in none", () => {
    const subject = subjectOf("The ledger refuses `src/cart.ts`");
    expect(wantedTerms(subject, () => 120, 2_000)).toEqual([]);
    expect(wantedTerms(subject, () => 0, 2_000)).toEqual([]);
  });

  it("by one word alone, whichever of its terms are shared", () => {
    expect(nearest([{ gained: 40, shared: 1, size: 4 }], 2_000)).toEqual([]);
    const held = wantedTerms(subjectOf("비밀번호를"), () => 3, 2_000);
    expect(held.length).toBeGreaterThan(3);
    expect(gainOf(held)).toEqual({ shared: 1, gained: expect.any(Number) });
  });
});

it("two lines are told whole, in sixty tokens together and by ids that begin theirs, or else one", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 2 }), (lines) => {
      const told = shortened(lines, countTokens);
      expect(told.map(({ id }, at) => lines[at]?.id.startsWith(id))).toEqual(told.map(() => true));
      if (told.length > 1) expect(told.map((each) => each.text)).toEqual(lines.map((each) => each.text));
      const tokens = countTokens(told.map((each) => sayRelated(each, "14:02")).join("\n"));
      expect(tokens).toBeLessThanOrEqual(60);
    }),
  );
});
