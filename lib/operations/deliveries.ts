import type { Paint } from "@/lib/operations/terminal";
import {
  AckGiven,
  AckMatrix,
  DeliveryPlan,
  GiveAck,
  Guidance,
  Known,
  KnownQuery,
  ReportStatus,
  Savings,
  StatusReported,
  Update,
  UpdateList,
  UpdatesQuery,
} from "@/lib/contracts/context";
import { operationsOf } from "@/lib/operations/define-operation";

const define = operationsOf("Context");

/** The colour of each state of a role; any other state is faint. */
const TONES: Readonly<Record<string, keyof Paint>> = {
  confirmed: "good",
  overdue: "bad",
  lost: "bad",
  pending: "warn",
  answered: "warn",
};

function stateOf({ lostAt, endedAt, state, cells }: AckMatrix["roles"][number]): string {
  if (state !== "active") return state;
  const current = lostAt === null ? (cells.at(-1)?.state ?? "none") : "lost";
  return endedAt === null ? current : `${current}, vacant`;
}

export const deliveriesOperations = [
  define({
    id: "ack.list",
    http: "GET /sessions/{session}/context/acks",
    commands: ["context status"],
    ownCommand: {
      says: "which version each role has confirmed, and who is behind",
      examples: ["context status", "context status --session checkout --json"],
      print: ({ version, roles }, { paint, time, table }) => {
        if (roles.length === 0) return `Current: ${version}. There is no role yet.`;
        const shown = table(roles, [
          { title: "ROLE", value: ({ role }) => role, style: paint.name },
          { title: "CONFIRMED", value: ({ confirmed }) => confirmed ?? "-" },
          { title: "BEHIND", value: ({ behind }) => String(behind), align: "right" },
          { title: "CURRENT", value: (row) => stateOf(row), style: (text) => paint[TONES[text] ?? "faint"](text) },
          { title: "SENT", value: ({ cells }) => time(cells.at(-1)?.sentAt ?? null), style: paint.faint },
        ]);
        return `Current: ${paint.strong(version)}\n${shown}`;
      },
    },
    summary: "Role by version: sent, confirmed, pending since, overdue",
    response: AckMatrix,
    run: ({ services, caller, params }) => services.context.matrix(caller, params),
  }),
  define({
    id: "ack.give",
    http: "POST /sessions/{session}/context/acks",
    tools: ["ack"],
    commands: ["context ack <role> [message...]"],
    summary: "Acknowledge an update",
    body: GiveAck,
    response: AckGiven,
    examples: [
      {
        body: {
          role: "implementer-2",
          version: "GC-v5",
          applied: 1,
          total: 1,
          impact: "NONE",
          action: "CONTINUE",
          unclear: [],
        },
        command: "context ack implementer-2 --gc GC-v5 --applied 1 --total 1 --impact NONE",
        as: "implementer-2",
        tool: { version: "GC-v5", applied: 1, total: 1, impact: "NONE", action: "CONTINUE" },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.context.give(caller, params, body, change),
  }),
  define({
    id: "context.updates",
    http: "GET /sessions/{session}/context/updates",
    tools: ["updates"],
    commands: ["context updates <role>"],
    summary: "What waits for a role; waits for it on request",
    query: UpdatesQuery,
    response: UpdateList,
    waits: true,
    examples: [{ query: { role: "implementer-2" } }],
    run: ({ services, caller, params, query, signal }) => services.context.updates(caller, params, query, signal),
  }),
  define({
    id: "context.known",
    http: "GET /sessions/{session}/context/known",
    summary: "What a role knew at a given time",
    query: KnownQuery,
    response: Known,
    examples: [
      {
        query: { role: "implementer-2" },
      },
    ],
    run: ({ services, caller, params, query }) => services.context.known(caller, params, query),
  }),
  define({
    id: "context.lost",
    http: "POST /sessions/{session}/context/status",
    tools: ["lost"],
    commands: ["context lost <role>"],
    ownCommand: {
      says: "report that a role lost its context; it is sent all of it again",
      examples: ["context lost implementer-1"],
      fill: () => ({ status: "CONTEXT_LOST" as const }),
      as: ({ role }) => role,
      print: (_, { paint, given: { role } }) =>
        `${paint.good("Reported.")} Read it all again: wardroom context updates ${role}`,
    },
    summary: "Report that a role lost its context",
    body: ReportStatus,
    response: StatusReported,
    examples: [
      {
        body: { role: "implementer-2", status: "CONTEXT_LOST" },
        as: "implementer-2",
        tool: {},
      },
    ],
    run: ({ services, caller, params, body, change }) => services.context.reportLost(caller, params, body, change),
  }),
  define({
    id: "delivery.full",
    http: "POST /sessions/{session}/context/deliveries/{delivery}/full",
    commands: ["delivery full <delivery>"],
    ownCommand: true,
    summary: "Send the full text",
    response: DeliveryPlan,
    run: ({ services, caller, params, change }) => services.context.full(caller, params, change),
  }),
  define({
    id: "delivery.guide",
    http: "POST /sessions/{session}/context/deliveries/{delivery}/guidance",
    commands: ["delivery guide <delivery> <text...>"],
    ownCommand: true,
    summary: "Give guidance",
    body: Guidance,
    response: DeliveryPlan,
    examples: [{ body: { text: "The amounts stay in minor units; only the grouping changes." } }],
    run: ({ services, caller, params, body, change }) => services.context.guide(caller, params, body, change),
  }),
  define({
    id: "delivery.ping",
    http: "POST /sessions/{session}/context/deliveries/{delivery}/ping",
    commands: ["delivery ping <delivery>"],
    ownCommand: true,
    summary: "Ask for the acknowledgement",
    response: Update,
    run: ({ services, caller, params, change }) => services.context.ping(caller, params, change),
  }),
  define({
    id: "delivery.unping",
    http: "POST /sessions/{session}/context/deliveries/{delivery}/unping",
    commands: ["delivery unping <delivery>"],
    ownCommand: true,
    summary: "Take back a ping that was not seen yet",
    response: Update,
    run: ({ services, caller, params, change }) => services.context.unping(caller, params, change),
  }),
  define({
    id: "delivery.resend",
    http: "POST /sessions/{session}/context/deliveries/{delivery}/resend",
    commands: ["delivery resend <delivery>"],
    ownCommand: true,
    summary: "Send the unclear items once more",
    response: DeliveryPlan,
    run: ({ services, caller, params, change }) => services.context.resend(caller, params, change),
  }),
  define({
    id: "context.savings",
    http: "GET /sessions/{session}/savings",
    summary: "What deltas saved",
    response: Savings,
    run: ({ services, caller, params }) => services.context.savings(caller, params),
  }),
];
