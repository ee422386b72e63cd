import { HOSTILE_TEXTS } from "@/lib/api/testing/hostile-values.fixture";
import type { Random } from "@/lib/soak/random.fixture";

const BARE_HEADINGS: readonly string[] = ["## ", "## [REPLACED]", "## [ARCHIVED — x]"];

/** A team memory with every heading that names no role, each with an item below. */
export const BARE_MEMORY = BARE_HEADINGS.map((heading) => `${heading}\n\n- [Finding] below it\n`).join("\n");

/** Blocks of Markdown that people and tools write where the specification has something else. */
const BLOCKS: readonly string[] = [
  "---\nversion: GC-v3\nstatus: active\n---",
  "---\nversion: GC-v3\nstatus: [active\n: : :\n---",
  "---\nnever: closed",
  "# Team Memory: checkout",
  "TEAM-MEMORY\n===========",
  "## Meta\n\n- Created: yesterday\n- GC Version: 3",
  "## Lead\n\n- [Decision] 2026-02-09T10:00:00Z Ship behind a flag\n- [Gate] Phase 1 PASSED",
  ...BARE_HEADINGS,
  "## [REPLACED] implementer-1",
  "## architect-1 (Phase 4 — COMPLETE)\n\n- [Finding] The cart lives in Redis",
  "## implementer-1\n\n- [Pattern] Use the outbox\n- [Conflict] Two writers\n- [Question] Who owns the cart?",
  "## implementer-1\n\n- a second section of one role",
  "## Phase 2: Log\n\n1. first\n2. second\n   - nested\n3. third",
  "Setext heading\n--------------\n\n- [Finding] below it",
  "Plain words in a paragraph,\nover two lines.",
  "> a quote\n> of two lines",
  "| # | Decision | Why |\n|---|---|---|\n| D-1 | Redis | fast |\n| D-2 | | |",
  "```ts\n## not a heading\nconst a = `__init__`;\n```",
  "```\nnever closed\n## still code",
  "<!-- a comment\n## not a heading\n-->",
  "<details><summary>More</summary>\n\n- hidden\n\n</details>",
  "* star\n+ plus\n- dash",
  "- [ ] to do\n- [x] done\n- [text](https://example.com)",
  "- ~~[Question] Settled~~ → Yes\n- [ARCHIVED] [Finding] Old",
  "- **bold [link](https://example.com/a_(b))** and __init__.py",
  "-\n-\n  -\n",
  "<<<<<<< HEAD\n- [Finding] ours\n=======\n- [Finding] theirs\n>>>>>>> branch",
  "**In Scope:**\n- cart\n- checkout\n\n**Goal:** ship",
  "- key: value\n- **other key:** value → with | marks",
  "### Below\n\n#### Further below\n\ntext",
  "[CONTEXT-UPDATE] GC-v1 → GC-v2\n\n## Delta\n- ADDED §Scope: a: b",
  "[ACK-UPDATE] GC-v2 received. Items: 1/2. Impact: none. Action: PAUSE",
  "***",
  "    indented code\n    ## no heading",
];

