import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import type { AddViewer } from "@/lib/contracts/server";

/** The browsers that are signed in: the owner's, and those of the workspace's viewers. */
export function browsersQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "browsers"],
    queryFn: ({ signal }) => call("GET /browsers", { params: { workspace }, signal }),
  });
}

/** Signs a browser out at once. */
export function endBrowser(workspace: string, browser: string) {
  return call("DELETE /browsers/{browser}", { params: { workspace, browser } });
}

/** Sign-ins that failed lately. Read again whenever an event may have changed it. */
export function loginAttemptsQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "login-attempts"],
    queryFn: ({ signal }) => call("GET /login-attempts", { params: { workspace }, signal }),
  });
}

/** Who may look at a workspace by a link, those whose link was ended too. */
export function viewersQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "viewers"],
    queryFn: ({ signal }) => call("GET /viewers", { params: { workspace }, signal }),
  });
}

/** Makes a link by which somebody may look at a workspace; its secret is in this answer alone. */
export function addViewer(workspace: string, body: AddViewer) {
  return call("POST /viewers", { params: { workspace }, body });
}

/** Ends a viewer's link, and every browser that came in by it. */
export function revokeViewer(workspace: string, viewer: string) {
  return call("DELETE /viewers/{viewer}", { params: { workspace, viewer } });
}
