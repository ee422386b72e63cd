import { defineRoute, methods } from "@/lib/api/define-route";
import { TeamSessionParams } from "@/lib/api/params";
import { ResumeTeamSession, TeamSessionResumed } from "@/lib/contracts/team-sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Go on from the newest good checkpoint, or from the one that is named",
    tag: "Teams",
    params: TeamSessionParams,
    body: ResumeTeamSession,
    response: TeamSessionResumed,
    errors: ["unparseable"],
    handle: ({ services, caller, params, body, change }) =>
      services.teams.checkpoints.resume(caller, params, body, change),
  }),
});
