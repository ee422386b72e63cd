import { defineRoute, methods } from "@/lib/api/define-route";
import { TeamParams } from "@/lib/api/params";
import { TeamMemory } from "@/lib/contracts/team-sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "What a team remembers: its active context, its sessions and what it learnt",
    tag: "Teams",
    params: TeamParams,
    response: TeamMemory,
    handle: ({ services, caller, params }) => services.teams.memory(caller, params),
  }),
});
