import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/core/errors";
import { editKnowledgeIndex } from "@/lib/core/knowledge/edit-knowledge-index";
import { editRegistry, type RegistryFields } from "@/lib/core/knowledge/edit-registry";
import type { IndexEdit } from "@/lib/core/knowledge/index-intent";
import { lineDifference } from "@/lib/core/knowledge/line-difference.fixture";
import { parseKnowledgeIndex } from "@/lib/core/knowledge/parse-knowledge";

const edit = (text: string, change: IndexEdit) => editKnowledgeIndex(text, "t", change);
const FIELDS: RegistryFields = {
  reference: "n.md",
  tokensEstimate: 9,
  tags: ["x"],
  applicableTeams: [],
  description: null,
};

const INDEX = `# Knowledge of this team
shared_refs: # from everybody
  - id: owasp   # ten groups
    path: ../../../../knowledge/shared/owasp.md
    priority: "high" # first

  # the next one is optional
  - {id: sql, path: ../../../../knowledge/shared/sql.md, priority: low} # short
files:
- id: notes
  path: ./notes.md
auto_load:
  by_mode:
    # for pull requests
    review: [owasp, sql] # both
    plan:
      - notes   # ours
      - sql
  by_keyword:
    injection: [owasp]
    "인젝션": [ owasp , sql ]
token_budget:
  max_auto_load: 1700   # measured
  strategy: priority_then_skip
`;

