import { expect, test } from "vitest";
import { readPage } from "@/components/testing/read-page.fixture";
import { sayRun } from "@/lib/client/runs";
import type { Run } from "@/lib/contracts/runs";
import { AckMatrix } from "./ack-matrix";
import { aCell, aMatrix, aRole, aRun } from "./context.fixture";

const ignore = () => undefined;
const ENDED = { state: "ended", ended: "2026-02-09T09:40:00.000Z", counts: false } as const;
const SILENT = { state: "silent", sign: "2026-02-09T09:58:00.000Z" } as const;

function read(...runs: Run[]): string {
  return readPage(
    <AckMatrix
      {...{ matrix: aMatrix([aRole("implementer-1", [aCell()])]), runs, cursor: undefined }}
      {...{ onCursor: ignore, onAct: ignore, onOpen: ignore, onRun: ignore }}
    />,
  );
}

test("a seat lists its live runs with what each knows, and counts those that ended", () => {
  const page = read(aRun(), aRun({ id: "codex:0199", ...ENDED }), aRun({ role: "tester-1", id: "codex:other" }));
  expect(page).toContain("claude 7f0c8d9e at work shown GC-v5 · confirmed GC-v4");
  expect(page).toContain("1,840 tokens");
  expect(page).toContain("1 earlier run");
  expect(page).not.toMatch(/codex|Vacant|2 at work/);
});

test("a seat with several live runs says how many are at work and how many are silent", () => {
  const other = aRun({ id: "codex:0199" });
  expect(read(aRun(), other)).toContain("2 at work");
  expect(read(aRun(), { ...other, ...SILENT })).toMatch(/1 at work, 1 silent .*codex 0199 silent /);
  expect(read(aRun(), { ...other, id: "unnamed:a1", counts: false })).toMatch(/^(?!.*2 at work).*unnamed not counted/);
});

test("a vacant seat says what the run that ended last had confirmed", () => {
  expect(read()).toContain("Vacant. No run yet");
  const earlier = { ...ENDED, id: "codex:1", ended: "2026-02-08T09:40:00.000Z", confirmed: "GC-v3" };
  expect(read(aRun(earlier), aRun(ENDED))).toContain("Vacant. Last confirmed GC-v4 by a run that ended");
  expect(read(aRun({ ...ENDED, confirmed: null }))).toContain("and confirmed nothing");
});

test("a run is named by its client and the beginning of its conversation", () => {
  expect(sayRun("codex:0199")).toBe("codex 0199");
  expect(sayRun("claude:7f0c8d9e-1d5e/aimplementer-1-0123456789abcdef")).toBe("claude 7f0c8d9e/cdef");
  expect(sayRun("unnamed:a1b2")).toBe("unnamed");
});
