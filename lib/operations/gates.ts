import { defineOperation } from "@/lib/operations/define-operation";
import { ListQuery, pageOf } from "@/lib/operations/page";
import { GateParams, SessionParams } from "@/lib/contracts/params";
import { ConcludeGate, Gate, GateConcluded, GateList, OpenGate } from "@/lib/contracts/gates";

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
    run: ({ services, caller, params, body, change }) => services.gates.conclude(caller, params, body, change),
  }),
];
