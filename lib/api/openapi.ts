import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { type Method, placeOf, type Route, type RouteSpec } from "@/lib/api/define-route";
import { header, HEADERS, parameter, PARAMETERS, type RequestHeader } from "@/lib/api/openapi-headers";
import { cookieName } from "@/lib/api/session-cookie";
import packageJson from "@/package.json";
import { z } from "zod";
import { type ErrorCode, ERRORS } from "@/lib/core/errors";
import { Problem } from "@/lib/contracts/primitives";
import { sampleOf } from "@/lib/operations/example-values";
import { PROBLEM_GUIDES, type ProblemGuide, problemsOf } from "@/lib/api/openapi-problems";

/** The groups of the document, in the order a reader meets them. A route's `tag` is one of these. */
export const TAGS = [
  { name: "Server", description: "Whether the server is ready, who is calling, and which workspaces there are." },
  { name: "People", description: "Who works here by name, and what each may do: viewer, curator, lead or owner." },
  { name: "Sessions", description: "A session is one feature's team: a folder with a TEAM-MEMORY.md and its roles." },
  { name: "Roles", description: "The teammates of a session and the tokens they call with." },
  {
    name: "Memory",
    description: "What every role knows: read it, add to your own section, replace text within it.",
  },
  {
    name: "Inbox",
    description: "What is new for a reader, each thing once; and what teammates tell each other that is no memory.",
  },
  { name: "Curation", description: "What the Lead does to keep a memory short and true: archive, resolve, prune." },
  { name: "Relays", description: "Items of roles that write through the Lead, waiting for a decision." },
  {
    name: "Context",
    description: "The global context in versions: publish one, deliver it as a delta, and know who has read what.",
  },
  { name: "Gates", description: "The end of a phase: what still blocks it, and how it was concluded." },
  {
    name: "Agents",
    description: "What each agent of a project remembers: read at the start of a session, written at its close.",
  },
  {
    name: "Knowledge",
    description: "What teams load: the shared registry, their indexes, and what is there more than once.",
  },
  { name: "Files", description: "Every document of a workspace as it lies on the disk." },
  {
    name: "Teams",
    description: "Sessions of a team: what they have loaded, the commands of their observers, and where to go on from.",
  },
  { name: "Faults", description: "Files with errors: where, what is meant, and the fix, which one call applies." },
  { name: "Search", description: "Find it again, in whatever memory it stands." },
  { name: "History", description: "Everything that happened: events, revisions, what changed, and the way back." },
] as const satisfies readonly { name: string; description: string }[];

const ABOUT = `What every role of a team of agents knows, kept in the project's own Markdown files, with the history of every change.

Every route but health and login needs \`Authorization: Bearer <token>\`, or the browser's cookie. The owner's token lies in the
data folder and may do everything, as the Lead where a role is needed; a role's token, minted by the Lead, may do what that role
may in its session; a viewer's may read.

Times are ISO 8601 in UTC and ids are opaque. Unknown fields are refused. A list is \`{items, nextCursor}\`; \`?cursor=\` takes the
\`nextCursor\` of the page before. Reads of a document send an \`ETag\`, which a change may name in \`If-Match\`. Every error is a
problem of RFC 9457 with a stable \`code\` and a \`hint\` that says what to do next. Every answer has the id of its request in
\`X-Request-Id\`, under which the server's log tells of it.

A body may have 1 MB, and the address and headers of a request 16 KB together. A longer address or more headers are answered with
431 and no body, for nothing of such a request is read.`;

/** The OpenAPI 3.1 document of all routes of a table: whatever a handler is held to is what the document says. */
export function openApiDocument(routes: readonly Route[]): oas31.OpenAPIObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const { spec } of routes) {
    const { method, address } = placeOf(spec);
    paths[address] = { ...paths[address], [method.toLowerCase()]: describeOperation(spec) };
  }
  return createDocument({
    openapi: "3.1.1",
    info: { title: "Wardroom", version: packageJson.version, description: ABOUT },
    servers: [{ url: "/", description: "This server" }],
    tags: TAGS.map((tag) => ({ ...tag })),
    security: [{ bearer: [] }, { cookie: [] }],
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The owner's token, or a role's token of one session.",
        },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: cookieName("…"),
          description:
            "The browser's, from opening the login address once; eight characters that tell the data folder end its name.",
        },
      },
      parameters: PARAMETERS,
      headers: HEADERS,
    },
    paths,
  });
}

/** Where the browser's cookie is given and taken. */
const COOKIE_PATHS = new Set(["/api/login", "/api/logout"]);

const NAMES: Record<number, string> = { 200: "Done", 201: "Created", 202: "Accepted, and waits for the Lead" };

export function describeOperation(spec: RouteSpec): ZodOpenApiOperationObject {
  const { method, address } = placeOf(spec);
  const headers = spec.headers ?? headersOfKind(method, spec);
  return {
    operationId: operationId(address, method),
    summary: spec.summary,
    tags: [spec.tag],
    ...(spec.access === "public" && { security: [] }),
    ...((spec.params ?? spec.query) && {
      requestParams: { ...(spec.params && { path: spec.params }), ...(spec.query && { query: spec.query }) },
    }),
    ...(headers.length > 0 && { parameters: headers.map(parameter) }),
    ...(spec.body && { requestBody: describeBody(spec) }),
    responses: {
      ...Object.fromEntries(answers(spec).map((answer) => [answer.status, describeAnswer(answer, address, spec)])),
      ...(headers.includes("IfNoneMatch") && { 304: { description: "Nothing of it has changed" } }),
      ...describeProblems(problemsOf({ ...spec, change: method !== "GET", headers })),
    },
  };
}

