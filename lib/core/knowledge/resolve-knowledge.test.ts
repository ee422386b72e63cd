import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import {
  assertWithinBudget,
  chooseBudget,
  type CountedFile,
  driftOf,
  fitCandidates,
  type Resolution,
} from "@/lib/core/knowledge/resolve-knowledge";
import { chooseCandidates, keywordMatcher, type Request } from "@/lib/core/knowledge/choose-candidates";
import type { KnowledgeIndex, Registry } from "@/lib/core/knowledge/knowledge-model";
import { parseKnowledgeIndex, parseRegistry } from "@/lib/core/knowledge/parse-knowledge";
import { referenceTo, resolveFileReference } from "@/lib/core/knowledge/file-reference";

const OWN = ".microai/agents/teams/dev-security/knowledge";
const SHARED = ".microai/knowledge/shared";
const NONE = { max: null, warning: null, strategy: null };

const REGISTRY = parseRegistry(`
knowledge:
  owasp-top-10: {path: owasp-top-10.md, tokens_estimate: 3000, applicable_teams: [dev-security, dev-qa]}
  estimation: {path: estimation.md, applicable_teams: [pm-dev]}
  user-stories: {path: user-stories.md}
`);

const INDEX = parseKnowledgeIndex(
  `
shared_refs:
  - {id: owasp-top-10, path: ../../../../knowledge/shared/owasp-top-10.md, priority: high}
  - {id: estimation, priority: low}
files:
  - {id: threat-modeling, path: ./02-threat-modeling.md, priority: high}
  - {id: secure-code-review, path: ./secure-code-review.md, priority: medium}
  - {id: style, path: 'style.md', priority: low}
core_files: [style]
auto_load:
  by_mode:
    Review: [secure-code-review, owasp-top-10]
    plan: [estimation, user-stories, nothing, secure-code-review]
  by_keyword:
    injection: [owasp-top-10]
    threat model: [threat-modeling]
    인젝션: [owasp-top-10]
token_budget: {max_auto_load: 5000}
`,
  "dev-security",
);

function files(tokens: Record<string, number>): Map<string, CountedFile> {
  return new Map(Object.entries(tokens).map(([path, count]) => [path, { state: "read", tokens: count }] as const));
}

const FILES = files({
  [`${SHARED}/owasp-top-10.md`]: 3100,
  [`${SHARED}/estimation.md`]: 900,
  [`${SHARED}/user-stories.md`]: 800,
  [`${OWN}/02-threat-modeling.md`]: 1200,
  [`${OWN}/secure-code-review.md`]: 700,
  [`${OWN}/style.md`]: 150,
});

function resolve(asked: { mode?: string; topic?: string; budget?: number; team?: string }, counted = FILES) {
  const { mode = null, topic = null, budget = null, team = "dev-security" } = asked;
  const found = resolveKnowledge(INDEX, REGISTRY, { team, mode, topic, budget }, counted);
  return {
    ...found,
    loadedIds: found.loaded.map(({ id }) => id),
    skippedAs: found.skipped.map(({ id, code }) => `${id}: ${code}`),
    warned: found.warnings.map(({ code }) => code),
  };
}

