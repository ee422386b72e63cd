import { Client, StreamableHTTPClientTransport, type CallToolResult } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import { z } from "zod";
import { mcpRoute } from "@/app/api/routes";
import { HOST } from "@/lib/api/testing/api.fixture";
import { Problem } from "@/lib/contracts/primitives";
import type { ErrorCode } from "@/lib/core/errors";
import type { ToldRefusal } from "@/lib/core/text/short-answer";

/** The revisions that are served. */
export const ERAS = ["modern", "legacy"] as const;
export type Era = (typeof ERAS)[number];

/** Hands a request to the route, past the table of addresses. */
export function post(request: Request): Promise<Response> {
  request.headers.set("host", HOST);
  return mcpRoute(request, { params: Promise.resolve({}) });
}

/** The official client, connected with a token to the Wardroom that is served. */
export async function connect(token: string, era: Era, headers: Record<string, string> = {}): Promise<Client> {
  const mode = era === "modern" ? { pin: "2026-07-28" } : "legacy";
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`http://${HOST}/api/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}`, ...headers } },
    fetch: (url, init) =>
      init?.method === "POST" ? post(new Request(url, init)) : Promise.resolve(new Response(null, { status: 405 })),
  });
  await client.connect(transport);
  return client;
}

/** What a tool answered: what its JSON says, or its words. */
export async function use<T = Record<string, unknown>>(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
  toolUseId?: string,
): Promise<T> {
  const result = await callTool(client, name, args, toolUseId);
  // What waits may be said behind the answer.
  expect((result as { content: unknown[] }).content[0]).toMatchObject({ type: "text" });
  expect(result.isError, textOf(result)).toBeUndefined();
  expect(result.structuredContent).toBeUndefined();
  return answerIn(textOf(result)) as T;
}

/** The value of an answer in JSON; of one in words, these. */
export function answerIn(text: string): unknown {
  return text.startsWith("{") ? JSON.parse(text) : text;
}

/** What a tool's words tell of a refusal. Throws for any other words. */
export function refusalIn(words: string): ToldRefusal & { code: ErrorCode } {
  const [first = "", hint = "", ...shown] = words.split("\n");
  const [, code, detail] = /^(\w+): (.+)$/s.exec(first) ?? []; // not_found: There is no such fault.
  return { ...z.object({ code: Problem.shape.code, detail: z.string() }).parse({ code, detail }), hint, shown };
}

/** The problem a tool answered, which is of that code and says what to do. */
export async function refusal(
  code: ErrorCode,
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
  toolUseId?: string,
): Promise<ToldRefusal> {
  const result = await callTool(client, name, args, toolUseId);
  expect(result.isError).toBe(true);
  const problem = refusalIn(textOf(result));
  expect(problem).toMatchObject({ code });
  expect(problem.hint).toMatch(/\S.{10,}/);
  return problem;
}

function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  toolUseId: string | undefined,
): Promise<CallToolResult> {
  const meta = toolUseId === undefined ? {} : { _meta: { "claudecode/toolUseId": toolUseId } };
  return client.callTool({ name, arguments: args, ...meta });
}

function textOf({ content }: CallToolResult): string {
  const [first] = content;
  return first?.type === "text" ? first.text : "";
}
