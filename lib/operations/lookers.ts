import { Look, LookerList } from "@/lib/contracts/lookers";
import { operationsOf } from "@/lib/operations/define-operation";
import { ListQuery } from "@/lib/operations/page";
import { pageOf } from "@/lib/services/workspace/page-of";

const define = operationsOf("People");

const HERE = {
  items: [{ id: "owner", name: "Owner", me: true, places: [{ session: "invoice-import", page: "memory" }] }],
  nextCursor: null,
};

export const lookersOperations = [
  define({
    id: "looker.list",
    http: "GET /lookers",
    commands: ["person here"],
    ownCommand: true,
    summary: "Who looks at which page of the workspace now",
    query: ListQuery,
    response: LookerList,
    examples: [{ answer: HERE }],
    run: async ({ services, caller, params, query }) =>
      pageOf(await Promise.resolve(services.lookers.list(caller, params)), query, ({ id }) => id),
  }),
  define({
    id: "looker.look",
    http: "POST /lookers",
    summary: "Say which page an open tab shows; it counts for 25 seconds",
    body: Look,
    response: LookerList,
    examples: [{ body: { tab: "k3f9a1c07be", place: { session: "invoice-import", page: "memory" } }, answer: HERE }],
    once: true,
    run: ({ services, caller, params, body }) => Promise.resolve(services.lookers.look(caller, params, body)),
  }),
];
