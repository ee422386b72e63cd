import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import { Changed } from "@/lib/contracts/memory";

/** Brings back the whole text of an earlier revision; `stale` unless the file is still the one of `etag`. */
export function revertMemory(scope: SessionScope, revision: number, etag: string): Promise<Changed> {
  return request(Changed, `${api.memory(scope)}/revert`, { method: "POST", body: { revision }, ifMatch: etag });
}
