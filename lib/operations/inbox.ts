import { AT } from "@/lib/operations/example-values";
import { Done } from "@/lib/contracts/primitives";
import { Inbox, InboxQuery, InboxSeen, InboxWaiting } from "@/lib/contracts/inbox";
import { defineOperation } from "@/lib/operations/define-operation";
import { SessionParams } from "@/lib/contracts/params";

export const inboxOperations = [
  defineOperation({
    id: "inbox.read",
    http: "GET /sessions/{session}/inbox",
    tools: ["inbox"],
    commands: ["inbox [role]"],
    summary: "What is new for a reader, each thing once; waits for it on request",
    tag: "Inbox",
    params: SessionParams,
    query: InboxQuery,
    response: Inbox,
    waits: true,
    examples: [
      {
        params: { session: "invoice-import" },
        command: ["inbox", "implementer-1"],
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
  defineOperation({
    id: "inbox.waiting",
    http: "GET /sessions/{session}/inbox/waiting",
    commands: ["inbox [role]"],
    summary: "How much waits for the caller, and the nudges that ride on any call",
    tag: "Inbox",
    params: SessionParams,
    response: InboxWaiting,
    examples: [
      {
        params: { session: "invoice-import" },
        as: "implementer-1",
        command: ["inbox", "implementer-1"],
        answer: { version: "GC-v5", items: 2, nudges: [], mark: null },
      },
    ],
    run: ({ services, caller, params }) => services.inbox.waiting(caller, params),
  }),
  defineOperation({
    id: "inbox.seen",
    http: "POST /sessions/{session}/inbox/seen",
    commands: ["inbox [role]"],
    summary: "Say that an answer of the inbox was read",
    tag: "Inbox",
    params: SessionParams,
    body: InboxSeen,
    response: Done,
    examples: [
      {
        params: { session: "invoice-import" },
        body: { mark: "812-780" },
        as: "implementer-1",
        command: ["inbox", "implementer-1"],
        answer: { done: true },
      },
    ],
    once: true,
    run: ({ services, caller, params, body }) => services.inbox.seen(caller, params, body),
  }),
];
