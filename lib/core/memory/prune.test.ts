import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AppError } from "@/lib/core/errors";
import { applyMemoryOperation } from "@/lib/core/memory/apply-operation";
import { identifyItems } from "@/lib/core/memory/identity";
import { nastyMemory } from "@/lib/core/memory/nasty-memory.fixture";
import { outlineOf } from "@/lib/core/memory/conclude";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { previewPrune } from "@/lib/core/memory/prune";

function prune(text: string, items: string[]): string {
  return applyMemoryOperation(parseMemory(text), {}, { type: "prune", items }).document.text;
}

test("deletes exactly what was previewed, and nothing else reads differently", () => {
  fc.assert(
    fc.property(nastyMemory, fc.nat(30), (text, target) => {
      const document = parseMemory(text);
      const preview = previewPrune(document, {}, target);
      expect(preview.linesBefore).toBe(document.lineCount);
      if (document.lineCount <= target) expect(preview.items).toEqual([]);
      if (preview.items.length === 0) return;
      const ids = preview.items.map((item) => item.id);
      const { document: after, result, identity } = applyMemoryOperation(document, {}, { type: "prune", items: ids });
      expect(after).toEqual(parseMemory(after.text));
      expect(after.lineCount).toBeLessThanOrEqual(document.lineCount);
      // A line that must stay blank is not foreseen.
      expect(after.lineCount - preview.linesAfter).toBeLessThanOrEqual(ids.length);
      expect(new Set(result.removed.map((item) => item.id))).toEqual(new Set(ids));
      expect(identifyItems(after, identity).map((item) => item.id)).toEqual(
        identifyItems(document, {})
          .map((item) => item.id)
          .filter((id) => !ids.includes(id)),
      );
      expect(outlineOf(after).sections.map((section) => section.heading)).toEqual(
        outlineOf(document).sections.map((section) => section.heading),
      );
    }),
    { numRuns: 2000 },
  );
});

describe("the preview", () => {
  const text = [
    "## a",
    "- [ARCHIVED] [Finding] 2026-02-02 second",
    "- [Finding] active",
    "## b",
    "- [ARCHIVED] [Finding] 2026-02-01 first",
    "- [ARCHIVED] [Finding] after the first",
    "  with a body",
    "## c [ARCHIVED — done]",
    "- [Question] open below an archived heading",
    "- [ARCHIVED] [Finding] untimed",
    "",
  ].join("\n");
  const document = parseMemory(text);
  const saysOf = (target: number) => previewPrune(document, {}, target).items.map(({ item }) => item.text);

  test("takes the oldest first, and no more than needed", () => {
    expect(saysOf(0)).toEqual(["untimed", "first", "after the first", "second"]);
    expect(saysOf(10)).toEqual([]);
    expect(saysOf(9)).toEqual(["untimed"]);
    expect(saysOf(7)).toEqual(["untimed", "first", "after the first"]);
    expect(saysOf(6)).toEqual(["untimed", "first", "after the first"]);
    expect(previewPrune(document, {}, 6)).toMatchObject({ linesBefore: 10, linesAfter: 6 });
  });

  test("is told by the history what the file does not say", () => {
    const [id] = identifyItems(document, {})
      .filter(({ item }) => item.text === "untimed")
      .map((placed) => placed.id);
    const preview = previewPrune(document, {}, 9, (each) => (each === id ? "2026-03-01T00:00:00Z" : undefined));
    expect(preview.items.map(({ item }) => item.text)).toEqual(["first"]);
  });

  test("shows the text that goes", () => {
    expect(previewPrune(document, {}, 9).text).toBe("- [ARCHIVED] [Finding] untimed\n");
  });

  test("says why the rest stays", () => {
    expect(previewPrune(document, {}, 9).keeps).toEqual({ open: 1, active: 1, enough: 3 });
    expect(previewPrune(document, {}, 0).keeps).toEqual({ open: 1, active: 1, enough: 0 });
  });

  test("takes resolved items only when the archived ones are not enough", () => {
    const text = "## a\n- ~~[Question] 2026-01-01 old?~~ → yes\n- [ARCHIVED] [Finding] 2026-02-01 newer\n- x\n";
    const saysAt = (target: number) => previewPrune(parseMemory(text), {}, target).items.map(({ item }) => item.text);
    expect(saysAt(3)).toEqual(["newer"]);
    expect(saysAt(2)).toEqual(["newer", "old?"]);
  });

  test("takes 500 lines for the aim", () => {
    const long = `## a\n${"- [ARCHIVED] x\n".repeat(510)}`;
    expect(previewPrune(parseMemory(long), {})).toMatchObject({ linesBefore: 511, linesAfter: 500 });
  });
});

test.each([
  ["one of two blank lines goes along", "## a\n\n- [ARCHIVED] x\n\n- y\n", "## a\n\n- y\n"],
  ["the blank line behind the first stays", "## a\n- [ARCHIVED] x\n\n- y\n", "## a\n\n- y\n"],
  ["all of a section", "## a\n- [ARCHIVED] x\n  - z\n- [ARCHIVED] y\n\n## b\n", "## a\n\n## b\n"],
  ["the last line", "## a\n- y\n- [ARCHIVED] x", "## a\n- y\n"],
  ["CRLF", "## a\r\n- [ARCHIVED] x\r\n- y\r\n", "## a\r\n- y\r\n"],
  [
    "one blank line, where it is needed",
    "## a\nprose\n- [ARCHIVED] x\n---\n- [ARCHIVED] y\n- z\n",
    "## a\nprose\n\n---\n- z\n",
  ],
  ["what an empty item needs", "## a\nprose\n- [ARCHIVED] x\n- \n", "## a\nprose\n\n- \n"],
  ["a blank line behind a lone CR", "## a\n- y\r- [ARCHIVED] x\n\nprose\n", "## a\n- y\r\r\nprose\n"],
  ["what stays apart from prose", "## a\nprose\n- [ARCHIVED] x\n---\n", "## a\nprose\n\n---\n"],
])("%s", (_, text, expected) => {
  const { items } = previewPrune(parseMemory(text), {}, 0);
  expect(
    prune(
      text,
      items.map((item) => item.id),
    ),
  ).toBe(expected);
});

test.each([
  ["an active item", "## a\n- x\n", "conflict"],
  ["an active item of an archived section", "## a [ARCHIVED]\n- x\n", "conflict"],
  ["no items", "## a\n", "invalid_input"],
])("%s is not pruned", (_, text, code) => {
  const ids = identifyItems(parseMemory(text), {}).map((placed) => placed.id);
  expect(() => prune(text, ids)).toThrow(expect.objectContaining({ code }) as AppError);
});
