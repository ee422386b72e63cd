import { call } from "@/lib/client/call";
import type { SessionScope } from "@/lib/client/paths";

/** Everything that the person at the dashboard was not shown yet of a session. */
export function readInbox(scope: SessionScope, signal?: AbortSignal) {
  return call("GET /sessions/{session}/inbox", { params: scope, query: { all: "true" }, ...(signal && { signal }) });
}

/** The person was shown what came with this mark; with `undo`, it is new to them again. */
export function markSeen(scope: SessionScope, mark: string, undo?: boolean) {
  return call("POST /sessions/{session}/inbox/seen", { params: scope, body: { mark, undo } });
}
