import { answerLive, answerReady } from "@/lib/api/answer-live";
import { defineRoute, type Route, type RouteSpec } from "@/lib/api/define-route";
import { othersAnswered } from "@/lib/api/request-note";
import { streamEvents } from "@/lib/api/stream-events";
import { Restored } from "@/lib/contracts/backup";
import { type Event, EventFilter, EventList, StreamStart } from "@/lib/contracts/events";
import { BackupParams, WorkspaceParams } from "@/lib/contracts/params";
import {
  Health,
  Liveness,
  Readiness,
  BeginSignIn,
  FinishSignIn,
  Login,
  SignInBegun,
  SignInFinished,
} from "@/lib/contracts/server";
import { reopenRuntime } from "@/lib/reopen-runtime";
import type { Runtime } from "@/lib/runtime";
import { assertRestorable, findBackup, putBack } from "@/lib/services/history/restore-backup";
import type { Services } from "@/lib/services/services";
import { allow, type Caller } from "@/lib/services/workspace/caller";
import packageJson from "@/package.json";
import type { Connection } from "@/lib/api/connection";
import { assertMayHoldCookie, browserOrigin, isEncrypted } from "@/lib/api/origin";
import { loginCookie, logoutCookie, signInCookie, signInOfCookie } from "@/lib/api/session-cookie";
import { AppError } from "@/lib/core/errors";
import type { LetIn, SigningIn } from "@/lib/services/access/let-in";
import { SIGN_IN_SECONDS } from "@/lib/services/access/provider-sign-in";

function whoSignsIn(request: Request, { address }: Connection): SigningIn {
  return { address, userAgent: request.headers.get("user-agent") };
}

function letIn(request: Request, runtime: Runtime, browser: LetIn): Response {
  return new Response(null, { status: 204, headers: cookiesOf(request, runtime, browser) });
}

function cookiesOf(request: Request, runtime: Runtime, { secret, maxAgeSeconds }: LetIn, others: string[] = []) {
  const encrypted = isEncrypted(request.headers, runtime.configuration);
  const { folderId } = runtime.services.authentication;
  const headers = new Headers({ "cache-control": "no-store" });
  for (const each of [loginCookie(folderId, secret, { maxAgeSeconds, encrypted }), ...others])
    headers.append("set-cookie", each);
  return headers;
}

/**
 * Where a browser comes back to from the provider, which is never made of what a request says. Throws `forbidden` for one that is
 * elsewhere now: what it keeps of the sign-in would not be sent there.
 */
function returnOrigin(request: Request, { configuration }: Runtime): string {
  const origin = browserOrigin(configuration);
  if (request.headers.get("host")?.toLowerCase() === new URL(origin).host) return origin;
  throw new AppError("forbidden", "Sign-ins with a provider begin and end at this server's own address.", {
    hint: `Open ${origin}/login and sign in there.`,
  });
}

const SIGN_IN_ROUTES: readonly Route[] = [
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
      return letIn(request, runtime, await services.signIn.logIn(body.code, whoSignsIn(request, connection)));
    },
  }),
  defineRoute({
    http: "POST /api/login/provider",
    summary:
      "Begin to sign in with the provider: says where the browser is to go, which gets a cookie to come back with",
    tag: "Server",
    access: "public",
    body: BeginSignIn,
    response: SignInBegun,
    errors: ["not_found"],
    examples: [{ body: {} }],
    handle: async ({ services, runtime, body, request }) => {
      assertMayHoldCookie(request.headers, runtime.configuration);
      const { address, sealed } = await services.provider.begin(returnOrigin(request, runtime), body.invitation);
      const lasting = {
        maxAgeSeconds: SIGN_IN_SECONDS,
        encrypted: isEncrypted(request.headers, runtime.configuration),
      };
      return Response.json(SignInBegun.parse({ address }), {
        headers: {
          "cache-control": "no-store",
          "set-cookie": signInCookie(services.authentication.folderId, sealed, lasting),
        },
      });
    },
  }),
  defineRoute({
    http: "POST /api/login/provider/return",
    summary:
      "Finish to sign in with the provider: exchange what it sent the browser back with for the browser's cookie",
    tag: "Server",
    access: "public",
    body: FinishSignIn,
    response: SignInFinished,
    errors: ["not_found", "conflict", "rate_limited"],
    examples: [{ body: { query: "code=SplxlOBeZQQYbYS6WxSbIA&state=Zm9v" } }],
    handle: async ({ services, runtime, body, request, connection }) => {
      assertMayHoldCookie(request.headers, runtime.configuration);
      const origin = returnOrigin(request, runtime);
      const { folderId } = services.authentication;
      const back = { query: body.query, sealed: signInOfCookie(request.headers.get("cookie"), folderId) };
      const browser = await services.provider.finish(origin, back, whoSignsIn(request, connection));
      const encrypted = isEncrypted(request.headers, runtime.configuration);
      const over = signInCookie(folderId, "", { maxAgeSeconds: 0, encrypted });
      const headers = cookiesOf(request, runtime, browser, [over]);
      return Response.json(SignInFinished.parse({ workspace: browser.workspace }), { headers });
    },
  }),
  defineRoute({
    http: "POST /api/logout",
    summary: "Sign this browser out",
    tag: "Server",
    response: null,
    handle: async ({ services, runtime, caller, request }) => {
      await services.signIn.logOut(caller);
      const encrypted = isEncrypted(request.headers, runtime.configuration);
      const cookie = logoutCookie(services.authentication.folderId, { encrypted });
      return new Response(null, { status: 204, headers: { "set-cookie": cookie } });
    },
  }),
];

const COLUMNS = ["id", "at", "actor", "actorKind", "source", "action", "target", "session", "payload", "hash"] as const;

/**
 * All events that pass the filter, newest first, one a line, written as they are read. The first are read before the
 * answer begins: what cannot be exported is refused as any other request is.
 */
async function exportEvents(services: Services, caller: Caller, params: { workspace: string }, filter: EventFilter) {
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

/** These two wait for no runtime, as every other route does. */
const LIVE: RouteSpec = {
  http: "GET /api/health/live",
  summary: "Whether the process answers",
  tag: "Server",
  access: "public",
  response: Liveness,
};
const READY: RouteSpec = {
  http: "GET /api/health/ready",
  summary: "Whether requests should be sent to this server: 503 while it starts or drains",
  tag: "Server",
  access: "public",
  response: Readiness,
  status: ({ status }: Readiness) => (status === "ready" ? 200 : 503),
  examples: [{}, {}],
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
        "`id` is the event's, `event` its action, `data` the event as JSON. `: keep-alive` comes every 15 seconds, `reset` when the gap since Last-Event-ID is no longer known, and to people `lookers` when somebody opens or leaves a page. `changed` tells the dashboard how what it shows changes, and is for it alone.",
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
async function restoreBackup(runtime: Runtime, caller: Caller, { backup }: { backup: string }, request: Request) {
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
