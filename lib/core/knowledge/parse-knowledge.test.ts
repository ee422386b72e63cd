import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseKnowledgeIndex, parseRegistry } from "@/lib/core/knowledge/parse-knowledge";

const TEAM = "review";
const OWN = `.microai/agents/teams/${TEAM}/knowledge`;
const index = (text: string) => parseKnowledgeIndex(text, TEAM);
const said = ({ diagnostics }: { diagnostics: { code: string; range: { start: { line: number } } }[] }) =>
  diagnostics.map(({ code, range }) => `${code} ${range.start.line}`);

describe("an index", () => {
  it("is read as the conventions write it", () => {
    const read = index(`
shared_refs:
  - id: owasp-top-10
    path: ../../../../knowledge/shared/owasp-top-10.md
    priority: high
files:
  - id: threat-modeling
    path: ./02-threat-modeling.md
    priority: high
auto_load:
  by_mode:
    review: [secure-code-review, owasp-top-10]
  by_keyword:
    injection: [owasp-top-10]
    인젝션: owasp-top-10
token_budget:
  max_auto_load: 5000
  strategy: priority_then_skip
`);
    expect(read.diagnostics).toEqual([]);
    expect(read.entries).toMatchObject([
      {
        id: "owasp-top-10",
        kind: "shared",
        path: ".microai/knowledge/shared/owasp-top-10.md",
        priority: "high",
        line: 3,
      },
      { id: "threat-modeling", kind: "own", path: `${OWN}/02-threat-modeling.md`, priority: "high", line: 7 },
    ]);
    expect(read.byMode).toEqual([{ name: "review", ids: ["secure-code-review", "owasp-top-10"], line: 12 }]);
    expect(read.byKeyword.map(({ name, ids }) => [name, ids])).toEqual([
      ["injection", ["owasp-top-10"]],
      ["인젝션", ["owasp-top-10"]],
    ]);
    expect(read.budget).toEqual({ max: 5000, warning: null, strategy: "priority_then_skip" });
  });

  it("is read with files as a map of file names, core files, and keywords that rank", () => {
    const read = index(`
core_files: ["02-frameworks.md", agent.md]
keyword_mapping:
  "first principles": {files: [02-frameworks.md], priority: 1}
files:
  01-arxiv.md: {title: "arXiv", lines: ~500}
  "02-frameworks.md":
    description: Seven of them
    tokens: 1_500
`);
    expect(read.diagnostics).toEqual([]);
    expect(read.entries).toMatchObject([
      { id: "agent.md", kind: "mentioned", core: true, path: `${OWN}/agent.md` },
      { id: "01-arxiv.md", core: false, path: `${OWN}/01-arxiv.md`, description: "arXiv" },
      { id: "02-frameworks.md", core: true, tokensEstimate: 1500 },
    ]);
    expect(read.byKeyword).toEqual([{ name: "first principles", ids: ["02-frameworks.md"], line: 4 }]);
  });

  it("is read with a map of priorities, ids in a map, keywords at the entry, and bare names", () => {
    const read = index(`
shared_refs: [owasp-top-10]
files:
  adr-guide: ./02-adr.md
  patterns: {path: 01-patterns.md, tokens_estimate: "~2,500 tokens", keywords: [event-driven, 설계]}
  notes: {file: notes.md, priority: 3}
priority:
  high: [patterns] # most needed
  low:
    - 02-adr.md
token_budget: 4000
`);
    expect(read.diagnostics).toEqual([]);
    expect(read.entries.map(({ id, path, priority, tokensEstimate }) => [id, path, priority, tokensEstimate])).toEqual([
      ["owasp-top-10", null, "medium", null],
      ["adr-guide", `${OWN}/02-adr.md`, "low", null],
      ["patterns", `${OWN}/01-patterns.md`, "high", 2500],
      ["notes", `${OWN}/notes.md`, "low", null],
    ]);
    expect(read.byKeyword.map(({ name, ids }) => [name, ids])).toEqual([
      ["event-driven", ["patterns"]],
      ["설계", ["patterns"]],
    ]);
    expect(read.budget.max).toBe(4000);
  });

  it("is read through anchors and aliases", () => {
    const read = index("auto_load:\n  by_mode:\n    a: &both [x, y]\n    b: *both\n");
    expect(read.byMode.map(({ ids }) => ids)).toEqual([
      ["x", "y"],
      ["x", "y"],
    ]);
  });

  it.each([
    ["token_budget: {max_auto_load: 0}", "bad_budget 1", null],
    ["token_budget: {max_auto_load: -5}", "bad_budget 1", null],
    ["token_budget:\n  max_auto_load: a lot", "bad_budget 2", null],
    ["token_budget: {max_auto_load: 9, strategy: greedy}", "unknown_strategy 1", 9],
    ["token_budget: {max_auto_load: 9, warning_threshold: 120%}", "bad_threshold 1", 9],
  ])("says of %j: %s", (text, code, max) => {
    const read = index(text);
    expect(said(read)).toEqual([code]);
    expect(read.budget.max).toBe(max);
  });

  it.each([
    ["0.75", { unit: "share", value: 0.75 }],
    ["80%", { unit: "share", value: 0.8 }],
    ["8000", { unit: "tokens", value: 8000 }],
  ])("reads a warning threshold of %s", (text, warning) => {
    expect(index(`token_budget: {warning_threshold: ${text}}`).budget.warning).toEqual(warning);
  });

  it("lets the last of a repeated key count, and names key and line", () => {
    const read = index("files:\n  - {id: a, path: 1.md}\nfiles:\n  - {id: a, path: 2.md}\n  - {id: a, path: 3.md}\n");
    expect(said(read)).toEqual(["duplicate_key 3", "duplicate_id 5"]);
    expect(read.diagnostics[0]?.message).toContain('"files"');
    expect(read.entries.map(({ reference }) => reference)).toEqual(["3.md"]);
  });

  it("is read as far as broken YAML can be, with the line that is broken", () => {
    const read = index(
      "files:\n  - {id: a, path: a.md}\nauto_load:\n  by_mode:\n    review: [a\n  by_keyword: {sql: [a]}\n",
    );
    expect(read.entries.map(({ id }) => id)).toEqual(["a"]);
    expect(
      read.diagnostics.filter(({ severity }) => severity === "error").map(({ range }) => range.start.line)[0],
    ).toBe(6);
  });

  it.each([
    ["", []],
    ["# nothing yet\n", []],
    ["files:\n", []],
    ["- a\n- b\n", ["not_a_map 1"]],
    ["files: 3", ["not_a_list 1"]],
    ["files:\n  - priority: high\n", ["no_id 2"]],
    ["files:\n  - {id: a, path: a.md, priority: urgent}", ["bad_priority 2"]],
    ["files:\n  - {id: a, path: a.md, tokens: many}", ["bad_tokens 2"]],
    ["auto_load:\n  by_mode: {a: *nowhere}\n", ["unknown_anchor 2"]],
    ["phase_triggers: {x: 1}", ["unread_key 1"]],
    ["a: 1\n---\nb: 2\n", ["several_documents 2", "unread_key 1"]],
  ])("says of %j: %j", (text, codes) => {
    expect(
      said(index(text))
        .map((each) => each.replace(/(several_documents) \d/, "$1 2"))
        .toSorted(),
    ).toEqual(codes.toSorted());
  });

  it("refuses paths that leave the workspace and still reads the rest", () => {
    const paths = [
      "../../../../../../etc/passwd",
      "/etc/passwd",
      "C:\\notes.md",
      "\\\\server\\a.md",
      "~/a.md",
      "..\\..\\ok.md",
    ];
    const read = index(`files:\n${paths.map((path, at) => `  - {id: f${at}, path: '${path}'}\n`).join("")}`);
    expect(read.entries.map(({ path }) => path)).toEqual([null, null, null, null, null, ".microai/agents/teams/ok.md"]);
    expect(said(read)).toEqual([2, 3, 4, 5, 6].map((line) => `path_outside ${line}`));
  });

  it("names a circle of references once", () => {
    const read = index(
      "files:\n  - {id: a, path: a.md, depends_on: [b]}\n  - {id: b, path: b.md, depends_on: [c]}\n  - {id: c, path: c.md, depends_on: [b, a]}\n  - {id: d, path: d.md, depends_on: [a]}\n",
    );
    expect(read.diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      "reference_cycle: b → c → b depend on each other in a circle.",
      "reference_cycle: a → b → c → a depend on each other in a circle.",
    ]);
  });
});

