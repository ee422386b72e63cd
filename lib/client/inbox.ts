import { call } from "@/lib/client/call";
import type { SessionScope } from "@/lib/client/paths";

/** Everything that the person at the dashboard was not shown yet of a session. */
export const readInbox = (scope: SessionScope, signal?: AbortSignal) =>
  call("GET /sessions/{session}/inbox", { params: scope, query: { all: "true" }, ...(signal && { signal }) });

/** The person was shown what came with this mark; with `undo`, it is new to them again. */
export const markSeen = (scope: SessionScope, mark: string, undo?: boolean) =>
  call("POST /sessions/{session}/inbox/seen", { params: scope, body: { mark, undo } });
