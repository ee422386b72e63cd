import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffLines, foldContext, type DiffHunk, type DiffSide } from "@/lib/core/history/unified-diff";
import { wordSegments } from "@/lib/core/history/align-lines";

const line = fc.constantFrom("- one two\n", "- one three\n", "- 하나 둘\n", "\n", "x\r\n", "x", "## h\n", "\ud83d a\n");
const text = fc.oneof(
  fc.array(line, { maxLength: 20 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
);

function sideText(side: DiffSide): string {
  return side.segments.map((segment) => segment.text).join("") + side.ending;
}

function sides(hunks: DiffHunk[], key: "before" | "after"): DiffSide[] {
  return hunks.flatMap((hunk) => hunk.rows.flatMap((row) => row[key] ?? []));
}

/** Rows as a person would note them down: changed words in brackets. */
function noted(hunks: DiffHunk[]): string[] {
  const note = (side: DiffSide | undefined): string =>
    side === undefined ? "" : `${side.line}:${side.segments.map((s) => (s.changed ? `[${s.text}]` : s.text)).join("")}`;
  return hunks.flatMap((hunk) => hunk.rows.map((row) => `${note(row.before)} | ${note(row.after)}`));
}

describe("diffLines", () => {
  it("shows every line of both texts once, in order and numbered", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const hunks = diffLines(before, after);
        for (const [key, whole] of [["before", before] as const, ["after", after] as const]) {
          const shown = sides(hunks, key);
          expect(shown.map(sideText).join("")).toBe(whole);
          expect(shown.map((side) => side.line)).toEqual(shown.map((_, i) => i + 1));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("alternates same and changed hunks; same rows are equal and hold no mark, changed rows are not", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const hunks = diffLines(before, after);
        hunks.forEach((hunk, i) => {
          expect(hunk.rows.length).toBeGreaterThan(0);
          expect(hunk.kind).not.toBe(hunks[i - 1]?.kind);
          for (const row of hunk.rows) {
            const [a, b] = [row.before, row.after];
            const equal = a !== undefined && b !== undefined && sideText(a) === sideText(b);
            expect(equal).toBe(hunk.kind === "same");
            const marked = [a, b].some((side) => side?.segments.some((segment) => segment.changed));
            if (hunk.kind === "same") expect(marked).toBe(false);
          }
        });
      }),
    );
  });

  it("pairs a changed line with its successor and marks the words that differ", () => {
    const before = "## Lead\n- [Decision] retry three times, then park the job\n- [Finding] gone\n";
    const after = "## Lead\n- [Decision] retry five times, then park the job\n- [Warning] 새로 추가된 항목\n";
    expect(noted(diffLines(before, after))).toEqual([
      "1:## Lead | 1:## Lead",
      "2:- [Decision] retry [three] times, then park the job | 2:- [Decision] retry [five] times, then park the job",
      "3:[- [Finding] gone] | ",
      " | 3:[- [Warning] 새로 추가된 항목]",
    ]);
  });

  it("pairs by likeness, not by order", () => {
    expect(noted(diffLines("- alpha beta gamma\n", "- something else\n- alpha beta delta\n"))).toEqual([
      " | 1:[- something else]",
      "1:- alpha beta [gamma] | 2:- alpha beta [delta]",
    ]);
  });

  it("keeps a change of line end visible", () => {
    expect(diffLines("a\n", "a\r\n")).toMatchObject([
      { kind: "changed", rows: [{ before: { ending: "\n" }, after: { ending: "\r\n" } }] },
    ]);
  });

  it("compares 10,000 lines of which every third differs", () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => `- [Finding] value ${i} of the long list\n`);
    const changed = lines.map((each, i) => (i % 3 === 0 ? each.replace("long", "longer") : each));
    const hunks = diffLines(lines.join(""), changed.join(""));
    expect(hunks.filter((hunk) => hunk.kind === "changed")).toHaveLength(3334);
    expect(noted(hunks)[3]).toBe(
      "4:- [Finding] value 3 of the [long] list | 4:- [Finding] value 3 of the [longer] list",
    );
  });
});

describe("foldContext", () => {
  it("changes no row, and folds only rows farther from any change than the context", () => {
    fc.assert(
      fc.property(text, text, fc.nat(4), (before, after, context) => {
        const hunks = diffLines(before, after);
        const folded = foldContext(hunks, context);
        expect(folded.flatMap((hunk) => hunk.rows)).toEqual(hunks.flatMap((hunk) => hunk.rows));
        const kinds = folded.flatMap((hunk) => hunk.rows.map(() => hunk.kind));
        kinds.forEach((kind, i) => {
          if (kind !== "folded") return;
          expect(kinds.slice(Math.max(0, i - context), i + context + 1)).not.toContain("changed");
        });
      }),
    );
  });

  it("keeps three rows around a change", () => {
    const lines = Array.from({ length: 20 }, (_, i) => `${i}\n`);
    const hunks = foldContext(diffLines(lines.join(""), lines.with(10, "x\n").join("")));
    expect(hunks.map((hunk) => [hunk.kind, hunk.rows.length])).toEqual([
      ["folded", 7],
      ["same", 3],
      ["changed", 2],
      ["same", 3],
      ["folded", 6],
    ]);
  });
});

describe("wordSegments", () => {
  it("loses no character of either line and marks nothing in equal ones", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (before, after) => {
        const segments = wordSegments(before, after);
        expect(segments.before.map((segment) => segment.text).join("")).toBe(before);
        expect(segments.after.map((segment) => segment.text).join("")).toBe(after);
        expect(wordSegments(before, before).before.some((segment) => segment.changed)).toBe(false);
      }),
    );
  });

  it("marks Korean words whole and takes the space between two changed words along", () => {
    expect(wordSegments("큐는 세 번 재시도한다", "큐는 다섯 번씩 재시도한다").after).toEqual([
      { text: "큐는 ", changed: false },
      { text: "다섯 번씩", changed: true },
      { text: " 재시도한다", changed: false },
    ]);
  });
});
