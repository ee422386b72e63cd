import { PLAN, AT } from "@/lib/operations/example-values";
import {
  type Ack,
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
import { defineOperation } from "@/lib/operations/define-operation";
import { DeliveryParams, SessionParams } from "@/lib/contracts/params";

const ACK: Ack = {
  id: "6c8349cc7260ae62",
  role: "implementer-2",
  version: "GC-v5",
  applied: 3,
  total: 3,
  impact: "NONE",
  action: "CONTINUE",
  unclear: [],
  confirmed: true,
  actor: "implementer-2",
  at: AT,
};

const UPDATE: Update = {
  ...PLAN,
  version: "GC-v5",
  kind: "update",
  text: "[CONTEXT-UPDATE] GC-v4 → GC-v5\n…",
  author: "Lead",
  total: 3,
  sentAt: AT,
  pingedAt: null,
};

/** What one update cost and saved, in tokens. */
const SAVED = { full: 2100, sent: 212, ack: 40, net: 1848, savedShare: 0.88, deliveries: 1, fallbacks: 0 };

export const deliveriesOperations = [
  defineOperation({
    id: "ack.list",
    http: "GET /sessions/{session}/context/acks",
    commands: ["context status"],
    summary: "Role by version: sent, confirmed, pending since, overdue",
    tag: "Context",
    params: SessionParams,
    response: AckMatrix,
    examples: [
      {
        params: { session: "invoice-import" },
        answer: {
          version: "GC-v5",
          versions: ["GC-v4", "GC-v5"],
          deadlineMinutes: 30,
          now: AT,
          roles: [{ role: "implementer-2", state: "active", confirmed: "GC-v4", behind: 1, lostAt: null, cells: [] }],
        },
      },
    ],
    run: ({ services, caller, params }) => services.context.matrix(caller, params),
  }),
  defineOperation({
    id: "ack.give",
    http: "POST /sessions/{session}/context/acks",
    tools: ["ack"],
    commands: ["context ack <role> [message...]"],
    summary: "Acknowledge an update",
    tag: "Context",
    params: SessionParams,
    body: GiveAck,
    response: AckGiven,
    examples: [
      {
        params: { session: "invoice-import" },
        body: {
          role: "implementer-2",
          version: "GC-v5",
          applied: 3,
          total: 3,
          impact: "NONE",
          action: "CONTINUE",
          unclear: [],
        },
        answer: { ack: ACK, leadAction: "none", repeated: false },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.context.give(caller, params, body, change),
  }),
  defineOperation({
    id: "context.updates",
    http: "GET /sessions/{session}/context/updates",
    tools: ["updates"],
    commands: ["context updates <role>"],
    summary: "What waits for a role; waits for it on request",
    tag: "Context",
    params: SessionParams,
    query: UpdatesQuery,
    response: UpdateList,
    waits: true,
    examples: [
      {
        params: { session: "invoice-import" },
        query: { role: "implementer-2" },
        answer: { items: [UPDATE], nextCursor: null },
      },
    ],
    run: ({ services, caller, params, query, signal }) => services.context.updates(caller, params, query, signal),
  }),
  defineOperation({
    id: "context.known",
    http: "GET /sessions/{session}/context/known",
    summary: "The text a role had confirmed at a moment",
    tag: "Context",
    params: SessionParams,
    query: KnownQuery,
    response: Known,
    examples: [
      {
        params: { session: "invoice-import" },
        query: { role: "implementer-2" },
        answer: {
          role: "implementer-2",
          at: AT,
          version: "GC-v4",
          behind: 1,
          text: "## Constraints\n- Two currencies per batch\n",
        },
      },
    ],
    run: ({ services, caller, params, query }) => services.context.known(caller, params, query),
  }),
  defineOperation({
    id: "context.lost",
    http: "POST /sessions/{session}/context/status",
    tools: ["lost"],
    commands: ["context lost <role>"],
    summary: "Report that a role lost its context",
    tag: "Context",
    params: SessionParams,
    body: ReportStatus,
    response: StatusReported,
    examples: [
      {
        params: { session: "invoice-import" },
        body: { role: "implementer-2", status: "CONTEXT_LOST" },
        answer: {
          role: "implementer-2",
          status: "CONTEXT_LOST",
          deliveries: [{ ...PLAN, mode: "full", reason: "FC-1" }],
        },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.context.reportLost(caller, params, body, change),
  }),
  defineOperation({
    id: "delivery.full",
    http: "POST /sessions/{session}/context/deliveries/{delivery}/full",
    summary: "Send the full text",
    tag: "Context",
    params: DeliveryParams,
    response: DeliveryPlan,
    examples: [{ params: { session: "invoice-import", delivery: "b1946ac92492d234" }, answer: PLAN }],
    run: ({ services, caller, params, change }) => services.context.full(caller, params, change),
  }),
  defineOperation({
    id: "delivery.guide",
    http: "POST /sessions/{session}/context/deliveries/{delivery}/guidance",
    summary: "Give guidance",
    tag: "Context",
    params: DeliveryParams,
    body: Guidance,
    response: DeliveryPlan,
    examples: [
      {
        params: { session: "invoice-import", delivery: "b1946ac92492d234" },
        body: { text: "The amounts stay in minor units; only the grouping changes." },
        answer: PLAN,
      },
    ],
    run: ({ services, caller, params, body, change }) => services.context.guide(caller, params, body, change),
  }),
  defineOperation({
    id: "delivery.ping",
    http: "POST /sessions/{session}/context/deliveries/{delivery}/ping",
    summary: "Ask for the acknowledgement",
    tag: "Context",
    params: DeliveryParams,
    response: Update,
    examples: [
      { params: { session: "invoice-import", delivery: "b1946ac92492d234" }, answer: { ...UPDATE, pingedAt: AT } },
    ],
    run: ({ services, caller, params, change }) => services.context.ping(caller, params, change),
  }),
  defineOperation({
    id: "delivery.resend",
    http: "POST /sessions/{session}/context/deliveries/{delivery}/resend",
    summary: "Send the unclear items once more",
    tag: "Context",
    params: DeliveryParams,
    response: DeliveryPlan,
    examples: [{ params: { session: "invoice-import", delivery: "b1946ac92492d234" }, answer: PLAN }],
    run: ({ services, caller, params, change }) => services.context.resend(caller, params, change),
  }),
  defineOperation({
    id: "context.savings",
    http: "GET /sessions/{session}/savings",
    summary: "What deltas saved",
    tag: "Context",
    params: SessionParams,
    response: Savings,
    examples: [
      {
        params: { session: "invoice-import" },
        answer: {
          updates: [{ ...SAVED, version: "GC-v5", at: AT }],
          roles: [{ ...SAVED, role: "implementer-2" }],
          total: SAVED,
          tokenMethod: "Claude, estimate",
        },
      },
    ],
    run: ({ services, caller, params }) => services.context.savings(caller, params),
  }),
];
