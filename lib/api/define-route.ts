import { createHash } from "node:crypto";
import { z } from "zod";
import { parseInput } from "@/lib/contracts/parse-input";
import { AppError, type ErrorCode } from "@/lib/core/errors";
import type { RequestHeader } from "@/lib/api/openapi-headers";
import { NO_CONNECTION, type Connection } from "@/lib/api/connection";
import { guard, readJson, type AccessLevel } from "@/lib/api/guard";
import { problemResponse } from "@/lib/api/problem";
import { noteOf } from "@/lib/api/request-note";
import { whileOpen } from "@/lib/api/open-request";
import { answerRead, respond, responseOf, tagIn } from "@/lib/api/written";
import { WorkspaceParams } from "@/lib/contracts/params";
import { httpOf, type Operation } from "@/lib/operations/define-operation";
import { runtime, type Runtime } from "@/lib/runtime";
import type { Caller, ChangeRequest } from "@/lib/services/workspace/caller";
import type { Services } from "@/lib/services/services";

/** What the OpenAPI document says of a route, and what its handler is held to. */
export interface RouteSpec {
  /** Method and whole address, whose parameters are in braces. */
  http: string;
  summary: string;
  tag: string;
  access?: AccessLevel;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType | null;
  /** Status of the answer; a function of it where it depends. Default 200. */
  status?: number | ((answer: never) => number);
  /** Statuses beside the usual ones, for the document. */
  statuses?: number[];
  /** What a handler may answer instead of JSON: media types and what they hold, for the document. */
  media?: Record<string, string>;
  /** Errors beside those every route of its kind may answer, for the document. */
  errors?: ErrorCode[];
  /** It accepts `If-Match`, as every change does whose answer carries an ETag, for the document. */
  conditional?: boolean;
  /** All request headers it accepts, where they are others than those of its kind, for the document. */
  headers?: RequestHeader[];
  /** A body, for the document. */
  examples?: readonly { body?: unknown }[];
}

type Infer<T> = T extends z.ZodType ? z.infer<T> : undefined;

/** What a handler is given: everything parsed, the caller known. */
export interface RouteInput<P, Q, B, A> {
  services: Services;
  runtime: Runtime;
  caller: A extends "public" ? null : Caller;
  params: Infer<P>;
  query: Infer<Q>;
  body: Infer<B>;
  /** `If-Match` and `Idempotency-Key`. */
  change: ChangeRequest;
  request: Request;
  connection: Connection;
}

/** What a route is told beside the request: the segments of its address, and who is at the other end. */
export interface RouteContext {
  params: Promise<Record<string, string | string[] | undefined>>;
  connection?: Connection;
}

/** A method of a route: a function of Next's form that carries what it promises. */
export interface Route {
  (request: Request, context: RouteContext): Promise<Response>;
  spec: RouteSpec;
}

/**
 * Makes a route of a contract and a handler. The request passes the guard; parameters, query and body are parsed, unknown
 * fields refused; the answer is parsed too, so that it cannot drift from the contract; every error becomes problem details.
 * A handler may answer a `Response` of its own for what is not JSON.
 */
export function defineRoute<
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType | null = null,
  A extends AccessLevel = "caller",
>(spec: {
  http: string;
  summary: string;
  tag: string;
  access?: A;
  params?: P;
  query?: Q;
  body?: B;
  response: R;
  status?: number | ((answer: R extends z.ZodType ? z.infer<R> : null) => number);
  statuses?: number[];
  media?: Record<string, string>;
  errors?: ErrorCode[];
  conditional?: boolean;
  headers?: RequestHeader[];
  examples?: RouteSpec["examples"];
  handle: (input: RouteInput<P, Q, B, A>) => Promise<(R extends z.ZodType ? z.input<R> : null) | Response>;
}): Route {
  // Made once: to make a schema takes longer than to parse by it.
  const asked = spec.query?.strict();
  const route: Route = async (request, context) => {
    try {
      const own = await runtime();
      const { services, configuration: listening } = own;
      const { connection = NO_CONNECTION } = context;
      const workspace = workspaceOf(request, spec, decodeAll(await context.params));
      const caller = await guard(request, spec.access ?? "caller", { services, listening, connection, workspace });
      noteCaller(request, caller);
      if (caller !== null) await services.inbox.settled(caller);
      const params = spec.params && parse(spec.params, decodeAll(await context.params), "the address");
      noteWorkspace(request, params, own.workspaces);
      const query = asked && parse(asked, Object.fromEntries(new URL(request.url).searchParams), "the query");
      const { value, text } = isChange(request) ? await readJson(request) : { value: undefined, text: "" };
      // Addresses for everybody that take no body are those where nothing is, and they say that.
      const schema = spec.body ?? (isChange(request) && caller !== null ? NO_FIELDS : undefined);
      const body = schema && parse(schema, value ?? {}, "the body");
      const change = changeRequest(request, caller, text);
      const input = { services, runtime: own, caller, params, query, body, change, request, connection };
      const answer = await spec.handle(input as unknown as RouteInput<P, Q, B, A>);
      const response = answer instanceof Response ? answer : respond(spec, answer);
      return isChange(request) ? response : await answerRead(response, { request, caller, connection });
    } catch (error) {
      return problemResponse(error, request);
    }
  };
  route.spec = spec as RouteSpec;
  return route;
}

