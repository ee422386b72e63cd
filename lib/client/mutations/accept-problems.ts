import { api } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { Integrity } from "@/lib/contracts/events";

const integrityContract = () => import("@/lib/contracts/events").then((contracts) => contracts.Integrity);

/** Lets problems of the history be, which the owner has seen; answers what a verification says then. */
export function acceptProblems(workspace: string, ids: string[]): Promise<Integrity> {
  return request(integrityContract, `${api.workspace(workspace)}/integrity`, { method: "POST", body: { ids } });
}
