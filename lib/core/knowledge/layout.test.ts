import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/core/errors";
import { readActiveContext, addLearnings } from "@/lib/core/knowledge/active-context";
import { planLayout } from "@/lib/core/knowledge/layout";
import { parseKnowledgeIndex, parseRegistry } from "@/lib/core/knowledge/parse-knowledge";
import { putSession } from "@/lib/core/knowledge/sessions-file-edit";

const REGISTRY = ".microai/knowledge/shared/registry.yaml";
const TEAM = ".microai/agents/teams/sec";
const INDEX = `${TEAM}/knowledge/knowledge-index.yaml`;
const count = (text: string) => text.length;

/** The files as they are once the plan is carried out. */
function laidOut(files: Record<string, string>, teams: string[] = []): Record<string, string> {
  const changes = planLayout(new Map(Object.entries(files)), teams, count);
  return { ...files, ...Object.fromEntries(changes.map(({ path, after }) => [path, after ?? ""])) };
}

describe("planLayout", () => {
  it("makes everything a new team needs, each file readable by what will write to it", () => {
    const files = laidOut({}, ["sec"]);
    expect(Object.keys(files).sort()).toEqual([
      INDEX,
      `${TEAM}/memory/context.md`,
      `${TEAM}/memory/learnings.md`,
      `${TEAM}/memory/sessions.yaml`,
      REGISTRY,
    ]);
    expect(parseRegistry(files[REGISTRY] ?? "")).toMatchObject({ entries: [], diagnostics: [] });
    expect(parseKnowledgeIndex(files[INDEX] ?? "", "sec")).toMatchObject({
      entries: [],
      budget: { max: 5000, strategy: "priority_then_skip" },
      diagnostics: [],
    });
    expect(readActiveContext(files[`${TEAM}/memory/context.md`] ?? "")).toHaveLength(4);
    const session = { sessionId: "a", date: "2026-02-09", mode: null, topic: null, turns: 1, status: "completed" };
    const entry = { ...session, loaded: [], outcome: null };
    expect(putSession(files[`${TEAM}/memory/sessions.yaml`] ?? "", entry as never).diagnostics).toEqual([]);
    expect(addLearnings(files[`${TEAM}/memory/learnings.md`] ?? "", "sec", "2026-02-09", ["x"]).diagnostics).toEqual(
      [],
    );
  });

  it("lists the files of a flat project, with estimates and what their names say, and moves none", () => {
    const files = laidOut({
      [`${TEAM}/knowledge/02-threat-modeling.md`]: "abc",
      [`${TEAM}/knowledge/threat-modeling.md`]: "abcd",
      [`${TEAM}/knowledge/보안 점검: 표.md`]: "a",
      [`${TEAM}/knowledge/summaries/x.md`]: "s",
      ".microai/knowledge/owasp.md": "ab",
      ".microai/knowledge/README.md": "ab",
      ".microai/knowledge/shared/sql.md": "abc",
    });
    const registry = parseRegistry(files[REGISTRY] ?? "");
    expect(registry.entries.map(({ id, path, tokensEstimate }) => [id, path, tokensEstimate])).toEqual([
      ["owasp", ".microai/knowledge/owasp.md", 2],
      ["sql", ".microai/knowledge/shared/sql.md", 3],
    ]);
    const index = parseKnowledgeIndex(files[INDEX] ?? "", "sec");
    expect(index.diagnostics).toEqual([]);
    expect(
      index.entries.map(({ id, path, tokensEstimate }) => [id, path?.slice(TEAM.length + 11), tokensEstimate]),
    ).toEqual([
      ["threat-modeling", "02-threat-modeling.md", 3],
      ["threat-modeling-2", "threat-modeling.md", 4],
      ["보안-점검-표", "보안 점검: 표.md", 1],
    ]);
    expect(Object.fromEntries(index.byKeyword.map(({ name, ids }) => [name, ids]))).toEqual({
      threat: ["threat-modeling", "threat-modeling-2"],
      modeling: ["threat-modeling", "threat-modeling-2"],
      보안: ["보안-점검-표"],
      점검: ["보안-점검-표"],
    });
  });

  it("adds to an index what it does not name, and changes no other byte", () => {
    const before = "# ours\r\nfiles:\r\n  - ./a.md # first\r\n";
    const files = laidOut({
      [INDEX]: before,
      [`${TEAM}/knowledge/a.md`]: "x",
      [`${TEAM}/knowledge/retry-rules.md`]: "x",
    });
    expect(files[INDEX]?.startsWith(before)).toBe(true);
    const index = parseKnowledgeIndex(files[INDEX] ?? "", "sec");
    expect(index.entries.map(({ path }) => path)).toEqual(
      ["a.md", "retry-rules.md"].map((file) => `${TEAM}/knowledge/${file}`),
    );
    expect(index.byKeyword.map(({ name }) => name)).toEqual(["retry", "rules"]);
  });

  it("plans nothing the second time, whatever the files are called", () => {
    const name = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
      .filter((each) => !/[/\\\p{Cc}]/u.test(each)); // a slash
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 6 }), (names) => {
        const files = laidOut(Object.fromEntries(names.map((each) => [`${TEAM}/knowledge/${each}.md`, each])), ["qa"]);
        expect(planLayout(new Map(Object.entries(files)), ["qa"], count)).toEqual([]);
        expect(
          parseKnowledgeIndex(files[INDEX] ?? "", "sec").diagnostics.filter(({ severity }) => severity === "error"),
        ).toEqual([]);
      }),
    );
  });

  it("refuses a name that no folder can have, and a broken index", () => {
    for (const team of ["../x", "a/b", "", ".hidden", "a\0"]) expect(() => laidOut({}, [team])).toThrow(AppError);
    expect(() => laidOut({ [INDEX]: "files: [", [`${TEAM}/knowledge/a.md`]: "x" })).toThrow(/cannot be edited safely/);
  });
});
