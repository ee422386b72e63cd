import { api } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { Integrity } from "@/lib/contracts/events";

const integrityContract = () => import("@/lib/contracts/events").then((contracts) => contracts.Integrity);

/** Has the whole history of a workspace verified, which may take a while; nothing is kept of the answer. */
export function verifyHistory(workspace: string, signal: AbortSignal): Promise<Integrity> {
  return request(integrityContract, `${api.workspace(workspace)}/integrity`, { signal });
}
