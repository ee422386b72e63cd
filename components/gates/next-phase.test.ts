import fc from "fast-check";
import { expect, test } from "vitest";
import type { GateRecord } from "@/lib/contracts/gates";
import { nextPhase } from "@/components/gates/gate-dialog";
import { readNumber } from "@/components/ui/number-dialog";

const record = (phase: string, more: Partial<GateRecord> = {}): GateRecord => ({
  path: `${phase}/gate-record.yaml`,
  phase,
  result: "APPROVED",
  date: null,
  gcVersion: null,
  gcVersionIn: null,
  former: false,
  text: "",
  diagnostics: [],
  ...more,
});

test("the phase after the highest one with a record comes next, and the first at the beginning", () => {
  expect(nextPhase({ items: [], records: [] })).toBe(1);
  expect(nextPhase({ items: [], records: [record("phase-10"), record("phase-2"), record("notes")] })).toBe(11);
});

test("a phase that was rejected comes to its gate again, until a later evaluation passes it", () => {
  const rejected = record("phase-2", { result: "REJECTED" });
  expect(nextPhase({ items: [], records: [record("phase-1"), rejected] })).toBe(2);
  expect(nextPhase({ items: [], records: [{ ...rejected, former: true }, record("phase-2")] })).toBe(3);
});

test("a phase is a whole number from 0 to 999, and nothing else that can be typed", () => {
  fc.assert(
    fc.property(fc.integer({ min: -2_000, max: 2_000 }), (number) => {
      expect(readNumber(` ${number}`, 0, 999)).toBe(number >= 0 && number <= 999 ? number : null);
    }),
  );
  for (const typed of ["", "  ", "3.5", "three", "-1", "1000"]) expect(readNumber(typed, 0, 999)).toBeNull();
});
