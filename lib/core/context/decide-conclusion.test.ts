import { describe, expect, it } from "vitest";
import { recordCriteria, refuseConclusion, type ConclusionCase, nameWaivers } from "@/lib/core/context/gate";

const fine: ConclusionCase = { result: "APPROVED", criteria: [], waived: 0, standing: 0, current: 2, teammates: 2 };
const met = { name: "replay is clean", met: true };
const unmet = { name: "replay is clean", met: false };

describe("a conclusion is refused", () => {
  it.each<[string, Partial<ConclusionCase>, string[]]>([
    ["not where all is well", {}, []],
    ["where a blocker stands", { standing: 1 }, ["1 blocker"]],
    ["where a criterion is not met", { criteria: [met, unmet] }, ["1 criterion not met"]],
    ["where nobody spoke of one that was asked", { criteria: [{ name: "x" }] }, ["1 criterion not judged"]],
    ["for both", { standing: 2, criteria: [unmet, unmet] }, ["2 blockers", "2 criteria not met"]],
    [
      "as a conditional pass that nobody is current for, without a condition",
      { result: "CONDITIONAL_PASS", standing: 2, current: 0, criteria: [met] },
      ["no ACK of the current version, and no condition named"],
    ],
    ["not with a criterion as condition", { result: "CONDITIONAL_PASS", current: 0, criteria: [unmet] }, []],
    ["not with a sentence as condition", { result: "CONDITIONAL_PASS", current: 0, criteria: [{ name: "x" }] }, []],
    ["not with a waiver as condition", { result: "CONDITIONAL_PASS", current: 0, waived: 1 }, []],
    ["not where somebody is current", { result: "CONDITIONAL_PASS", current: 1 }, []],
    ["not where nobody has to be", { result: "CONDITIONAL_PASS", current: 0, teammates: 0 }, []],
    ["never as a rejection", { result: "REJECTED", standing: 3, current: 0, criteria: [unmet] }, []],
  ])("%s", (_, given, reasons) => {
    expect(refuseConclusion({ ...fine, ...given })).toEqual(reasons);
  });
});

it("says of a sentence alone that it was met only where the phase is approved", () => {
  const given = ["replay is clean", { name: "under a second", met: false, note: "1.2 s" }];
  expect(recordCriteria("APPROVED", given)[0]).toEqual(met);
  for (const result of ["CONDITIONAL_PASS", "REJECTED"] as const) {
    expect(recordCriteria(result, given)).toEqual([{ name: "replay is clean" }, given[1]]);
  }
});

it("keeps every criterion that was asked, with what the conclusion says of it", () => {
  const given = [{ name: "no leaks", met: true }, "replay is clean"];
  expect(recordCriteria("APPROVED", given, ["under a second", "replay is clean"])).toEqual([
    { name: "under a second" },
    met,
    { name: "no leaks", met: true },
  ]);
  expect(recordCriteria("REJECTED", [], ["under a second"])).toEqual([{ name: "under a second" }]);
});

it("names what a waiver lets through by its words, its role and the reason", () => {
  const named = nameWaivers({
    version: "GC-v5",
    roles: [
      { id: "tester-1", confirmed: "GC-v4", endedAt: null, left: [] },
      { id: "mina", confirmed: null, endedAt: null, left: [] },
    ],
    openItems: [
      { id: "5a3de6a9c5f2", tag: "Question", role: "tester-1", text: "Which port?", notes: [], unshown: null },
    ],
    openPairs: [],
    asksAll: false,
    waivers: [
      { blocker: "item:5a3de6a9c5f2", reason: " asked on Monday " },
      { blocker: "role:mina", reason: "left" },
      { blocker: "item:gone", reason: "x" },
    ],
  });
  expect(named).toEqual([
    { kind: "question", role: "tester-1", text: "Which port?", reason: "asked on Monday" },
    { kind: "behind", role: "mina", text: "has confirmed no version; the current one is GC-v5", reason: "left" },
  ]);
});