describe("a registry", () => {
  it("is read as the conventions write it", () => {
    const read = parseRegistry(`knowledge:
  owasp-top-10:
    path: owasp-top-10.md
    tokens_estimate: 3000
    tags: [security, vulnerabilities]
    applicable_teams: [dev-security, dev-qa]
    description: Ten groups
`);
    expect(read).toEqual({
      entries: [
        {
          id: "owasp-top-10",
          reference: "owasp-top-10.md",
          path: ".microai/knowledge/shared/owasp-top-10.md",
          problem: null,
          tokensEstimate: 3000,
          tags: ["security", "vulnerabilities"],
          applicableTeams: ["dev-security", "dev-qa"],
          description: "Ten groups",
          dependsOn: [],
          group: "knowledge",
          line: 2,
        },
      ],
      budget: { max: null, warning: null, strategy: null },
      diagnostics: [],
    });
  });

  it("is read as a list, in layers, and with budgets of its own", () => {
    const read = parseRegistry(`version: "2.0"
universal:
  thinking/frameworks: {file: universal/thinking.md, tokens: 1500}
domains:
  go/errors:
    file: go/errors.md
    depends_on: [go/basics]
knowledge:
  - {id: a, path: a.md}
agents: {x: {auto_load: [a]}}
budgets: {default_auto_load: 5000, warning_threshold: 8000, hard_limit: 15000}
`);
    expect(read.entries.map(({ id, group, path }) => [id, group, path])).toEqual([
      ["thinking/frameworks", "universal", ".microai/knowledge/shared/universal/thinking.md"],
      ["go/errors", "domains", ".microai/knowledge/shared/go/errors.md"],
      ["a", "knowledge", ".microai/knowledge/shared/a.md"],
    ]);
    expect(read.budget).toEqual({ max: 5000, warning: { unit: "tokens", value: 8000 }, strategy: null });
    expect(said(read)).toEqual(["unread_key 10"]);
  });

  it("says which entry names no file", () => {
    const read = parseRegistry("knowledge:\n  a: {tags: [x]}\n  __proto__: {path: b.md}\n");
    expect(said(read)).toEqual(["no_path 2"]);
    expect(read.entries.map(({ id }) => id)).toEqual(["a", "__proto__"]);
  });

  it("survives nesting that no reader survives, and aliases that would grow without end", () => {
    expect(parseRegistry("[".repeat(200_000)).diagnostics.some(({ severity }) => severity === "error")).toBe(true);
    const bomb = ["a0: &a0 [x, x]", ...Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)];
    expect(parseRegistry(`${bomb.join("\n")}\nknowledge: {k: {path: k.md, tags: *a40}}\n`).entries).toHaveLength(1);
  });
});

test("neither ever throws, and every diagnostic lies within the text", () => {
  const words = [
    "files:",
    "\n",
    "  ",
    "- ",
    "id: a",
    "path: ../x",
    "{",
    "}",
    "[",
    "]",
    "*a",
    "&a ",
    "#",
    "'",
    '"',
    ":",
    "auto_load:",
    "\r\n",
    "\t",
    "|",
    "by_mode:",
    "knowledge:",
    "---\n",
    "? ",
    "é",
    "\uFEFF",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 25 }), (parts) => {
      const text = parts.join("");
      const lines = text.split(/\r\n|\r|\n/).length;
      for (const { range } of [...index(text).diagnostics, ...parseRegistry(text).diagnostics]) {
        expect(range.start.line).toBeGreaterThanOrEqual(1);
        expect(range.end.line).toBeLessThanOrEqual(lines + 1);
      }
    }),
    { numRuns: 2000 },
  );
});
