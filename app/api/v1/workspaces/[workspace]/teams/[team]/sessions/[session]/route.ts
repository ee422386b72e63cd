import { defineRoute, methods } from "@/lib/api/define-route";
import { TeamSessionParams } from "@/lib/api/params";
import { ConfigureTeamSession, TeamSession } from "@/lib/contracts/team-sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "One session with all that is needed to go on with it",
    tag: "Teams",
    params: TeamSessionParams,
    response: TeamSession,
    handle: ({ services, caller, params }) => services.teams.get(caller, params),
  }),
  PATCH: defineRoute({
    summary: "Choose after how many turns a checkpoint is saved",
    tag: "Teams",
    params: TeamSessionParams,
    body: ConfigureTeamSession,
    response: TeamSession,
    handle: ({ services, caller, params, body, change }) => services.teams.configure(caller, params, body, change),
  }),
});
