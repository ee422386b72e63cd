import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { Changed } from "@/lib/contracts/memory";

const changedContract = () => import("@/lib/contracts/memory").then((contracts) => contracts.Changed);

/** Brings back the whole text of an earlier revision; `stale` unless the file is still the one of `etag`. */
export function revertMemory(scope: SessionScope, revision: number, etag: string): Promise<Changed> {
  return request(changedContract, `${api.memory(scope)}/revert`, { method: "POST", body: { revision }, ifMatch: etag });
}
