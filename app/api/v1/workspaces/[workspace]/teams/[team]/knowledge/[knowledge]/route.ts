import { defineRoute, methods } from "@/lib/api/define-route";
import { TeamEntryParams } from "@/lib/api/params";
import { ChangeTeamEntry, KnowledgeChanged } from "@/lib/contracts/knowledge";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PATCH: defineRoute({
    summary: "Change how a team loads an entry",
    tag: "Knowledge",
    params: TeamEntryParams,
    body: ChangeTeamEntry,
    response: KnowledgeChanged,
    handle: ({ services, caller, params, body, change }) =>
      services.knowledge.edits.changeInTeam(caller, params, body, change),
  }),
  DELETE: defineRoute({
    summary: "Take an entry out of a team's index; its file stays",
    tag: "Knowledge",
    params: TeamEntryParams,
    response: KnowledgeChanged,
    handle: ({ services, caller, params, change }) => services.knowledge.edits.removeFromTeam(caller, params, change),
  }),
});
