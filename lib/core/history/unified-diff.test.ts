import fc from "fast-check";
import { expect, test } from "vitest";
import { unifiedDiff, type UnifiedLine } from "./unified-diff";

const texts = fc
  .array(fc.constantFrom("a", "b", "c", "d e", "d f"), { maxLength: 30 })
  .map((lines) => lines.join("\n"));
const textOf = (line: UnifiedLine) => line.segments.map((segment) => segment.text).join("");

test("equal texts have no hunks, and every hunk tells of a change", () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const { hunks, added, removed } = unifiedDiff(before, after);
      expect(unifiedDiff(before, before)).toEqual({ added: 0, removed: 0, hunks: [] });
      expect(hunks.every(({ lines }) => lines.some((line) => line.kind !== "same"))).toBe(true);
      expect(added + removed > 0).toBe(hunks.length > 0);
    }),
  );
});

test("each line stands in the text of its side under its number", () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      for (const line of unifiedDiff(before, after).hunks.flatMap((hunk) => hunk.lines)) {
        if (line.before !== null) expect(textOf(line)).toBe(before.split("\n")[line.before - 1]);
        if (line.after !== null) expect(textOf(line)).toBe(after.split("\n")[line.after - 1]);
      }
    }),
  );
});

test("a line that only changed its place is moved, and says where to", () => {
  const lines = (text: string) => `${text.split("|").join("\n")}\n`;
  const { hunks } = unifiedDiff(
    lines("The queue keeps its order|one line here|another line|{"),
    lines("{|one line here|another line|The queue keeps its order"),
  );
  const told = hunks
    .flatMap((hunk) => hunk.lines)
    .filter(({ kind }) => kind !== "same")
    .map((line) => [line.kind, textOf(line), line.moved ?? null]);
  expect(told).toContainEqual(["removed", "The queue keeps its order", 4]);
  expect(told).toContainEqual(["added", "The queue keeps its order", 1]);
  // A bracket is the same in many places.
  expect(told).toContainEqual(["added", "{", null]);
});

test("moved lines come in pairs of the same text, each once, with no word marked as changed", () => {
  const words = fc.constantFrom("alpha beta", "gamma delta", "epsilon zeta", "eta theta", "}");
  const several = fc.array(words, { maxLength: 20 }).map((list) => list.join("\n"));
  fc.assert(
    fc.property(several, several, (before, after) => {
      const all = unifiedDiff(before, after).hunks.flatMap((hunk) => hunk.lines);
      for (const line of all.filter(({ moved }) => moved !== undefined)) {
        const side = line.kind === "removed" ? "after" : "before";
        const others = all.filter(
          (each) => each.kind !== line.kind && each.kind !== "same" && each[side] === line.moved,
        );
        expect(others.map(textOf)).toEqual([textOf(line)]);
        expect(others[0]?.moved).toBe(line[line.kind === "removed" ? "before" : "after"]);
        expect(line.segments.some(({ changed }) => changed)).toBe(false);
      }
    }),
  );
});
