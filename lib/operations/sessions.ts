import { AT, ROLE } from "@/lib/operations/example-values";
import { defineOperation } from "@/lib/operations/define-operation";
import { ListQuery, pageOf } from "@/lib/operations/page";
import { SessionParams, WorkspaceParams } from "@/lib/contracts/params";
import { CreateSession, DeletedSessionList, Session, SessionList } from "@/lib/contracts/sessions";
import { Done } from "@/lib/contracts/primitives";
import { ChangeSessionSettings, SessionSettings } from "@/lib/contracts/context";

const _SESSION: Session = {
  id: "invoice-import",
  feature: "invoice-import-pipeline",
  created: "2026-11-09",
  gcVersion: "GC-v5",
  roles: [ROLE],
  counts: {
    items: 17,
    active: 12,
    archived: 3,
    resolved: 2,
    pendingRelays: 0,
    openQuestions: 1,
    openConflicts: 0,
    byTag: { Finding: 9, Decision: 5, Question: 3 },
  },
  lines: 131,
  lastChange: { at: AT, actor: "implementer-2" },
  warnings: [],
};

const SESSION_SETTINGS: SessionSettings = { ackDeadlineMinutes: 30 };

export const sessionsOperations = [
  defineOperation({
    id: "session.list",
    http: "GET /sessions",
    tools: ["status"],
    commands: ["session list"],
    summary: "Sessions, the one changed last first",
    tag: "Sessions",
    params: WorkspaceParams,
    query: ListQuery,
    response: SessionList,
    examples: [{ answer: { items: [_SESSION], nextCursor: null } }],
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.sessions.list(caller, params), query, ({ id }) => id),
  }),
  defineOperation({
    id: "session.create",
    http: "POST /sessions",
    leadTool: { name: "session-create", ofAll: true },
    commands: ["session create <session>"],
    summary: "Create a session with its folder and TEAM-MEMORY.md",
    tag: "Sessions",
    params: WorkspaceParams,
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
        answer: _SESSION,
        command: [
          "session",
          "create",
          "invoice-import",
          "--feature",
          "invoice-import-pipeline",
          "--role",
          "implementer-2:implementer",
        ],
      },
    ],
    run: ({ services, caller, params, body, change }) => services.sessions.create(caller, params, body, change),
  }),
  defineOperation({
    id: "session.read",
    http: "GET /sessions/{session}",
    tools: ["status"],
    commands: ["session show <session>"],
    summary: "One session",
    tag: "Sessions",
    params: SessionParams,
    response: Session,
    examples: [{ params: { session: "invoice-import" }, answer: _SESSION }],
    run: ({ services, caller, params }) => services.sessions.get(caller, params),
  }),
  defineOperation({
    id: "session.delete",
    http: "DELETE /sessions/{session}",
    commands: ["session delete <session>"],
    summary: "Move the whole folder to the trash and end its tokens",
    tag: "Sessions",
    params: SessionParams,
    response: Done,
    conditional: true,
    examples: [{ params: { session: "invoice-import" }, answer: { done: true } }],
    run: ({ services, caller, params, change }) => services.sessions.remove(caller, params, change),
  }),
  defineOperation({
    id: "session.restore",
    http: "POST /sessions/{session}/restore",
    leadTool: { name: "session-restore", ofAll: true },
    commands: ["session restore <session>"],
    summary: "Bring a deleted session back",
    tag: "Sessions",
    params: SessionParams,
    response: Session,
    examples: [{ params: { session: "invoice-import" }, answer: _SESSION }],
    run: ({ services, caller, params, change }) => services.sessions.restore(caller, params, change),
  }),
  defineOperation({
    id: "session.settings",
    http: "GET /sessions/{session}/settings",
    commands: ["session settings <session>"],
    ownCommand: true,
    summary: "What is set for the session",
    tag: "Sessions",
    params: SessionParams,
    response: SessionSettings,
    examples: [{ params: { session: "invoice-import" }, answer: SESSION_SETTINGS }],
    run: ({ services, caller, params }) => services.settings.read(caller, params),
  }),
  defineOperation({
    id: "session.configure",
    http: "PUT /sessions/{session}/settings",
    commands: ["session configure <session> <ackDeadlineMinutes>"],
    ownCommand: true,
    summary: "Set the deadline of acknowledgements",
    tag: "Sessions",
    params: SessionParams,
    body: ChangeSessionSettings,
    response: SessionSettings,
    examples: [{ params: { session: "invoice-import" }, body: { ackDeadlineMinutes: 30 }, answer: SESSION_SETTINGS }],
    run: ({ services, caller, params, body, change }) => services.settings.change(caller, params, body, change),
  }),
  defineOperation({
    id: "session.trash",
    http: "GET /trash",
    leadTool: { name: "trash", ofAll: true },
    commands: ["session trash"],
    summary: "Deleted sessions",
    tag: "Sessions",
    params: WorkspaceParams,
    query: ListQuery,
    response: DeletedSessionList,
    examples: [{ answer: { items: [{ id: "invoice-import", deletedAt: AT }], nextCursor: null } }],
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.sessions.listDeleted(caller, params), query, ({ id, deletedAt }) => `${deletedAt} ${id}`),
  }),
];
