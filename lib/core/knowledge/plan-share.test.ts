import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/core/errors";
import { findProblems } from "@/lib/core/knowledge/find-problems";
import { planShare, proposeId, type SharePlan } from "@/lib/core/knowledge/plan-share";

const REGISTRY = ".microai/knowledge/shared/registry.yaml";
const SHARED = ".microai/knowledge/shared/owasp.md";
const own = (team: string, file: string) => `.microai/agents/teams/${team}/knowledge/${file}`;
const count = (text: string) => text.length;
const AS = { id: "owasp", description: "OWASP Top 10", tags: ["security"] };

const INDEX = `# what the team reads
files:
  - id: owasp-own   # the copy
    path: ./01-owasp.md
    priority: high
  - id: threats
    path: ./threats.md
auto_load:
  by_mode:
    review: [owasp-own, threats]
`;
const FILES: Record<string, string> = {
  [REGISTRY]: "# shared by all\nknowledge:\n  sql:\n    path: sql.md # kept\n    tokens_estimate: 10\n",
  ".microai/knowledge/shared/sql.md": "# SQL\n",
  [own("sec", "01-owasp.md")]: "# OWASP\nSee [threats](threats.md#a).\n",
  [own("sec", "threats.md")]: "# Threats\r\n[o]: 01-owasp.md\r\n[x](./01-owasp.md#b) `[y](01-owasp.md)`\r\n",
  [own("sec", "knowledge-index.yaml")]: INDEX,
  [own("qa", "owasp.md")]: "# OWASP\nSee [threats](../../sec/knowledge/threats.md#a).\n",
};

function plan(paths: string[], files = FILES, as = AS): SharePlan & { after: Record<string, string | null> } {
  const planned = planShare(new Map(Object.entries(files)), paths, as, count);
  return { ...planned, after: Object.fromEntries(planned.changes.map(({ path, after }) => [path, after])) };
}

function refused(code: string, act: () => unknown): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe(code);
    return;
  }
  throw new Error(`was not refused with ${code}`);
}

describe("planShare", () => {
  it("leaves one file, which the registry and the indexes lead to, with every comment in its place, and links to it as they are", () => {
    const { after, changes, id, path } = plan([own("sec", "01-owasp.md"), own("qa", "owasp.md")]);
    expect({ id, path }).toEqual({ id: "owasp", path: SHARED });
    expect(changes.map((change) => change.path)).toEqual([
      SHARED,
      REGISTRY,
      own("qa", "knowledge-index.yaml"),
      own("qa", "owasp.md"),
      own("sec", "01-owasp.md"),
      own("sec", "knowledge-index.yaml"),
    ]);
    expect(after[SHARED]).toBe(FILES[own("sec", "01-owasp.md")]);
    expect([after[own("sec", "01-owasp.md")], after[own("qa", "owasp.md")]]).toEqual([null, null]);
    expect(after[REGISTRY]).toContain(FILES[REGISTRY]?.trimEnd());
    expect(after[REGISTRY]).toMatch(/owasp:\n\s+path: owasp\.md\n/);
    const index = after[own("sec", "knowledge-index.yaml")] ?? "";
    expect(index).toContain("# what the team reads");
    expect(index).toContain("review: [owasp-own, threats]");
    expect(index).toMatch(
      /shared_refs:\n\s+- id: owasp-own\n\s+path: \.\.\/\.\.\/\.\.\/\.\.\/knowledge\/shared\/owasp\.md\n\s+priority: high/,
    );
    expect(after[own("qa", "knowledge-index.yaml")]).toContain("owasp");
    const left = { ...FILES, ...after };
    const texts = Object.entries(left).flatMap(([each, text]) => (text === null ? [] : [[each, text] as const]));
    const kinds = findProblems(new Map(texts)).map((problem) => `${problem.kind} ${String(problem.id)}`);
    expect(kinds).toEqual([
      "unused_entry sql",
      "never_loaded owasp",
      "broken_link null",
      "broken_link null",
      "broken_link null",
      "broken_link null",
    ]);
  });

  it("keeps a file that is shared already, and the id it is registered by", () => {
    const files = {
      ...FILES,
      [SHARED]: "# OWASP\n",
      [REGISTRY]: "knowledge:\n  top-ten: {path: owasp.md, applicable_teams: [qa]}\n",
    };
    const { id, after } = plan([SHARED, own("sec", "01-owasp.md")], files);
    expect(id).toBe("top-ten");
    expect(after[SHARED]).toBeUndefined();
    expect(after[REGISTRY]).toBe("knowledge:\n  top-ten: {path: owasp.md, applicable_teams: [qa, sec]}\n");
  });

  it("refuses what cannot be done: one file, an unknown one, a taken name, a broken index", () => {
    const both = [own("sec", "01-owasp.md"), own("qa", "owasp.md")];
    refused("invalid_input", () => plan([]));
    refused("invalid_input", () => plan([SHARED, SHARED], { ...FILES, [SHARED]: "x" }));
    refused("not_found", () => plan([own("sec", "gone.md"), ...both]));
    refused("conflict", () => plan(both, { ...FILES, [SHARED]: "x" }));
    refused("conflict", () => plan(both, { ...FILES, [SHARED.replace("owasp", "OWASP")]: "x" }));
    refused("conflict", () => plan(both, FILES, { ...AS, id: "sql" }));
    refused("invalid_input", () => plan(both, FILES, { ...AS, id: "../x" }));
    refused("unparseable", () => plan(both, { ...FILES, [own("sec", "knowledge-index.yaml")]: "files: [\n" }));
  });
});

