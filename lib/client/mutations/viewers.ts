import { api } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { AddViewer, ViewerWithToken } from "@/lib/contracts/server";

const viewerContract = () => import("@/lib/contracts/server").then((contracts) => contracts.ViewerWithToken);
const doneContract = () => import("@/lib/contracts/primitives").then((contracts) => contracts.Done);

/** Makes a link by which somebody may look at a workspace; its secret is in this answer alone. */
export function addViewer(workspace: string, body: AddViewer): Promise<ViewerWithToken> {
  return request(viewerContract, `${api.workspace(workspace)}/viewers`, { method: "POST", body });
}

/** Ends a viewer's link, and every browser that came in by it. */
export async function revokeViewer(workspace: string, viewer: string): Promise<void> {
  const path = `${api.workspace(workspace)}/viewers/${encodeURIComponent(viewer)}`;
  await request(doneContract, path, { method: "DELETE" });
}
