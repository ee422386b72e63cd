import { expect, test } from "vitest";
import type { GateRecord } from "@/lib/contracts/gates";
import { nextPhase } from "@/components/gates/gate-dialog";

const record = (phase: string): GateRecord => ({
  path: `${phase}/gate-record.yaml`,
  phase,
  result: "APPROVED",
  date: null,
  gcVersion: null,
  text: "",
  diagnostics: [],
});

test("the phase after the highest one with a record comes next, and the first at the beginning", () => {
  expect(nextPhase({ items: [], records: [] })).toBe(1);
  expect(nextPhase({ items: [], records: [record("phase-10"), record("phase-2"), record("notes")] })).toBe(11);
});
