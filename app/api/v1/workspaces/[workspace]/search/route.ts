import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { SearchQuery, SearchResults } from "@/lib/contracts/search";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Search every kind of memory, the best first",
    tag: "Search",
    params: WorkspaceParams,
    query: SearchQuery,
    response: SearchResults,
    handle: ({ services, caller, params, query }) => services.search.find(caller, params, query),
  }),
});
