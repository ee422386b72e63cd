import { queryOptions } from "@tanstack/react-query";
import { api, type TeamScope, type TeamSessionScope } from "@/lib/client/paths";
import { knowledgeKey } from "@/lib/client/queries/knowledge";
import { request } from "@/lib/client/request";

const sessions = () => import("@/lib/contracts/team-sessions");

/** The sessions of a team, those only found on disk included. */
export function teamSessionsQuery(scope: TeamScope) {
  return queryOptions({
    queryKey: [...knowledgeKey(scope.workspace), "team", scope.team, "sessions"],
    queryFn: ({ signal }) =>
      request(() => sessions().then((all) => all.TeamSessionList), `${api.team(scope)}/sessions?limit=200`, { signal }),
  });
}

/** A session of a team with all that is needed to go on with it. */
export function teamSessionQuery(scope: TeamSessionScope) {
  return queryOptions({
    queryKey: [...knowledgeKey(scope.workspace), "team", scope.team, "session", scope.session],
    queryFn: ({ signal }) =>
      request(() => sessions().then((all) => all.TeamSession), api.teamSession(scope), { signal }),
  });
}

/** The checkpoints of a session, the newest first, with what is wrong with those that cannot be used. */
export function checkpointsQuery(scope: TeamSessionScope) {
  return queryOptions({
    queryKey: [...knowledgeKey(scope.workspace), "team", scope.team, "session", scope.session, "checkpoints"],
    queryFn: ({ signal }) =>
      request(() => sessions().then((all) => all.CheckpointList), `${api.teamSession(scope)}/checkpoints?limit=200`, {
        signal,
      }),
  });
}

/** What a team remembers between its sessions: context, learnings, the list of its sessions. */
export function teamMemoryQuery(scope: TeamScope) {
  return queryOptions({
    queryKey: [...knowledgeKey(scope.workspace), "team", scope.team, "memory"],
    queryFn: ({ signal }) =>
      request(() => sessions().then((all) => all.TeamMemory), `${api.team(scope)}/memory`, { signal }),
  });
}
