import { sayCount } from "@/lib/core/text/say-count";
import {
  SessionNameQuery,
  SessionNames,
  CreateSession,
  DeletedSessionList,
  RestoreQuery,
  Session,
  SessionList,
} from "@/lib/contracts/sessions";
import { FinishSession, Harvest, SessionFinished } from "@/lib/contracts/harvest";
import { operationsOf } from "@/lib/operations/define-operation";
import { ListQuery } from "@/lib/operations/page";
import { pageOf } from "@/lib/services/workspace/page-of";
import { Done } from "@/lib/contracts/primitives";
import { ChangeSessionSettings, SessionSettings } from "@/lib/contracts/context";

const define = operationsOf("Sessions");

function sayHarvest({ to, agent, said }: Harvest["items"][number]): string {
  if (said !== null) return `nowhere: ${said}`;
  return to === "agent" ? `agent ${agent ?? ""}` : to;
}

/** Who made or restored a session knows what it asked for. */
function inShort({ id, roles, warnings }: Session): object {
  return { id, roles: roles.map((role) => role.id), warnings };
}

export const sessionsOperations = [
  define({
    id: "session.list",
    http: "GET /sessions",
    tools: ["status"],
    commands: ["session list"],
    summary: "Sessions, the one changed last first",
    query: ListQuery,
    response: SessionList,
    run: ({ services, caller, params, query }) => services.sessions.list(caller, params, query),
  }),
  define({
    id: "session.create",
    http: "POST /sessions",
    deed: "create sessions",
    leadTool: { name: "session-create", ofAll: true, short: inShort },
    commands: ["session create <session>"],
    summary: "Create a session with its folder and TEAM-MEMORY.md",
    body: CreateSession,
    response: Session,
    status: 201,
    examples: [
      {
        body: {
          id: "invoice-import",
          feature: "invoice-import-pipeline",
          roles: [{ id: "implementer-2", type: "implementer" }],
        },
        command: "session create invoice-import --feature invoice-import-pipeline --role implementer-2:implementer",
      },
    ],
    run: ({ services, caller, params, body, change }) => services.sessions.create(caller, params, body, change),
  }),
  define({
    id: "session.read",
    http: "GET /sessions/{session}",
    tools: ["status"],
    commands: ["session show <session>"],
    summary: "One session",
    response: Session,
    run: ({ services, caller, params }) => services.sessions.get(caller, params),
  }),
  define({
    id: "session.find",
    http: "GET /session-names",
    commands: ["session find"],
    ownCommand: true,
    summary: "Ids of sessions by a part of them, among however many",
    query: ListQuery.extend(SessionNameQuery.shape),
    response: SessionNames,
    examples: [{ query: { q: "invoice" } }],
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.pins.find(caller, params, query), query, (id) => id),
  }),
  define({
    id: "session.pinned",
    http: "GET /pins",
    commands: ["session pinned"],
    ownCommand: true,
    summary: "The sessions that the caller pinned",
    query: ListQuery,
    response: SessionNames,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.pins.list(caller, params), query, (id) => id),
  }),
  define({
    id: "session.pin",
    http: "PUT /sessions/{session}/pin",
    commands: ["session pin <session>"],
    ownCommand: true,
    summary: "Keep a session at the top of the caller's own lists",
    response: Done,
    run: ({ services, caller, params, change }) => services.pins.pin(caller, params, { pinned: true }, change),
  }),
  define({
    id: "session.unpin",
    http: "DELETE /sessions/{session}/pin",
    commands: ["session unpin <session>"],
    ownCommand: true,
    summary: "Keep a session at the top no more",
    response: Done,
    run: ({ services, caller, params, change }) => services.pins.pin(caller, params, { pinned: false }, change),
  }),
  define({
    id: "session.harvest",
    http: "GET /sessions/{session}/harvest",
    deed: "finish a session",
    leadTool: { name: "session-harvest", ofAll: true },
    commands: ["session harvest <session>"],
    ownCommand: {
      says: "where each line might live on when the session ends, and what it leaves open",
      examples: ["session harvest checkout", "session harvest checkout --json"],
      print: ({ items, open }, { line, table }) =>
        [
          ...open.map((each) => `Open: ${line(each)}`),
          table(items, [
            { title: "ITEM", value: ({ id }) => line(id) },
            { title: "LIVES ON", value: sayHarvest },
            { title: "TEXT", value: ({ role, tag, text }) => line(`${role} [${tag ?? "-"}] ${text}`), shrinks: true },
          ]),
        ].join("\n"),
    },
    summary: "What a session leaves: where each line might live on, and what is open",
    response: Harvest,
    run: ({ services, caller, params }) => services.harvest.propose(caller, params),
  }),
  define({
    id: "session.finish",
    http: "POST /sessions/{session}/finish",
    leadTool: { name: "session-finish", ofAll: true },
    commands: ["session finish <session>", "session reopen <session>"],
    summary: "Finish a session, or reopen it",
    body: FinishSession,
    response: SessionFinished,
    errors: ["gate_open", "open_items"],
    examples: [
      {
        body: { finished: true, includeOpen: true },
        command: "session finish invoice-import --include-open",
      },
    ],
    run: ({ services, caller, params, body, change }) => services.finishing.finish(caller, params, body, change),
  }),
  define({
    id: "session.delete",
    http: "DELETE /sessions/{session}",
    commands: ["session delete <session>"],
    summary: "Move the whole folder to the trash and end its tokens",
    response: Done,
    conditional: true,
    run: ({ services, caller, params, change }) => services.sessions.remove(caller, params, change),
  }),
  define({
    id: "session.restore",
    http: "POST /sessions/{session}/restore",
    leadTool: { name: "session-restore", ofAll: true, short: inShort },
    commands: ["session restore <session>"],
    ownCommand: {
      says: "restore a deleted session; its tokens stay revoked",
      arguments: { session: "its id; of several in the trash the one deleted last" },
      options: {
        deletedAt: [
          "--deleted-at <time>",
          "of several in the trash the one deleted then, as `session trash --json` has it",
        ],
      },
      examples: ["session restore checkout"],
      print: ({ id, counts }, { paint, line }) =>
        `${paint.good("Restored")} session ${line(id)} with ${sayCount(counts.items, "item")}. Its tokens stay revoked; mint new ones: wardroom token mint <role> --session ${line(id)}`,
    },
    summary: "Bring a deleted session back",
    query: RestoreQuery,
    response: Session,
    run: ({ services, caller, params, query, change }) => services.sessions.restore(caller, params, change, query),
  }),
  define({
    id: "session.settings",
    http: "GET /sessions/{session}/settings",
    commands: ["session settings <session>"],
    ownCommand: true,
    summary: "What is set for the session",
    response: SessionSettings,
    run: ({ services, caller, params }) => services.settings.read(caller, params),
  }),
  define({
    id: "session.configure",
    http: "PUT /sessions/{session}/settings",
    commands: ["session configure <session> [ackDeadlineMinutes]"],
    ownCommand: true,
    summary:
      "Set deadlines, when a run counts as silent or ended, whom gates ask, who writes without the Lead, and what a claim does",
    body: ChangeSessionSettings,
    response: SessionSettings,
    examples: [{ body: { ackDeadlineMinutes: 30 } }],
    run: ({ services, caller, params, body, change }) => services.settings.change(caller, params, body, change),
  }),
  define({
    id: "session.trash",
    http: "GET /trash",
    leadTool: { name: "trash", ofAll: true },
    commands: ["session trash"],
    ownCommand: {
      says: "deleted sessions, latest first",
      examples: ["session trash", "session trash --json"],
      print: ({ items }, { paint, line, time, table }) =>
        items.length === 0
          ? "The trash is empty."
          : table(items, [
              { title: "SESSION", value: ({ id }) => line(id), style: paint.name },
              { title: "DELETED", value: ({ deletedAt }) => time(deletedAt), style: paint.faint },
            ]),
    },
    summary: "Deleted sessions",
    query: ListQuery,
    response: DeletedSessionList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.sessions.listDeleted(caller, params), query, ({ id, deletedAt }) => `${deletedAt} ${id}`),
  }),
];
