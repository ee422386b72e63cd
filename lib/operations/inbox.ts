import { AT } from "@/lib/operations/example-values";
import { Done } from "@/lib/contracts/primitives";
import { Inbox, InboxQuery, InboxSeen, InboxWaiting } from "@/lib/contracts/inbox";
import { operationsOf } from "@/lib/operations/define-operation";

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
        answer: {
          reader: "implementer-1",
          first: false,
          mark: "812-780",
          updates: [],
          unconfirmed: null,
          entries: [
            {
              kind: "said",
              id: "3f9a1c07be42",
              role: "implementer-2",
              by: "implementer-2",
              tag: "Warning",
              text: "The ledger refuses a batch with two currencies",
              note: null,
              concerns: false,
              at: AT,
            },
          ],
          left: [],
          also: ["2 items archived"],
          now: AT,
        },
      },
    ],
    run: ({ services, caller, params, query, signal }) => services.inbox.read(caller, params, query, signal),
  }),
  define({
    id: "inbox.waiting",
    http: "GET /sessions/{session}/inbox/waiting",
    commands: ["inbox [role]"],
    summary: "How much waits for the caller, and the nudges that ride on any call",
    response: InboxWaiting,
    examples: [
      {
        as: "implementer-1",
        command: "inbox implementer-1",
        answer: { version: "GC-v5", items: 2, nudges: [], mark: null },
      },
    ],
    run: ({ services, caller, params }) => services.inbox.waiting(caller, params),
  }),
  define({
    id: "inbox.seen",
    http: "POST /sessions/{session}/inbox/seen",
    commands: ["inbox [role]"],
    summary: "Say that an answer of the inbox was read",
    body: InboxSeen,
    response: Done,
    examples: [
      { body: { mark: "812-780" }, as: "implementer-1", command: "inbox implementer-1", answer: { done: true } },
    ],
    once: true,
    run: ({ services, caller, params, body }) => services.inbox.seen(caller, params, body),
  }),
];
