import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import { Changed } from "@/lib/contracts/memory";

/** Takes one revision back; a conflict when its text has changed since. */
export function undoRevision(scope: SessionScope, revision: number): Promise<Changed> {
  return request(Changed, `${api.memory(scope)}/undo`, { method: "POST", body: { revision } });
}
