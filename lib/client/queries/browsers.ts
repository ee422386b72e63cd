import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/paths";
import { request } from "@/lib/client/request";

const listContract = () => import("@/lib/contracts/browsers").then((contracts) => contracts.BrowserList);
const attemptsContract = () => import("@/lib/contracts/browsers").then((contracts) => contracts.LoginAttempts);

/** The browsers that are signed in: the owner's, and those of the workspace's viewers. */
export function browsersQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "browsers"],
    queryFn: ({ signal }) => request(listContract, api.browsers(workspace), { signal }),
  });
}

/** Sign-ins that failed lately. Read again whenever an event may have changed it. */
export function loginAttemptsQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "login-attempts"],
    queryFn: ({ signal }) => request(attemptsContract, `${api.workspace(workspace)}/login-attempts`, { signal }),
  });
}
