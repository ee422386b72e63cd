import { operationsOf } from "@/lib/operations/define-operation";
import { SearchQuery, SearchResults } from "@/lib/contracts/search";

const define = operationsOf("Search");

export const searchOperations = [
  define({
    id: "search",
    http: "GET /search",
    tools: ["search"],
    commands: ["search <words...>"],
    summary: "Search every kind of memory, the best first",
    query: SearchQuery,
    response: SearchResults,
    examples: [
      {
        query: { q: "ledger" },
        command: "search ledger",
      },
    ],
    run: ({ services, caller, params, query }) => services.search.find(caller, params, query),
  }),
];
