import { expect, test } from "vitest";
import type { Gate } from "@/lib/contracts/gates";
import { criteriaOf, NOTHING_PREPARED, refusalOf, requestOf, resultOf, standing } from "./gate-conclusion";

const gate: Gate = {
  id: "g",
  phase: 3,
  state: "open",
  result: null,
  gcVersion: "GC-v5",
  openedBy: "Lead",
  openedAt: "2026-02-09T10:00:00.000Z",
  endedBy: null,
  endedAt: null,
  said: "Phase 3 gate open at GC-v5.",
  criteria: [],
  reported: null,
  changed: null,
  notes: [],
  blockers: [
    { id: "role:tester-1", kind: "behind", role: "tester-1", message: "tester-1 has confirmed GC-v4", waived: null },
    { id: "item:1", kind: "conflict", role: "tester-1", message: "[Conflict] is open", waived: null },
  ],
  prepared: NOTHING_PREPARED,
  current: { current: 1, teammates: 2 },
  stale: ["a", "b"],
};

const withWaivers = (count: number): Gate => ({
  ...gate,
  blockers: gate.blockers.map((blocker, at) => ({ ...blocker, waived: at < count ? "next phase" : null })),
});

test("a gate is approved only once every blocker is waived, and only where somebody chose it", () => {
  const approved = { ...NOTHING_PREPARED, result: "APPROVED" } as const;
  expect(standing(withWaivers(1)).map(({ id }) => id)).toEqual(["item:1"]);
  expect(resultOf(withWaivers(1), approved)).toBeUndefined();
  expect(resultOf(withWaivers(2), NOTHING_PREPARED)).toBeUndefined();
  expect(resultOf(withWaivers(2), approved)).toBe("APPROVED");
  expect(resultOf(withWaivers(2), { ...approved, result: "CONDITIONAL_PASS" })).toBe("CONDITIONAL_PASS");
});

test("no result can be chosen that claims what is not so", () => {
  const unmet = { ...NOTHING_PREPARED, criteria: [{ name: "under a second", met: false }] };
  const free = { ...gate, blockers: [] };
  expect(refusalOf(free, NOTHING_PREPARED, "APPROVED")).toEqual([]);
  expect(refusalOf(free, unmet, "APPROVED")).toEqual(["1 criterion not met"]);
  const behind = { ...gate, current: { current: 0, teammates: 2 } };
  expect(refusalOf(behind, NOTHING_PREPARED, "CONDITIONAL_PASS")).toHaveLength(1);
  expect(refusalOf(behind, unmet, "CONDITIONAL_PASS")).toEqual([]);
  expect(refusalOf(behind, NOTHING_PREPARED, "REJECTED")).toEqual([]);
});

test("what is sent archives only what was chosen and is still stale", () => {
  const prepared = { ...NOTHING_PREPARED, criteria: [{ name: "replay is clean", met: true }], archive: ["a", "gone"] };
  expect(requestOf(gate, prepared, "REJECTED")).toEqual({
    result: "REJECTED",
    criteria: [{ name: "replay is clean", met: true }],
    archive: ["a"],
  });
  expect(requestOf(gate, NOTHING_PREPARED, "REJECTED").archive).toEqual([]);
});

test("what was asked as the gate opened is judged first, and unmet until it is ticked", () => {
  const asked = { ...gate, blockers: [], criteria: ["All tests pass", "No leaks"] };
  const criteria = [
    { name: "Fast", met: true },
    { name: "No leaks", met: true },
  ];
  const some = { ...NOTHING_PREPARED, result: "APPROVED" as const, criteria };
  expect(criteriaOf(asked, some)).toEqual([{ name: "All tests pass", met: false }, criteria[1], criteria[0]]);
  expect(resultOf(asked, some)).toBeUndefined();
  const all = { ...some, criteria: [...criteria, { name: "All tests pass", met: true }] };
  expect(resultOf(asked, all)).toBe("APPROVED");
});
