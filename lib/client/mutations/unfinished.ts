import { api } from "@/lib/client/paths";
import { request } from "@/lib/client/request";

const doneContract = () => import("@/lib/contracts/primitives").then((contracts) => contracts.Done);

/** Finishes a change after all, in its author's name. */
export async function retryUnfinished(workspace: string, id: number): Promise<void> {
  await request(doneContract, `${api.workspace(workspace)}/unfinished/${id}/retry`, { method: "POST", body: {} });
}

/** Forgets a change; its files stay as they are. */
export async function discardUnfinished(workspace: string, id: number): Promise<void> {
  await request(doneContract, `${api.workspace(workspace)}/unfinished/${id}`, { method: "DELETE" });
}