describe("proposeId", () => {
  it("is a name that can be shared by, whatever the file is called", () => {
    expect(proposeId("k/03-OWASP Top 10.md")).toBe("owasp-top-10");
    expect(proposeId("k/보안 점검.md".normalize("NFD"))).toBe("보안-점검");
    expect(proposeId("k/42.md")).toBe("42");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        const id = proposeId(`k/${name}.md`);
        refused("invalid_input", () => planShare(new Map(), [], { ...AS, id }, count));
        expect(id).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u); // owasp-top-10
      }),
    );
  });
});

describe("findProblems", () => {
  it("names every reference to nothing, unknown id, entry without use and file without index, with its line", () => {
    const files: Record<string, string> = {
      [REGISTRY]:
        "knowledge:\n  used: {path: used.md}\n  lost: {path: lost.md}\n  out: {path: ../../../../etc/passwd}\n  idle: {path: idle.md}\n",
      ".microai/knowledge/shared/used.md": "[a](../gone.md) [b](https://x.org/y.md)\n",
      ".microai/knowledge/shared/idle.md": "x",
      ".microai/knowledge/shared/stray.md": "x",
      ".microai/knowledge/shared/summaries/used.md": "x",
      [own("t", "knowledge-index.yaml")]:
        "shared_refs: [used, nobody]\nfiles:\n  - path: ./a.md\nauto_load:\n  by_mode:\n    review: [used, ghost]\n",
      [own("t", "a.md")]: "x",
      [own("t", "b.md")]: "x",
    };
    const found = findProblems(new Map(Object.entries(files)));
    expect(found.map(({ kind, path, line, id }) => `${kind} ${path.slice(9)}:${String(line)} ${String(id)}`)).toEqual([
      "broken_reference knowledge/shared/registry.yaml:3 lost",
      "broken_reference knowledge/shared/registry.yaml:4 out",
      "unused_entry knowledge/shared/registry.yaml:5 idle",
      "unknown_id agents/teams/t/knowledge/knowledge-index.yaml:1 nobody",
      "never_loaded agents/teams/t/knowledge/knowledge-index.yaml:3 ./a.md",
      "unknown_id agents/teams/t/knowledge/knowledge-index.yaml:6 ghost",
      "not_indexed knowledge/shared/stray.md:null null",
      "not_indexed agents/teams/t/knowledge/b.md:null null",
      "broken_link knowledge/shared/used.md:1 null",
    ]);
  });

  it("tells of a broken index or registry once, and of nothing that follows from it", () => {
    const files = new Map([
      [REGISTRY, "knowledge:\n  used: {path: used.md}\n"],
      [".microai/knowledge/shared/used.md", "x"],
      [own("t", "knowledge-index.yaml"), "files:\n  - id: a\n    path: a: b.md\n"],
      [own("t", "a.md"), "x"],
    ]);
    const told = () => findProblems(files).map(({ kind, team, line }) => [kind, team, line]);
    expect(told()).toEqual([["broken_file", "t", 3]]);
    files.set(REGISTRY, "knowledge:\n  used: {path: a: b.md\n");
    files.set(
      own("t", "knowledge-index.yaml"),
      "shared_refs: [used]\nfiles:\n  - path: a.md\ncore_files: [used, a.md]\n",
    );
    expect(told()).toEqual([["broken_file", null, 2]]);
  });

  it("finds nothing to say about nothing, and never fails on a broken file", () => {
    expect(findProblems(new Map())).toEqual([]);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (registry, index) => {
        const files = new Map([
          [REGISTRY, registry],
          [own("t", "knowledge-index.yaml"), index],
          [own("t", "a.md"), index],
        ]);
        expect(findProblems(files).length).toBeGreaterThan(0);
      }),
    );
  });
});
