import { Done } from "@/lib/contracts/primitives";
import { Inbox, InboxQuery, InboxSeen, InboxWaiting, WaitingQuery } from "@/lib/contracts/inbox";
import { operationsOf } from "@/lib/operations/define-operation";
import { AppError } from "@/lib/core/errors";
import { sayCount } from "@/lib/core/text/say-count";
import { MarkNeeds, NeedCount, NeedList, NeedQuery, NeedsMarked } from "@/lib/contracts/needs";
import { ListQuery } from "@/lib/operations/page";
import { pageOf } from "@/lib/services/workspace/page-of";
import { SetWebhook, Webhook, WebhookResult } from "@/lib/contracts/webhooks";

const define = operationsOf("Inbox");

export const inboxOperations = [
  define({
    id: "inbox.read",
    http: "GET /sessions/{session}/inbox",
    tools: ["inbox"],
    commands: ["inbox [role]"],
    summary: "What is new for a reader, each thing once; waits for it on request",
    query: InboxQuery,
    response: Inbox,
    waits: true,
    examples: [
      {
        command: "inbox implementer-1",
        as: "implementer-1",
        tool: {},
      },
    ],
    run: ({ services, caller, params, query, signal }) => services.inbox.read(caller, params, query, signal),
  }),
  define({
    id: "inbox.waiting",
    http: "GET /sessions/{session}/inbox/waiting",
    commands: ["inbox [role]"],
    summary: "How much waits for the caller, and the nudges that ride on any call",
    query: WaitingQuery,
    response: InboxWaiting,
    examples: [
      {
        as: "implementer-1",
        command: "inbox implementer-1",
      },
    ],
    run: ({ services, caller, params, query }) => services.inbox.waiting(caller, params, query.once === "true"),
  }),
  define({
    id: "inbox.seen",
    http: "POST /sessions/{session}/inbox/seen",
    commands: ["inbox [role]"],
    summary: "Say that an answer of the inbox was read",
    body: InboxSeen,
    response: Done,
    examples: [{ body: { mark: "812-780" }, as: "implementer-1", command: "inbox implementer-1" }],
    once: true,
    run: ({ services, caller, params, body }) => services.inbox.seen(caller, params, body),
  }),
];

export const needsOperations = [
  define({
    id: "need.list",
    http: "GET /needs",
    commands: ["needs"],
    summary: "What waits for a person in all sessions at work, the most urgent first",
    query: ListQuery.extend(NeedQuery.shape),
    response: NeedList,
    errors: ["forbidden"],
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.needs.list(caller, params, { snoozed: query.snoozed === "true" }), query, ({ key }) => key),
  }),
  define({
    id: "need.count",
    http: "GET /needs/count",
    summary: "How much waits for a person, by session and kind",
    response: NeedCount,
    errors: ["forbidden"],
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
      },
    ],
    run: ({ services, caller, params, body, change }) => services.needs.mark(caller, params, body, change),
  }),
];

const QUIET = { from: "22:00", to: "07:00", zone: "Europe/Berlin" };

export const webhooksOperations = [
  define({
    id: "webhook.read",
    http: "GET /webhook",
    summary: "Where messages of what comes to wait are sent, and how the last one went",
    response: Webhook,
    errors: ["forbidden"],
    run: ({ services, caller, params }) => services.webhooks.read(caller, params),
  }),
  define({
    id: "webhook.set",
    http: "PUT /webhook",
    summary: "Send a message, as Slack takes it, when something of these kinds comes to wait",
    body: SetWebhook,
    response: Webhook,
    examples: [
      {
        body: { url: "https://hooks.slack.com/services/T000/B000/XXXX", kinds: ["conflict", "gate"], quiet: QUIET },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.webhooks.set(caller, params, body, change),
  }),
  define({
    id: "webhook.remove",
    http: "DELETE /webhook",
    summary: "Send no messages any more",
    response: Done,
    run: ({ services, caller, params, change }) => services.webhooks.remove(caller, params, change),
  }),
  define({
    id: "webhook.test",
    http: "POST /webhook/test",
    summary: "Send a message that says it is a test, and tell how it went",
    response: WebhookResult,
    once: true,
    run: ({ services, caller, params }) => services.webhooks.test(caller, params),
  }),
];
