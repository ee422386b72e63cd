import { queryOptions } from "@tanstack/react-query";
import { api, query, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";

const listContract = () => import("@/lib/contracts/repairs").then((contracts) => contracts.RepairList);

/** Everything read about repairs of a workspace; invalidating it refreshes all of it. */
export function repairsKey(workspace: string) {
  return ["workspace", workspace, "repairs"] as const;
}

/** What saves of old copies left out, in any session, and nobody has decided about. */
export function proposedRepairsQuery(workspace: string) {
  return queryOptions({
    queryKey: [...repairsKey(workspace), "proposed"],
    queryFn: ({ signal }) =>
      request(listContract, `${api.repairs(workspace)}${query({ state: "proposed" })}`, { signal }),
  });
}

/** States of repairs that somebody or the mode has decided about. */
const DECIDED = "applied,dismissed,undone";

/** The repairs of one session that somebody or the workspace's mode has decided about. */
export function decidedRepairsQuery({ workspace, session }: SessionScope) {
  return queryOptions({
    queryKey: [...repairsKey(workspace), "decided", session],
    queryFn: ({ signal }) =>
      request(listContract, `${api.repairs(workspace)}${query({ session, state: DECIDED })}`, { signal }),
  });
}
