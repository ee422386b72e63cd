import type { MadeCommand } from "@/lib/operations/terminal";
import { sayCount } from "@/lib/core/text/say-count";
import { operationsOf } from "@/lib/operations/define-operation";
import type { RepairParams } from "@/lib/contracts/params";
import { AcceptProblems, Integrity } from "@/lib/contracts/events";
import { Redact, Redaction } from "@/lib/contracts/redactions";
import { OverwritesMode, Repair, RepairList, RepairPolicy, RepairQuery, RepairSettings } from "@/lib/contracts/repairs";

const define = operationsOf("History");

/** The command that settles a proposal. */
function decides(
  act: string,
  says: string,
  done: string,
): MadeCommand<typeof RepairParams, undefined, undefined, typeof Repair> {
  return {
    says,
    arguments: { repair: "its id" },
    examples: [`repair ${act} 5f0c8d9e-1b7a-4c1e-9a53-0f6d2b1c7e44`],
    print: ({ lineCount, path }, { paint, line }) =>
      `${paint.good(done)}: ${sayCount(lineCount, "line")} of ${line(path)}.`,
  };
}

export const historyOperations = [
  define({
    id: "history.verify",
    http: "GET /integrity",
    commands: ["verify"],
    summary: "Verify the history and the files",
    response: Integrity,
    run: ({ services, caller, params }) => services.events.verify(caller, params),
  }),
  define({
    id: "history.accept",
    http: "POST /integrity",
    commands: ["verify"],
    summary: "Accept problems of the history, so that they count no longer",
    body: AcceptProblems,
    response: Integrity,
    examples: [{ body: { ids: ["3f9a1c07be42d518"] }, command: "verify --accept 3f9a1c07be42d518" }],
    run: ({ services, caller, params, body, change }) => services.events.accept(caller, params, body, change),
  }),
  define({
    id: "history.redact",
    http: "POST /redactions",
    commands: ["redact <text>"],
    summary: "Redact a secret in files and history",
    body: Redact,
    response: Redaction,
    examples: [
      {
        body: { text: "the password as it stands in the file", reason: "A password was pasted into a finding" },
        command: 'redact - --reason "A password was pasted into a finding"',
        input: "the password as it stands in the file",
      },
    ],
    once: true,
    run: ({ services, caller, params, body }) => services.redactions.redact(caller, params, body),
  }),
  define({
    id: "repair.list",
    http: "GET /repairs",
    commands: ["repair list"],
    ownCommand: {
      says: "what saves have left out",
      switches: { "--all": "decided ones too" },
      examples: ["repair list", "repair list --all --json"],
      fill: ({ switches }) => (switches.has("--all") ? {} : { state: "proposed" }),
      print: ({ mode, items }, { paint, line, time, table }) =>
        items.length === 0
          ? `No proposals (${mode}).`
          : table(items, [
              { title: "REPAIR", value: ({ id }) => id, style: paint.name },
              { title: "STATE", value: ({ state }) => state },
              { title: "SINCE", value: ({ at }) => time(at), style: paint.faint },
              { title: "LINES", value: ({ lineCount }) => String(lineCount) },
              { title: "OF", value: ({ authors }) => line(authors.join(", ")) },
              { title: "FILE", value: ({ path }) => line(path), shrinks: true },
            ]),
    },
    summary: "Saves from outside that left out newer lines",
    query: RepairQuery,
    response: RepairList,
    run: ({ services, caller, params, query }) => services.repairs.list(caller, params, query),
  }),
  define({
    id: "repair.configure",
    http: "PUT /repairs",
    commands: ["repair mode <mode>"],
    ownCommand: {
      says: "what is done about such saves from now on",
      arguments: { mode: OverwritesMode.options.join(", ") },
      examples: ["repair mode propose", "repair mode observe"],
      print: ({ mode }, { paint }) => `Overwritten files: ${paint.good(mode)}.`,
    },
    summary: "Set what is done about such saves",
    body: RepairSettings,
    response: RepairPolicy,
    examples: [{ body: { mode: "repair" } }],
    run: ({ services, caller, params, body, change }) => services.repairs.configure(caller, params, body, change),
  }),
  define({
    id: "repair.read",
    http: "GET /repairs/{repair}",
    commands: ["repair list"],
    summary: "One such save, with the lines it left out",
    response: Repair,
    run: ({ services, caller, params }) => services.repairs.get(caller, params),
  }),
  define({
    id: "repair.apply",
    http: "POST /repairs/{repair}/apply",
    commands: ["repair apply <repair>"],
    ownCommand: decides("apply", "put the lines back, as a revision of its own", "Put back"),
    summary: "Put the lines back",
    response: Repair,
    run: ({ services, caller, params, change }) => services.repairs.apply(caller, params, change),
  }),
  define({
    id: "repair.dismiss",
    http: "POST /repairs/{repair}/dismiss",
    commands: ["repair dismiss <repair>"],
    ownCommand: decides("dismiss", "leave the file as it was saved", "Left as saved"),
    summary: "Leave the file as it was saved",
    response: Repair,
    run: ({ services, caller, params, change }) => services.repairs.dismiss(caller, params, change),
  }),
  define({
    id: "repair.undo",
    http: "POST /repairs/{repair}/undo",
    commands: ["repair undo <repair>"],
    ownCommand: decides("undo", "take out again what was put back", "Taken out again"),
    summary: "Take the lines out again",
    response: Repair,
    run: ({ services, caller, params, change }) => services.repairs.undo(caller, params, change),
  }),
];