/** The request headers that routes of a kind accept, where one does not say them itself. */
function headersOfKind(method: Method, spec: RouteSpec): RequestHeader[] {
  const change = method !== "GET";
  const identified = spec.access !== "public";
  const conditional = change && (spec.conditional ?? answers(spec).some(({ schema }) => hasEtag(schema)));
  return [
    ...(identified ? (["ActAs", "FromRun"] as const) : []),
    ...(identified && change ? ["IdempotencyKey" as const] : []),
    ...(conditional ? ["IfMatch" as const] : []),
    ...(identified && !change && spec.response !== null ? ["IfNoneMatch" as const] : []),
    ...(spec.media?.["text/event-stream"] === undefined ? [] : ["LastEventId" as const]),
  ];
}

/**
 * A name that generated clients call an operation by: the method, then the words of the address below its workspace, in the
 * singular where one thing of many is named. `POST …/sessions/{session}/memory/archive` is `postSessionMemoryArchive`.
 */
export function operationId(path: string, method: Method): string {
  const parts = path
    .replace(/^\/api\/(?:v1\/)?/, "") // /api/v1/me
    .replace(/^workspaces\/\{workspace\}\/(?=.)/, "") // workspaces/{workspace}/trash
    .split("/");
  const words = parts.flatMap((part, index) => {
    if (part.startsWith("{")) return [];
    return part.split(/[-.]/).map((word) => capital(parts[index + 1]?.startsWith("{") ? singular(word) : word)); // replace-role, openapi.json
  });
  return method.toLowerCase() + words.join("");
}

function singular(word: string): string {
  const one = word.replace(/ies$/, "y").replace(/s$/, ""); // deliveries, sessions
  // What has no plural, such as knowledge, would else be called the same as all of it.
  return one === word ? `${word}Entry` : one;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function describeBody({ body = z.unknown(), examples }: RouteSpec) {
  return {
    // Whatever can be left out of may be left out altogether.
    required: !body.safeParse({}).success,
    content: { "application/json": withExample(body, examples?.[0]?.body) },
  };
}

interface Answer {
  status: number;
  schema: z.ZodType | null;
}

/** Every answer a route gives when all is well: a union of answers has a status for each. */
function answers(spec: RouteSpec): Answer[] {
  const { response, statuses } = spec;
  if (response === null) return [{ status: spec.media === undefined ? 204 : 200, schema: null }];
  if (statuses === undefined)
    return [{ status: typeof spec.status === "number" ? spec.status : 200, schema: response }];
  const options = response instanceof z.ZodUnion ? (response.options as z.ZodType[]) : [];
  return statuses.map((status, index) => ({
    status,
    schema: options.length === statuses.length ? (options[index] ?? response) : response,
  }));
}

function describeAnswer({ status, schema }: Answer, path: string, spec: RouteSpec): ZodOpenApiResponseObject {
  const headers = {
    ...(hasEtag(schema) && { ETag: header("ETag") }),
    ...(COOKIE_PATHS.has(path) && { "Set-Cookie": header("SetCookie") }),
  };
  const media = Object.entries(spec.media ?? {});
  const content = {
    ...(schema && { "application/json": withExample(schema, sampleOf(schema)) }),
    ...Object.fromEntries(media.map(([type]) => [type, { schema: { type: "string" as const } }])),
  };
  return {
    description: [NAMES[status] ?? "Done", ...media.map(([type, text]) => `\`${type}\`: ${text}`)].join("\n\n"),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

function withExample(schema: z.ZodType, example: unknown) {
  return { schema, ...(example !== undefined && { example }) };
}

function hasEtag(schema: z.ZodType | null): boolean {
  return schema instanceof z.ZodObject && "etag" in schema.shape;
}

/** Problem answers by status; a status stands for every error that has it. */
function describeProblems(codes: readonly ErrorCode[]): ZodOpenApiResponsesObject {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].http))];
  return Object.fromEntries(
    statuses.map((status) => [status, problemResponse(codes.filter((code) => ERRORS[code].http === status))]),
  );
}

/** By the codes in them: the same object again is the same component of the document. */
const responses = new Map<string, ZodOpenApiResponseObject>();

function problemResponse(codes: ErrorCode[]): ZodOpenApiResponseObject {
  const id = codes.join("-or-");
  const known = responses.get(id);
  if (known !== undefined) return known;
  const guides = PROBLEM_GUIDES.filter(({ code }) => codes.includes(code));
  const response: ZodOpenApiResponseObject = {
    id,
    description: guides.map(({ code, meaning }) => `\`${code}\`: ${meaning}`).join("\n\n"),
    ...answerHeadersOf(guides[0]?.status),
    content: {
      "application/problem+json": {
        schema: Problem,
        examples: Object.fromEntries(guides.map((guide) => [guide.code, { value: problemExample(guide) }])),
      },
    },
  };
  responses.set(id, response);
  return response;
}

function answerHeadersOf(status: number | undefined): { headers?: oas31.HeadersObject } {
  if (status === 401) return { headers: { "WWW-Authenticate": header("Authenticate") } };
  if (status === 412) return { headers: { ETag: header("ETag") } };
  if (status === 503 || status === 429) return { headers: { "Retry-After": header("RetryAfter") } };
  return {};
}

function problemExample({ code, status, title, meaning, remedy }: ProblemGuide): Problem {
  return {
    type: `/docs/api#${code}`,
    title,
    status,
    detail: meaning,
    instance: "/api/v1/workspaces/example/sessions/invoice-import/memory",
    code,
    hint: remedy,
  };
}
