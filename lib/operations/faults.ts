import { FaultDecided, FaultList, FaultQuery } from "@/lib/contracts/faults";
import { operationsOf } from "@/lib/operations/define-operation";

const define = operationsOf("Faults");

const FAULT = "9f2c61d04be7a853";
const PATH = ".agent/teams/invoice-import/phase-1/gate-record.yaml";
const WRONG = "result: PASS: all green";
const RIGHT = 'result: "PASS: all green"';
const side = (kind: "removed" | "added", text: string) => ({
  kind,
  before: kind === "removed" ? 1 : null,
  after: kind === "added" ? 1 : null,
  segments: [{ text, changed: false }],
});

export const faultsOperations = [
  define({
    id: "fault.list",
    http: "GET /faults",
    leadTool: { name: "faults", ofAll: true },
    commands: ["fault list"],
    summary: "Files with errors, with proposed fixes",
    query: FaultQuery,
    response: FaultList,
    examples: [
      {
        answer: {
          items: [
            {
              id: FAULT,
              path: PATH,
              session: "invoice-import",
              code: "bad_yaml",
              message: "The record is not valid YAML: A second colon is read as another key. Put the value in quotes.",
              severity: "error",
              range: { start: { line: 1, column: 9 }, end: { line: 1, column: 10 } },
              line: WRONG,
              quiet: false,
              state: "open",
              decidedBy: null,
              decidedAt: null,
              fix: {
                title: "Put the value in quotes",
                added: 1,
                removed: 1,
                hunks: [{ lines: [side("removed", WRONG), side("added", RIGHT)] }],
              },
              etag: '"5d41402abc4b2a76b9719d911017c592"',
            },
          ],
          total: 1,
          nextCursor: null,
        },
      },
    ],
    run: ({ services, caller, params, query }) => services.faults.list(caller, params, query),
  }),
  define({
    id: "fault.fix",
    http: "POST /faults/{fault}/fix",
    leadTool: { name: "fault-fix", ofAll: true },
    commands: ["fault fix <fault>"],
    summary: "Apply the proposed fix of a file",
    response: FaultDecided,
    conditional: true,
    errors: ["conflict"],
    examples: [{ answer: { id: FAULT, path: PATH, state: "fixed", did: "Put the value in quotes", revision: 2 } }],
    run: ({ services, caller, params, change }) => services.faults.fix(caller, params, change),
  }),
  define({
    id: "fault.dismiss",
    http: "POST /faults/{fault}/dismiss",
    leadTool: { name: "fault-dismiss", ofAll: true },
    commands: ["fault dismiss <fault>"],
    ownCommand: {
      says: "list it no more, while it stays the same",
      arguments: { fault: "its id" },
      print: ({ id, path }, { paint, line }) =>
        `${paint.good("Dismissed")} in ${line(path)}. Undo: wardroom fault undo ${id}`,
    },
    summary: "List a fault no more while it stays the same",
    response: FaultDecided,
    examples: [{ answer: { id: FAULT, path: PATH, state: "dismissed", did: null, revision: null } }],
    run: ({ services, caller, params, change }) => services.faults.dismiss(caller, params, change),
  }),
  define({
    id: "fault.undo",
    http: "POST /faults/{fault}/undo",
    leadTool: { name: "fault-undo", ofAll: true },
    commands: ["fault undo <fault>"],
    ownCommand: {
      says: "undo a fix, or list it again",
      arguments: { fault: "its id" },
      print: ({ path, revision }, { paint, line }) =>
        `${paint.good(revision === null ? "Listed again" : `Undone as revision ${revision}`)}: ${line(path)}.`,
    },
    summary: "Undo a fix, or list a dismissed fault again",
    response: FaultDecided,
    conditional: true,
    errors: ["conflict"],
    examples: [{ answer: { id: FAULT, path: PATH, state: "open", did: null, revision: 3 } }],
    run: ({ services, caller, params, change }) => services.faults.undo(caller, params, change),
  }),
];
