import { AT, ETAG } from "@/lib/operations/example-values";
import { defineOperation } from "@/lib/operations/define-operation";
import { ListQuery, pageOf } from "@/lib/operations/page";
import { GateParams, SessionParams } from "@/lib/contracts/params";
import { ConcludeGate, Gate, GateConcluded, GateList, OpenGate } from "@/lib/contracts/gates";

const OPEN_GATE: Gate = {
  id: "d3b07384d113edec",
  phase: 4,
  state: "open",
  result: null,
  gcVersion: "GC-v5",
  openedBy: "Lead",
  openedAt: AT,
  endedBy: null,
  endedAt: null,
  blockers: [{ id: "role:tester-1", kind: "behind", message: "tester-1 has confirmed GC-v4", waived: null }],
  stale: [],
};

export const gatesOperations = [
  defineOperation({
    id: "gate.list",
    http: "GET /sessions/{session}/gates",
    leadTool: { name: "gates" },
    commands: ["gate list"],
    summary: "Gates and gate records",
    tag: "Gates",
    params: SessionParams,
    query: ListQuery,
    response: GateList,
    examples: [
      { params: { session: "invoice-import" }, answer: { items: [OPEN_GATE], records: [], nextCursor: null } },
    ],
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.gates.list(caller, params), query, ({ id }) => id),
  }),
  defineOperation({
    id: "gate.open",
    http: "POST /sessions/{session}/gates",
    leadTool: { name: "gate-open" },
    commands: ["gate open <phase>"],
    summary: "Begin the evaluation of a phase",
    tag: "Gates",
    params: SessionParams,
    body: OpenGate,
    response: Gate,
    errors: ["gate_open"],
    status: 201,
    examples: [{ params: { session: "invoice-import" }, body: { phase: 4 }, answer: OPEN_GATE }],
    run: ({ services, caller, params, body, change }) => services.gates.open(caller, params, body, change),
  }),
  defineOperation({
    id: "gate.read",
    http: "GET /sessions/{session}/gates/{gate}",
    leadTool: { name: "gate" },
    commands: ["gate show <gate>"],
    summary: "One gate, with what blocks it",
    tag: "Gates",
    params: GateParams,
    response: Gate,
    examples: [{ params: { session: "invoice-import", gate: "d3b07384d113edec" }, answer: OPEN_GATE }],
    run: ({ services, caller, params }) => services.gates.get(caller, params),
  }),
  defineOperation({
    id: "gate.abandon",
    http: "POST /sessions/{session}/gates/{gate}/abandon",
    leadTool: { name: "gate-abandon" },
    commands: ["gate abandon <gate>"],
    summary: "End a gate without a result",
    tag: "Gates",
    params: GateParams,
    response: Gate,
    examples: [{ params: { session: "invoice-import", gate: "d3b07384d113edec" }, answer: OPEN_GATE }],
    run: ({ services, caller, params, change }) => services.gates.abandon(caller, params, change),
  }),
  defineOperation({
    id: "gate.conclude",
    http: "POST /sessions/{session}/gates/{gate}/conclude",
    leadTool: { name: "gate-conclude" },
    commands: ["gate conclude <gate> <result>"],
    summary: "Conclude a gate",
    tag: "Gates",
    params: GateParams,
    body: ConcludeGate,
    response: GateConcluded,
    errors: ["gate_blocked"],
    examples: [
      {
        params: { session: "invoice-import", gate: "d3b07384d113edec" },
        body: {
          result: "APPROVED",
          criteria: ["Portal paging is covered by a test"],
          waivers: [{ role: "tester-1", reason: "On leave until Monday" }],
          archive: [],
        },
        answer: {
          gate: {
            ...OPEN_GATE,
            state: "concluded",
            result: "APPROVED",
            endedBy: "Lead",
            endedAt: AT,
            blockers: [],
          },
          record: ".agent/teams/invoice-import/phase-4/gate-record.yaml",
          revision: 44,
          etag: ETAG,
        },
        command: [
          "gate",
          "conclude",
          "d3b07384d113edec",
          "approved",
          "--met",
          "Portal paging is covered by a test",
          "--waive",
          "role:tester-1=On leave until Monday",
        ],
      },
    ],
    run: ({ services, caller, params, body, change }) => services.gates.conclude(caller, params, body, change),
  }),
];
