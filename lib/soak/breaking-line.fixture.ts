import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Where a connection breaks: before the request got through, once it did and before an answer came, or within the answer. */
export const BREAKS = ["request", "answer", "half"] as const;
export type Break = (typeof BREAKS)[number];

/** What a line leads to: a server, or its handlers in this process. */
export interface Target {
  answer(request: Request): Promise<Response>;
  /** The request gets through, and its client is gone before the answer. */
  abandon(request: Request): Promise<void>;
}

/** What a server or a client that is not to be trusted would do; planted, to see that it is found. */
export const TAMPERS = ["forgets what was read", "takes what was lost for read"] as const;
export type Tamper = (typeof TAMPERS)[number];

/** The address of one reader's server, over which its connection breaks where it is told to. */
export class BreakingLine {
  /** Whether a request broke since it was looked at last. */
  #broke = false;
  #plan: { how: Break; after: number } | null = null;

  private constructor(
    private readonly server: Server,
    private readonly target: Target,
    private readonly tamper: Tamper | null,
  ) {}

  static async open(target: Target, tamper: Tamper | null = null): Promise<BreakingLine> {
    const server = createServer((request, response) => {
      // What breaks on the other side breaks on this one.
      void line.#pass(request, response).catch(() => line.#cut(response));
    });
    const line = new BreakingLine(server, target, tamper);
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The request after `after` others breaks; null for none. */
  plan(plan: { how: Break; after: number } | null): void {
    this.#plan = plan;
    this.#broke = false;
  }

  /** Whether a request broke since the last plan. */
  get broke(): boolean {
    return this.#broke;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await this.#requestOf(incoming);
    const how = this.#next();
    if (how === "request") {
      this.#cut(response);
      return;
    }
    const path = new URL(request.url).pathname;
    // Over MCP an answer that was taken counts as read: where its client is gone, nobody takes it.
    if (how !== null && path === "/api/mcp") {
      await this.target.abandon(request);
      this.#cut(response);
      return;
    }
    if (this.tamper === "forgets what was read" && path.endsWith("/inbox/seen")) {
      response.writeHead(200, { "content-type": "application/json" }).end('{"done":true}');
      return;
    }
    const headers = new Headers(request.headers);
    const answer = await this.target.answer(request);
    const body = Buffer.from(await answer.arrayBuffer());
    if (how !== null) {
      if (this.tamper === "takes what was lost for read" && path.endsWith("/inbox"))
        await this.#see(path, headers, body);
      if (how === "half") {
        response.writeHead(answer.status, { "content-length": body.length });
        await new Promise((sent) => response.write(body.subarray(0, body.length / 2), sent));
      }
      this.#cut(response);
      return;
    }
    response.writeHead(answer.status, headersOf(answer.headers));
    response.end(body);
  }

  #next(): Break | null {
    if (this.#plan === null || this.#plan.after-- > 0) return null;
    const { how } = this.#plan;
    this.#plan = null;
    return how;
  }

  #cut(response: ServerResponse): void {
    this.#broke = true;
    response.destroy();
  }

  async #requestOf(incoming: IncomingMessage): Promise<Request> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const { method = "GET", url = "/" } = incoming;
    const body = method === "GET" ? null : Buffer.concat(parts);
    return new Request(this.url + url, { method, headers: headersOf(Object.entries(incoming.headers)), body });
  }

  async #see(path: string, headers: Headers, body: Buffer): Promise<void> {
    const { mark } = JSON.parse(body.toString()) as { mark: string };
    headers.set("content-type", "application/json");
    const seen = { method: "POST", headers, body: JSON.stringify({ mark }) };
    await this.target.answer(new Request(`${this.url}${path}/seen`, seen));
  }
}

const OF_ONE_CONNECTION = new Set([
  ...["connection", "keep-alive", "host", "expect", "content-length", "transfer-encoding"],
  ...["accept-encoding", "content-encoding"],
]);

/** Headers without those that are about one connection. */
function headersOf(headers: Iterable<[string, string | string[] | undefined]>): Record<string, string> {
  const others = [...headers].filter(([name]) => !OF_ONE_CONNECTION.has(name));
  return Object.fromEntries(others.map(([name, value]) => [name, String(value)]));
}
