import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import { differsOnlyIn } from "@/lib/core/memory/changed-roles";
import { editText } from "@/lib/core/memory/edit-text";
import { nastyMemory, nastyText } from "@/lib/core/memory/nasty-memory.fixture";
import { parseMemory } from "@/lib/core/memory/parse-memory";

const BEFORE = "# T\n\n## Meta\n- Session: s\n\n## Lead\n- l\n\n## a\n- x\n\n## b\n- y\n";

test.each([
  ["nothing", BEFORE, true],
  ["an item of its own", BEFORE.replace("- x\n", "- x\n- x2\n"), true],
  ["its whole body", BEFORE.replace("- x\n", ""), true],
  ["another's item", BEFORE.replace("- y", "- Y"), false],
  ["the Lead's", BEFORE.replace("- l", "- L"), false],
  ["Meta", BEFORE.replace("Session: s", "Session: t"), false],
  ["the title", BEFORE.replace("# T", "# U"), false],
  ["its heading", BEFORE.replace("## a", "## a [ARCHIVED]"), false],
  ["a new section", BEFORE.replace("- x\n", "- x\n## c\n"), false],
  ["a heading by underline", BEFORE.replace("- x\n", "- x\n\nc\n---\n"), false],
  ["a new title", BEFORE.replace("- x\n", "- x\n# U\n"), false],
  ["a fence that swallows the rest", BEFORE.replace("- x\n", "- x\n```\n"), false],
  ["a comment that swallows the rest", BEFORE.replace("- x\n", "- x\n\n<!--\n"), false],
  ["a gate", BEFORE.replace("- x", "- [Gate] Phase 1 PASSED"), false],
  ["its own heading gone", BEFORE.replace("## a\n", ""), false],
])("%s", (_, after, expected) => {
  expect(differsOnlyIn(parseMemory(BEFORE), parseMemory(after), "a")).toBe(expected);
});

test("what it allows, an edit of that text in that role's name is allowed", () => {
  let allowed = 0;
  fc.assert(
    fc.property(
      nastyMemory,
      nastyText,
      fc.nat(),
      fc.nat({ max: 20 }),
      fc.nat(),
      (text, added, from, length, chosen) => {
        const document = parseMemory(text);
        const section = document.sections[chosen % Math.max(1, document.sections.length)];
        if (section === undefined || section.role === "Lead") return;
        const body = section.start + section.bodyStart;
        const start = Math.min(section.end, body + (from % Math.max(1, section.end - body)));
        const end = Math.min(section.end, start + length);
        const after = text.slice(0, start) + added + text.slice(end);
        if (after === text || !added.isWellFormed() || !differsOnlyIn(document, parseMemory(after), section.role))
          return;
        // The whole section is unique enough to be named, if it stands in the text once.
        const oldString = text.slice(section.start, section.end);
        const newString = oldString.slice(0, start - section.start) + added + oldString.slice(end - section.start);
        try {
          editText(document, {}, { type: "edit", scope: section.role, oldString, newString });
          allowed++;
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect(["conflict", "invalid_input"]).toContain((error as AppError).code);
        }
      },
    ),
    { numRuns: 3000 },
  );
  expect(allowed).toBeGreaterThan(100);
});

test("of two sections of one role, one may change at a time", () => {
  const two = "## a\n- x\n\n## a\n- y\n";
  const differs = (after: string) => differsOnlyIn(parseMemory(two), parseMemory(after), "a");
  expect(differs(two.replace("- y", "- z"))).toBe(true);
  expect(differs("## a\n\n## a\n```\n- x\n\n## a\n- y\n")).toBe(false);
});
