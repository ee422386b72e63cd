import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import type { SessionScope } from "@/lib/client/paths";

/** The gates of a session, the open one with what blocks it, and every record found in its phase folders. */
export const gatesQuery = (scope: SessionScope) => readQuery("GET /sessions/{session}/gates", { params: scope });

/** Lets blockers of an open gate through for one reason; with null, no longer. */
export const waiveBlockers = (scope: SessionScope, gate: string, blockers: string[], reason: string | null) =>
  call("POST /sessions/{session}/gates/{gate}/waive", { params: { ...scope, gate }, body: { blockers, reason } });
