import { defineRoute, methods } from "@/lib/api/define-route";
import { TeamSessionParams } from "@/lib/api/params";
import { EndTeamSession, TeamSessionEnded } from "@/lib/contracts/team-sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "End a session with its outcome and what was learnt",
    tag: "Teams",
    params: TeamSessionParams,
    body: EndTeamSession,
    response: TeamSessionEnded,
    handle: ({ services, caller, params, body, change }) => services.teams.end(caller, params, body, change),
  }),
});
