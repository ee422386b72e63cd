import { readQuery } from "@/lib/client/read-query";

/** How often it is asked again: how a checkout stands is no event. Milliseconds. */
const AGAIN = 15_000;

/** Checkouts elsewhere that are kept in step. */
export const replicasQuery = (workspace: string) => ({
  ...readQuery("GET /replicas", { params: { workspace } }),
  refetchInterval: AGAIN,
});