describe("resolving", () => {
  it("loads the core, the mode's and the keywords' entries by priority, each with its reason", () => {
    const found = resolve({ mode: "review", topic: "SQL Injection in the portal" });
    expect(found.loaded.map(({ id, tokens, why }) => [id, tokens, why])).toEqual([
      ["owasp-top-10", 3100, "mode Review, keyword injection"],
      ["secure-code-review", 700, "mode Review"],
      ["style", 150, "always loaded"],
    ]);
    expect(found).toMatchObject({ tokens: 3950, skipped: [], warnings: [], personaOnly: false });
    expect(found.budget).toEqual({ tokens: 5000, from: "index", warnAt: 4000 });
  });

  it("skips what does not fit and goes on with the next", () => {
    const found = resolve({ mode: "review", budget: 900 });
    expect(found.loadedIds).toEqual(["secure-code-review", "style"]);
    expect(found.skipped).toMatchObject([
      { id: "owasp-top-10", code: "budget", tokens: 3100, why: "3100 tokens do not fit in the 900 left of 900." },
    ]);
    expect(found.warned).toEqual(["near_budget"]);
  });

  it.each([SHARED, OWN])("loads the summary below %s when the full text does not fit", (folder) => {
    const counted = new Map([...FILES, ...files({ [`${folder}/summaries/owasp-top-10.md`]: 120 })]);
    const found = resolve({ mode: "review", budget: 1000 }, counted);
    expect(found.loaded[0]).toMatchObject({
      id: "owasp-top-10",
      path: `${folder}/summaries/owasp-top-10.md`,
      summary: true,
      tokens: 120,
      fullTokens: 3100,
    });
    expect(resolve({ mode: "review", budget: 4000 }, counted).loaded[0]).toMatchObject({
      summary: false,
      tokens: 3100,
    });
    expect(resolve({ mode: "review", budget: 100 }, counted).skipped[0]?.why).toContain(
      "nor do the 120 of its summary",
    );
  });

  it("leaves out what the registry has for other teams, what nobody knows, and what is not there", () => {
    const found = resolve(
      { mode: "plan" },
      new Map([...FILES].filter(([path]) => !path.endsWith("secure-code-review.md"))),
    );
    expect(found.loadedIds).toEqual(["user-stories", "style"]);
    expect(found.skippedAs).toEqual(["secure-code-review: missing", "nothing: unknown", "estimation: team"]);
    expect(found.warned).toEqual(["unknown_id", "missing_file"]);
  });

  it("says which modes there are when it does not know one, and loads the core all the same", () => {
    const found = resolve({ mode: "retro" });
    expect(found.loadedIds).toEqual(["style"]);
    expect(found.warnings).toEqual([
      { code: "unknown_mode", id: null, message: 'The index has no mode "retro"; it has Review, plan.' },
    ]);
  });

  it("falls back to the persona when nothing matches, and says so", () => {
    const index = parseKnowledgeIndex("files: [a.md]\nauto_load: {by_keyword: {sql: [a.md]}}\n", "t");
    const found = resolveKnowledge(index, REGISTRY, { team: "t", mode: null, topic: "css", budget: null }, FILES);
    expect(found).toMatchObject({ loaded: [], skipped: [], tokens: 0, personaOnly: true });
    expect(found.warnings.map(({ code }) => code)).toEqual(["no_match"]);
    expect(found.budget.from).toBe("default");
  });

  it("loads a file once, whichever ids lead to it", () => {
    const index = parseKnowledgeIndex(
      "files: [{id: a, path: x.md}, {id: b, path: './sub/../x.md'}]\nauto_load: {by_mode: {m: [b, a, a]}}\n",
      "dev-security",
    );
    const counted = files({ [`${OWN}/x.md`]: 5 });
    const found = resolveKnowledge(
      index,
      REGISTRY,
      { team: "dev-security", mode: "m", topic: null, budget: null },
      counted,
    );
    expect(found.loaded.map(({ id }) => id)).toEqual(["a"]);
    expect(found.skipped.map(({ id, code }) => [id, code])).toEqual([["b", "same_file"]]);
  });

  it("warns of a path that leaves the workspace, and of a file that may not be read", () => {
    const index = parseKnowledgeIndex(
      "files: [{id: out, path: ../../../../../../x.md}, {id: link, path: link.md}, {id: disk, path: disk.md}]\nauto_load: [out, link, disk]\n",
      "dev-security",
    );
    const counted = new Map<string, CountedFile>([
      [`${OWN}/link.md`, { state: "refused", why: "link.md leads out." }],
      [`${OWN}/disk.md`, { state: "unreadable", why: "disk.md may not be read." }],
    ]);
    const found = resolveKnowledge(
      index,
      REGISTRY,
      { team: "dev-security", mode: null, topic: null, budget: null },
      counted,
    );
    expect(found.skipped.map(({ id, code }) => `${id} ${code}`)).toEqual([
      "out outside",
      "link outside",
      "disk unreadable",
    ]);
    expect(found.warnings.map(({ id, code }) => `${id} ${code}`)).toEqual([
      "out path_outside",
      "link path_outside",
      "disk unreadable_file",
    ]);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses a budget of %s", (budget) => {
    expect(() => resolve({ mode: "review", budget })).toThrow(AppError);
  });

  test("a summary's path is never one outside of its folder", () => {
    const index = parseKnowledgeIndex(
      "files: [{id: ../../../../x, path: x.md}]\nauto_load: [../../../../x]\n",
      "dev-security",
    );
    const counted = files({ [`${OWN}/x.md`]: 99, ".microai/x.md": 1, ".microai/agents/x.md": 1 });
    const found = resolveKnowledge(
      index,
      REGISTRY,
      { team: "dev-security", mode: null, topic: null, budget: 50 },
      counted,
    );
    expect(found.loaded).toEqual([]);
  });

  test("every candidate is loaded or skipped once, in order, within the budget; and what was skipped did not fit", () => {
    const sizes = fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.constantFrom("high", "medium", "low")), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 3000 }), (entries, budget) => {
        const lines = entries.map(([, priority], at) => `  - {id: k${at}, path: k${at}.md, priority: ${priority}}`);
        const ids = entries.map((_, at) => `k${at}`);
        const index = parseKnowledgeIndex(
          `files:\n${lines.join("\n")}\nauto_load: {by_mode: {m: [${ids.toReversed().join(", ")}]}}\n`,
          "t",
        );
        const counted = new Map<string, CountedFile>(
          entries.map(([tokens], at) => [`.microai/agents/teams/t/knowledge/k${at}.md`, { state: "read", tokens }]),
        );
        const found = resolveKnowledge(index, REGISTRY, { team: "t", mode: "m", topic: null, budget }, counted);
        const order = ["high", "medium", "low"].flatMap((level) => ids.filter((_, at) => entries[at]?.[1] === level));
        expect(order.filter((id) => found.loaded.some((each) => each.id === id))).toEqual(
          found.loaded.map(({ id }) => id),
        );
        expect([...found.loaded, ...found.skipped].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
        expect(found.tokens).toBe(found.loaded.reduce((sum, { tokens }) => sum + tokens, 0));
        expect(found.tokens).toBeLessThanOrEqual(budget);
        for (const { id, tokens } of found.skipped) {
          const before = found.loaded.filter((each) => order.indexOf(each.id) < order.indexOf(id));
          expect(before.reduce((sum, each) => sum + each.tokens, 0) + (tokens ?? 0)).toBeGreaterThan(budget);
        }
      }),
    );
  });
});

