import type { Ack, AckMatrix, MatrixCell } from "@/lib/contracts/context";
import type { Run } from "@/lib/contracts/runs";

export function anAck(ack: Partial<Ack> = {}): Ack {
  return {
    id: "ack",
    role: "implementer-1",
    run: null,
    version: "GC-v5",
    applied: 3,
    total: 3,
    impact: "NONE",
    action: "CONTINUE",
    unclear: [],
    confirmed: true,
    actor: "implementer-1",
    at: "2026-02-09T10:02:00.000Z",
    ...ack,
  };
}

/** Makes a cell for a test: a delta of GC-v5 that was sent at ten and waits. */
export function aCell(cell: Partial<MatrixCell> = {}): MatrixCell {
  return {
    version: "GC-v5",
    state: "pending",
    delivery: "d1",
    mode: "delta",
    reason: null,
    tokens: 96,
    sentAt: "2026-02-09T10:00:00.000Z",
    fetchedAt: null,
    pingedAt: null,
    ack: null,
    leadAction: "none",
    ...cell,
  };
}

export function aRole(role: string, cells: MatrixCell[]): AckMatrix["roles"][number] {
  return { role, state: "active", confirmed: "GC-v4", behind: 1, lostAt: null, endedAt: null, cells };
}

export function aMatrix(roles: AckMatrix["roles"]): AckMatrix {
  return { version: "GC-v5", versions: ["GC-v5"], deadlineMinutes: 10, now: "2026-02-09T10:04:00.000Z", roles };
}

/** A run of Claude Code that began at nine, was shown GC-v5 and confirmed GC-v4. */
export function aRun(run: Partial<Run> = {}): Run {
  return {
    id: "claude:7f0c8d9e-1d5e-4c41-9a06-5b1f0a2b7c11",
    role: "implementer-1",
    client: "claude",
    state: "at work",
    counts: true,
    began: "2026-02-09T09:00:00.000Z",
    sign: "2026-02-09T10:03:30.000Z",
    ended: null,
    how: null,
    origin: "startup",
    shown: "GC-v5",
    confirmed: "GC-v4",
    lostAt: null,
    name: null,
    tokens: 1840,
    ...run,
  };
}
