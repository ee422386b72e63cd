import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import type { MarkNeeds } from "@/lib/contracts/needs";
import type { SessionScope } from "./paths";

/** Deadlines pass without an event. Milliseconds. */
const AGAIN = 60_000;

/** Everything read of what waits in a workspace; invalidating it refreshes all of it. */
export function needsKey(workspace: string) {
  return ["workspace", workspace, "needs"] as const;
}

/** What waits for a person in a workspace, the most urgent first. */
export const needsQuery = (workspace: string) => ({
  ...readQuery("GET /needs", { params: { workspace } }),
  refetchInterval: AGAIN,
});

/** How much waits: the number on the tab, the icon and in the sidebar. */
export const needCountQuery = (workspace: string) => ({
  ...readQuery("GET /needs/count", { params: { workspace } }),
  refetchInterval: AGAIN,
});

/** Notes for the reader alone that it read needs, or until when it puts them off. */
export const markNeeds = (workspace: string, body: MarkNeeds) =>
  call("POST /needs/marks", { params: { workspace }, body });

/** Everything that the person at the dashboard was not shown yet of a session. */
export const readInbox = (scope: SessionScope, signal?: AbortSignal) =>
  call("GET /sessions/{session}/inbox", { params: scope, query: { all: "true" }, ...(signal && { signal }) });

/** The person was shown what came with this mark; with `undo`, it is new to them again. */
export const markSeen = (scope: SessionScope, mark: string, undo?: boolean) =>
  call("POST /sessions/{session}/inbox/seen", { params: scope, body: { mark, undo }, idempotencyKey: null });
