import { defineRoute, type Route } from "@/lib/api/define-route";
import { health } from "@/lib/api/health";
import { Health, Login } from "@/lib/contracts/server";
import { assertMayHoldCookie } from "@/lib/api/own-host";
import { loginCookie, logoutCookie } from "@/lib/api/session-cookie";
import { BackupParams, WorkspaceParams } from "@/lib/contracts/params";
import { restoreBackup } from "@/lib/api/restore-backup";
import { Restored } from "@/lib/contracts/backup";
import { exportEvents } from "@/lib/api/export-events";
import { EventFilter, EventList, type Event, StreamStart } from "@/lib/contracts/events";
import { streamEvents } from "@/lib/api/stream-events";

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
          ...{ status: "ok", version: "0.1.0", database: "sqlite" },
          ...{ workspaces: 1, closed: 0, unfinished: 0, problem: null },
        },
      },
    ],
    handle: ({ runtime }) => health(runtime),
  }),
  defineRoute({
    http: "POST /api/login",
    summary: "Exchange a one-time code, a viewer's link or the owner's token for the browser's cookie",
    tag: "Server",
    access: "public",
    body: Login,
    response: null,
    errors: ["rate_limited"],
    examples: [{ body: { code: "hV1sY0n3kq8uB2cPzT5wXa7e" } }],
    handle: async ({ services, runtime, body, request, connection }) => {
      assertMayHoldCookie(request.headers, runtime.configuration);
      const from = { address: connection.address, userAgent: request.headers.get("user-agent") };
      const { secret, maxAgeSeconds } = await services.signIn.logIn(body.code, from);
      const cookie = loginCookie(services.authentication.folderId, secret, maxAgeSeconds);
      return new Response(null, { status: 204, headers: { "set-cookie": cookie } });
    },
  }),
  defineRoute({
    http: "POST /api/logout",
    summary: "Sign this browser out",
    tag: "Server",
    response: null,
    handle: async ({ services, caller }) => {
      await services.signIn.logOut(caller);
      const cookie = logoutCookie(services.authentication.folderId);
      return new Response(null, { status: 204, headers: { "set-cookie": cookie } });
    },
  }),
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
        "`id` is the event's, `event` its action, `data` the event as JSON. `: keep-alive` comes every 15 seconds, and `reset` when the gap since Last-Event-ID is no longer known.",
    },
    handle: (input) => streamEvents(input),
  }),
];
