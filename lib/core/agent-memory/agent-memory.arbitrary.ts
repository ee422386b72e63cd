import fc from "fast-check";
import { AGENT_SECTIONS } from "@/lib/core/agent-memory/model";

const LINE_ENDS = ["\n", "\r\n", "\r"];

const FRONTMATTER = [
  [],
  [],
  ["---", "agent: a", "project: p", "last_updated: 2026-11-19", "session_count: 5", "---", ""],
  ["---", "agent: a # who", "session_count: '5'  # so far", "last_updated:", "other: [1, 2]", "---"],
  ["---", "agent: a", "session_count: 1", "session_count: 2", "..."],
  ["---", "{agent: a, session_count: 3, last_updated: 2026-11-19}", "---"],
  ["---", "agent: [", "---"],
  ["---", "session_count: |", "  12", "last_updated: >-", "  2026-11-19", "---"],
  ["---", "agent: a"],
  ["---"],
];

const LINES = [
  ...AGENT_SECTIONS.map((name) => `## ${name}`),
  "## watch points:",
  "## My own section",
  "# Title",
  "### Below",
  "<!-- a comment -->",
  "- one",
  "- one",
  "- two with `code`",
  "* three",
  "+ four",
  "  - nested",
  "  further",
  "lazy",
  "",
  "",
  "- 2026-11-20 · a · b",
  "- [ ] a task",
  "1. numbered",
  "| a | b |",
  "> quoted",
  "---",
];

/** Lines that open what swallows others. */
const BLOCKS = ["```", "~~~ts", "<!--", "-->", "<div>", "    code", "\u00A0", "==="];

function text(lines: readonly string[], runs: number): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom("", "", "", "\uFEFF"),
      fc.constantFrom(...FRONTMATTER),
      fc.array(fc.constantFrom(...lines), { maxLength: runs }),
      fc.constantFrom(...LINE_ENDS),
      fc.boolean(),
    )
    .map(([mark, front, body, lineEnd, ended]) => mark + [...front, ...body].join(lineEnd) + (ended ? lineEnd : ""));
}

/** A memory as it may be found: any order of sections, repeated or missing, blocks never closed, all line ends. */
export const agentMemoryText = fc.oneof(text(LINES, 30), text([...LINES, ...BLOCKS], 30));

/** The same without what swallows other lines: every edit of it can be made. */
export const openAgentMemory = text(
  LINES.filter((line) => line !== "---"),
  30,
);
