import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/core/errors";
import { alignLines } from "@/lib/core/history/align-lines";
import { cutLines } from "@/lib/core/text/lines";
import { undoPatch } from "@/lib/core/history/merge";

const line = fc.constantFrom("- a\n", "- b\n", "- c\r\n", "- d\n", "\n", "## h\n", "  x\n", "- a", "\r", "\ud83d");
const text = fc.oneof(
  fc.array(line, { maxLength: 12 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
);

function tryUndo(before: string, after: string, current: string): string | undefined {
  try {
    return undoPatch(before, after, current);
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict") return undefined;
    throw error;
  }
}

/** Without terminators: a last line that had none gets one when it comes to stand above others. */
function sorted(lines: string[]): string[] {
  return lines.map((line) => line.replace(/\r?\n$/, "")).sort(); // matches "\r\n" at the end
}

describe("undoPatch", () => {
  it("gives the text before when nothing has happened since", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(undoPatch(before, after, after)).toBe(before);
      }),
      { numRuns: 2000 },
    );
  });

  it("takes exactly the written lines out and puts exactly the removed ones back, or refuses", () => {
    let undone = 0;
    fc.assert(
      fc.property(text, text, text, (before, after, current) => {
        const result = tryUndo(before, after, current);
        if (result === undefined) return;
        undone++;
        const old = cutLines(before).lines;
        const revision = cutLines(after).lines;
        const changes = alignLines(old, revision);
        const written = changes.flatMap((change) => revision.slice(change.afterStart, change.afterEnd));
        const restored = changes.flatMap((change) => old.slice(change.beforeStart, change.beforeEnd));
        const now = cutLines(current).lines;
        expect(sorted([...cutLines(result).lines, ...written])).toEqual(sorted([...now, ...restored]));
      }),
      { numRuns: 3000 },
    );
    expect(undone).toBeGreaterThan(10);
  });

  it("is itself undone by the same revision the other way round, or refused", () => {
    let undone = 0;
    fc.assert(
      fc.property(text, text, text, (before, after, current) => {
        const result = tryUndo(before, after, current);
        const again = result === undefined ? undefined : tryUndo(after, before, result);
        if (again === undefined) return;
        undone++;
        expect(sorted(cutLines(again).lines)).toEqual(sorted(cutLines(current).lines));
      }),
      { numRuns: 3000 },
    );
    expect(undone).toBeGreaterThan(10);
  });

  it("leaves alone what others added anywhere else", () => {
    const items = fc.uniqueArray(fc.integer({ min: 0, max: 999 }), { minLength: 6, maxLength: 20 });
    fc.assert(
      fc.property(items, fc.nat(100), fc.nat(100), fc.nat(100), (numbers, one, two, three) => {
        const before = numbers.map((n) => `- item ${n}\n`);
        const at = one % before.length;
        const after = before.with(at, "- changed by the revision\n");
        const others = [0, 1, 2, 3, 4, 5].filter((i) => i !== at);
        const edited = others[two % others.length] ?? 0;
        const later = (lines: string[]): string[] =>
          lines.with(edited, "- changed later\n").toSpliced(three % (lines.length + 1), 0, "- added later\n");
        expect(undoPatch(before.join(""), after.join(""), later(after).join(""))).toBe(later(before).join(""));
      }),
    );
  });

  it("is refused the second time, even if other lines were added in between", () => {
    const lines = fc.array(fc.constantFrom("kept", "removed", "written"), { minLength: 1, maxLength: 8 });
    const places = fc.array(fc.nat(100), { maxLength: 3 });
    let undone = 0;
    fc.assert(
      fc.property(lines, places, places, (kinds, early, late) => {
        if (kinds.every((kind) => kind === "kept")) return;
        const without = (kind: string) => kinds.flatMap((each, n) => (each === kind ? [] : [`- item ${n}\n`]));
        const more = (text: string, name: string, all: number[]) =>
          all.reduce((now, at, n) => now.toSpliced(at % (now.length + 1), 0, `- ${name} ${n}\n`), cutLines(text).lines);
        const [before, after] = [without("written").join(""), without("removed").join("")];
        const once = tryUndo(before, after, more(after, "early", early).join(""));
        if (once === undefined) return;
        undone++;
        expect(tryUndo(before, after, more(once, "late", late).join(""))).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
    expect(undone).toBeGreaterThan(10);
  });

  it("takes back an item although others were added right after it and right before it", () => {
    const current = "## a\n- one\n- before\n- mine\n- after\n\n## b\n";
    expect(undoPatch("## a\n- one\n\n## b\n", "## a\n- one\n- mine\n\n## b\n", current)).toBe(
      "## a\n- one\n- before\n- after\n\n## b\n",
    );
  });

  it("takes back an item at the end of a file that has no final newline", () => {
    expect(undoPatch("- a", "- a\n- b", "- a\n- b\n- c")).toBe("- a\n- c");
    expect(undoPatch("- a\r\n- b", "- a\r\n- b\r\n- c", "- a\r\n- b\r\n- c\r\n- d")).toBe("- a\r\n- b\r\n- d");
  });

  it("brings a removed item back beside its neighbour although others followed", () => {
    expect(undoPatch("- one\n- two\n", "- one\n", "- one\n- three\n")).toBe("- one\n- two\n- three\n");
    expect(undoPatch("- one\n- two\n- three\n", "- one\n- three\n", "- [ARCHIVED] one\n- three\n")).toBe(
      "- [ARCHIVED] one\n- two\n- three\n",
    );
  });

  it.each([
    ["the item was changed since", "- a\n", "- a\n- b\n", "- a\n- b, really\n"],
    ["the item was removed since", "- a\n", "- a\n- b\n", "- a\n"],
    ["the item got details of its own since", "- a\n", "- a\n- b\n", "- a\n- b\n  - detail\n"],
    ["one of two equal items is left", "- a\n", "- a\n- a\n", "- a\n"],
    ["it cannot be told which of two equal items was added", "- x\n", "- x\n- y\n- x\n", "- x\n"],
    ["both neighbours of the removed item are gone", "- a\n- b\n- c\n", "- a\n- c\n", "- A\n- C\n"],
    ["details of the neighbour stand in the gap", "- a\n- b\n- c\n", "- a\n- c\n", "- a\n  - detail\n- C\n"],
    ["only a blank line is left of the surroundings", "\n- b\n- c\n", "\n- c\n", "\n- new\n- C\n"],
  ])("refuses when %s", (_, before, after, current) => {
    expect(tryUndo(before, after, current)).toBeUndefined();
  });

  it("says what to do instead, with the present text at hand", () => {
    try {
      undoPatch("- a\n- b\n", "- a\n- c\n", "- a\n- d\n");
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({
        code: "conflict",
        details: { current: { line: 2, written: "- c\n", restore: "- b\n", text: "- a\n- d\n" } },
      });
      expect((error as AppError).details.hint).toContain("by hand");
    }
  });
});
