import { expect, test } from "vitest";
import { parseSectionHeading } from "@/lib/core/memory/role-id";

test.each([
  ["Lead", "Lead", "active", null],
  ["LEAD", "Lead", "active", null],
  ["meta", "Meta", "active", null],
  ["implementer-1", "implementer-1", "active", null],
  ["implementer-10", "implementer-10", "active", null],
  ["Devils-Advocate-1", "devils-advocate-1", "active", null],
  ["architect-1 (Phase 4 — COMPLETE)", "architect-1", "active", "Phase 4 — COMPLETE"],
  ["architect-1 (a (nested) note)", "architect-1", "active", "a (nested) note"],
  ["architect-1 (one) (two)", "architect-1", "active", "two"],
  ["architect-1()", "architect-1", "active", null],
  ["researcher-1 [ARCHIVED — Phase 2 Complete]", "researcher-1", "archived", "Phase 2 Complete"],
  ["researcher-1 [ARCHIVED: done]", "researcher-1", "archived", "done"],
  ["researcher-1 (x) [ARCHIVED]", "researcher-1", "archived", "x"],
  ["researcher-1 [archived] (x)", "researcher-1", "archived", "x"],
  ["[ARCHIVED] researcher-1", "researcher-1", "archived", null],
  ["[REPLACED] implementer-1", "implementer-1", "replaced", null],
  ["[REPLACED by implementer-3] implementer-1", "implementer-1", "replaced", "by implementer-3"],
  ["[REPLACED] implementer-1 [ARCHIVED — old]", "implementer-1", "replaced", "old"],
  ["implementer-1 [REPLACED]", "implementer-1", "replaced", null],
  ["(pending)", "(pending)", "active", null],
  ["Open   Questions", "open questions", "active", null],
  ["구현자-1 (진행 중)", "구현자-1", "active", "진행 중"],
  ["implementer-1 — notes", "implementer-1 — notes", "active", null],
  ["implementer-1 [draft]", "implementer-1 [draft]", "active", null],
  ["implementer-1 :)", "implementer-1 :)", "active", null],
  ["", "", "active", null],
])("%j names %j", (words, role, state, note) => {
  expect(parseSectionHeading(words)).toMatchObject({ role, state, note });
  expect(parseSectionHeading(words).role).toBe(role);
});

test("marks stand where they are said to", () => {
  const words = " [REPLACED] implementer-1 (x) [ARCHIVED — old]";
  const { marks } = parseSectionHeading(words);
  expect(marks.map(({ start, end }) => words.slice(start, end))).toEqual(["[REPLACED]", "[ARCHIVED — old]"]);
});

test("composed and decomposed characters name the same role", () => {
  expect(parseSectionHeading("구현자".normalize("NFD")).role).toBe(parseSectionHeading("구현자").role);
});
