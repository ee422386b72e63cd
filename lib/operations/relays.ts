import { RELAY, AT, ITEM, ETAG } from "@/lib/operations/example-values";
import { defineOperation } from "@/lib/operations/define-operation";
import { ListQuery } from "@/lib/operations/page";
import { pageOf } from "@/lib/services/workspace/page-of";
import { RelayParams, SessionParams } from "@/lib/contracts/params";
import { ApproveRelay, RejectRelay, RelayDecided, RelayList, RewordRelay } from "@/lib/contracts/memory";

const RELAY_DECIDED: RelayDecided = {
  relay: { ...RELAY, state: "approved", decidedAt: AT, decidedBy: "Lead", itemId: "3f9a1c07be42" },
  item: ITEM,
  revision: 43,
  etag: ETAG,
};

export const relaysOperations = [
  defineOperation({
    id: "relay.list",
    http: "GET /sessions/{session}/relays",
    tools: ["relays"],
    commands: ["relay list"],
    summary: "Items that wait, or waited, for the Lead",
    tag: "Relays",
    params: SessionParams,
    query: ListQuery,
    response: RelayList,
    examples: [
      {
        params: { session: "invoice-import" },
        answer: { items: [RELAY], nextCursor: null },
        command: ["relay", "list", "--all"],
      },
    ],
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.relays.listToDecide(caller, params), query, ({ id }) => id),
  }),
  defineOperation({
    id: "relay.approve",
    http: "POST /sessions/{session}/relays/{relay}/approve",
    leadTool: { name: "approve" },
    commands: ["relay approve <relay>"],
    summary: "Write the item to its role's section",
    tag: "Relays",
    params: RelayParams,
    body: ApproveRelay,
    response: RelayDecided,
    examples: [
      {
        params: { session: "invoice-import", relay: "8f4c2e61a7b34d5f" },
        body: { text: "Credit notes carry the number of the invoice they correct (checked on 40)" },
        answer: RELAY_DECIDED,
        command: [
          "relay",
          "approve",
          "8f4c2e61a7b34d5f",
          "--text",
          "Credit notes carry the number of the invoice they correct (checked on 40)",
        ],
      },
    ],
    run: ({ services, caller, params, body, change }) => services.relays.approve(caller, params, body, change),
  }),
  defineOperation({
    id: "relay.reject",
    http: "POST /sessions/{session}/relays/{relay}/reject",
    leadTool: { name: "reject" },
    commands: ["relay reject <relay> <reason...>"],
    summary: "Send the item back with a reason",
    tag: "Relays",
    params: RelayParams,
    body: RejectRelay,
    response: RelayDecided,
    examples: [
      {
        params: { session: "invoice-import", relay: "8f4c2e61a7b34d5f" },
        body: { reason: "Known already, see the section of architect-1" },
        answer: RELAY_DECIDED,
      },
    ],
    run: ({ services, caller, params, body, change }) => services.relays.reject(caller, params, body, change),
  }),
  defineOperation({
    id: "relay.undo",
    http: "POST /sessions/{session}/relays/{relay}/undo",
    commands: ["relay undo <relay>"],
    summary: "Undo an approval or a rejection: the relay waits again",
    tag: "Relays",
    params: RelayParams,
    response: RelayDecided,
    errors: ["conflict"],
    examples: [
      {
        params: { session: "invoice-import", relay: "8f4c2e61a7b34d5f" },
        answer: { relay: RELAY, revision: 44, etag: ETAG },
      },
    ],
    run: ({ services, caller, params, change }) => services.relays.undo(caller, params, change),
  }),
  defineOperation({
    id: "relay.reword",
    http: "POST /sessions/{session}/relays/{relay}/reword",
    tools: ["edit"],
    commands: ["replace <id> <text...>"],
    summary: "Give an item that one left with the Lead other words, while it waits",
    tag: "Relays",
    params: RelayParams,
    body: RewordRelay,
    response: RelayDecided,
    examples: [
      {
        params: { session: "invoice-import", relay: "8f4c2e61a7b34d5f" },
        body: { text: "Credit notes carry the number of the invoice they correct (checked on 40)" },
        answer: { relay: RELAY, etag: ETAG },
        as: "researcher-1",
        command: [
          ...["replace", "8f4c2e61a7b34d5f"],
          ...["Credit notes carry the number of the invoice they correct (checked on 40)", "--as", "researcher-1"],
        ],
        tool: {
          item: "8f4c2e61a7b34d5f",
          newString: "Credit notes carry the number of the invoice they correct (checked on 40)",
        },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.relays.reword(caller, params, body, change),
  }),
  defineOperation({
    id: "relay.withdraw",
    http: "POST /sessions/{session}/relays/{relay}/withdraw",
    tools: ["edit"],
    commands: ["withdraw <id>"],
    summary: "Take back an item that one left with the Lead, while it waits",
    tag: "Relays",
    params: RelayParams,
    response: RelayDecided,
    examples: [
      {
        params: { session: "invoice-import", relay: "8f4c2e61a7b34d5f" },
        answer: { relay: { ...RELAY, state: "withdrawn", decidedAt: AT, decidedBy: "researcher-1" }, etag: ETAG },
        as: "researcher-1",
        command: ["withdraw", "8f4c2e61a7b34d5f", "--as", "researcher-1"],
        tool: { item: "8f4c2e61a7b34d5f", newString: "" },
      },
    ],
    run: ({ services, caller, params, change }) => services.relays.withdraw(caller, params, change),
  }),
];
