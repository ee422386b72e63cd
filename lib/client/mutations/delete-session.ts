import { api, type SessionScope } from "@/lib/client/paths";
import { requestNothing } from "@/lib/client/request";

/** Moves the session's folder to the trash. */
export function deleteSession(scope: SessionScope): Promise<void> {
  return requestNothing(api.session(scope), { method: "DELETE" });
}
