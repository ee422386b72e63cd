import { defineRoute, methods } from "@/lib/api/define-route";
import { ListQuery, pageOf } from "@/lib/api/page";
import { TeamSessionParams } from "@/lib/api/params";
import { CheckpointList, CheckpointSaved, SaveCheckpoint } from "@/lib/contracts/team-sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "The checkpoints of a session, each validated",
    tag: "Teams",
    params: TeamSessionParams,
    query: ListQuery,
    response: CheckpointList,
    handle: async ({ services, caller, params, query }) =>
      pageOf(await services.teams.checkpoints.list(caller, params), query, ({ file }) => file),
  }),
  POST: defineRoute({
    summary: "Save where a session stands",
    tag: "Teams",
    params: TeamSessionParams,
    body: SaveCheckpoint,
    response: CheckpointSaved,
    status: 201,
    handle: ({ services, caller, params, body, change }) =>
      services.teams.checkpoints.save(caller, params, body, change),
  }),
});
