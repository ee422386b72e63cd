import { AppError } from "@/lib/core/errors";
import { sayCount } from "@/lib/core/text/say-count";
import { AT, ITEM, RELAY } from "@/lib/operations/example-values";
import { MarkNeeds, NeedCount, NeedList, NeedQuery, NeedsMarked } from "@/lib/contracts/needs";
import { operationsOf } from "@/lib/operations/define-operation";
import { ListQuery } from "@/lib/operations/page";
import { pageOf } from "@/lib/services/workspace/page-of";

const define = operationsOf("Inbox");

const UNMARKED = { atLeast: false, assignee: null, read: false, snoozedUntil: null };

export const needsOperations = [
  define({
    id: "need.list",
    http: "GET /needs",
    commands: ["needs"],
    summary: "What waits for a person in all sessions at work, the most urgent first",
    query: ListQuery.extend(NeedQuery.shape),
    response: NeedList,
    errors: ["forbidden"],
    examples: [
      {
        answer: {
          items: [
            {
              kind: "ack",
              key: "ack:invoice-import:implementer-2:overdue",
              session: "invoice-import",
              role: "implementer-2",
              at: AT,
              ...UNMARKED,
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
              ...UNMARKED,
              urgency: "soon",
              relay: RELAY,
              newRole: false,
            },
            {
              kind: "question",
              key: `item:invoice-import:${ITEM.id}`,
              session: "invoice-import",
              role: "implementer-2",
              at: AT,
              ...UNMARKED,
              urgency: "soon",
              item: { ...ITEM, tag: "Question" },
              comments: 1,
            },
          ],
          nextCursor: null,
        },
      },
    ],
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.needs.list(caller, params, { snoozed: query.snoozed === "true" }), query, ({ key }) => key),
  }),
  define({
    id: "need.count",
    http: "GET /needs/count",
    summary: "How much waits for a person, by session and kind",
    response: NeedCount,
    errors: ["forbidden"],
    examples: [
      {
        answer: {
          waiting: 3,
          unread: 3,
          snoozed: 0,
          sessions: [{ session: "invoice-import", waiting: 3, kinds: { ack: 1, relay: 1, question: 1 } }],
        },
      },
    ],
    run: ({ services, caller, params }) => services.needs.count(caller, params),
  }),
  define({
    id: "need.mark",
    http: "POST /needs/marks",
    commands: ["mark <keys...>"],
    ownCommand: {
      says: "mark what waits as read, or put it off; for you alone",
      arguments: { keys: "as `wardroom needs` prints them" },
      options: { snoozedUntil: ["--until <time>", "put it off until then, such as 2026-02-10T09:00:00Z"] },
      switches: { "--read": "you read it", "--unread": "unread again", "--back": "no longer put off" },
      examples: ["mark relay:8f4c2e61a7b34d5f --read", "mark gate:77c0a5d19e4b --until 2026-02-10T09:00:00Z"],
      fill: ({ snoozedUntil, switches }) => {
        if (snoozedUntil === undefined && switches.size === 0)
          throw new AppError("invalid_input", "What is to be marked is missing.", {
            hint: "Give --read, --unread, --until or --back.",
          });
        const time = Date.parse(snoozedUntil ?? "");
        return {
          ...(switches.has("--read") ? { read: true } : switches.has("--unread") && { read: false }),
          ...(!Number.isNaN(time) && { snoozedUntil: new Date(time).toISOString() }),
          ...(switches.has("--back") && { snoozedUntil: null }),
        };
      },
      print: ({ keys }, { paint }) => `${paint.good("Marked")} ${sayCount(keys.length, "need")}.`,
    },
    summary: "Mark what waits as read, or put it off; for the caller alone",
    body: MarkNeeds,
    response: NeedsMarked,
    examples: [
      {
        body: { keys: ["ack:invoice-import:implementer-2:overdue"], read: true },
        command: "mark ack:invoice-import:implementer-2:overdue --read",
        answer: { keys: ["ack:invoice-import:implementer-2:overdue"] },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.needs.mark(caller, params, body, change),
  }),
];
