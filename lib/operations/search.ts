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
        answer: {
          items: [
            {
              kind: "item",
              title: "implementer-2 · invoice-import",
              titleMatches: [],
              snippet: { text: "The ledger refuses a batch with two currencies", matches: [{ start: 4, end: 10 }] },
              path: ".agent/teams/invoice-import/TEAM-MEMORY.md",
              line: 48,
              link: "/example/sessions/invoice-import/memory?state=all&item=3f9a1c07be42",
              session: "invoice-import",
              role: "implementer-2",
              tag: "Finding",
              state: "active",
              at: "2026-11-24T09:30:00.000Z",
            },
          ],
          total: 1,
          facets: {
            kind: [{ value: "item", count: 1 }],
            role: [{ value: "implementer-2", count: 1 }],
            tag: [{ value: "Finding", count: 1 }],
            state: [{ value: "active", count: 1 }],
            session: [{ value: "invoice-import", count: 1 }],
          },
          nextCursor: null,
          index: { complete: true, documents: 12, read: 12 },
        },
        command: "search ledger",
      },
    ],
    run: ({ services, caller, params, query }) => services.search.find(caller, params, query),
  }),
];
