import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import type { AddViewer } from "@/lib/contracts/server";

/** The browsers that are signed in: the owner's, and those of the workspace's viewers. */
export const browsersQuery = (workspace: string) => readQuery("GET /browsers", { params: { workspace } });

/** Signs a browser out at once. */
export const endBrowser = (workspace: string, browser: string) =>
  call("DELETE /browsers/{browser}", { params: { workspace, browser } });

/** Sign-ins that failed lately. Read again whenever an event may have changed it. */
export const loginAttemptsQuery = (workspace: string) => readQuery("GET /login-attempts", { params: { workspace } });

/** Who may look at a workspace by a link, those whose link was ended too. */
export const viewersQuery = (workspace: string) => readQuery("GET /viewers", { params: { workspace } });

/** Makes a link by which somebody may look at a workspace; its secret is in this answer alone. */
export const addViewer = (workspace: string, body: AddViewer) => call("POST /viewers", { params: { workspace }, body });

/** Ends a viewer's link, and every browser that came in by it. */
export const revokeViewer = (workspace: string, viewer: string) =>
  call("DELETE /viewers/{viewer}", { params: { workspace, viewer } });
