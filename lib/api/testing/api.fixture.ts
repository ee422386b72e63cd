import { join } from "node:path";
import { expect } from "vitest";
import { Problem } from "@/lib/contracts/primitives";
import { ERRORS, type ErrorCode } from "@/lib/core/errors";
import { NO_CONNECTION } from "@/lib/api/connection";
import type { Answer } from "@/lib/api/dispatch";
import { cookieName } from "@/lib/api/session-cookie";
import { OWNER_TOKEN, PROJECT, type TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

/** Where the tests' server would listen. */
export const HOST = "127.0.0.1:4100";

/** What a request says beside its method and path. */
export interface Said {
  /** The bearer token; the owner's when left out, none when null. */
  token?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
  /** The address it comes from; this process's own when left out. */
  from?: string;
}

/** Has this process's requests answered by that Wardroom. */
export function serve(wardroom: Pick<TestWardroom, "runtime">): void {
  globalThis.wardroomRuntime = Promise.resolve(wardroom.runtime);
}

/** Has a request answered as the server answers it. */
export async function call(method: string, path: string, said: Said = {}): Promise<Response> {
  const url = new URL(`http://${HOST}${path}`);
  const token = said.token === undefined ? OWNER_TOKEN : said.token;
  const headers = new Headers({ host: HOST, ...said.headers });
  if (token !== null && !headers.has("authorization")) headers.set("authorization", `Bearer ${token}`);
  let body: string | Uint8Array<ArrayBuffer> | null = null;
  if (typeof said.body === "string" || said.body instanceof Uint8Array) body = said.body as Uint8Array<ArrayBuffer>;
  else if (said.body !== undefined) body = JSON.stringify(said.body);
  if (body !== null && said.headers?.["content-type"] === undefined) headers.set("content-type", "application/json");
  if (said.headers?.["content-type"] === "") headers.delete("content-type");
  const request = new Request(url, { method, headers, body });
  if (said.headers?.["content-type"] === "") request.headers.delete("content-type");
  const { answer } = await import(/* @vite-ignore */ join(PROJECT, "app/api/answer.ts"));
  return (answer as Answer)(request, { ...NO_CONNECTION, address: said.from ?? null });
}

/** Signs a browser in as the owner, and answers its `Cookie` header. */
export async function signIn({ services }: TestWardroom): Promise<string> {
  const from = { address: "127.0.0.1", userAgent: "Test" };
  const { secret } = await services.signIn.logIn(services.signIn.createLoginCode(), from);
  return `${cookieName(services.authentication.folderId)}=${secret}`;
}

/** Expects problem details of that code, complete and with nothing of our insides, and answers them. */
export async function problem(code: ErrorCode, response: Response | Promise<Response>): Promise<Problem> {
  const answer = await response;
  const text = await answer.text();
  expect({ status: answer.status, text }).toMatchObject({ status: ERRORS[code].http });
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const body = Problem.strict().parse(JSON.parse(text));
  expect(body).toMatchObject({ code, status: ERRORS[code].http, title: ERRORS[code].title });
  expect(body.type).toContain(code);
  expect(body.instance).toMatch(/^\/api\//);
  expect(body.hint).toMatch(/\S.{10,}/);
  for (const inside of [PROJECT, "node_modules", "Prisma", "SQLITE", "    at "]) expect(text).not.toContain(inside);
  return body;
}
