import { defineRoute, methods } from "@/lib/api/define-route";
import { TeamSessionParams } from "@/lib/api/params";
import { AddLearning, LearningAdded } from "@/lib/contracts/team-sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Note what the team learnt",
    tag: "Teams",
    params: TeamSessionParams,
    body: AddLearning,
    response: LearningAdded,
    status: 201,
    errors: ["unparseable"],
    handle: ({ services, caller, params, body, change }) => services.teams.learn(caller, params, body, change),
  }),
});
