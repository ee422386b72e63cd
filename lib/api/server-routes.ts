import { answerLive, answerReady } from "@/lib/api/answer-live";
import { defineRoute, type Route, type RouteSpec } from "@/lib/api/define-route";
import { othersAnswered } from "@/lib/api/in-flight";
import { SIGN_IN_ROUTES } from "@/lib/api/sign-in-routes";
import { streamEvents } from "@/lib/api/stream-events";
import { Restored } from "@/lib/contracts/backup";
import { type Event, EventFilter, EventList, StreamStart } from "@/lib/contracts/events";
import { BackupParams, WorkspaceParams } from "@/lib/contracts/params";
import { Health, Liveness, Readiness } from "@/lib/contracts/server";
import { reopenRuntime, type Runtime } from "@/lib/runtime";
import { assertRestorable, findBackup, putBack } from "@/lib/services/history/restore-backup";
import type { Services } from "@/lib/services/services";
import { allow, type Caller } from "@/lib/services/workspace/caller";
import packageJson from "@/package.json";

const COLUMNS = ["id", "at", "actor", "actorKind", "source", "action", "target", "session", "payload", "hash"] as const;

/**
 * All events that pass the filter, newest first, one a line, written as they are read. The first are read before the
 * answer begins: what cannot be exported is refused as any other request is.
 */
async function exportEvents(
  services: Services,
  caller: Caller,
  params: { workspace: string },
  filter: EventFilter,
): Promise<Response> {
  const { format } = filter;
  const read = (cursor: string | undefined) =>
    services.events.list(caller, params, { ...filter, format: "json", limit: 500, cursor });
  const encoder = new TextEncoder();
  let head = format === "csv" ? `${COLUMNS.join(",")}\n` : "";
  const first = await read(filter.cursor);
  let next = () => Promise.resolve(first);
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { items, nextCursor } = await next();
      controller.enqueue(encoder.encode(head + items.map(format === "csv" ? csvLine : jsonLine).join("")));
      head = "";
      if (nextCursor === null) controller.close();
      else next = () => read(nextCursor);
    },
  });
  const type = format === "csv" ? "text/csv" : "application/jsonl";
  return new Response(body, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${params.workspace}-history.${format}"`,
      "cache-control": "no-store",
    },
  });
}

function jsonLine(event: Event): string {
  return `${JSON.stringify(event)}\n`;
}

function csvLine(event: Event): string {
  return `${COLUMNS.map((column) => csvCell(event[column])).join(",")}\n`;
}

/** A cell that a spreadsheet shows as text: what could be read as a formula is quoted with an apostrophe. */
function csvCell(value: string | number | null | Record<string, unknown>): string {
  const text = typeof value === "object" ? (value === null ? "" : JSON.stringify(value)) : String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text; // =HYPERLINK(…)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe; // 재시도, 원장
}

const EVENT: Event = {
  id: 1041,
  at: "2026-11-20T06:42:00.000Z",
  actor: "implementer-2",
  actorKind: "agent",
  source: "api",
  action: "item.added",
  target: ".agent/teams/invoice-import/TEAM-MEMORY.md",
  session: "invoice-import",
  payload: { revision: 42 },
  previousHash: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
  hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
};

/** These two wait for no runtime, as every other route does. */
const LIVE: RouteSpec = {
  http: "GET /api/health/live",
  summary: "Whether the process answers",
  tag: "Server",
  access: "public",
  response: Liveness,
  examples: [{ answer: { status: "live" } }],
};
const READY: RouteSpec = {
  http: "GET /api/health/ready",
  summary: "Whether requests should be sent to this server: 503 while it starts or drains",
  tag: "Server",
  access: "public",
  response: Readiness,
  status: ({ status }: Readiness) => (status === "ready" ? 200 : 503),
  examples: [{ answer: { status: "ready", problem: null } }, { answer: { status: "draining", problem: null } }],
};

