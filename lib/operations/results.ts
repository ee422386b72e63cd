import { AT } from "@/lib/operations/example-values";
import { ReportResult, Result } from "@/lib/contracts/results";
import { operationsOf } from "@/lib/operations/define-operation";

const define = operationsOf("Gates");

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
        answer: { by: "implementer-2", outcome: "pass", text: "npm test, 72 of 72", version: null, at: AT },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.presence.report(caller, params, body, change),
  }),
];
