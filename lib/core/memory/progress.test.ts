import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOLDS, type JudgedPair, JUDGEMENTS, type PairLine } from "@/lib/core/memory/pair";
import { namesLine, progressIn } from "@/lib/core/memory/progress";
import { sayProgress } from "@/lib/core/memory/item-notes";
import { processorMs } from "@/lib/services/testing/timed.fixture";

const ROLES = ["implementer-1", "implementer-2", "tester-1", "gone-1"];
const TAGS = ["Dependency", "Dependency", "Question", "Conflict", "Decision", null];
const idOf = (number: number) => number.toString(16).padStart(8, "a").padEnd(12, "0");
const at = fc.nat(9);

const line = fc.record({
  role: fc.constantFrom(...ROLES),
  tag: fc.constantFrom(...TAGS),
  state: fc.constantFrom("active", "active", "active", "archived", "resolved"),
  names: fc.array(at, { maxLength: 3 }),
  roles: fc.array(fc.constantFrom(...ROLES, "nobody-1"), { maxLength: 2 }),
});
const judged = fc.record({
  judgement: fc.constantFrom(...JUDGEMENTS),
  item: at,
  other: at,
  settled: fc.constantFrom(null, ...HOLDS),
});
const put = fc.option(fc.record({ to: fc.constantFrom(...ROLES), answer: fc.option(fc.constant("Yes")) }));
const team = fc.record({
  lines: fc.array(line, { minLength: 10, maxLength: 10 }),
  pairs: fc.array(judged, { maxLength: 8 }),
  puts: fc.array(put, { minLength: 10, maxLength: 10 }),
});

/** A team memory of ten lines, with what was judged of them and whom they ask. */
function known({ lines, pairs, puts }: typeof team extends fc.Arbitrary<infer T> ? T : never) {
  const all = lines.map(({ role, tag, state, names, roles }, number): PairLine => {
    const text = ["Needs", ...names.map((each) => idOf(each).slice(0, 8 + (each % 5))), ...roles].join(" ");
    return { id: idOf(number), role, tag, text, state };
  });
  const lineAt = (number: number) => all[number] as PairLine;
  const judgedOf = pairs.flatMap(({ item, other, ...pair }, number): JudgedPair[] =>
    item === other ? [] : [{ id: `p${number}`, by: "Lead", item: lineAt(item), other: lineAt(other), ...pair }],
  );
  return {
    lines: all,
    roles: new Map([["Lead", true], ...ROLES.map((role): [string, boolean] => [role, role !== "gone-1"])]),
    pairs: judgedOf,
    question: (id: string) =>
      lineAt(all.findIndex((each) => each.id === id)).tag === "Question"
        ? (puts[all.findIndex((each) => each.id === id)] ?? undefined)
        : undefined,
  };
}

