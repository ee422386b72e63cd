import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeOutside } from "@/lib/core/history/merge";

const line = fc.constantFrom("- a\n", "- b\n", "- c\r\n", "- d\n", "\n", "## h\n", "  x\n", "- a", "\r", "\ud83d");
const text = fc.oneof(
  fc.array(line, { maxLength: 12 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
);

describe("mergeOutside", () => {
  it("gives the side that changed something when the other did not", () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeOutside(base, changed, base)).toEqual({ text: changed });
        expect(mergeOutside(base, base, changed)).toEqual({ text: changed });
        expect(mergeOutside(base, changed, changed)).toEqual({ text: changed });
      }),
      { numRuns: 1000 },
    );
  });

  it("does not depend on which side is called ours", () => {
    fc.assert(
      fc.property(text, text, text, (base, one, other) => {
        const here = mergeOutside(base, one, other);
        const there = mergeOutside(base, other, one);
        expect(there.text).toBe(here.text);
        if (here.conflict !== undefined) {
          expect(there.conflict).toEqual({ ...here.conflict, ours: here.conflict.theirs, theirs: here.conflict.ours });
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps every change of both sides when they changed different lines", () => {
    const numbers = fc.uniqueArray(fc.nat(999), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(numbers, fc.nat(100), fc.nat(100), (items, one, other) => {
        const base = items.map((n) => `- item ${n}\n`);
        const x = one % base.length;
        const y = (x + 1 + (other % (base.length - 1))) % base.length;
        const merged = mergeOutside(base.join(""), base.with(x, "- ours\n").join(""), base.toSpliced(y, 1).join(""));
        expect(merged).toEqual({ text: base.with(x, "- ours\n").toSpliced(y, 1).join("") });
      }),
    );
  });

  it("joins additions to two sections, and closes the last line where one side did", () => {
    expect(
      mergeOutside("## a\n- 1\n## b\n- 2", "## a\n- 1\n- new\n## b\n- 2", "## a\n- 1\n## b\n- 2\n- last\n"),
    ).toEqual({
      text: "## a\n- 1\n- new\n## b\n- 2\n- last\n",
    });
  });

  it("reports what both sides did to one place, and where", () => {
    expect(mergeOutside("- a\n- b\n- c\n", "- a\n- B\n- c\n", "- a\n- c\n")).toEqual({
      conflict: { line: 2, base: "- b\n", ours: "- B\n", theirs: "" },
    });
    expect(mergeOutside("- a\n- b\n- c\n", "- A\n- B\n- c\n", "- a\n- X\n- Y\n")).toEqual({
      conflict: { line: 1, base: "- a\n- b\n- c\n", ours: "- A\n- B\n- c\n", theirs: "- a\n- X\n- Y\n" },
    });
  });

  it.each([
    ["both add at the same place", "- a\n", "- a\n- x\n", "- a\n- y\n"],
    ["one adds details to a line the other removes", "- a\n- b\n", "- a\n- b\n  - detail\n", "- a\n"],
  ])("is a conflict when %s", (_, base, ours, theirs) => {
    expect(mergeOutside(base, ours, theirs).conflict).toBeDefined();
  });
});
