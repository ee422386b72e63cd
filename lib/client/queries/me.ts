import { queryOptions } from "@tanstack/react-query";
import { request } from "@/lib/client/request";
import { Me } from "@/lib/contracts/server";

/** Who this browser is signed in as. */
export function meQuery() {
  return queryOptions({ queryKey: ["me"], queryFn: ({ signal }) => request(Me, "/api/v1/me", { signal }) });
}