describe("an index", () => {
  it("changes a priority in its place, and nothing else", () => {
    expect(lineDifference(INDEX, edit(INDEX, { type: "change", id: "owasp", loading: { priority: "low" } }))).toEqual({
      gone: ['    priority: "high" # first'],
      new: ["    priority: low # first"],
    });
    expect(
      lineDifference(INDEX, edit(INDEX, { type: "change", id: "sql", loading: { priority: "high" } })).new,
    ).toEqual(["  - {id: sql, path: ../../../../knowledge/shared/sql.md, priority: high} # short"]);
    expect(lineDifference(INDEX, edit(INDEX, { type: "change", id: "notes", loading: { priority: "high" } }))).toEqual({
      gone: [],
      new: ["  priority: high"],
    });
  });

  it("changes what loads an entry, and takes a rule away with its last entry", () => {
    const loading = { modes: ["plan", "retro"], keywords: ["sql"], core: true };
    expect(lineDifference(INDEX, edit(INDEX, { type: "change", id: "owasp", loading }))).toEqual({
      gone: ["    review: [owasp, sql] # both", "    injection: [owasp]", '    "인젝션": [ owasp , sql ]'],
      new: [
        "    review: [sql] # both",
        "      - owasp",
        "    retro: [owasp]",
        '    "인젝션": [ sql ]',
        "    sql: [owasp]",
        "core_files: [owasp]",
      ],
    });
  });

  it("adds an entry in the way the last one is written", () => {
    const added = edit(INDEX, {
      type: "add",
      id: "cvss",
      kind: "shared",
      reference: "../../../../knowledge/shared/cvss.md",
      loading: { priority: "medium", keywords: ["score"] },
    });
    expect(lineDifference(INDEX, added)).toEqual({
      gone: [],
      new: ["  - {id: cvss, path: ../../../../knowledge/shared/cvss.md, priority: medium}", "    score: [cvss]"],
    });
    expect(
      lineDifference(INDEX, edit(INDEX, { type: "add", id: "b", kind: "own", reference: "./b.md", loading: {} })).new,
    ).toEqual(["- id: b", "  path: ./b.md", "  priority: medium"]);
  });

  it("removes an entry wherever it stands, and keeps the comments around it", () => {
    const gone = lineDifference(INDEX, edit(INDEX, { type: "remove", id: "sql" }));
    expect(gone).toEqual({
      gone: [
        "  - {id: sql, path: ../../../../knowledge/shared/sql.md, priority: low} # short",
        "    review: [owasp, sql] # both",
        "      - sql",
        '    "인젝션": [ owasp , sql ]',
      ],
      new: ["    review: [owasp] # both", '    "인젝션": [ owasp ]'],
    });
  });

  it("sets the budget, in its place or in a new one", () => {
    expect(lineDifference(INDEX, edit(INDEX, { type: "budget", max: 2000 }))).toEqual({
      gone: ["  max_auto_load: 1700   # measured"],
      new: ["  max_auto_load: 2000   # measured"],
    });
    expect(edit("files: []\n", { type: "budget", max: 900, warning: 0.7 })).toBe(
      "files: []\ntoken_budget:\n  max_auto_load: 900\n  warning_threshold: 0.7\n",
    );
  });

  it("points an entry elsewhere, into the other list where it changes hands", () => {
    const shared = edit(INDEX, {
      type: "point",
      id: "notes",
      kind: "shared",
      reference: "../../../../knowledge/shared/notes.md",
    });
    expect(parseKnowledgeIndex(shared, "t").entries).toMatchObject([
      { id: "owasp" },
      { id: "sql" },
      { id: "notes", kind: "shared", path: ".microai/knowledge/shared/notes.md" },
    ]);
    const back = edit(shared, { type: "point", id: "notes", kind: "own", reference: "./notes.md" });
    expect(parseKnowledgeIndex(back, "t").entries.at(-1)).toMatchObject({
      id: "notes",
      kind: "own",
      priority: "medium",
    });
  });

  it("begins in a file that is empty, or has comments alone", () => {
    const add: IndexEdit = {
      type: "add",
      id: "a",
      kind: "own",
      reference: "./a.md",
      loading: { modes: ["m"], core: true },
    };
    const fresh =
      "files:\n  - id: a\n    path: ./a.md\n    priority: medium\ncore_files: [a]\nauto_load:\n  by_mode:\n    m: [a]\n";
    expect(edit("", add)).toBe(fresh);
    expect(edit("# mine", add)).toBe(`# mine\n${fresh}`);
  });

  it.each([
    ["priority:\n  high: [a]\n  low: [b] # rarely\nfiles: [{id: a, path: a.md}, {id: b, path: b.md}]\n", "b", "high"],
    ["files:\n  a.md: {title: A}\n  b.md:\n", "b.md", "low"],
    ["files: [a.md, b.md]\n", "b.md", "high"],
    ["core_files:\n  - b.md\n", "b.md", "low"],
    ["files:\n  - {file: b.md}\nkeyword_mapping: {x: {files: [b.md], priority: 1}}\n", "b.md", "high"],
  ] as const)("changes the priority in every shape: %j", (text, id, priority) => {
    const after = edit(text, { type: "change", id, loading: { priority } });
    expect(parseKnowledgeIndex(after, "t").entries.find((each) => each.id === id)?.priority).toBe(priority);
  });

  it("changes keywords where they stand", () => {
    const text = "files:\n  - id: a\n    path: a.md\n    keywords:\n      - one # why\n      - two\n";
    expect(
      lineDifference(text, edit(text, { type: "change", id: "a", loading: { keywords: ["one", "three"] } })),
    ).toEqual({
      gone: ["      - two"],
      new: ["      - three"],
    });
    const mapped = "files: [{id: a, path: a.md}]\nkeyword_mapping:\n  one: {files: [a]}\n  two: [a, b]\n";
    const after = edit(mapped, { type: "change", id: "a", loading: { keywords: ["two"] } });
    expect(after).toBe("files: [{id: a, path: a.md}]\nkeyword_mapping:\n  two: [a, b]\n");
  });

  it.each([
    ["files: [\n", "unparseable"],
    ["a: 1\n---\nb: 1\n", "unparseable"],
    ["files: [{id: x, path: p.md}]\n", "conflict"],
  ])("refuses to add to %j", (text, code) => {
    expect(refusal(() => edit(text, { type: "add", id: "x", kind: "own", reference: "./x.md", loading: {} }))).toBe(
      code,
    );
  });

  it("refuses what is not there", () => {
    expect(refusal(() => edit(INDEX, { type: "remove", id: "nobody" }))).toBe("not_found");
  });
});

