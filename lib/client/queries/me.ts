import { queryOptions } from "@tanstack/react-query";
import { request } from "@/lib/client/request";

const meContract = () => import("@/lib/contracts/server").then((contracts) => contracts.Me);

/** Who this browser is signed in as. */
export function meQuery() {
  return queryOptions({ queryKey: ["me"], queryFn: ({ signal }) => request(meContract, "/api/v1/me", { signal }) });
}