/** Parts of YAML that people and tools write where the specification has something else. */
const ENTRIES: readonly string[] = [
  "phase: 2",
  "phase: two",
  "phase: 2\nphase: 3",
  "result: APPROVED",
  "verdict: {a: [b]}",
  "gate_result: pass # evidence: npm test",
  "date: 2026-02-30",
  "gc_version: GC-v2",
  "criteria:\n  - name: tests\n    met: true\n  - just words\n  - 5\n  - [nested]",
  "waivers: none",
  "teammates: {implementer-1: GC-v2, tester-1: null}",
  "teammates:\n  - implementer-1",
  "teammate_gc_versions: {implementer-1: GC-v2, x: 5}",
  "knowledge:\n  owasp:\n    path: ./owasp.md\n    tokens_estimate: many\n    tags: security",
  "knowledge:\n  - id: owasp\n    path: owasp.md",
  "knowledge_files:\n  - owasp.md\n  - {file: deep/a.md, why: x}",
  "shared_refs: [owasp, {id: owasp, path: ../../../../knowledge/shared/owasp.md}]",
  "shared: [owasp]",
  "files:\n  - filename: own.md\n    priority: urgent\n  - own.md\n  - id: gone\n    path: gone.md",
  "files:\n  own: {path: own.md, tokens: 10}\n  two: own.md",
  "core_files: [own, gone]",
  "priority: {high: [own], low: nothing}",
  "auto_load:\n  by_mode: {review: own, deep: [own, 5, null]}\n  by_keyword: {보안: [own], '': []}",
  "auto_load: always",
  "token_budget: {max_auto_load: 8k, strategy: guess}",
  "session_id: s-1\ncreated: 2026-11-19\nstate: {mode: review, turn_count: '3', current_speaker: [a]}",
  "dialogue_summary: it went well\nagreements: {a: 1}\nopen_issues: [1, {x: y}, null]",
  "loaded: own\nchecksum: 00",
  "- session_id: s-1\n  date: 2026-11-19\n  turns: many\n- just words\n- {}",
  "sessions:\n  - id: s-1\n  - id: s-1",
  "base: &base {a: 1}\nmerged:\n  <<: *base\n  a: 2",
  "a: &a [x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c, *c, *c]",
  "a: *nowhere",
  "self: &self [*self]",
  "\tindented: with a tab",
  "unclosed: [1, 2",
  "'quote: open",
  "? [a, b]\n: complex key",
  "!!binary x: y\n!custom z: 1",
  "--- \nsecond: document\n...\n--- \nthird: document",
  "text: |\n  ## many\n  lines",
  "null: null\ntrue: 1\n1: 2",
  "{json: [1, 2, {deep: true}]}",
];

/** How a document that was written well comes to lie on a disk. */
const TWISTS: readonly ((text: string, random: Random) => string | Buffer)[] = [
  (text) => `\ufeff${text}`,
  (text) => text.replaceAll("\n", "\r\n"),
  (text) => text.replaceAll("\n", "\r"),
  (text, random) => text.replaceAll("\n", () => random.pick(["\n", "\r\n"])),
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text) => text.trimEnd(),
  (text, random) => `${text}${random.pick(HOSTILE_TEXTS).slice(0, 400)}\n`,
  (text, random) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, random.below(256), 0x0a])]),
  (text) => Buffer.from(text, "utf16le"),
  (text) => text.replaceAll(" ", "\u00a0"),
  (text) => text + text,
  () => "",
  () => " \n\t\n",
];

/** A document of blocks as people write them, in any order, and as it may come to lie on a disk. */
export function awkwardMarkdown(random: Random): string | Buffer {
  return twisted(random, drawn(random, BLOCKS).join("\n\n") + "\n");
}

/** As `awkwardMarkdown`, of entries of YAML; JSON now and then. */
export function awkwardYaml(random: Random): string | Buffer {
  if (random.chance(0.1)) return random.pick(['{"a": [1, {"b": null}]}\n', "[]", "null\n", "5", '"text"', '{"a": 1,}']);
  return twisted(random, drawn(random, ENTRIES).join("\n") + "\n");
}

/** Markdown behind front matter, which is what most definitions and memories of agents are. */
export function awkwardDefinition(random: Random): string | Buffer {
  const keys = drawn(random, ["name: scribe", "name: [a]", "agent: scribe", "description: x: y", "memory: disabled"]);
  const more = drawn(random, [
    "memory: 5",
    "model: opus",
    "tools: [Read, 5]",
    "last_updated: soon",
    "session_count: x",
  ]);
  const front = `---\n${[...keys, ...more].join("\n")}\n---\n`;
  const body = drawn(random, [...BLOCKS, "## Session Log\n- 2026-13-01 · a · b\n- no date", "## Open Threads\n1. x"]);
  return twisted(random, front + body.join("\n\n") + "\n");
}

function twisted(random: Random, text: string): string | Buffer {
  return random.chance(0.4) ? random.pick(TWISTS)(text, random) : text;
}

function drawn(random: Random, of: readonly string[]): string[] {
  return Array.from({ length: 1 + random.below(6) }, () => random.pick(of));
}
