import { z } from "zod";
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
  oas31,
} from "zod-openapi";
import { ERRORS, type ErrorCode } from "@/lib/core/errors";
import { Problem } from "@/lib/contracts/primitives";
import { placeOf, type Method, type RouteSpec } from "@/lib/api/define-route";
import { header, parameter, type RequestHeader } from "@/lib/api/openapi-headers";
import { sampleOf } from "@/lib/operations/example-values";
import { PROBLEM_GUIDES, problemsOf, type ProblemGuide } from "@/lib/api/openapi-problems";

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
