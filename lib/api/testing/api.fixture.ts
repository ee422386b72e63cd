import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { Problem } from "@/lib/contracts/primitives";
import { ERRORS, type ErrorCode } from "@/lib/core/errors";
import { METHODS, type Method, type Route } from "@/lib/api/define-route";
import { OWNER_TOKEN, PROJECT, type TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

/** Where the tests' server would listen. */
export const HOST = "127.0.0.1:4100";

/** What a request says beside its method and path. */
export interface Said {
  /** The bearer token; the owner's when left out, none when null. */
  token?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

type Methods = Partial<Record<Method, Route>>;

/** Every route file by the parts of its address, such as `api`, `v1`, `workspaces`, `[workspace]`. */
async function findRoutes(): Promise<{ parts: string[]; file: string }[]> {
  const files = await readdir(join(PROJECT, "app/api"), { recursive: true });
  return files
    .filter((file) => file.endsWith("route.ts"))
    .map((file) => ({ parts: ["api", ...file.split("/").slice(0, -1)], file: join(PROJECT, "app/api", file) }));
}

const routes = findRoutes();

/** Has this process's requests answered by that Wardroom. */
export function serve(wardroom: TestWardroom): void {
  globalThis.wardroomRuntime = Promise.resolve(wardroom.runtime);
}

/** Calls the handler that Next would choose for an address, with the request Next would hand it. */
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
  const { file, params } = await findRoute(url.pathname.slice(1).split("/"));
  const module = (await import(/* @vite-ignore */ file)) as Methods;
  const handler = module[METHODS.find((each) => each === method) ?? "GET"];
  if (handler === undefined) throw new Error(`${file} exports no ${method}`);
  return handler(request, { params: Promise.resolve(params) });
}

async function findRoute(parts: string[]): Promise<{ file: string; params: Record<string, string | string[]> }> {
  for (const { parts: pattern, file } of (await routes).toSorted((a, b) => dynamic(a.parts) - dynamic(b.parts))) {
    const params: Record<string, string | string[]> = {};
    if (pattern.length !== parts.length) continue;
    const fits = pattern.every((part, index) => {
      const name = /^\[(\w+)\]$/.exec(part)?.[1]; // [session]
      if (name !== undefined) params[name] = parts[index] ?? "";
      return name !== undefined || part === parts[index];
    });
    if (fits) return { file, params };
  }
  return { file: join(PROJECT, "app/api/[...rest]/route.ts"), params: { rest: parts.slice(1) } };
}

function dynamic(parts: string[]): number {
  return parts.filter((part) => part.startsWith("[")).length;
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
