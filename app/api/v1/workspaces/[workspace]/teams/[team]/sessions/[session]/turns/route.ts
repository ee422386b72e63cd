import { defineRoute, methods } from "@/lib/api/define-route";
import { TeamSessionParams } from "@/lib/api/params";
import { ReportTurns, TurnsReported } from "@/lib/contracts/team-sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Report turns that passed; a checkpoint may be saved with them",
    tag: "Teams",
    params: TeamSessionParams,
    body: ReportTurns,
    response: TurnsReported,
    handle: ({ services, caller, params, body, change }) => services.teams.report(caller, params, body, change),
  }),
});
