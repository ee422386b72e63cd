import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/lib/client/call";
import type { SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/sessions";
import type { ConcludeGate, PrepareGate } from "@/lib/contracts/gates";

/** The gates of a session, the open one with what blocks it, and every record found in its phase folders. */
export function gatesQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "gates"],
    queryFn: ({ signal }) => call("GET /sessions/{session}/gates", { params: scope, signal }),
  });
}

/** Opens the gate of a phase: from now on nothing is published until it is concluded or abandoned. */
export function openGate(scope: SessionScope, phase: number) {
  return call("POST /sessions/{session}/gates", { params: scope, body: { phase } });
}

/** Concludes a gate: writes its record and the Lead's item, and archives what was chosen, in one act. */
export function concludeGate(scope: SessionScope, gate: string, body: z.input<typeof ConcludeGate>) {
  return call("POST /sessions/{session}/gates/{gate}/conclude", { params: { ...scope, gate }, body });
}

/** Gives a gate up without a verdict; publishing is possible again. */
export function abandonGate(scope: SessionScope, gate: string) {
  return call("POST /sessions/{session}/gates/{gate}/abandon", { params: { ...scope, gate } });
}

/** Lets blockers of an open gate through for one reason; with null, no longer. */
export function waiveBlockers(scope: SessionScope, gate: string, blockers: string[], reason: string | null) {
  const body = { blockers, reason };
  return call("POST /sessions/{session}/gates/{gate}/waive", { params: { ...scope, gate }, body });
}

/** Chooses what the open gate is to be concluded with, for everybody who looks at it. */
export function prepareGate(scope: SessionScope, gate: string, body: PrepareGate) {
  return call("POST /sessions/{session}/gates/{gate}/prepare", { params: { ...scope, gate }, body });
}