const REGISTRY = `# Shared
knowledge:
  owasp: # ten groups
    path: owasp.md
    tokens_estimate: 780   # July
    tags:
      - security # first
      - web
    applicable_teams: [a, b]
  money: {path: money.md, tags: [amounts]} # minor units
# the end
`;

describe("a registry", () => {
  it("changes tags one by one, and keeps the comments of those that stay", () => {
    const after = editRegistry(REGISTRY, { type: "change", id: "owasp", fields: { tags: ["security", "http"] } });
    expect(lineDifference(REGISTRY, after)).toEqual({ gone: ["      - web"], new: ["      - http"] });
  });

  it("changes, adds and takes away fields", () => {
    const fields = { tokensEstimate: 900, applicableTeams: [], description: "Ten: groups, #1" };
    expect(lineDifference(REGISTRY, editRegistry(REGISTRY, { type: "change", id: "owasp", fields }))).toEqual({
      gone: ["    tokens_estimate: 780   # July", "    applicable_teams: [a, b]"],
      new: ["    tokens_estimate: 900   # July", '    description: "Ten: groups, #1"'],
    });
    expect(
      lineDifference(
        REGISTRY,
        editRegistry(REGISTRY, { type: "change", id: "money", fields: { tags: [], tokensEstimate: 5 } }),
      ).new,
    ).toEqual(["  money: {path: money.md, tokens_estimate: 5} # minor units"]);
  });

  it("adds and removes entries, and nothing else", () => {
    const added = editRegistry(REGISTRY, { type: "add", id: "new: one", fields: FIELDS });
    expect(lineDifference(REGISTRY, added)).toEqual({
      gone: [],
      new: ['  "new: one": {path: n.md, tokens_estimate: 9, tags: [x]}'],
    });
    expect(editRegistry(added, { type: "remove", id: "new: one" })).toBe(REGISTRY);
    expect(lineDifference(REGISTRY, editRegistry(REGISTRY, { type: "remove", id: "owasp" })).new).toEqual([]);
  });

  it.each([
    ["", "knowledge:\n  a:\n    path: n.md\n    tokens_estimate: 9\n    tags: [x]\n"],
    ["knowledge:\n", "knowledge:\n  a:\n    path: n.md\n    tokens_estimate: 9\n    tags: [x]\n"],
    ["knowledge: {}\r\n", "knowledge: {a: {path: n.md, tokens_estimate: 9, tags: [x]}}\r\n"],
    [
      "knowledge:\r\n  b: c.md",
      "knowledge:\r\n  b: c.md\r\n  a:\r\n    path: n.md\r\n    tokens_estimate: 9\r\n    tags: [x]",
    ],
    [
      "knowledge:\n  - {id: b, path: c.md}\n",
      "knowledge:\n  - {id: b, path: c.md}\n  - {id: a, path: n.md, tokens_estimate: 9, tags: [x]}\n",
    ],
  ])("adds to %j", (text, expected) => {
    expect(editRegistry(text, { type: "add", id: "a", fields: FIELDS })).toBe(expected);
  });

  it("removes every occurrence of an id that appears twice, so that none comes back", () => {
    const text = "knowledge:\n  a: {path: 1.md}\n  b: {path: b.md}\n  a: {path: 2.md}\n";
    expect(editRegistry(text, { type: "remove", id: "a" })).toBe("knowledge:\n  b: {path: b.md}\n");
  });

  it("refuses an edit that would touch another entry through an alias", () => {
    const text = "base: &b {path: x.md, tags: [t]}\nknowledge:\n  a: *b\n  c: *b\n";
    expect(refusal(() => editRegistry(text, { type: "change", id: "a", fields: { tags: ["u"] } }))).toBe("unparseable");
  });
});

function refusal(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return "nothing";
}
