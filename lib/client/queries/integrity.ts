import { api } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import { Integrity } from "@/lib/contracts/events";

/** Has the whole history of a workspace verified, which may take a while; nothing is kept of the answer. */
export function verifyHistory(workspace: string, signal: AbortSignal): Promise<Integrity> {
  return request(Integrity, `${api.workspace(workspace)}/integrity`, { signal });
}
