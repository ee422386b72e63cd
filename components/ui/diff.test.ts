import fc from "fast-check";
import { expect, test } from "vitest";
import { pairLines, type DiffRow } from "@/components/ui/diff";

const kind = fc.constantFrom<DiffRow["kind"]>("same", "added", "removed");

test("side by side, each line stands once on its side, in its order, and one that stayed stands beside itself", () => {
  fc.assert(
    fc.property(fc.array(kind), (kinds) => {
      const lines = kinds.map((each, index): DiffRow => ({
        kind: each,
        before: index,
        after: index,
        segments: [],
      }));
      const pairs = pairLines(lines);
      const left = lines.filter((line) => line.kind !== "added");
      expect(pairs.flatMap(([line]) => line ?? [])).toEqual(left);
      const right = lines.filter((line) => line.kind !== "removed");
      expect(pairs.flatMap(([, line]) => line ?? [])).toEqual(right);
      for (const [one, other] of pairs) if (one?.kind === "same" || other?.kind === "same") expect(one).toBe(other);
      // What took the place of lines is beside them, not below.
      const changes = kinds
        .join(" ")
        .split(/same/)
        .map((run) => run.match(/removed|added/g) ?? []);
      const longest = changes.map((run) => {
        const removed = run.filter((each) => each === "removed").length;
        return Math.max(removed, run.length - removed);
      });
      const stayed = kinds.filter((each) => each === "same").length;
      expect(pairs).toHaveLength(longest.reduce((sum, each) => sum + each, stayed));
    }),
  );
});
