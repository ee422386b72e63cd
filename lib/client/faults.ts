import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import type { Fault } from "@/lib/contracts/faults";

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
