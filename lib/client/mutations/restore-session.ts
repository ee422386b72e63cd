import { api, type SessionScope } from "@/lib/client/paths";
import { requestNothing } from "@/lib/client/request";

/** Brings a session back from the trash; a conflict when its id has been taken meanwhile. */
export function restoreSession(scope: SessionScope): Promise<void> {
  return requestNothing(`${api.session(scope)}/restore`, { method: "POST", body: {} });
}
