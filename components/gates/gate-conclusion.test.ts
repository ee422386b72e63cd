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
    { id: "role:tester-1", kind: "behind", message: "tester-1 has confirmed GC-v4", waived: null },
    { id: "item:1", kind: "conflict", message: "[Conflict] is open", waived: null },
  ],
  current: { current: 1, teammates: 2 },
  stale: ["a", "b"],
};

test("a gate is approved only once every blocker is waived", () => {
  const one = { ...NOTHING_PREPARED, waivers: new Map([["role:tester-1", "on leave"]]) };
  expect(standing(gate, one).map((each) => each.id)).toEqual(["item:1"]);
  expect(resultOf(gate, one)).toBeUndefined();
  const both = { ...one, waivers: new Map([...one.waivers, ["item:1", "next phase"]]) };
  expect(resultOf(gate, both)).toBe("APPROVED");
  expect(resultOf(gate, { ...both, result: "CONDITIONAL_PASS" })).toBe("CONDITIONAL_PASS");
});

test("no result is chosen that claims what is not so", () => {
  const unmet = { ...NOTHING_PREPARED, criteria: [{ name: "under a second", met: false }] };
  const free = { ...gate, blockers: [] };
  expect(resultOf(free, NOTHING_PREPARED)).toBe("APPROVED");
  expect(resultOf(free, unmet)).toBeUndefined();
  expect(refusalOf(free, unmet, "APPROVED")).toEqual(["one criterion is not met"]);
  const behind = { ...gate, current: { current: 0, teammates: 2 } };
  expect(refusalOf(behind, NOTHING_PREPARED, "CONDITIONAL_PASS")).toHaveLength(1);
  expect(refusalOf(behind, unmet, "CONDITIONAL_PASS")).toEqual([]);
  expect(resultOf(behind, { ...NOTHING_PREPARED, result: "REJECTED" })).toBe("REJECTED");
});

test("what is sent names only what blocks still, and archives what is not kept", () => {
  const waivers = new Map([
    ["item:1", "next phase"],
    ["item:gone", "settled meanwhile"],
  ]);
  const criteria = [
    { name: " replay is clean ", met: true },
    { name: " ", met: false },
  ];
  expect(requestOf(gate, { ...NOTHING_PREPARED, waivers, criteria, kept: new Set(["b"]) }, "REJECTED")).toEqual({
    result: "REJECTED",
    criteria: [{ name: "replay is clean", met: true }],
    waivers: [{ id: "item:1", reason: "next phase" }],
    archive: ["a"],
  });
});

test("what was asked as the gate opened is judged first, and unmet until it is ticked", () => {
  const asked = { ...gate, blockers: [], criteria: ["All tests pass", "No leaks"] };
  const criteria = [
    { name: "Fast", met: true },
    { name: "No leaks", met: true },
  ];
  const some = { ...NOTHING_PREPARED, criteria };
  expect(criteriaOf(asked, some)).toEqual([{ name: "All tests pass", met: false }, criteria[1], criteria[0]]);
  expect(resultOf(asked, some)).toBeUndefined();
  const all = { ...some, criteria: [...criteria, { name: "All tests pass", met: true }] };
  expect(resultOf(asked, all)).toBe("APPROVED");
  expect(requestOf(asked, all, "APPROVED").criteria).toEqual(
    ["All tests pass", "No leaks", "Fast"].map((name) => ({ name, met: true })),
  );
});
