import { operationsOf } from "@/lib/operations/define-operation";
import { ListQuery } from "@/lib/operations/page";
import { pageOf } from "@/lib/services/workspace/page-of";
import { markOf } from "@/lib/operations/tag-colour";
import {
  type Relay,
  ApproveRelay,
  RejectRelay,
  RelayDecided,
  RelayList,
  RewordRelay,
  SettleRelay,
} from "@/lib/contracts/memory";

const define = operationsOf("Relays");

export const relaysOperations = [
  define({
    id: "relay.list",
    http: "GET /sessions/{session}/relays",
    tools: ["relays"],
    commands: ["relay list"],
    ownCommand: {
      says: "relays to review",
      switches: { "--all": "decided ones too" },
      examples: ["relay list", "relay list --session checkout --all --json"],
      part: (found, { switches }) => ({
        ...found,
        items: found.items.filter(({ state }) => switches.has("--all") || state === "pending"),
      }),
      print: ({ items }, { paint, line, time, table, given: { switches } }) =>
        items.length === 0
          ? "No relays to review."
          : table(items, [
              { title: "RELAY", value: ({ id }) => id, style: paint.name },
              { title: "ROLE", value: ({ role }) => role },
              { title: "SINCE", value: ({ createdAt }) => time(createdAt), style: paint.faint },
              ...(switches.has("--all") ? [{ title: "STATE", value: ({ state }: Relay) => state }] : []),
              { title: "TAG", value: ({ tag }) => line(tag), style: (text, { tag }) => markOf(tag, paint)(text) },
              { title: "TEXT", value: ({ text }) => line(text), shrinks: true },
            ]),
    },
    summary: "Items that wait, or waited, for the Lead",
    query: ListQuery,
    response: RelayList,
    examples: [{ command: "relay list --all" }],
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.relays.listToDecide(caller, params), query, ({ id }) => id),
  }),
  define({
    id: "relay.approve",
    http: "POST /sessions/{session}/relays/{relay}/approve",
    leadTool: {
      name: "approve",
      short: ({ item, revision, addedTo }) => ({ item: { id: item?.id }, revision, addedTo }),
    },
    commands: ["relay approve <relay>"],
    ownCommand: {
      arguments: { relay: "its id" },
      options: { text: ["-t, --text <words>", "write this instead, or - for standard input"] },
      examples: ["relay approve 8f4c2e61a7b34d5f"],
      print: ({ relay, addedTo, item }, { paint, line }) =>
        `${paint.good("Approved")}: written to ${line(addedTo ?? relay.role)}, item ${item?.id ?? "-"}.`,
    },
    summary: "Write the item to its role's section",
    body: ApproveRelay,
    response: RelayDecided,
    examples: [
      {
        body: { text: "Credit notes carry the number of the invoice they correct (checked on 40)" },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.relays.approve(caller, params, body, change),
  }),
  define({
    id: "relay.settle",
    http: "POST /sessions/{session}/relays/{relay}/settle",
    leadTool: { name: "settle", short: () => ({}) },
    commands: ["relay settle <relay> [note...]"],
    ownCommand: {
      says: "end what is true and done, or needs no item",
      arguments: { relay: "its id" },
      examples: ['relay settle 8f4c2e61a7b34d5f "Done in the ledger"'],
      print: ({ relay }, { paint }) => `${paint.good("Settled")}; ${relay.role} is told.`,
    },
    summary: "End a relay that is true and done",
    body: SettleRelay,
    response: RelayDecided,
    examples: [
      {
        body: { note: "Done: the ledger numbers them" },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.relays.settle(caller, params, body, change),
  }),
  define({
    id: "relay.reject",
    http: "POST /sessions/{session}/relays/{relay}/reject",
    leadTool: { name: "reject", short: () => ({}) },
    commands: ["relay reject <relay> <reason...>"],
    ownCommand: {
      says: "refuse the item, with a reason its role reads",
      arguments: { relay: "its id" },
      examples: ['relay reject 8f4c2e61a7b34d5f "Known since Monday, see the Lead\'s section"'],
      print: ({ relay }, { paint }) => `${paint.good("Rejected")}; ${relay.role} is told why.`,
    },
    summary: "Send it back with a reason",
    body: RejectRelay,
    response: RelayDecided,
    examples: [{ body: { reason: "Known already, see the section of architect-1" } }],
    run: ({ services, caller, params, body, change }) => services.relays.reject(caller, params, body, change),
  }),
  define({
    id: "relay.undo",
    http: "POST /sessions/{session}/relays/{relay}/undo",
    commands: ["relay undo <relay>"],
    ownCommand: {
      arguments: { relay: "its id" },
      examples: ["relay undo 8f4c2e61a7b34d5f"],
      print: ({ relay, revision }, { paint }) => {
        const removed = revision === undefined ? "" : "; its item is no longer in the memory";
        return `${paint.good("Undone")}: the relay of ${relay.role} waits again${removed}.`;
      },
    },
    summary: "Undo what was decided about a relay: it waits again",
    response: RelayDecided,
    errors: ["conflict"],
    run: ({ services, caller, params, change }) => services.relays.undo(caller, params, change),
  }),
  define({
    id: "relay.reword",
    http: "POST /sessions/{session}/relays/{relay}/reword",
    tools: ["edit"],
    commands: ["replace <id> <text...>"],
    summary: "Give an item that one left with the Lead other words, while it waits",
    body: RewordRelay,
    response: RelayDecided,
    examples: [
      {
        body: { text: "Credit notes carry the number of the invoice they correct (checked on 40)" },
        as: "researcher-1",
        command:
          'replace 8f4c2e61a7b34d5f "Credit notes carry the number of the invoice they correct (checked on 40)" --as researcher-1',
        tool: {
          item: "8f4c2e61a7b34d5f",
          newString: "Credit notes carry the number of the invoice they correct (checked on 40)",
        },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.relays.reword(caller, params, body, change),
  }),
  define({
    id: "relay.withdraw",
    http: "POST /sessions/{session}/relays/{relay}/withdraw",
    tools: ["edit"],
    commands: ["withdraw <id>"],
    summary: "Take back an item that one left with the Lead, while it waits",
    response: RelayDecided,
    examples: [
      {
        as: "researcher-1",
        command: "withdraw 8f4c2e61a7b34d5f --as researcher-1",
        tool: { item: "8f4c2e61a7b34d5f", newString: "" },
      },
    ],
    run: ({ services, caller, params, change }) => services.relays.withdraw(caller, params, change),
  }),
];