describe("a keyword", () => {
  it.each([
    ["injection", "SQL Injection, again", true],
    ["injection", "injections", false],
    ["sql", "mysql", false],
    ["sql", "SQL-injection", true],
    ["sql", "sql_mode", false],
    ["edge case", "an  Edge\nCase here", true],
    ["event-driven", "is it event-driven?", true],
    ["c++", "in C++ or Rust", true],
    [".net", "a .NET service", true],
    ["café", "Cafe\u0301 au lait", true],
    ["인젝션".normalize("NFD"), "인젝션 점검", true],
    ["로그", "로그를 마스킹".normalize("NFD"), true],
    ["로그", "감사 로그에서는 본다", true],
    ["로그", "로그인 화면", false],
    ["월말", "월말마감", false],
    ["마감", "월말 마감까지", true],
    ["송장", "전자송장을", false],
    ["api", "api를 바꾼다", false],
    ["", "anything", false],
    ["  ", "anything", false],
    ["x", "", false],
    ["x", "xx x", true],
    ["𝒳", "a 𝒳 b", true],
    ["𝒳", "𝒳y", false],
  ])("%j in %j: %s", (keyword, topic, expected) => {
    expect(keywordMatcher(topic)(keyword)).toBe(expected);
  });

  test("matches whatever the form and case of either", () => {
    const word = fc.constantFrom("é", "송", "장", "a", "Z", "ﬁ", "Å", "7");
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (characters) => {
        const text = characters.join("");
        for (const form of ["NFC", "NFD"] as const) {
          expect(keywordMatcher(`이것 ${text.normalize(form)} 저것`)(text)).toBe(true);
          expect(keywordMatcher(`x ${text.toUpperCase()}. y`)(text.toUpperCase().normalize(form))).toBe(true);
        }
      }),
    );
  });
});

