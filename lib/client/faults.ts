import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import type { Fault } from "@/lib/contracts/faults";

/** Everything read about faults of a workspace; invalidating it refreshes all of it. */
export function faultsKey(workspace: string) {
  return ["workspace", workspace, "faults"] as const;
}

/** What every file with a fault is asked for by: those that wait, and those that are dismissed. */
export const ALL_FAULTS = { state: "open,dismissed" } as const;

/** What is wrong with the content of files, dismissed faults too. */
export function faultsQuery(workspace: string) {
  return queryOptions({
    queryKey: [...faultsKey(workspace), "all"],
    queryFn: ({ signal }) => call("GET /faults", { params: { workspace }, query: ALL_FAULTS, signal }),
  });
}

/** Applies the proposed fix of a fault as it was shown: refused once its file has changed. */
export function fixFault(workspace: string, { id, etag }: Fault) {
  return call("POST /faults/{fault}/fix", { params: { workspace, fault: id }, ifMatch: etag });
}

/** Dismisses a fault, or undoes what was decided about it. */
export function decideFault(workspace: string, fault: string, act: "dismiss" | "undo") {
  return call(`POST /faults/{fault}/${act}`, { params: { workspace, fault } });
}
