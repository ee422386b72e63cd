import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import type { SessionScope } from "@/lib/client/paths";

/** Everything read about repairs of a workspace; invalidating it refreshes all of it. */
export function repairsKey(workspace: string) {
  return ["workspace", workspace, "repairs"] as const;
}

/** What saves of old copies left out, in any session, and nobody has decided about. */
export const proposedRepairsQuery = (workspace: string) =>
  readQuery("GET /repairs", { params: { workspace }, query: { state: "proposed" } });

/** States of repairs that somebody or the mode has decided about. */
const DECIDED = "applied,dismissed,undone";

/** The repairs of one session that somebody or the workspace's mode has decided about. */
export const decidedRepairsQuery = ({ workspace, session }: SessionScope) =>
  readQuery("GET /repairs", { params: { workspace }, query: { session, state: DECIDED } });

/** Puts the lines back, leaves the file as it was saved, or takes out again what was put back. */
export const decideRepair = (workspace: string, repair: string, act: "apply" | "dismiss" | "undo") =>
  call(`POST /repairs/{repair}/${act}`, { params: { workspace, repair } });

/** The changes that could not be finished after a crash. */
export const unfinishedQuery = (workspace: string) => readQuery("GET /unfinished", { params: { workspace } });
