import { defineOperation } from "@/lib/operations/define-operation";
import { WorkspaceParams } from "@/lib/contracts/params";
import { SearchQuery, SearchResults } from "@/lib/contracts/search";

export const searchOperations = [
  defineOperation({
    id: "search",
    http: "GET /search",
    tools: ["search"],
    commands: ["search <words...>"],
    summary: "Search every kind of memory, the best first",
    tag: "Search",
    params: WorkspaceParams,
    query: SearchQuery,
    response: SearchResults,
    run: ({ services, caller, params, query }) => services.search.find(caller, params, query),
  }),
];
