import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";

/** How often it is asked again: how a checkout stands is no event. Milliseconds. */
const AGAIN = 15_000;

/** Checkouts elsewhere that are kept in step. */
export function replicasQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "replicas"],
    queryFn: ({ signal }) => call("GET /replicas", { params: { workspace }, signal }),
    refetchInterval: AGAIN,
  });
}
