import { defineRoute, methods } from "@/lib/api/define-route";
import { ListQuery, pageOf } from "@/lib/api/page";
import { TeamParams } from "@/lib/api/params";
import { StartTeamSession, TeamSessionList, TeamSessionStarted } from "@/lib/contracts/team-sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "The sessions of a team",
    tag: "Teams",
    params: TeamParams,
    query: ListQuery,
    response: TeamSessionList,
    handle: async ({ services, caller, params, query }) =>
      pageOf(await services.teams.sessions(caller, params), query, ({ id }) => id),
  }),
  POST: defineRoute({
    summary: "Start a session with what its mode and topic load",
    tag: "Teams",
    params: TeamParams,
    body: StartTeamSession,
    response: TeamSessionStarted,
    status: 201,
    handle: ({ services, caller, params, body, change }) => services.teams.start(caller, params, body, change),
  }),
});
