import { AT, ITEM, RELAY } from "@/lib/operations/example-values";
import { NeedList } from "@/lib/contracts/needs";
import { WorkspaceParams } from "@/lib/contracts/params";
import { defineOperation } from "@/lib/operations/define-operation";
import { ListQuery, pageOf } from "@/lib/operations/page";

export const needsOperations = [
  defineOperation({
    id: "need.list",
    http: "GET /needs",
    commands: ["needs"],
    summary: "What waits for a person in all sessions at work, the most urgent first",
    tag: "Inbox",
    params: WorkspaceParams,
    query: ListQuery,
    response: NeedList,
    errors: ["forbidden"],
    examples: [
      {
        command: ["needs"],
        answer: {
          items: [
            {
              kind: "ack",
              key: "ack:invoice-import:implementer-2:overdue",
              session: "invoice-import",
              role: "implementer-2",
              at: AT,
              urgency: "now",
              owed: "overdue",
              version: "GC-v5",
              delivery: "5f0c8d9e1b7a4c1e",
              applied: null,
              total: null,
              unclear: [],
            },
            {
              kind: "relay",
              key: `relay:${RELAY.id}`,
              session: "invoice-import",
              role: RELAY.role,
              at: RELAY.createdAt,
              urgency: "soon",
              relay: RELAY,
            },
            {
              kind: "question",
              key: `item:invoice-import:${ITEM.id}`,
              session: "invoice-import",
              role: "implementer-2",
              at: AT,
              urgency: "soon",
              item: { ...ITEM, tag: "Question" },
            },
          ],
          nextCursor: null,
        },
      },
    ],
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.needs.list(caller, params), query, ({ key }) => key),
  }),
];
