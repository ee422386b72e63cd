import { EndRun, MoveRun, Run, RunList, RunSeat, SeatRun, TakeInbox, TakenInbox } from "@/lib/contracts/runs";
import { operationsOf } from "@/lib/operations/define-operation";

const define = operationsOf("Inbox");

export const runOperations = [
  define({
    id: "run.list",
    http: "GET /sessions/{session}/runs",
    commands: ["run list"],
    ownCommand: {
      says: "which conversations are at work in which seat, and what each was shown and confirmed",
      examples: ["run list"],
      print: ({ items }, { time, table }) =>
        table(items, [
          { title: "role", value: ({ role }) => role },
          { title: "run", value: ({ id }) => id },
          { title: "state", value: ({ state, ended }) => (ended === null ? state : `ended ${time(ended)}`) },
          { title: "calls itself", value: ({ name }) => name ?? "-" },
          { title: "began", value: ({ began }) => time(began) },
          { title: "last sign", value: ({ sign }) => time(sign) },
          { title: "shown", value: ({ shown }) => shown ?? "-" },
          { title: "confirmed", value: ({ confirmed }) => confirmed ?? "-" },
        ]),
    },
    summary: "The conversations in each seat, and what each was shown and confirmed",
    response: RunList,
    run: ({ services, caller, params }) => services.runs.list(caller, params),
  }),
  define({
    id: "run.seat",
    http: "POST /runs/seat",
    summary: "Ask which seat a conversation has, or seat it",
    body: SeatRun,
    response: RunSeat,
    once: true,
    examples: [
      {
        body: { run: "claude:7f0c8d9e", session: "invoice-import", roles: ["implementer-1"], shared: true },
      },
    ],
    run: ({ services, caller, params, body }) => services.runs.seat(caller, params, body),
  }),
  define({
    id: "run.end",
    http: "POST /sessions/{session}/runs/end",
    commands: ["run end"],
    ownCommand: {
      says: "say that a conversation is over; the Lead names one with its role, run and reason",
      options: {
        role: ["--role <role>", "whose it is"],
        run: ["--run <id>", "as `wardroom run list` prints it"],
        reason: ["--reason <text>", "why, for the history"],
        others: ["--others", "end all others of the role; this one stays"],
      },
      examples: ['run end --role implementer-1 --run claude:7f0c8d9e --reason "its terminal was closed"'],
      print: ({ id, role, ended }, { paint }) =>
        ended === null ? `${paint.good("Stays")}: ${id} as ${role}.` : `${paint.good("Ended")}: ${id} as ${role}.`,
    },
    summary: "End a run, one's own or as the Lead with a reason, or every other of its role",
    body: EndRun,
    response: Run,
    examples: [
      {
        body: { role: "implementer-1", run: "claude:7f0c8d9e", reason: "its terminal was closed" },
        command: 'run end --role implementer-1 --run claude:7f0c8d9e --reason "its terminal was closed"',
      },
    ],
    run: ({ services, caller, params, body, change }) => services.runs.end(caller, params, body, change),
  }),
  define({
    id: "run.move",
    http: "POST /sessions/{session}/runs/move",
    commands: ["run move"],
    ownCommand: {
      says: "give a conversation a seat of its own, another seat, or the one that it is beside",
      options: {
        role: ["--role <role>", "the role that it is a run of, or beside"],
        run: ["--run <id>", "as `wardroom run list` prints it"],
        to: ["--to <role>", "the role that it goes on as; a new one where left out"],
        reason: ["--reason <text>", "why, for the history"],
      },
      examples: ["run move --role implementer-1 --run claude:7f0c8d9e --to implementer-3"],
      print: ({ id, role }, { paint }) => `${paint.good("Goes on")}: ${id} as ${role}.`,
    },
    summary: "Give a run a seat of its own, another seat, or the one that it is beside",
    body: MoveRun,
    response: Run,
    examples: [
      {
        body: { role: "implementer-1", run: "claude:7f0c8d9e", to: "implementer-3" },
        command: "run move --role implementer-1 --run claude:7f0c8d9e --to implementer-3",
      },
    ],
    run: ({ services, caller, params, body, change }) => services.runs.move(caller, params, body, change),
  }),
  define({
    id: "inbox.take",
    http: "POST /sessions/{session}/inbox/take",
    summary: "Take what is new for the caller's run, to tell it now and once",
    body: TakeInbox,
    response: TakenInbox,
    once: true,
    examples: [
      {
        body: { origin: "startup" },
        as: "implementer-1",
      },
    ],
    run: ({ services, caller, params, body }) => services.inbox.take(caller, params, body),
  }),
];
