import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { AppError } from "@/lib/core/errors";
import { editKnowledgeIndex } from "@/lib/core/knowledge/edit-knowledge-index";
import { editRegistry, type RegistryFields } from "@/lib/core/knowledge/edit-registry";
import type { IndexEdit } from "@/lib/core/knowledge/index-intent";
import { parseKnowledgeIndex } from "@/lib/core/knowledge/parse-knowledge-index";
import { parseRegistry } from "@/lib/core/knowledge/parse-registry";

const edit = (text: string, change: IndexEdit) => editKnowledgeIndex(text, "t", change);
const FIELDS: RegistryFields = {
  reference: "n.md",
  tokensEstimate: 9,
  tags: ["x"],
  applicableTeams: [],
  description: null,
};

/** Lines of `after` that `before` does not have, and the other way round. */
function difference(before: string, after: string): { gone: string[]; new: string[] } {
  const lines = (text: string) => text.split(/\r\n|\n/); // matches each line end
  const left = lines(after);
  const gone = lines(before).filter((line) => {
    const at = left.indexOf(line);
    if (at === -1) return true;
    left.splice(at, 1);
    return false;
  });
  return { gone, new: left };
}

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
    expect(difference(INDEX, edit(INDEX, { type: "change", id: "owasp", loading: { priority: "low" } }))).toEqual({
      gone: ['    priority: "high" # first'],
      new: ["    priority: low # first"],
    });
    expect(difference(INDEX, edit(INDEX, { type: "change", id: "sql", loading: { priority: "high" } })).new).toEqual([
      "  - {id: sql, path: ../../../../knowledge/shared/sql.md, priority: high} # short",
    ]);
    expect(difference(INDEX, edit(INDEX, { type: "change", id: "notes", loading: { priority: "high" } }))).toEqual({
      gone: [],
      new: ["  priority: high"],
    });
  });

  it("changes what loads an entry, and takes a rule away with its last entry", () => {
    const loading = { modes: ["plan", "retro"], keywords: ["sql"], core: true };
    expect(difference(INDEX, edit(INDEX, { type: "change", id: "owasp", loading }))).toEqual({
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
    expect(difference(INDEX, added)).toEqual({
      gone: [],
      new: ["  - {id: cvss, path: ../../../../knowledge/shared/cvss.md, priority: medium}", "    score: [cvss]"],
    });
    expect(
      difference(INDEX, edit(INDEX, { type: "add", id: "b", kind: "own", reference: "./b.md", loading: {} })).new,
    ).toEqual(["- id: b", "  path: ./b.md", "  priority: medium"]);
  });

  it("removes an entry wherever it stands, and keeps the comments around it", () => {
    const gone = difference(INDEX, edit(INDEX, { type: "remove", id: "sql" }));
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
    expect(difference(INDEX, edit(INDEX, { type: "budget", max: 2000 }))).toEqual({
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
    expect(difference(text, edit(text, { type: "change", id: "a", loading: { keywords: ["one", "three"] } }))).toEqual({
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
    expect(difference(REGISTRY, after)).toEqual({ gone: ["      - web"], new: ["      - http"] });
  });

  it("changes, adds and takes away fields", () => {
    const fields = { tokensEstimate: 900, applicableTeams: [], description: "Ten: groups, #1" };
    expect(difference(REGISTRY, editRegistry(REGISTRY, { type: "change", id: "owasp", fields }))).toEqual({
      gone: ["    tokens_estimate: 780   # July", "    applicable_teams: [a, b]"],
      new: ["    tokens_estimate: 900   # July", '    description: "Ten: groups, #1"'],
    });
    expect(
      difference(
        REGISTRY,
        editRegistry(REGISTRY, { type: "change", id: "money", fields: { tags: [], tokensEstimate: 5 } }),
      ).new,
    ).toEqual(["  money: {path: money.md, tokens_estimate: 5} # minor units"]);
  });

  it("adds and removes entries, and nothing else", () => {
    const added = editRegistry(REGISTRY, { type: "add", id: "new: one", fields: FIELDS });
    expect(difference(REGISTRY, added)).toEqual({
      gone: [],
      new: ['  "new: one": {path: n.md, tokens_estimate: 9, tags: [x]}'],
    });
    expect(editRegistry(added, { type: "remove", id: "new: one" })).toBe(REGISTRY);
    expect(difference(REGISTRY, editRegistry(REGISTRY, { type: "remove", id: "owasp" })).new).toEqual([]);
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

  it("removes every occurrence of an id that stands twice, so that none comes back", () => {
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

/** Registries in many hands' writing, with an id `k` each and a comment on every line. */
const registryText = fc
  .record({
    entries: fc.uniqueArray(fc.constantFrom<string[]>("k0", "k1", "한글", "a b", "go/x", "k-9"), {
      minLength: 1,
      maxLength: 5,
    }),
    style: fc.array(fc.constantFrom("flow", "block", "short"), { minLength: 5, maxLength: 5 }),
    list: fc.boolean(),
    step: fc.constantFrom(2, 4),
    eol: fc.constantFrom("\n", "\r\n"),
    close: fc.boolean(),
    gap: fc.boolean(),
    bom: fc.boolean(),
    after: fc.boolean(),
  })
  .map(({ entries, style, list, step, eol, close, gap, bom, after }) => {
    const pad = " ".repeat(step);
    const lines = ["# top", "knowledge: # all"];
    entries.forEach((id, at) => {
      if (gap && at > 0) lines.push("");
      lines.push(`${pad}# about ${at}`);
      if (list) {
        if (style[at] === "flow") lines.push(`${pad}- {id: ${id}, path: f${at}.md, tags: [t, u]} # c${at}`);
        else
          lines.push(
            `${pad}- id: ${id} # c${at}`,
            `${pad}  path: f${at}.md`,
            `${pad}  tags:`,
            `${pad}    - t # first`,
            `${pad}    - u`,
          );
      } else if (style[at] === "flow") lines.push(`${pad}${id}: {path: f${at}.md, tags: [t, u]} # c${at}`);
      else if (style[at] === "short") lines.push(`${pad}${id}: f${at}.md # c${at}`);
      else lines.push(`${pad}${id}: # c${at}`, `${pad}${pad}tags: [ t, u ]`, `${pad}${pad}path: f${at}.md # p${at}`);
    });
    if (after) lines.push("budgets: {default_auto_load: 5000} # last");
    return { text: (bom ? "\uFEFF" : "") + lines.join(eol) + (close ? eol : ""), entries };
  });

const comments = (text: string) => [...text.matchAll(/#[^\r\n]*/g)].map(([comment]) => comment); // matches "# top"

test("an entry added and removed leaves the text as it was", () => {
  fc.assert(
    fc.property(registryText, ({ text }) => {
      const added = editRegistry(text, { type: "add", id: "new", fields: FIELDS });
      expect(comments(added)).toEqual(comments(text));
      expect(parseRegistry(added).entries.at(-1)).toMatchObject({ id: "new", ...FIELDS });
      expect(editRegistry(added, { type: "remove", id: "new" })).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test("removing an entry takes bytes of its own lines alone", () => {
  fc.assert(
    fc.property(registryText, fc.nat(4), ({ text, entries }, which) => {
      const id = entries[which % entries.length] as string;
      const after = editRegistry(text, { type: "remove", id });
      const { gone, new: added } = difference(text, after);
      expect(added).toEqual([]);
      const at = entries.indexOf(id);
      expect(gone.filter((line) => /f\d\.md|c\d/.test(line)).every((line) => new RegExp(`[fc]${at}`).test(line))).toBe(
        true,
      ); // matches "f1.md"
      expect(parseRegistry(after).entries.map((entry) => entry.id)).toEqual(entries.filter((each) => each !== id));
    }),
    { numRuns: 300 },
  );
});

test("a change of fields reads back as meant, changes no other entry, and loses no comment", () => {
  const wanted = fc.record(
    {
      tags: fc.uniqueArray(fc.constantFrom("t", "u", "v", "한", "a, b", "yes"), { maxLength: 4 }),
      tokensEstimate: fc.option(fc.nat(9999)),
      description: fc.option(fc.constantFrom("x", "a: b", "[z]", "'q\"", "- item", "true", "송장")),
      reference: fc.constantFrom("other.md", "../x y.md", "한.md"),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(registryText, fc.nat(4), wanted, ({ text, entries }, which, fields) => {
      const id = entries[which % entries.length] as string;
      const after = editRegistry(text, { type: "change", id, fields });
      const before = parseRegistry(text).entries;
      for (const entry of parseRegistry(after).entries) {
        const old = before.find((each) => each.id === entry.id);
        if (entry.id !== id) expect({ ...entry, line: 0 }).toEqual({ ...old, line: 0 });
        else
          expect({ ...entry, tags: entry.tags.toSorted() }).toMatchObject({
            ...fields,
            ...(fields.tags ? { tags: fields.tags.toSorted() } : {}),
          });
      }
      // What another reader of YAML sees agrees.
      const read = parse(after.replace(/^\uFEFF/, "")) as { knowledge: Record<string, unknown> }; // matches a byte order mark
      expect(Object.keys(read.knowledge)).toHaveLength(entries.length);
      const kept = comments(after);
      for (const comment of comments(text))
        if (!["# first", `# p${entries.indexOf(id)}`].includes(comment)) expect(kept).toContain(comment);
    }),
    { numRuns: 500 },
  );
});

/** Indexes in many hands' writing. */
const indexText = fc
  .record({
    ids: fc.uniqueArray(fc.constantFrom<string[]>("a", "b", "c-1", "한", "go/x"), { minLength: 1, maxLength: 4 }),
    flow: fc.boolean(),
    map: fc.boolean(),
    lists: fc.boolean(),
    inline: fc.boolean(),
    rules: fc.array(fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 3 }),
    eol: fc.constantFrom("\n", "\r\n"),
  })
  .map(({ ids, flow, map, lists, inline, rules, eol }) => {
    const lines = ["# index", "files: # own"];
    ids.forEach((id, at) => {
      const priority = inline ? ", priority: high" : "";
      if (map)
        lines.push(flow ? `  ${id}: {path: p${at}.md${priority}} # e${at}` : `  ${id}: # e${at}\n    path: p${at}.md`);
      else if (flow) lines.push(`  - {id: ${id}, path: p${at}.md${priority}} # e${at}`);
      else lines.push(`  - id: ${id} # e${at}`, `    path: p${at}.md${inline ? "\n    priority: low # p" : ""}`);
    });
    if (lists) lines.push("priority:", `  high: [${ids[0] ?? ""}] # h`, "  low: []");
    const named = (rule: number[] | undefined) => [...new Set((rule ?? []).map((at) => ids[at % ids.length]))];
    lines.push("auto_load:", "  by_mode:", `    m: [${named(rules[0]).join(", ")}] # m`, "    n:");
    lines.push(...named(rules[1]).map((id) => `      - ${id}`));
    lines.push("  by_keyword: # words", `    w: [${named(rules[2]).join(",")}]`, "# end");
    return { text: `${lines.join("\n").replaceAll("\n", eol)}${eol}`, ids };
  });

test("any edit of an index reads back as meant and loses no comment but those of what is removed", () => {
  const names = (pool: string[]) =>
    fc.option(fc.uniqueArray(fc.constantFrom(...pool), { maxLength: 3 }), { nil: undefined });
  const loading = fc
    .record({
      priority: fc.option(fc.constantFrom("high" as const, "medium" as const, "low" as const), { nil: undefined }),
      core: fc.option(fc.boolean(), { nil: undefined }),
      modes: names(["m", "n", "new mode", "yes"]),
      keywords: names(["w", "인젝션", "c++", "a: b"]),
    })
    .map(
      (all) =>
        Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as typeof all & object,
    );
  const change = fc.oneof(
    fc.record({ type: fc.constant("change" as const), loading }),
    fc.record({ type: fc.constant("remove" as const) }),
    fc.record({ type: fc.constant("add" as const), kind: fc.constantFrom("shared" as const, "own" as const), loading }),
    fc.record({ type: fc.constant("budget" as const), max: fc.integer({ min: 1, max: 9999 }) }),
  );
  fc.assert(
    fc.property(indexText, fc.nat(3), change, ({ text, ids }, which, made) => {
      const id = made.type === "add" ? "added" : (ids[which % ids.length] as string);
      const reference = made.type === "add" ? { reference: "./added.md" } : {};
      // `edit` itself compares what it reads back with what was meant, and throws otherwise.
      const after = edit(text, { ...made, ...reference, id } as IndexEdit);
      expect(parseKnowledgeIndex(after, "t").diagnostics).toEqual(parseKnowledgeIndex(text, "t").diagnostics);
      const lost = comments(text).filter((comment) => !comments(after).includes(comment));
      const own = ["# p", "# m", `# e${ids.indexOf(id)}`];
      expect(
        lost.filter((comment) => !(made.type === "remove" || comment === "# m" ? own : []).includes(comment)),
      ).toEqual([]);
      expect(after.includes("\r\n")).toBe(text.includes("\r\n"));
      expect(after.replaceAll("\r\n", "").includes("\n")).toBe(!text.includes("\r\n"));
    }),
    { numRuns: 600 },
  );
});