/** The route of an operation: its contract as it stands, and its document as Markdown where it can be had as that. */
export function routeOf(operation: Operation): Route {
  const { markdown, waits, once, http: _, id: __, ...contract } = operation;
  const run: typeof operation.run = (input) => {
    if (!once) return operation.run(input);
    const { workspace } = WorkspaceParams.parse({ workspace: input.params?.["workspace"] });
    return input.services.once(input.caller, { workspace, ...input.change }, () => operation.run(input));
  };
  const { method, address } = httpOf(operation);
  return defineRoute({
    ...contract,
    http: `${method} ${address}`,
    ...(markdown && { media: { "text/markdown": `With \`Accept: text/markdown\`: ${markdown.says}.` } }),
    handle: async (given) => {
      const { workspace = "", session } = (given.params ?? {}) as Record<string, string>;
      const input = session === undefined ? given : await given.services.runs.seated(given, { workspace, session });
      const { request } = input;
      if (markdown && wantsMarkdown(request)) {
        const document = await markdown.read({ ...input, signal: request.signal });
        return "text" in document ? markdownResponse(document.text) : markdownResponse(document.bytes, document.etag);
      }
      // A signal is made when it is asked for, which few do.
      if (!waits)
        return run({
          ...input,
          get signal() {
            return request.signal;
          },
        });
      return whileOpen(input, (signal) => run({ ...input, signal }));
    },
  });
}

/** Whether a request asks for the document's own bytes: it names Markdown and not JSON. */
function wantsMarkdown(request: Request): boolean {
  const accept = request.headers.get("accept") ?? "";
  return /text\/markdown/i.test(accept) && !/application\/json/i.test(accept); // text/markdown, */*;q=0.1
}

/** A text made for this answer, or a document's own bytes, with its ETag. */
function markdownResponse(content: string | Buffer, etag?: string): Response {
  const headers = { "content-type": "text/markdown; charset=utf-8", "cache-control": "no-store" };
  return responseOf({ content }, { headers: { ...headers, ...(etag !== undefined && { etag }) } });
}

/** The workspace that the address names, or the query of a route that takes one there. */
function workspaceOf(
  request: Request,
  { query }: { query?: z.ZodObject | undefined },
  params: Record<string, unknown>,
): string | null {
  const { workspace } = params;
  if (typeof workspace === "string") return workspace;
  return query !== undefined && "workspace" in query.shape ? new URL(request.url).searchParams.get("workspace") : null;
}

/** Who calls, and as which role where the credential is that role's; what others say of themselves could be anything. */
function noteCaller(request: Request, caller: Caller | null): void {
  if (caller === null) return;
  const note = noteOf(request);
  // The owner may, whatever role it named: who reads it here is a person, or a command that knows which agent runs it.
  note.by = caller.kind === "owner" ? { ...caller, role: null } : caller;
  note.caller = caller.kind;
  if (caller.kind === "role") note.role = caller.role;
}

/** Which workspace it is about, where there is one of that name. */
function noteWorkspace(request: Request, params: unknown, workspaces: string[]): void {
  if (typeof params !== "object" || params === null || !("workspace" in params)) return;
  noteOf(request).workspace = workspaces.find((name) => name === params.workspace) ?? null;
}

/** Where a route is: its method and its address, whose parameters are in braces. */
export function placeOf({ http }: Pick<RouteSpec, "http">): { method: Method; address: string } {
  const [method, address] = http.split(" ") as [Method, string];
  return { method, address };
}

/** The methods of an address, and a clear refusal for all others. */
export function methods(routes: Partial<Record<Method, Route>>): Record<Method, Route> {
  const allow = METHODS.filter((method) => routes[method] !== undefined).join(", ");
  const refuse = defineRoute({
    http: NO_ADDRESS,
    summary: "Not a method of this address",
    tag: "none",
    access: "public",
    response: null,
    handle: ({ request }) => {
      const error = new AppError("method_not_allowed", `${request.method} is not possible here.`, {
        hint: `Possible: ${allow}.`,
      });
      return Promise.resolve(problemResponse(error, request, { allow }));
    },
  });
  return Object.fromEntries(METHODS.map((method) => [method, routes[method] ?? refuse])) as Record<Method, Route>;
}

/** Of what is asked for at an address or by a method that is not there. */
export const NO_ADDRESS = "";

/** The body of a change that says everything in its address. */
const NO_FIELDS = z.strictObject({});

/** The methods that are led to a route. */
export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof METHODS)[number];

function parse(schema: z.ZodType, value: unknown, where: string): unknown {
  return parseInput(schema, value, where, "Correct what `errors` names; /docs/api shows every shape.");
}

function decodeAll(params: Record<string, string | string[] | undefined>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === "string" ? decode(value) : value]),
  );
}

export function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new AppError("invalid_input", "The address has a percent sign that begins no character.", {
      hint: "Write a percent sign in an address as %25.",
    });
  }
}

function isChange(request: Request): boolean {
  return request.method !== "GET" && request.method !== "HEAD" && request.method !== "OPTIONS";
}

function changeRequest(request: Request, caller: Caller | null, text: string): ChangeRequest {
  const ifMatch = request.headers.get("if-match");
  const key = request.headers.get("idempotency-key");
  if (key !== null && (key === "" || key.length > 200)) {
    throw new AppError("invalid_input", "Idempotency-Key must have 1 to 200 characters.", {
      hint: "Use a random id, such as a UUID.",
    });
  }
  return {
    ifMatch: ifMatch === null ? null : tagIn(ifMatch),
    idempotency:
      key === null || caller === null
        ? undefined
        : { credentialId: caller.credentialId, key, requestHash: hashRequest(request, text) },
  };
}

function hashRequest(request: Request, text: string): string {
  const { pathname, search } = new URL(request.url);
  const role = request.headers.get("x-wardroom-role") ?? "";
  return createHash("sha256").update([request.method, pathname, search, role, text].join("\n")).digest("hex");
}
