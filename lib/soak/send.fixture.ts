import type { Answer } from "@/lib/api/dispatch";

/** What a request says beside its method and address. */
export interface Said {
  /** The owner's role, as in `X-Wardroom-Role`. */
  as?: string;
  /** Another token than the owner's; null for none. */
  token?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

/** What came back. */
export interface Reply {
  status: number;
  /** The JSON of it; undefined where it was none. */
  body: unknown;
  /** All of it as it came, where a server answered. */
  text?: string;
  headers: Headers;
}

/** Has a request answered, by a server or by its handlers in this process. Rejects where no answer came. */
export type Send = (method: string, path: string, said?: Said) => Promise<Reply>;

/** Where a server without a port would listen. */
export const HOST = "127.0.0.1:4100";

/** The way to handlers in this process. */
export function sendTo(answer: Answer, ownerToken: string): Send {
  return async (method, path, said = {}) =>
    read(await answer(requestOf(`http://${HOST}`, ownerToken, method, path, said)));
}

/** The way to a running server. */
export function sendOver(url: string, ownerToken: string): Send {
  return async (method, path, said = {}) => read(await fetch(requestOf(url, ownerToken, method, path, said)));
}

function requestOf(origin: string, ownerToken: string, method: string, path: string, said: Said): Request {
  const token = said.token === undefined ? ownerToken : said.token;
  const headers = new Headers({ host: new URL(origin).host, ...said.headers });
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  if (said.as !== undefined) headers.set("x-wardroom-role", said.as);
  if (said.body !== undefined) headers.set("content-type", "application/json");
  return new Request(origin + path, {
    method,
    headers,
    body: said.body === undefined ? null : JSON.stringify(said.body),
  });
}

async function read(response: Response): Promise<Reply> {
  const whole = await response.text();
  // An answer over MCP may come as the last event of a stream.
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const text = isStream
    ? (whole
        .split(/\r?\n/)
        .findLast((line) => line.startsWith("data:"))
        ?.slice("data:".length) ?? "")
    : whole;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: response.status, body, text: whole, headers: response.headers };
}
