import fc from "fast-check";
import { expect, test } from "vitest";
import { fitLines } from "@/lib/core/coach/cite";

const lines = (...parts: [group: string, line: string][]) =>
  parts.map(([group, line]) => ({ group, line: () => line }));
const length = (text: string) => text.length;

test("groups stand in the order of their first line, and each line under its own", () => {
  const { text, chosen } = fitLines("# T\n", lines(["B", "- 1"], ["A", "- 2"], ["B", "- 3"]), 100, length);
  expect(text).toBe("# T\n\n## B\n- 1\n- 3\n\n## A\n- 2\n");
  expect(chosen).toEqual([0, 2, 1]);
});

test("what does not fit is skipped and the next is tried", () => {
  const { chosen } = fitLines("# T\n", lines(["A", "x".repeat(90)], ["A", "- 2"]), 30, length);
  expect(chosen).toEqual([1]);
});

test("the text is within any budget by any counter", () => {
  const counters = [length, (text: string) => text.split(/\W+/).length, (text: string) => text.length ** 2 / 10];
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom("A", "B"), fc.string()), { maxLength: 20 }),
      fc.nat(300),
      fc.constantFrom(...counters),
      (parts, budget, count) => {
        const { text, tokens, chosen } = fitLines("# T\n", lines(...parts), budget, count);
        expect(text === "" ? 0 : count(text)).toBe(tokens);
        expect(tokens).toBeLessThanOrEqual(budget);
        expect(new Set(chosen).size).toBe(chosen.length);
      },
    ),
  );
});
