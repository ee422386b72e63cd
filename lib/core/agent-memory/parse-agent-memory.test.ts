import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agentMemoryText } from "@/lib/core/agent-memory/agent-memory.arbitrary";
import { parseAgentMemory } from "@/lib/core/agent-memory/parse-agent-memory";
import { scaffoldAgentMemory } from "@/lib/core/agent-memory/scaffold";
import { AGENT_SECTIONS, SECTION_COMMENTS } from "@/lib/core/agent-memory/model";
import { nastyText } from "@/lib/core/memory/nasty-memory.fixture";
import { lineStarts } from "@/lib/core/text/lines";

const NEW = scaffoldAgentMemory({ agent: "tester", project: "payables", date: "2026-11-20" });

test("a new memory reads as what it was made of", () => {
  const document = parseAgentMemory(NEW);
  expect(document).toMatchObject({
    agent: "tester",
    project: "payables",
    lastUpdated: "2026-11-20",
    sessionCount: 0,
    missing: [],
    diagnostics: [],
    log: [],
  });
  expect(document.sections.map(({ name, comment, entries, notes }) => ({ name, comment, entries, notes }))).toEqual(
    AGENT_SECTIONS.map((name) => ({ name, comment: SECTION_COMMENTS[name], entries: [], notes: [] })),
  );
});

test.each(["a: b", "null", "- x", "#1", "007", '"', "한국 프로젝트", "my project", "~", "x # y", "2026-11-20"])(
  "the project %j is read back as it was given",
  (project) => {
    expect(parseAgentMemory(scaffoldAgentMemory({ agent: "a", project, date: "2026-11-20" })).project).toBe(project);
  },
);

test("names that would end the frontmatter are refused", () => {
  expect(() => scaffoldAgentMemory({ agent: "a", project: "x\n---", date: "2026-11-20" })).toThrow(
    "more than one line",
  );
});

test("entries, notes and the log are found with their lines", () => {
  const text = [
    "---",
    "agent: a",
    "session_count: '7'",
    "---",
    "# A title",
    "",
    "## watch points:",
    "<!-- c -->",
    "Prose first.",
    "",
    "- one",
    "  more of it",
    "  - nested",
    "",
    "* two",
    "",
    "## Something else",
    "- kept",
    "## Session Log",
    "- 2026-11-20 · a · b · c",
    "- 2026-11-21 · a",
    "- once upon a time",
    "",
  ].join("\n");
  const document = parseAgentMemory(text);
  const [watch, other, log] = document.sections;
  expect(watch).toMatchObject({ name: "Watch Points", heading: "watch points:", comment: "c", line: 7, endLine: 16 });
  expect(watch?.notes).toEqual([{ text: "Prose first.", line: 9, endLine: 9 }]);
  expect(watch?.entries).toMatchObject([
    { text: "one more of it", body: "  - nested", line: 11, endLine: 13 },
    { text: "two", body: "", line: 15, endLine: 15 },
  ]);
  expect(other).toMatchObject({ name: null, heading: "Something else" });
  expect(log?.entries).toHaveLength(3);
  expect(document.log).toEqual([
    { date: "2026-11-20", summary: "a · b", outcome: "c", line: 20 },
    { date: "2026-11-21", summary: "a", outcome: null, line: 21 },
    { date: null, summary: "once upon a time", outcome: null, line: 22 },
  ]);
  expect(document.sessionCount).toBe(7);
  expect(document.missing).toEqual(["Project Context", "Accumulated Findings", "What Worked", "Open Threads"]);
});

describe("what is odd is reported with its line", () => {
  test.each([
    ["---\na: [\n---\n## Watch Points\n", "bad_frontmatter", 3],
    ["---\n- a\n---\n", "no_frontmatter", 1],
    ["---\na: *b\n---\n", "bad_frontmatter", 2],
    ["---\nagent: a\n## Watch Points\n- x\n\n---\n", "unclosed_frontmatter", 1],
    ["---\nagent: a\nagent: b\n---\n", "duplicate_key", 3],
    ["## Watch Points\n", "no_frontmatter", 1],
    ["---\nsession_count: many\n---\n", "session_count_unreadable", 1],
    ["---\nlast_updated: yesterday\n---\n", "last_updated_unreadable", 1],
    ["---\nagent: a\n---\n\n## Watch Points\n## Watch points\n", "duplicate_section", 6],
    ["---\nagent: a\n---\n## Open Threads\n```\n- x\n", "unclosed_block", 5],
    ["## Session Log\n- done\n", "log_line_form", 2],
  ])("%j: %s at %i", (text, code, line) => {
    const found = parseAgentMemory(text).diagnostics.filter((each) => each.code === code);
    expect(found.map((each) => each.range.start.line)).toEqual([line]);
  });

  test("a memory with broken frontmatter has its sections all the same", () => {
    const { sections, frontmatter } = parseAgentMemory("---\na: [\n---\n## Watch Points\n- x\n");
    expect(frontmatter?.values).toBeNull();
    expect(sections).toMatchObject([{ name: "Watch Points", entries: [{ text: "x" }] }]);
  });

  test("a last key repeated counts", () => {
    expect(parseAgentMemory("---\nagent: a\nagent: b\n---\n").agent).toBe("b");
  });
});

test("structure is CommonMark's: headings in fences, comments and code are none, setext headings are", () => {
  const text = "```\n## Watch Points\n```\n<!--\n## What Worked\n-->\n    ## Open Threads\n\nSession Log\n---\n- x\n";
  expect(parseAgentMemory(text).sections).toMatchObject([{ name: "Session Log", entries: [{ text: "x" }] }]);
});

test("of any text, everything stands in order and in the text", () => {
  fc.assert(
    fc.property(fc.oneof(agentMemoryText, nastyText), (text) => {
      const { sections, frontmatter, text: kept } = parseAgentMemory(text);
      expect(kept).toBe(text);
      const starts = lineStarts(text);
      let done = frontmatter?.bodyStart ?? 0;
      for (const section of sections) {
        expect(section.start).toBeGreaterThanOrEqual(done);
        expect(section.bodyStart).toBeGreaterThan(section.start);
        expect(section.contentEnd).toBeGreaterThanOrEqual(section.bodyStart);
        expect(section.end).toBeGreaterThanOrEqual(section.contentEnd);
        expect(text.slice(section.contentEnd, section.end).trim()).toBe("");
        let inside = section.bodyStart;
        for (const entry of section.entries) {
          expect(entry.start).toBeGreaterThanOrEqual(inside);
          expect(entry.end).toBeGreaterThan(entry.start);
          expect(starts[entry.line - 1]).toBeLessThanOrEqual(entry.start);
          expect(starts[entry.endLine] ?? text.length).toBe(entry.end);
          inside = entry.end;
        }
        expect(inside).toBeLessThanOrEqual(section.contentEnd);
        done = section.end;
      }
      const ids = sections.flatMap(({ name, heading, entries }) => entries.map(({ id }) => `${name ?? heading} ${id}`));
      const names = sections.map(({ name, heading }) => name ?? heading);
      if (new Set(names).size === names.length) expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: 1500 },
  );
});
