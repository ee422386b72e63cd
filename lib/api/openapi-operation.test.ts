import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createDocument, type oas31 } from "zod-openapi";
import { describeOperation, operationId } from "@/lib/api/openapi";
import { HEADERS, PARAMETERS } from "@/lib/api/openapi-headers";
import type { RouteSpec } from "@/lib/api/define-route";

const Changed = z.object({ revision: z.int(), etag: z.string() });

/** The operation as it stands in a document, references left as they are. */
function documented(method: "GET" | "POST", spec: Omit<RouteSpec, "http">): oas31.OperationObject {
  const name = method.toLowerCase() as "get" | "post";
  const document = createDocument({
    openapi: "3.1.1",
    info: { title: "Test", version: "1" },
    components: { parameters: PARAMETERS, headers: HEADERS },
    paths: { "/thing": { [name]: describeOperation({ ...spec, http: `${method} /thing` }) } },
  });
  return document.paths?.["/thing"]?.[name] ?? {};
}

function statuses(operation: oas31.OperationObject): number[] {
  return Object.keys(operation.responses ?? {}).map(Number);
}

function references(operation: oas31.OperationObject): string[] {
  return (operation.parameters ?? []).flatMap((each) => ("$ref" in each ? [each.$ref.split("/").at(-1) ?? ""] : []));
}

describe("an operation's name", () => {
  test.each([
    ["/api/health", "GET", "getHealth"],
    ["/api/v1/workspaces", "GET", "getWorkspaces"],
    ["/api/v1/workspaces/{workspace}/trash", "GET", "getTrash"],
    ["/api/v1/workspaces/{workspace}/sessions", "POST", "postSessions"],
    ["/api/v1/workspaces/{workspace}/sessions/{session}", "DELETE", "deleteSession"],
    ["/api/v1/workspaces/{workspace}/sessions/{session}/memory/replace-role", "POST", "postSessionMemoryReplaceRole"],
    ["/api/v1/workspaces/{workspace}/sessions/{session}/roles/{role}/tokens", "POST", "postSessionRoleTokens"],
  ] as const)("of %s is made of its words", (path, method, id) => {
    expect(operationId(path, method)).toBe(id);
  });
});

describe("what an operation may answer", () => {
  test("a public read cannot meet a missing credential or a conflict", () => {
    const operation = documented("GET", { summary: "Health", tag: "Server", access: "public", response: z.object({}) });
    expect(statuses(operation)).toEqual([200, 403, 500, 503]);
    expect(operation.security).toEqual([]);
    expect(references(operation)).toEqual([]);
  });

  test("a change of a document accepts If-Match and may be stale", () => {
    const operation = documented("POST", {
      summary: "Change",
      tag: "Memory",
      params: z.object({ session: z.string() }),
      body: z.strictObject({ text: z.string() }),
      response: Changed,
    });
    expect(references(operation)).toEqual(["ActAs", "FromRun", "IdempotencyKey", "IfMatch"]);
    expect(statuses(operation)).toEqual([200, 400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 500, 503]);
  });

  test("a change of anything else does not", () => {
    const operation = documented("POST", { summary: "End", tag: "Server", response: null });
    expect(references(operation)).toEqual(["ActAs", "FromRun", "IdempotencyKey"]);
    expect(statuses(operation)).toContain(204);
    expect(statuses(operation)).not.toContain(412);
  });

  test("a change that says which headers it accepts has those and no others, and no answers that come of others", () => {
    const operation = documented("POST", {
      summary: "Call",
      tag: "Server",
      body: z.unknown(),
      response: null,
      media: { "text/event-stream": "The answer." },
      headers: ["ActAs", "AboutSession"],
    });
    expect(references(operation)).toEqual(["ActAs", "AboutSession"]);
    expect(statuses(operation)).toEqual([200, 400, 401, 403, 413, 415, 429, 500, 503]);
  });

  test("a union of answers is told by status", () => {
    const operation = documented("POST", {
      summary: "Add",
      tag: "Memory",
      response: z.union([Changed, z.object({ relay: z.string() })]),
      statuses: [201, 202],
    });
    const schema = (status: string) => {
      const answer: unknown = operation.responses?.[status];
      return (answer as oas31.ResponseObject).content?.["application/json"]?.schema;
    };
    expect(schema("201")).toMatchObject({ required: ["revision", "etag"] });
    expect(schema("202")).toMatchObject({ required: ["relay"] });
  });

  test("errors of its own are told beside the usual ones", () => {
    const operation = documented("POST", {
      summary: "Load",
      tag: "Server",
      response: Changed,
      errors: ["over_budget"],
    });
    expect(operation.responses?.["409"]).toEqual({ $ref: "#/components/responses/conflict-or-over_budget" });
  });

  test("a body of which everything can be left out can be left out", () => {
    const body = (schema: z.ZodType) =>
      documented("POST", { summary: "Do", tag: "Memory", body: schema, response: Changed }).requestBody;
    expect(body(z.strictObject({ text: z.string().optional() }))).toMatchObject({ required: false });
    expect(body(z.strictObject({ text: z.string() }))).toMatchObject({ required: true });
  });
});
