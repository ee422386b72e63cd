import { operationsOf } from "@/lib/operations/define-operation";
import { ListQuery } from "@/lib/operations/page";
import { pageOf } from "@/lib/services/workspace/page-of";
import {
  ConcludeGate,
  Gate,
  GateConcluded,
  GateList,
  OpenGate,
  PrepareGate,
  WaiveBlockers,
} from "@/lib/contracts/gates";
import { ReportResult, Result } from "@/lib/contracts/results";

const define = operationsOf("Gates");

/** What stands against a gate, and what else there is to decide of it. */
function inShort({ id, state, said, blockers, notes, stale }: Gate): object {
  return {
    id,
    state,
    said,
    blockers: blockers.map(({ id: blocker, message, waived }) => ({
      id: blocker,
      message,
      ...(waived !== null && { waived }),
    })),
    notes,
    stale,
  };
}

export const gatesOperations = [
  define({
    id: "gate.list",
    http: "GET /sessions/{session}/gates",
    leadTool: { name: "gates" },
    commands: ["gate list"],
    summary: "Gates and gate records",
    query: ListQuery,
    response: GateList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.gates.list(caller, params), query, ({ id }) => id),
  }),
  define({
    id: "gate.open",
    http: "POST /sessions/{session}/gates",
    leadTool: { name: "gate-open", short: inShort },
    commands: ["gate open <phase>"],
    summary: "Begin the evaluation of a phase",
    body: OpenGate,
    response: Gate,
    errors: ["gate_open"],
    status: 201,
    examples: [
      {
        body: { phase: 4, criteria: ["Portal paging is covered by a test"] },
        command: 'gate open 4 --criterion "Portal paging is covered by a test"',
      },
    ],
    run: ({ services, caller, params, body, change }) => services.gates.open(caller, params, body, change),
  }),
  define({
    id: "gate.read",
    http: "GET /sessions/{session}/gates/{gate}",
    leadTool: { name: "gate", short: inShort },
    commands: ["gate show <gate>"],
    summary: "One gate, with what blocks it",
    response: Gate,
    run: ({ services, caller, params }) => services.gates.get(caller, params),
  }),
  define({
    id: "gate.waive",
    http: "POST /sessions/{session}/gates/{gate}/waive",
    commands: ["gate waive <gate> <blockers...>"],
    summary: "Let blockers of an open gate through for one reason, or no longer",
    body: WaiveBlockers,
    response: Gate,
    errors: ["conflict"],
    examples: [
      {
        body: { blockers: ["role:tester-1"], reason: "On leave until Monday" },
        command: 'gate waive d3b07384d113edec role:tester-1 --reason "On leave until Monday"',
      },
    ],
    run: ({ services, caller, params, body, change }) => services.gates.waive(caller, params, body, change),
  }),
  define({
    id: "gate.prepare",
    http: "POST /sessions/{session}/gates/{gate}/prepare",
    commands: ["gate prepare <gate>"],
    summary: "Choose the result, the criteria and what is archived, before a gate is concluded",
    body: PrepareGate,
    response: Gate,
    errors: ["conflict"],
    examples: [
      {
        body: { result: "CONDITIONAL_PASS", criteria: [{ name: "Portal paging is covered by a test", met: true }] },
        command: 'gate prepare d3b07384d113edec --result conditional_pass --met "Portal paging is covered by a test"',
      },
    ],
    run: ({ services, caller, params, body, change }) => services.gates.prepare(caller, params, body, change),
  }),
  define({
    id: "gate.abandon",
    http: "POST /sessions/{session}/gates/{gate}/abandon",
    leadTool: { name: "gate-abandon", short: ({ said }) => ({ said }) },
    commands: ["gate abandon <gate>"],
    ownCommand: {
      says: "end a gate without a result; the context can be published again",
      arguments: { gate: "its id" },
      examples: ["gate abandon 0d6c1f7a92be43d8"],
      print: ({ phase, said }, { line }) => `${line(said)} Open another: wardroom gate open ${phase}`,
    },
    summary: "End a gate without a result",
    response: Gate,
    run: ({ services, caller, params, change }) => services.gates.abandon(caller, params, change),
  }),
  define({
    id: "gate.conclude",
    http: "POST /sessions/{session}/gates/{gate}/conclude",
    leadTool: {
      name: "gate-conclude",
      short: ({ gate: { said }, against, record, revision }) => ({ said, against, record, revision }),
    },
    commands: ["gate conclude <gate> <result>"],
    summary: "Conclude a gate",
    body: ConcludeGate,
    response: GateConcluded,
    errors: ["gate_blocked"],
    examples: [
      {
        body: {
          result: "APPROVED",
          criteria: ["Portal paging is covered by a test"],
          waivers: [{ role: "tester-1", reason: "On leave until Monday" }],
          archive: [],
        },
        command:
          'gate conclude d3b07384d113edec approved --met "Portal paging is covered by a test" --waive "role:tester-1=On leave until Monday"',
      },
    ],
    run: ({ services, caller, params, body, change }) => services.gates.conclude(caller, params, body, change),
  }),
];

export const resultsOperations = [
  define({
    id: "result.report",
    http: "POST /sessions/{session}/results",
    tools: ["tell"],
    commands: ["result <outcome> <text...>"],
    summary: "Report how a run went; a gate says which files changed after it",
    body: ReportResult,
    response: Result,
    status: 201,
    examples: [
      {
        body: { outcome: "pass", text: "npm test, 72 of 72" },
        as: "implementer-2",
        tool: { result: "pass: npm test, 72 of 72" },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.presence.report(caller, params, body, change),
  }),
];
