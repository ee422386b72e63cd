import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AppError } from "@/lib/core/errors";
import { applyMemoryOperation } from "@/lib/core/memory/apply-operation";
import { identifyItems } from "@/lib/core/memory/identity";
import { nastyMemory } from "@/lib/core/memory/nasty-memory.fixture";
import type { MemoryOperation } from "@/lib/core/memory/operation";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { findTag } from "@/lib/core/memory/tags";

function apply(text: string, operation: MemoryOperation): string {
  return applyMemoryOperation(parseMemory(text), {}, operation).document.text;
}

function refusal(text: string, operation: MemoryOperation): AppError {
  try {
    apply(text, operation);
  } catch (error) {
    return error as AppError;
  }
  throw new Error("it was done");
}

const TEXT = `## Lead
- [Gate] 2026-02-01T10:00:00Z Phase 1 PASSED

## tester-1 (Phase 2)
- [Finding] one
  - its own bullet
- [ARCHIVED] [Pattern] put aside before
- ~~[Question] answered?~~ → yes
- [Question] why?
`;

const ARCHIVED = `## Lead
- [Gate] 2026-02-01T10:00:00Z Phase 1 PASSED

## tester-1 (Phase 2) [ARCHIVED — done]
- [ARCHIVED — with section] [Finding] one
  - its own bullet
- [ARCHIVED] [Pattern] put aside before
- ~~[Question] answered?~~ → yes
- [ARCHIVED — with section] [Question] why?
`;

const ARCHIVE = { type: "archive-section", role: "tester-1", note: "done" } as const;

describe("archiving a section", () => {
  test("lists what is open in it, and does nothing", () => {
    const { code, details } = refusal(TEXT, ARCHIVE);
    expect(code).toBe("open_items");
    expect(details.current).toMatchObject({ role: "tester-1", open: [{ tag: "Question", text: "why?", line: 9 }] });
  });

  test("archives its active items with it, and answers them", () => {
    const applied = applyMemoryOperation(parseMemory(TEXT), {}, { ...ARCHIVE, includeOpen: true });
    expect(applied.document.text).toBe(ARCHIVED);
    expect(applied.result.items.map(({ item }) => `${item.text} ${item.state}`)).toEqual([
      "one archived",
      "why? archived",
    ]);
  });

  test("marks the items of team memory, and leaves untagged lines and states to go with the section", () => {
    const text = "## a\n- [Finding] x\n- [STATUS] CONTEXT_LOST\n- untagged\n";
    const archived = "## a [ARCHIVED]\n- [ARCHIVED — with section] [Finding] x\n- [STATUS] CONTEXT_LOST\n- untagged\n";
    expect(apply(text, { type: "archive-section", role: "a" })).toBe(archived);
    expect(apply(archived, { type: "unarchive-section", role: "a" })).toBe(text);
  });

  test("finishes what was begun by hand, and is a conflict when nothing is left", () => {
    const byHand = "## a [ARCHIVED — by hand]\n- [Finding] x\n";
    const done = "## a [ARCHIVED — by hand]\n- [ARCHIVED — with section] [Finding] x\n";
    expect(apply(byHand, { type: "archive-section", role: "a" })).toBe(done);
    expect(refusal(done, { type: "archive-section", role: "a" }).code).toBe("conflict");
    expect(refusal("## [REPLACED] a\n- x\n", { type: "archive-section", role: "a" }).code).toBe("conflict");
  });
});

test("a question below a heading that was archived by hand is told of, until it is archived with it", () => {
  const codes = (text: string) => parseMemory(text).diagnostics.map(({ code, range }) => `${code} ${range.start.line}`);
  const byHand = "# T\n\n## a [ARCHIVED — by hand]\n- [Question] why?\n";
  expect(codes(byHand)).toEqual(["open_in_archived 3"]);
  expect(codes(apply(byHand, { type: "archive-section", role: "a", includeOpen: true }))).toEqual([]);
  expect(codes(byHand.replace(" [ARCHIVED — by hand]", ""))).toEqual([]);
});

describe("unarchiving a section", () => {
  test.each<MemoryOperation>([
    { type: "unarchive-section", role: "Tester-1" },
    { type: "add-section", role: "tester-1" },
  ])("brings back what was archived with it, and nothing else: %o", (operation) => {
    expect(apply(ARCHIVED, operation)).toBe(TEXT);
  });

  test("brings back a successor that was archived", () => {
    const after = apply(`${ARCHIVED}\n## old\n`, { type: "replace-role", role: "old", by: "tester-1" });
    expect(after).toBe(`${TEXT}\n## [REPLACED] old\n`);
  });

  test.each([
    ["an active section", TEXT, "conflict"],
    ["a replaced one", TEXT.replace("## tester-1", "## [REPLACED] tester-1"), "conflict"],
    ["nobody's", "## a\n", "not_found"],
  ])("refuses %s", (_, text, code) => {
    expect(refusal(text, { type: "unarchive-section", role: "tester-1" }).code).toBe(code);
  });

  test("undoes archiving to the last byte, whatever the file holds", () => {
    let archived = 0;
    fc.assert(
      fc.property(nastyMemory, fc.constantFrom("implementer-1", "architect-1", "tester-1"), (text, role) => {
        const before = parseMemory(text);
        const [only, ...twins] = before.sections.filter((section) => section.role === role);
        if (only?.state !== "active" || twins.length > 0) return;
        let applied;
        try {
          applied = applyMemoryOperation(before, {}, { type: "archive-section", role, includeOpen: true });
        } catch (error) {
          expect((error as AppError).code).toBe("unparseable");
          return;
        }
        archived++;
        const { document, identity } = applied;
        const items = document.sections.find((section) => section.role === role)?.items ?? [];
        expect(items.filter(({ tag, state }) => state === "active" && findTag(tag ?? "") !== undefined)).toEqual([]);
        expect(identifyItems(document, identity).map(({ id }) => id)).toEqual(
          identifyItems(before, {}).map(({ id }) => id),
        );
        const back = applyMemoryOperation(document, identity, { type: "unarchive-section", role }).document;
        const isEmptyItem = before.sections.some((section) =>
          section.items.some((item) => item.text + item.body === ""),
        );
        if (!isEmptyItem) expect(back.text).toBe(text);
      }),
      { numRuns: 3000 },
    );
    expect(archived).toBeGreaterThan(100);
  });
});

describe("an archived section takes no words", () => {
  test.each<[string, MemoryOperation]>([
    ["a new item", { type: "add-item", role: "tester-1", tag: "Finding", text: "late", timestamp: null }],
    ["its role's edit", { type: "edit", scope: "tester-1", oldString: "its own", newString: "another's" }],
    ["the Lead's edit", { type: "edit", scope: null, oldString: "its own", newString: "another's" }],
    [
      "an item of it alone",
      { type: "unarchive-items", items: [identifyItems(parseMemory(ARCHIVED), {}).at(-1)?.id ?? ""] },
    ],
  ])("%s is refused, and told what to do first", (_, operation) => {
    const { code, message, details } = refusal(ARCHIVED, operation);
    expect({ code, message }).toEqual({
      code: "conflict",
      message: "The section of tester-1 is archived; nothing is written to it.",
    });
    expect(details.hint).toContain("{item.unarchive}");
  });
});
