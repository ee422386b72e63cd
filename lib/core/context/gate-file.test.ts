import { expect, test } from "vitest";
import { isGateFile, phaseOfGateFile } from "@/lib/core/context/gate-file";

test.each([
  ["phase-1", "gate-record.yaml", "phase-1"],
  ["phase-2", "gate-record-2.yml", "phase-2"],
  ["gates", "gate-2.yaml", "phase-2"],
  [null, "phase-3-gate.md", "phase-3"],
  [null, "phase-4-gate-record.yaml", "phase-4"],
  ["gates", "gate.md", "gates"],
  [null, "Gate.yaml", "Gate.yaml"],
])("%s/%s is a gate's record, of %s", (folder, name, phase) => {
  expect(isGateFile(name)).toBe(true);
  expect(phaseOfGateFile(folder, name)).toBe(phase);
});

test.each(["TEAM-MEMORY.md", "global-context.md", "gateway.md", "investigate.md", "phase-3.md", "gate-notes.txt"])(
  "%s is none",
  (name) => {
    expect(isGateFile(name)).toBe(false);
  },
);
