import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import { applyMemoryOperation } from "@/lib/core/memory/apply-operation";
import { nastyMemory } from "@/lib/core/memory/nasty-memory.fixture";
import type { MemoryOperation } from "@/lib/core/memory/operation";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { applySplices } from "@/lib/core/text/splice";

function apply(text: string, operation: MemoryOperation): string {
  return applyMemoryOperation(parseMemory(text), {}, operation).document.text;
}

test("items, other sections and Meta stay as they are, whatever the file holds", () => {
  const operations: MemoryOperation[] = [
    { type: "add-section", role: "implementer-1" },
    { type: "add-section", role: "implementer-2" },
    { type: "add-section", role: "fresh-1" },
    { type: "archive-section", role: "implementer-1", note: "Phase 2" },
    { type: "archive-section", role: "implementer-10", includeOpen: true },
    { type: "unarchive-section", role: "implementer-1" },
    { type: "replace-role", role: "implementer-1", by: "fresh-1" },
    { type: "replace-role", role: "architect-1", by: "implementer-2" },
  ];
  fc.assert(
    fc.property(nastyMemory, fc.constantFrom(...operations), (text, operation) => {
      const before = parseMemory(text);
      let applied;
      try {
        applied = applyMemoryOperation(before, {}, operation);
      } catch (error) {
        const { code } = error as AppError;
        expect(["conflict", "not_found", "open_items", "unparseable"]).toContain(code);
        // An item that begins with no paragraph cannot always be marked, nor archived with its section.
        const isUnmarkable = operation.type === "archive-section";
        if (code === "unparseable" && !isUnmarkable) {
          expect(before.diagnostics.map((each) => each.code)).toContain("unclosed_block");
        }
        return;
      }
      const { document: after, splices, result } = applied;
      expect(after).toEqual(parseMemory(applySplices(text, splices)));
      expect(
        after.sections.slice(0, before.sections.length).map((section) => [section.role, section.items.length]),
      ).toEqual(before.sections.map((section) => [section.role, section.items.length]));
      expect(after.sections.length - before.sections.length).toBeLessThanOrEqual(1);
      expect(after.meta.entries).toEqual(before.meta.entries);
      expect(result.roles.length).toBeGreaterThan(0);
    }),
    { numRuns: 2000 },
  );
});

describe("a section is added", () => {
  test.each([
    ["## Lead\n", "## Lead\n\n## tester-1\n"],
    ["## Lead\n- x\n\n", "## Lead\n- x\n\n## tester-1\n"],
    ["## Lead\n- x", "## Lead\n- x\n\n## tester-1"],
    ["## Lead\r\n- x\r\n", "## Lead\r\n- x\r\n\r\n## tester-1\r\n"],
    ["", "## tester-1\n"],
    ["## tester-10\n", "## tester-10\n\n## tester-1\n"],
  ])("to %j", (text, expected) => {
    expect(apply(text, { type: "add-section", role: "Tester-1" })).toBe(expected);
  });

  test.each([
    ["## [REPLACED] tester-1\n- x\n", "## tester-1\n- x\n"],
    ["## tester-1 [ARCHIVED — Phase 2]\n- x\n", "## tester-1\n- x\n"],
    ["## [REPLACED] tester-1 (note) [ARCHIVED] ##\n", "## tester-1 (note) ##\n"],
    ["[REPLACED] tester-1\n---\n", "tester-1\n---\n"],
  ])("by making %j active again", (text, expected) => {
    expect(apply(text, { type: "add-section", role: "tester-1" })).toBe(expected);
  });
});

test.each<[string, string, MemoryOperation, string]>([
  [
    "archived",
    "## tester-1 (x) ##\n- [Finding] y\n",
    { type: "archive-section", role: "tester-1", note: "Phase 2 Complete" },
    "## tester-1 (x) [ARCHIVED — Phase 2 Complete] ##\n- [ARCHIVED — with section] [Finding] y\n",
  ],
  ["archived without a note", "## a", { type: "archive-section", role: "a" }, "## a [ARCHIVED]"],
  ["archived under a line", "a\n---\n", { type: "archive-section", role: "a" }, "a [ARCHIVED]\n---\n"],
  [
    "replaced by a new teammate",
    "## a\n- x\n\n## b\n",
    { type: "replace-role", role: "a", by: "a2" },
    "## [REPLACED] a\n- x\n\n## b\n\n## a2\n",
  ],
  [
    "replaced by one who is there",
    "## a\n## b\n",
    { type: "replace-role", role: "a", by: "b" },
    "## [REPLACED] a\n## b\n",
  ],
  [
    "replaced by one who was replaced",
    "## [REPLACED] b\n## a\n",
    { type: "replace-role", role: "a", by: "b" },
    "## b\n## [REPLACED] a\n",
  ],
])("a section is %s", (_, text, operation, expected) => {
  const { document, result } = applyMemoryOperation(parseMemory(text), {}, operation);
  expect(document.text).toBe(expected);
  expect(result.roles.length).toBeGreaterThan(0);
});

