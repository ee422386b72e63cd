import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import type { SessionScope } from "@/lib/client/paths";
import type { RepairSettings } from "@/lib/contracts/repairs";

/** Everything read about repairs of a workspace; invalidating it refreshes all of it. */
export function repairsKey(workspace: string) {
  return ["workspace", workspace, "repairs"] as const;
}

/** What saves of old copies left out, in any session, and nobody has decided about. */
export function proposedRepairsQuery(workspace: string) {
  return queryOptions({
    queryKey: [...repairsKey(workspace), "proposed"],
    queryFn: ({ signal }) => call("GET /repairs", { params: { workspace }, query: { state: "proposed" }, signal }),
  });
}

/** States of repairs that somebody or the mode has decided about. */
const DECIDED = "applied,dismissed,undone";

/** The repairs of one session that somebody or the workspace's mode has decided about. */
export function decidedRepairsQuery({ workspace, session }: SessionScope) {
  return queryOptions({
    queryKey: [...repairsKey(workspace), "decided", session],
    queryFn: ({ signal }) =>
      call("GET /repairs", { params: { workspace }, query: { session, state: DECIDED }, signal }),
  });
}

/** Puts the lines back, leaves the file as it was saved, or takes out again what was put back. */
export function decideRepair(workspace: string, repair: string, act: "apply" | "dismiss" | "undo") {
  return call(`POST /repairs/{repair}/${act}`, { params: { workspace, repair } });
}

/** Sets what is done about saves of old copies from now on. */
export function setRepairMode(workspace: string, mode: RepairSettings["mode"]) {
  return call("PUT /repairs", { params: { workspace }, body: { mode } });
}

/** The changes that could not be finished after a crash. */
export function unfinishedQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "unfinished"],
    queryFn: ({ signal }) => call("GET /unfinished", { params: { workspace }, signal }),
  });
}

/** Finishes a change after all, in its author's name. */
export function retryUnfinished(workspace: string, id: number) {
  return call("POST /unfinished/{id}/retry", { params: { workspace, id } });
}

/** Forgets a change; its files stay as they are. */
export function discardUnfinished(workspace: string, id: number) {
  return call("DELETE /unfinished/{id}", { params: { workspace, id } });
}
