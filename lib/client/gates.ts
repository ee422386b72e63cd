import type { z } from "zod";
import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import type { SessionScope } from "@/lib/client/paths";
import type { ConcludeGate, PrepareGate } from "@/lib/contracts/gates";

/** The gates of a session, the open one with what blocks it, and every record found in its phase folders. */
export const gatesQuery = (scope: SessionScope) => readQuery("GET /sessions/{session}/gates", { params: scope });

/** Opens the gate of a phase: from now on nothing is published until it is concluded or abandoned. */
export const openGate = (scope: SessionScope, phase: number) =>
  call("POST /sessions/{session}/gates", { params: scope, body: { phase } });

/** Concludes a gate: writes its record and the Lead's item, and archives what was chosen, in one act. */
export const concludeGate = (scope: SessionScope, gate: string, body: z.input<typeof ConcludeGate>) =>
  call("POST /sessions/{session}/gates/{gate}/conclude", { params: { ...scope, gate }, body });

/** Gives a gate up without a verdict; publishing is possible again. */
export const abandonGate = (scope: SessionScope, gate: string) =>
  call("POST /sessions/{session}/gates/{gate}/abandon", { params: { ...scope, gate } });

/** Lets blockers of an open gate through for one reason; with null, no longer. */
export const waiveBlockers = (scope: SessionScope, gate: string, blockers: string[], reason: string | null) =>
  call("POST /sessions/{session}/gates/{gate}/waive", { params: { ...scope, gate }, body: { blockers, reason } });

/** Chooses what the open gate is to be concluded with, for everybody who looks at it. */
export const prepareGate = (scope: SessionScope, gate: string, body: PrepareGate) =>
  call("POST /sessions/{session}/gates/{gate}/prepare", { params: { ...scope, gate }, body });