describe("how far an item is", () => {
  it("depends on the lines as they stand alone, whatever was judged and whoever left", () => {
    fc.assert(
      fc.property(team, (given) => {
        const all = known(given);
        const progressOf = progressIn(all);
        for (const item of all.lines) {
          const progress = progressOf(item.id);
          if (progress === null) continue;
          const { state, roles, lines, was, circle } = progress;
          expect(state === "settled").toBe(item.state !== "active");
          const ends = ["Dependency", "Question", "Conflict"].includes(item.tag ?? "");
          expect(state === "stands").toBe(item.state === "active" && !ends);
          const others = [...lines, ...was].map(({ id }) => id);
          expect(others).not.toContain(item.id);
          expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
          if (state === "waiting") {
            expect(roles.length + lines.length).toBeGreaterThan(0);
            expect(roles).not.toContain("gone-1");
            for (const each of lines) expect(each.state).toBe("active");
          }
          if (circle === true) expect([item.tag, state]).toEqual(["Dependency", "open"]);
          expect(sayProgress({ id: item.id, progress }).join()).not.toMatch(/undefined|\{/);
        }
      }),
      { numRuns: 500 },
    );
  });

  const lineOf = (number: number, tag: string | null, text: string, more: Partial<PairLine> = {}): PairLine => {
    return { id: idOf(number), role: "implementer-1", tag, text, state: "active", ...more };
  };
  const of = (lines: PairLine[], pairs: JudgedPair[] = [], gone: string[] = []) => {
    const roles = new Map(["Lead", "implementer-1", "tester-1"].map((role) => [role, !gone.includes(role)]));
    return progressIn({ lines, roles, pairs, question: () => undefined });
  };
  const said = (progressOf: ReturnType<typeof of>, id: string, pairs: JudgedPair[] = []) =>
    sayProgress({ id, pairs, progress: progressOf(id) ?? undefined });

  it("of a dependency is the role that it names, until that leaves", () => {
    const lines = [lineOf(1, "Dependency", "The cart API of tester-1가 필요")];
    expect(said(of(lines), idOf(1))).toEqual(["waits for tester-1"]);
    expect(said(of(lines, [], ["tester-1"]), idOf(1))).toEqual(["waited for tester-1, no longer there"]);
  });

  it("of a dependency is the line that it names, as that stands", () => {
    const dependency = lineOf(1, "Dependency", `Needs ${idOf(2).slice(0, 8)} of tester-1`);
    const named = (more: Partial<PairLine>, tag = "Question") =>
      of([dependency, lineOf(2, tag, "Which port?", { role: "tester-1", ...more })]);
    expect(said(named({}), idOf(1))).toEqual([`waits for ${idOf(2).slice(0, 8)} of tester-1`]);
    expect(said(named({ state: "resolved" }), idOf(1))).toEqual([
      `what it waited for is there: ${idOf(2).slice(0, 8)} of tester-1`,
    ]);
    expect(named({}, "Finding")(idOf(1))?.state).toBe("met");
    expect(said(named({ state: "archived" }), idOf(1))).toEqual([
      `waited for ${idOf(2).slice(0, 8)} of tester-1, no longer there`,
    ]);
    expect(of([dependency])(idOf(1))).toMatchObject({ state: "waiting", roles: ["tester-1"] });
  });

  it("says of dependencies in a circle that nothing ends them, and of those that wait for one", () => {
    const lines = [1, 2, 3].map((number) =>
      lineOf(number, "Dependency", `Needs ${idOf(number === 3 ? 1 : 3 - number)}`),
    );
    const progressOf = of([
      ...lines,
      lineOf(4, "Dependency", `Needs ${idOf(5)}`),
      lineOf(5, "Dependency", "Needs tester-1"),
    ]);
    for (const number of [1, 2, 3]) expect(progressOf(idOf(number))).toMatchObject({ state: "open", circle: true });
    expect(said(progressOf, idOf(1))[0]).toContain("waits in a circle");
    expect(progressOf(idOf(4))).toMatchObject({ state: "waiting" });
  });

  it("shows the chain of a decision on each of its lines", () => {
    const lines = [1, 2, 3].map((number) =>
      lineOf(number, "Decision", `Use ${number}`, { state: number === 3 ? "active" : "archived" }),
    );
    const [one, two, three] = lines as [PairLine, PairLine, PairLine];
    const pair = (item: PairLine, other: PairLine): JudgedPair => ({
      id: item.id,
      judgement: "replaces",
      by: "Lead",
      item,
      other,
      settled: "item",
    });
    const pairs = [pair(two, one), pair(three, two)];
    const progressOf = of(lines, pairs);
    const own = (id: string) => pairs.filter(({ item, other }) => item.id === id || other.id === id);
    const named = ({ id }: PairLine) => `${id.slice(0, 8)} of implementer-1`;
    expect(said(progressOf, one.id, own(one.id))).toEqual([
      `replaced by ${named(two)}`,
      `since replaced by ${named(three)}`,
    ]);
    expect(said(progressOf, three.id, own(three.id))).toEqual([
      `replaces ${named(two)}`,
      `which replaced ${named(one)}`,
    ]);
  });

  it("takes two thousand dependencies, on one line and on each other, in no time", async () => {
    const chain = Array.from({ length: 2000 }, (_, number) =>
      lineOf(number, "Dependency", `Needs ${idOf(number + 1)} and ${idOf(1999)}`),
    );
    const progressOf = of(chain);
    const ms = await processorMs(() => {
      for (const { id } of chain) progressOf(id);
    });
    expect(ms).toBeLessThan(1000);
    expect(progressOf(idOf(0))).toMatchObject({ state: "waiting", lines: [{}, {}] });
  });

  it("knows an id in a text by its beginning, and no other word", () => {
    for (const text of ["see aaaaaaa1", "(aaaaaaa10000)", "aaaaaaa1."]) expect(namesLine(text, idOf(1))).toBe(true);
    for (const text of ["aaaaaaa", "xaaaaaaa1", "aaaaaaa1z", "aaaaaaa2", ""])
      expect(namesLine(text, idOf(1))).toBe(false);
  });
});
