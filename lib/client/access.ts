import { readQuery } from "@/lib/client/read-query";

/** The browsers that are signed in: the owner's, and those of the workspace's viewers. */
export const browsersQuery = (workspace: string) => readQuery("GET /browsers", { params: { workspace } });

/** Sign-ins that failed lately. Read again whenever an event may have changed it. */
export const loginAttemptsQuery = (workspace: string) => readQuery("GET /login-attempts", { params: { workspace } });

/** Who may look at a workspace by a link, those whose link was ended too. */
export const viewersQuery = (workspace: string) => readQuery("GET /viewers", { params: { workspace } });