/** What only this door has: signing in, what the server says of itself, and answers that are streams. */
export const SERVER_ROUTES: readonly Route[] = [
  defineRoute({
    http: "GET /api/health",
    summary: "Whether the server is ready",
    tag: "Server",
    access: "public",
    response: Health,
    status: ({ status }) => (status === "ok" ? 200 : 503),
    examples: [
      {
        answer: {
          ...{ status: "ok", version: "0.1.0", build: "2f1d0c9ab34e", database: "sqlite" },
          ...{ workspaces: 1, closed: 0, unfinished: 0, setAside: 0, problem: null },
        },
      },
    ],
    handle: ({ runtime }) => health(runtime),
  }),
  Object.assign((request: Request) => Promise.resolve(answerLive(request)), { spec: LIVE }),
  Object.assign(answerReady, { spec: READY }),
  ...SIGN_IN_ROUTES,
  defineRoute({
    http: "GET /api/metrics",
    summary: "What this server has counted, for Prometheus",
    tag: "Server",
    response: null,
    media: { "text/plain": "Metrics in the Prometheus text format." },
    handle: async ({ services, caller }) => {
      const { text, contentType } = await services.storage.metrics(caller);
      return new Response(text, { headers: { "content-type": contentType, "cache-control": "no-store" } });
    },
  }),
  defineRoute({
    http: "POST /api/v1/backups/{backup}/restore",
    summary: "Restore a backup of the data folder",
    tag: "Server",
    params: BackupParams,
    response: Restored,
    errors: ["unparseable"],
    handle: ({ runtime, caller, params, request }) => restoreBackup(runtime, caller, params, request),
  }),
  defineRoute({
    http: "GET /api/v1/workspaces/{workspace}/events",
    summary: "The history, newest first; exported as jsonl or csv on request",
    tag: "History",
    params: WorkspaceParams,
    query: EventFilter,
    response: EventList,
    examples: [{ answer: { items: [EVENT], nextCursor: "1041" } }],
    media: {
      "application/jsonl": "With `format=jsonl`: every event that passes the filter, one JSON object a line.",
      "text/csv": "With `format=csv`: the same as a table, with a header line.",
    },
    handle: ({ services, caller, params, query }) =>
      query.format === "json"
        ? services.events.list(caller, params, query)
        : exportEvents(services, caller, params, query),
  }),
  defineRoute({
    http: "GET /api/v1/workspaces/{workspace}/events/stream",
    summary: "Events as they happen (Server-Sent Events)",
    tag: "History",
    params: WorkspaceParams,
    query: StreamStart,
    response: null,
    media: {
      "text/event-stream":
        "`id` is the event's, `event` its action, `data` the event as JSON. `: keep-alive` comes every 15 seconds, `reset` when the gap since Last-Event-ID is no longer known, and to people `lookers` when somebody opens or leaves a page.",
    },
    handle: (input) => streamEvents(input),
  }),
];

/** That the server is ready: recovery is done, or there would be no runtime to ask. Says so where its database is gone. */
async function health(runtime: Runtime): Promise<Health> {
  const problem = await runtime.fault();
  return {
    status: problem === null ? "ok" : "failing",
    version: packageJson.version,
    build: process.env["WARDROOM_BUILD"] ?? null,
    database: runtime.configuration.databaseUrl === null ? "sqlite" : "postgresql",
    workspaces: runtime.workspaces.length,
    // What cannot be read now is told by `problem`.
    closed: problem === null ? (await runtime.services.workspaces.listClosed()).length : 0,
    unfinished: problem === null ? await runtime.services.unfinished.count() : 0,
    setAside: runtime.services.faults.countSetAside(),
    problem: problem ?? runtime.refusal(),
  };
}

/**
 * Restores a backup of the data folder while the server runs: requests that come meanwhile wait, streams end and come back.
 * What happened since the backup is recorded as `history.restored` in every workspace, and as edits made outside where files
 * differ. A copy that a server saved of its database is restored by its name, as a backup is. What is damaged is refused
 * before anything is closed or changed.
 */
async function restoreBackup(
  runtime: Runtime,
  caller: Caller,
  { backup }: { backup: string },
  request: Request,
): Promise<Restored> {
  allow(caller, "restore a backup");
  const { configuration } = runtime;
  const place = await findBackup(configuration, backup);
  await assertRestorable(place, configuration.databaseUrl);
  let restored: Restored | undefined;
  const next = await reopenRuntime(
    runtime,
    () => othersAnswered(request),
    async () => {
      restored = await putBack(configuration, place);
    },
  );
  if (restored === undefined) throw new Error("the backup was neither restored nor refused");
  await next.services.backups.recordRestored(caller, restored);
  return restored;
}
