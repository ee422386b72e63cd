import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import { Changed } from "@/lib/contracts/memory";

/** Takes archived or resolved items back into use. */
export function unarchiveItems(scope: SessionScope, items: string[]): Promise<Changed> {
  return request(Changed, `${api.memory(scope)}/unarchive`, { method: "POST", body: { items } });
}
