import { FaultDecided, FaultList, FaultQuery } from "@/lib/contracts/faults";
import { operationsOf } from "@/lib/operations/define-operation";

const define = operationsOf("Faults");

export const faultsOperations = [
  define({
    id: "fault.list",
    http: "GET /faults",
    leadTool: { name: "faults", ofAll: true },
    commands: ["fault list"],
    summary: "Files with errors, with proposed fixes",
    query: FaultQuery,
    response: FaultList,
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
    run: ({ services, caller, params, change }) => services.faults.undo(caller, params, change),
  }),
];
