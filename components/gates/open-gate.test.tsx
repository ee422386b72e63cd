import { expect, test } from "vitest";
import { readPage } from "@/components/testing/read-page.fixture";
import type { Gate } from "@/lib/contracts/gates";
import { NOTHING_PREPARED } from "./gate-conclusion";
import { OpenGate } from "./open-gate";

const ignore = () => undefined;
const NOBODY = {
  keys: new Set<string>(),
  things: [],
  toggle: ignore,
  toggleAll: ignore,
  choose: ignore,
  add: ignore,
  clear: ignore,
};

/** A gate with so many blockers, of which some are waived. */
function aGate(blockers: number, waived: number): Gate {
  const blocker = (at: number) => ({
    ...{ id: `item:${at}`, kind: "conflict" as const, role: "tester-1", message: "is open" },
    waived: at < waived ? "next phase" : null,
  });
  return {
    ...{ id: "g", phase: 3, state: "open", result: null, gcVersion: "GC-v5", said: "", criteria: [], notes: [] },
    ...{ openedBy: "Lead", openedAt: "2026-02-09T10:00:00.000Z", endedBy: null, endedAt: null, reported: null },
    ...{ changed: null, prepared: NOTHING_PREPARED, current: { current: 1, teammates: 2 }, stale: [] },
    blockers: Array.from({ length: blockers }, (_, at) => blocker(at)),
  };
}

test("an open gate tells how many blockers are left and how many were waived, where there are any", () => {
  for (const [blockers, waived] of [
    [0, 0],
    [2, 0],
    [2, 1],
    [2, 2],
  ] as const) {
    const told = readPage(
      <OpenGate
        {...{ scope: { workspace: "w", session: "s" }, gate: aGate(blockers, waived), conclusion: NOTHING_PREPARED }}
        {...{ cursor: undefined, selection: NOBODY, onChange: ignore, onCursor: ignore }}
        settling={{ waive: ignore, unwaive: ignore, resolve: ignore, ping: ignore }}
      />,
    );
    const left = blockers - waived;
    expect(told).toContain(left === 0 ? "No blockers left" : `${left} blocker`);
    expect(told.includes("Blockers waived")).toBe(blockers > 0);
    expect(told.includes(`${waived} of ${blockers} waived`)).toBe(blockers > 0);
    expect(told.includes("Everybody has confirmed GC-v5")).toBe(blockers === 0);
  }
});
