import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyDelta } from "@/lib/core/context/apply-delta";
import { computeDelta } from "@/lib/core/context/compute-delta";
import { parseDelta } from "@/lib/core/context/parse-delta";

const words = (text: string): number => text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)?.length ?? 0;

/** A section's lines, without blank ones at its ends; in `level` its heading has as many number signs. */
const section = (name: string, body: readonly string[], level = 2): string[] => [
  `${"#".repeat(level)} ${name}`,
  "",
  ...body.map((line) => `- ${name} says that ${line}`),
];

const textOf = (sections: readonly string[][], end: string): string =>
  ["# Global Context GC-v3", ...sections.map((lines) => lines.join("\n"))].join("\n\n") + end;

const bodies = fc.array(
  fc.constantFrom("refunds come later", "a → b", "PDF는 제외", "it is open (after x)", "rates: 5"),
  {
    minLength: 1,
    maxLength: 6,
  },
);
const names = fc.uniqueArray(
  fc.constantFrom("Scope", "Decisions", "위험", "Plan (v2)", "Open: questions", "3. Rules"),
  {
    minLength: 3,
  },
);
const ends = fc.constantFrom("", "\n");

/** What the delta from one text to another says; proven to be the law's: applied to the one it gives the other. */
function operationsOf(before: string, after: string): string[] {
  const delta = computeDelta(before, after, words);
  const applied = applyDelta(parseDelta(delta.text), before);
  expect([applied.text, applied.unresolved]).toEqual([after, []]);
  return delta.operations.map(({ kind, subject }) => `${kind} §${subject}`);
}

describe("a whole section that moves is said to have moved, never to have gone", () => {
  it("among its neighbours, wherever it goes", () => {
    fc.assert(
      fc.property(
        names,
        fc.array(bodies, { minLength: 6, maxLength: 6 }),
        ends,
        fc.nat(),
        fc.nat(),
        (all, texts, end, from, to) => {
          const sections = all.map((name, i) => section(name, texts[i] ?? []));
          const moved = [...sections];
          const [taken = []] = moved.splice(from % sections.length, 1);
          moved.splice(to % sections.length, 0, taken);
          const said = operationsOf(textOf(sections, end), textOf(moved, end));
          const isSame = sections.every((each, i) => each === moved[i]);
          expect(said.map((each) => each.split(" ")[0])).toEqual(isSame ? [] : ["MOVED"]);
        },
      ),
      { numRuns: 400 },
    );
  });

  it("from one parent to another", () => {
    fc.assert(
      fc.property(bodies, bodies, ends, fc.boolean(), (one, other, end, isLast) => {
        const nested = section("Rules", one, 3);
        const [first, second] = [section("Scope", other), section("Risks", [...other, "they are few"])];
        const before = textOf([first, nested, second, ...(isLast ? [] : [section("Plan", one)])], end);
        const after = textOf([first, second, nested, ...(isLast ? [] : [section("Plan", one)])], end);
        expect(operationsOf(before, after)).toEqual([
          expect.stringMatching(/^MOVED §Scope\.Rules.* → §Risks\.Rules \(section\)$/),
        ]);
      }),
      { numRuns: 100 },
    );
  });

  it("beside a change elsewhere", () => {
    const [scope, risks] = [section("Scope", ["a"]), section("Risks", ["d"])];
    const plan = section("Plan", ["b", "it is long", "it has parts", "it is done in May"]);
    const changed = plan.map((line) => line.replace("in May", "in June"));
    const said = operationsOf(textOf([plan, scope, risks], "\n"), textOf([changed, risks, scope], "\n"));
    expect(said).toEqual([
      "CHANGED §Plan: Plan says that it is done in May → Plan says that it is done in June",
      "MOVED §Scope → §Scope (section)",
    ]);
  });
});

describe("written by hand", () => {
  const text = textOf([section("Scope", ["a"]), section("Plan", ["b"]), section("Risks", ["c"])], "\n");
  const apply = (operation: string) =>
    applyDelta(parseDelta(`[CONTEXT-UPDATE] GC-v3 → GC-v4\n\n## Delta\n- ${operation}\n`), text);

  it("a section moves behind another, with its blank lines", () => {
    const { text: after, unresolved } = apply("MOVED §Scope → §Scope (section, after §Plan)");
    expect(unresolved).toEqual([]);
    expect(after).toContain("says that b\n\n## Scope\n\n- Scope says that a\n\n## Risks\n");
  });

  it.each([
    ["MOVED §Scope → §Scope (section, after §Nowhere)", "§Nowhere names nothing in this text"],
    ["MOVED §Scope: Scope says that a → §Scope (section, after §Plan)", "is to be a section, and what moves is none"],
  ])("%s is refused", (operation, reason) => {
    const { text: after, unresolved } = apply(operation);
    expect(after).toContain("GC-v3");
    expect(unresolved).toMatchObject([{ reason: expect.stringContaining(reason) as string }]);
  });
});
