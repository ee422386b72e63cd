import { readQuery } from "@/lib/client/read-query";
import { call } from "./call";
import type { Fault } from "@/lib/contracts/faults";
import type { SessionScope } from "./paths";

/** The first so many documents of a workspace whose path holds some words; none for no words. */
export const filesQuery = (workspace: string, q: string, limit: number) => ({
  ...readQuery("GET /files", { params: { workspace }, query: { q, limit } }),
  enabled: q !== "",
});

export const fileQuery = (workspace: string, path: string) =>
  readQuery("GET /files/text", { params: { workspace }, query: { path } });

/** Everything read about faults of a workspace; invalidating it refreshes all of it. */
export function faultsKey(workspace: string) {
  return ["workspace", workspace, "faults"] as const;
}

/** What every file with a fault is asked for by: those that wait, and those that are dismissed. */
export const ALL_FAULTS = { state: "open,dismissed" } as const;

/** What is wrong with the content of files, dismissed faults too. */
export const faultsQuery = (workspace: string) =>
  readQuery("GET /faults", { params: { workspace }, query: ALL_FAULTS });

/** Applies the proposed fix of a fault as it was shown: refused once its file has changed. */
export const fixFault = (workspace: string, { id, etag }: Fault) =>
  call("POST /faults/{fault}/fix", { params: { workspace, fault: id }, ifMatch: etag });

/** Dismisses a fault, or undoes what was decided about it. */
export const decideFault = (workspace: string, fault: string, act: "dismiss" | "undo") =>
  call(`POST /faults/{fault}/${act}`, { params: { workspace, fault } });

/** Everything read about repairs of a workspace; invalidating it refreshes all of it. */
export function repairsKey(workspace: string) {
  return ["workspace", workspace, "repairs"] as const;
}

/** What saves of old copies left out, in any session, and nobody has decided about. */
export const proposedRepairsQuery = (workspace: string) =>
  readQuery("GET /repairs", { params: { workspace }, query: { state: "proposed" } });

/** States of repairs that somebody or the mode has decided about. */
const DECIDED = "applied,dismissed,undone";

export const decidedRepairsQuery = ({ workspace, session }: SessionScope) =>
  readQuery("GET /repairs", { params: { workspace }, query: { session, state: DECIDED } });

/** Puts the lines back, leaves the file as it was saved, or takes out again what was put back. */
export const decideRepair = (workspace: string, repair: string, act: "apply" | "dismiss" | "undo") =>
  call(`POST /repairs/{repair}/${act}`, { params: { workspace, repair } });

/** The changes that could not be finished after a crash. */
export const unfinishedQuery = (workspace: string) => readQuery("GET /unfinished", { params: { workspace } });