test.each<[string, string, MemoryOperation, string]>([
  ["a second section", "## a\n", { type: "add-section", role: "A" }, "conflict"],
  ["a second section for the Lead", "## a\n", { type: "add-section", role: "lead" }, "invalid_input"],
  ["a section for Meta", "", { type: "add-section", role: "Meta" }, "invalid_input"],
  ["a name that is no name", "", { type: "add-section", role: "a\n## b" }, "invalid_input"],
  ["archiving twice", "## a [ARCHIVED]\n", { type: "archive-section", role: "a" }, "conflict"],
  ["archiving the Lead", "## Lead\n", { type: "archive-section", role: "Lead" }, "invalid_input"],
  ["archiving nobody", "## ab\n", { type: "archive-section", role: "a" }, "not_found"],
  ["a forged note", "## a\n", { type: "archive-section", role: "a", note: "x]\n## b" }, "invalid_input"],
  ["replacing twice", "## [REPLACED] a\n", { type: "replace-role", role: "a", by: "b" }, "conflict"],
  ["replacing the Lead", "## Lead\n", { type: "replace-role", role: "Lead", by: "b" }, "invalid_input"],
  ["replacing by oneself", "## a\n", { type: "replace-role", role: "a", by: "A" }, "invalid_input"],
  ["replacing by the Lead", "## a\n", { type: "replace-role", role: "a", by: "Lead" }, "invalid_input"],
  ["an open fence at the end", "## a\n```\n", { type: "add-section", role: "b" }, "unparseable"],
])("%s is refused with a hint", (_, text, operation, code) => {
  const refused = () => apply(text, operation);
  expect(refused).toThrow(AppError);
  try {
    refused();
  } catch (error) {
    expect((error as AppError).code).toBe(code);
    expect((error as AppError).details.hint).toBeTruthy();
  }
});

describe("the context version", () => {
  test.each([
    ["## Meta\n- GC Version: GC-v3\n", "## Meta\n- GC Version: GC-v12\n"],
    ["## Meta\n- **GC Version:** GC-v3 (draft)\n", "## Meta\n- **GC Version:** GC-v12 (draft)\n"],
    ["## Meta\n- GC Version: none\n", "## Meta\n- GC Version: GC-v12\n"],
    ["## Meta\n- GC Version:\n", "## Meta\n- GC Version: GC-v12\n"],
    ["## Meta\n- Created: x\n\n## Lead\n", "## Meta\n- Created: x\n- GC Version: GC-v12\n\n## Lead\n"],
    ["## Meta\n\n## Lead\n", "## Meta\n- GC Version: GC-v12\n\n## Lead\n"],
    ["## Meta", "## Meta\n- GC Version: GC-v12"],
    ["# T\n\n## Lead\n", "# T\n\n## Meta\n- GC Version: GC-v12\n\n## Lead\n"],
    ["# T\r\n", "# T\r\n\r\n## Meta\r\n- GC Version: GC-v12\r\n"],
  ])("is set in %j", (text, expected) => {
    expect(apply(text, { type: "set-gc-version", version: 12 })).toBe(expected);
    expect(apply(expected, { type: "set-gc-version", version: 12 })).toBe(expected);
  });

  test.each([
    [{ type: "set-gc-version", version: 7 }, { gcVersion: "GC-v7" }],
    [{ type: "set-direct", types: ["implementer", "tester"] }, { direct: ["implementer", "tester"] }],
  ] as const)("is set by %j in any file, and nothing else", (operation, meta) => {
    fc.assert(
      fc.property(nastyMemory, (text) => {
        const before = parseMemory(text);
        let after;
        try {
          after = applyMemoryOperation(before, {}, operation).document;
        } catch (error) {
          expect((error as AppError).code).toBe("unparseable");
          expect(before.diagnostics.map((each) => each.code)).toContain("unclosed_block");
          return;
        }
        expect(after.meta).toMatchObject(meta);
        expect(after.sections.map((section) => section.items)).toEqual(before.sections.map((section) => section.items));
        expect(after.sections.map((section) => section.heading)).toEqual(
          before.sections.map((section) => section.heading),
        );
      }),
      { numRuns: 1000 },
    );
  });

  test.each([-1, 1.5, NaN])("%s is none", (version) => {
    expect(() => apply("", { type: "set-gc-version", version })).toThrow(AppError);
  });
});
