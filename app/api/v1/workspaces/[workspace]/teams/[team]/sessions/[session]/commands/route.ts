import { defineRoute, methods } from "@/lib/api/define-route";
import { TeamSessionParams } from "@/lib/api/params";
import { TeamCommand, TeamCommandDone } from "@/lib/contracts/team-sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Give a command: *load, *unload, *knowledge, *resume or *reload",
    tag: "Teams",
    params: TeamSessionParams,
    body: TeamCommand,
    response: TeamCommandDone,
    errors: ["over_budget", "unparseable"],
    handle: ({ services, caller, params, body, change }) => services.teams.command(caller, params, body, change),
  }),
});
