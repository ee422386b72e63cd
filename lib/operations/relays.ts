import { defineOperation } from "@/lib/operations/define-operation";
import { ListQuery, pageOf } from "@/lib/operations/page";
import { RelayParams, SessionParams } from "@/lib/contracts/params";
import { ApproveRelay, RejectRelay, RelayDecided, RelayList } from "@/lib/contracts/memory";

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
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.relays.list(caller, params), query, ({ id }) => id),
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
    run: ({ services, caller, params, body, change }) => services.relays.reject(caller, params, body, change),
  }),
];
