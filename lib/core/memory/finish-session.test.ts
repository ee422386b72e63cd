import fc from "fast-check";
import { expect, test } from "vitest";
import type { AppError } from "@/lib/core/errors";
import { applyMemoryOperation } from "@/lib/core/memory/apply-operation";
import { itemsOf } from "@/lib/core/coach/read-sources";
import { differsOnlyIn } from "@/lib/core/memory/changed-roles";
import { nastyMemory } from "@/lib/core/memory/nasty-memory.fixture";
import type { MemoryOperation } from "@/lib/core/memory/operation";
import { outlineOf } from "@/lib/core/memory/conclude";
import { parseMemory } from "@/lib/core/memory/parse-memory";

const AT = "2026-11-23T18:00:00Z";

function apply(text: string, operation: MemoryOperation): string {
  return applyMemoryOperation(parseMemory(text), {}, operation).document.text;
}

test.each([
  ["## Meta\n- Created: x\n\n## Lead\n", `## Meta\n- Created: x\n- Finished: ${AT}\n\n## Lead\n`],
  ["## Meta\r\n- Created: x\r\n", `## Meta\r\n- Created: x\r\n- Finished: ${AT}\r\n`],
  ["## Lead\n## Meta\n- Created: x", `## Lead\n## Meta\n- Created: x\n- Finished: ${AT}`],
])("is written to Meta, and taken away to the last byte: %j", (text, finished) => {
  expect(apply(text, { type: "finish-session", at: AT })).toBe(finished);
  expect(parseMemory(finished).meta.finished).toBe(AT);
  expect(apply(finished, { type: "finish-session", at: null })).toBe(text);
});

test("makes a Meta where there is none, and reads what a hand wrote", () => {
  expect(apply("# T\n\n## Lead\n", { type: "finish-session", at: AT })).toBe(
    `# T\n\n## Meta\n- Finished: ${AT}\n\n## Lead\n`,
  );
  expect(parseMemory("## Meta\n- **Finished:** last week\n").meta.finished).toBe("last week");
  expect(apply("## Meta\n- **finished:** last week\n- x: y\n", { type: "finish-session", at: null })).toBe(
    "## Meta\n- x: y\n",
  );
  expect(parseMemory("## Meta\n- Finished:\n").meta.finished).toBeNull();
});

test("finishing and reopening leaves every item and section as it was, whatever the file holds", () => {
  let done = 0;
  fc.assert(
    fc.property(nastyMemory, (text) => {
      const before = parseMemory(text);
      if (before.meta.finished !== null) return;
      let back;
      try {
        const finished = applyMemoryOperation(before, {}, { type: "finish-session", at: AT });
        expect(outlineOf(finished.document).sections).toEqual(outlineOf(before).sections);
        back = applyMemoryOperation(finished.document, finished.identity, {
          type: "finish-session",
          at: null,
        }).document;
      } catch (error) {
        expect((error as AppError).code).toBe("unparseable");
        return;
      }
      done++;
      expect(outlineOf(back)).toEqual(outlineOf(before));
      expect(back.meta.finished).toBeNull();
    }),
    { numRuns: 1000 },
  );
  expect(done).toBeGreaterThan(300);
});

const FINISHED = `## Meta\n- Finished: ${AT}\n\n## Lead\n\n## implementer-1\n- [Finding] one\n`;

test.each<[string, MemoryOperation]>([
  ["an item", { type: "add-item", role: "implementer-1", tag: "Finding", text: "late", timestamp: null }],
  ["an item of the Lead", { type: "add-item", role: "Lead", tag: "Decision", text: "late", timestamp: AT }],
  ["an edit", { type: "edit", scope: "implementer-1", oldString: "one", newString: "two" }],
  ["being finished again", { type: "finish-session", at: AT }],
])("a finished session refuses %s", (_, operation) => {
  expect(() => apply(FINISHED, operation)).toThrow(expect.objectContaining({ code: "conflict" }) as AppError);
});

test("a finished session takes no edit of the file, and tells the coach nothing", () => {
  const edited = FINISHED.replace("one", "two");
  expect(differsOnlyIn(parseMemory(FINISHED), parseMemory(edited), "implementer-1")).toBe(false);
  expect(itemsOf(parseMemory(FINISHED), "s", "p")).toEqual([]);
  const reopened = apply(FINISHED, { type: "finish-session", at: null });
  expect(itemsOf(parseMemory(reopened), "s", "p")).toHaveLength(1);
});