describe("a reference", () => {
  it.each([
    ["../../../../knowledge/shared/owasp.md", `${SHARED}/owasp.md`],
    ["..\\..\\..\\..\\knowledge\\shared\\owasp.md", `${SHARED}/owasp.md`],
    ["./a.md", `${OWN}/a.md`],
    [" a//b/./c.md ", `${OWN}/a/b/c.md`],
    ["../../../../../README.md", "README.md"],
    ["한글.md", `${OWN}/한글.md`],
  ])("%j leads to %s", (reference, path) => {
    expect(resolveFileReference(OWN, reference)).toEqual({ path });
  });

  it.each(["../../../../../../x", "/x", "C:\\x", "c:x", "\\\\host\\x", "~/x", "", "a\0b", "../../../../.."])(
    "%j is refused",
    (reference) => {
      expect(resolveFileReference(OWN, reference)).toHaveProperty("problem");
    },
  );

  test("written for a path leads back to it, and nothing ever leads out", () => {
    const part = fc.constantFrom("a", "b", ".microai", "x.md", "é");
    const place = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(place, place, (folder, path) => {
        expect(resolveFileReference(folder, referenceTo(folder, path))).toEqual({ path });
      }),
    );
    const anything = fc
      .array(fc.constantFrom("..", ".", "/", "\\", "a", "C:", "~", " ", ""), { maxLength: 14 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(place, anything, (folder, reference) => {
        const found = resolveFileReference(folder, reference);
        if ("path" in found) expect(found.path).toMatch(/^(?!\/)(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\\]+$/); // matches "a/b.md"
      }),
    );
  });
});

describe("a budget", () => {
  it("comes from the request, the index, the registry, or is the usual one", () => {
    expect(chooseBudget(7, { ...NONE, max: 5 }).from).toBe("request");
    expect(chooseBudget(null, NONE, { ...NONE, max: 6, warning: { unit: "tokens", value: 4 } })).toEqual({
      tokens: 6,
      from: "registry",
      warnAt: 4,
    });
    expect(chooseBudget(null, NONE)).toEqual({ tokens: 5000, from: "default", warnAt: 4000 });
  });

  const loaded = [
    { id: "a", tokens: 300 },
    { id: "b", tokens: 500 },
  ];
  const budget = { tokens: 1000, warnAt: 900 };

  it("has room, is near, or is exceeded by a person's will", () => {
    expect(assertWithinBudget(loaded, { id: "c", tokens: 50 }, budget)).toEqual({
      tokens: 850,
      left: 150,
      warning: null,
    });
    expect(assertWithinBudget(loaded, { id: "c", tokens: 200 }, budget).warning).toContain("1000 of 1000");
    expect(assertWithinBudget(loaded, { id: "b", tokens: 600 }, budget).tokens).toBe(900);
    expect(assertWithinBudget(loaded, { id: "c", tokens: 900 }, budget, true)).toMatchObject({
      tokens: 1700,
      left: -700,
    });
  });

  it.each([
    [400, ["a"]],
    [600, ["b"]],
    [900, ["b", "a"]],
    [1001, null],
  ])("beyond it, an addition of %i tokens is refused with what would make room", (tokens, enough) => {
    const refused = () => assertWithinBudget(loaded, { id: "c", tokens }, budget);
    expect(refused).toThrow(AppError);
    try {
      refused();
    } catch (error) {
      expect(error).toMatchObject({ code: "over_budget", details: { current: { enough, over: 800 + tokens - 1000 } } });
    }
  });
});

test.each([
  [120, 100, false],
  [121, 100, true],
  [80, 100, false],
  [79, 100, true],
  [0, 0, false],
  [5, 0, true],
])("%i counted tokens against %i estimated are flagged: %s", (counted, estimate, flagged) => {
  expect(driftOf(counted, estimate)?.flagged).toBe(flagged);
  expect(driftOf(null, estimate)).toBeNull();
  expect(driftOf(counted, null)).toBeNull();
});

/** What is loaded for a mode and topic words where every file was counted before. */
function resolveKnowledge(
  index: KnowledgeIndex,
  registry: Registry,
  request: Request & { budget: number | null },
  files: ReadonlyMap<string, CountedFile>,
): Resolution {
  const budget = chooseBudget(request.budget, index.budget, registry.budget);
  return fitCandidates(chooseCandidates(index, registry, request), files, budget);
}
