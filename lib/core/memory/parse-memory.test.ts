import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nastyMemory, nastyText } from "@/lib/core/memory/nasty-memory.fixture";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { partsOf } from "@/lib/core/memory/parts.fixture";
import { countLines } from "@/lib/core/text/lines";

const anyText = fc.oneof(nastyMemory, nastyText);

describe("any text is a team memory", () => {
  test("every code unit is in exactly one part", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const document = parseMemory(text);
        const parts = partsOf(document);
        expect(document.text).toBe(text);
        expect(parts.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
        expect(parts.every((part, index) => part.start === (parts[index - 1]?.end ?? 0))).toBe(true);
        const items = document.sections.reduce((sum, section) => sum + section.items.length, 0);
        expect(parts.filter((part) => part.kind === "item")).toHaveLength(items);
        expect(parts.filter((part) => part.kind === "heading")).toHaveLength(document.sections.length);
      }),
      { numRuns: 1000 },
    );
  });

  test("lines are where the places say", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const document = parseMemory(text);
        expect(document.lineCount).toBe(countLines(text));
        for (const section of document.sections) {
          expect(countLines(text.slice(0, section.start).replace("\uFEFF", "")) + 1).toBe(section.line);
          for (const item of section.items) {
            const source = text.slice(section.start + item.start, section.start + item.end);
            expect(source).toMatch(/^ {0,3}[-+*]/);
            expect(countLines(source)).toBe(item.lines);
            expect(countLines(text.slice(section.start, section.start + item.start))).toBe(item.line);
          }
        }
        for (const { range } of document.diagnostics) {
          expect(range.start.line).toBeGreaterThanOrEqual(1);
          expect(range.start.line).toBeLessThanOrEqual(document.lineCount);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("a section reads the same wherever it stands", () => {
    fc.assert(
      fc.property(nastyMemory, (text) => {
        for (const section of parseMemory(text).sections) {
          const [alone] = parseMemory(text.slice(section.start, section.end)).sections;
          expect(alone?.items).toEqual(section.items);
          expect(alone?.role).toBe(section.role);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("a real file", () => {
  const text = [
    "# Team Memory — COW pipeline",
    "",
    "## Meta",
    "- Created: 2026-02-07",
    "- **Session:** cow-pipeline",
    "- GC Version: GC-v4 (final)",
    "",
    "## Lead",
    "- [Gate 1 PASSED] Phase 1 Discovery 완료",
    "- [Decision] 2026-02-09T10:00:00Z implementer 2명 병렬 배치",
    "  - because of two modules",
    "",
    "```",
    "## not-a-section",
    "- not an item",
    "```",
    "<!--",
    "## nor this",
    "-->",
    "",
    "## architect-1 (Phase 4 — COMPLETE)",
    "(awaiting spawn)",
    "",
    "Devils-Advocate-1",
    "-----------------",
    "+ [Risk-7] foreign tag",
    "",
    "## researcher-1 [ARCHIVED — Phase 2 Complete]",
    "- ~~[Finding] API는 pagination 미지원~~ → Phase 3에서 해결",
    "",
    "## [REPLACED] implementer-1",
    "- [Pattern] singleton",
    "",
    "## implementer-10",
    "",
    "## implementer-1 (again)",
    "- [Gate] mine",
  ].join("\r\n");
  const document = parseMemory(text);

  test("has its title and Meta", () => {
    expect(document.title).toBe("Team Memory — COW pipeline");
    expect(document.feature).toBe("COW pipeline");
    expect(document.meta).toMatchObject({ created: "2026-02-07", session: "cow-pipeline", gcVersion: "GC-v4" });
    expect(document.meta.entries.map(({ key, value }) => [key, value])).toEqual([
      ["Created", "2026-02-07"],
      ["Session", "cow-pipeline"],
      ["GC Version", "GC-v4 (final)"],
    ]);
  });

  test("has the sections Markdown sees, and no others", () => {
    expect(document.sections.map(({ role, state, note, line }) => ({ role, state, note, line }))).toEqual([
      { role: "Lead", state: "active", note: null, line: 8 },
      { role: "architect-1", state: "active", note: "Phase 4 — COMPLETE", line: 21 },
      { role: "devils-advocate-1", state: "active", note: null, line: 24 },
      { role: "researcher-1", state: "archived", note: "Phase 2 Complete", line: 28 },
      { role: "implementer-1", state: "replaced", note: null, line: 31 },
      { role: "implementer-10", state: "active", note: null, line: 34 },
      { role: "implementer-1", state: "active", note: "again", line: 36 },
    ]);
    expect(document.sections[1]?.heading).toBe("architect-1 (Phase 4 — COMPLETE)");
    expect(document.sections[1]?.placeholder?.text).toBe("(awaiting spawn)");
  });

  test("has the items with their bodies", () => {
    expect(document.sections[0]?.items).toMatchObject([
      { tag: "Gate", text: "[Gate 1 PASSED] Phase 1 Discovery 완료", timestamp: null, line: 1, lines: 1 },
      {
        tag: "Decision",
        timestamp: "2026-02-09T10:00:00Z",
        text: "implementer 2명 병렬 배치",
        body: "- because of two modules",
        lines: 2,
      },
    ]);
    expect(document.sections[2]?.items).toMatchObject([{ tag: "Risk-7", text: "foreign tag" }]);
  });

  test("is told what is odd about it", () => {
    expect(document.diagnostics.map(({ code, range }) => [code, range.start.line])).toEqual([
      ["duplicate_section", 36],
      ["gate_outside_lead", 37],
    ]);
  });
});

test.each([
  ["", []],
  ["text", [["no_title", 1]]],
  ["# T\n## Lead\n## lead (2)\n", [["duplicate_section", 3]]],
  ["# T\n## Meta\n- GC Version: four\n", [["invalid_gc_version", 2]]],
  ["# T\n##\n", [["unnamed_section", 2]]],
  ["# T\n## Lead\n- a\n```\n## x\n", [["unclosed_block", 4]]],
  ["# T\n## Lead\n```\n## x\n```\n", []],
  ["# T\n## Lead\n<!-- x\n", [["unclosed_block", 3]]],
  [`# T\n${"\n".repeat(500)}`, [["over_500_lines", 501]]],
  [`# T\n${"\n".repeat(499)}`, []],
  ["# T\n## Meta\n## Meta\n", [["duplicate_section", 3]]],
] as const)("diagnostics of %j", (text, expected) => {
  expect(parseMemory(text).diagnostics.map(({ code, range }) => [code, range.start.line])).toEqual(expected);
});

test.each([
  ["(pending)", true],
  ["- (pending)", true],
  ["_(no entries yet)_", true],
  ["(아직 없음)", true],
  ["- ...", true],
  ["(see the architect's report for all numbers)", false],
  ["- [Finding] (pending)", false],
  ["(pending)\n\n- [Finding] x", false],
  ["- (pending)\n- (pending)", false],
])("a body of %j is a placeholder: %s", (body, expected) => {
  const [section] = parseMemory(`## a\n${body}\n`).sections;
  expect(section?.placeholder !== null).toBe(expected);
});

test("a bullet that says nothing yet is no item, even beside one", () => {
  const [section] = parseMemory("## a\n- (pending)\n- [Finding] x\n").sections;
  expect(section?.items.map((item) => item.text)).toEqual(["x"]);
});
