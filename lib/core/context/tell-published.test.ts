import fc from "fast-check";
import { expect, it } from "vitest";
import { tellPublished } from "@/lib/core/context/tell-published";
import { countTokens } from "@/lib/services/workspace/token-counter";

const delivery = fc.record({
  role: fc.integer({ min: 1, max: 60 }).map((n) => `implementer-${n}`),
  why: fc.constantFrom("3 changes since GC-v1", "in full: no version confirmed yet", "in full: the context was lost"),
  tokens: fc.constantFrom(120, 8000),
});
const cited = fc.record({
  item: fc.stringMatching(/^[0-9a-f]{12}$/),
  role: fc.constant("implementer-1"),
  tag: fc.constant("Decision"),
  text: fc
    .string({ minLength: 0, maxLength: 400, unit: "grapheme-ascii" })
    .map((text) => `The store ${text.replace(/\W/g, " ")}`),
  cites: fc.constant(["D-7"]),
});

it("tells to whom a version went in at most two hundred tokens, however many there are", () => {
  fc.assert(
    fc.property(fc.array(delivery, { maxLength: 60 }), fc.array(cited, { maxLength: 40 }), (deliveries, items) => {
      const told = tellPublished({ deliveries, cited: items });
      expect(countTokens(JSON.stringify(told))).toBeLessThanOrEqual(200);
      const [first] = deliveries;
      if (first !== undefined) expect(told.sent.join()).toContain(first.role);
      expect(told.cited.length).toBe(Math.min(items.length, 2));
    }),
    { numRuns: 60 },
  );
});
