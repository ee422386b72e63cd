import { api } from "@/lib/client/paths";
import { request } from "@/lib/client/request";

const doneContract = () => import("@/lib/contracts/primitives").then((contracts) => contracts.Done);

/** Signs a browser out at once. */
export async function endBrowser(workspace: string, browser: string): Promise<void> {
  await request(doneContract, `${api.browsers(workspace)}/${encodeURIComponent(browser)}`, { method: "DELETE" });
}
