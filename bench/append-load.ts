// One process of load: agents that append one item after another over HTTP and say what was acknowledged, and how fast.
import { Agent, request } from "node:http";

/** What a load process is told, as JSON in its first argument. */
export interface Load {
  url: string;
  /** One bearer token and session for each agent, in turn. */
  targets: { token: string; path: string }[];
  agents: number;
  seconds: number;
  /** By which door; REST when left out. */
  via?: "rest" | "mcp" | "mcp-legacy";
}

/** What it prints when it is done: acknowledged appends, the rest, and milliseconds of each. */
export interface LoadResult {
  acknowledged: number;
  failed: number;
  milliseconds: number[];
}

const REVISION = "2026-07-28";

/** What the newer revision sends with every message. */
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": REVISION,
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const load = JSON.parse(process.argv[2] ?? "{}") as Load;
const agent = new Agent({ keepAlive: true, maxSockets: load.agents });
const milliseconds: number[] = [];
let failed = 0;

const until = performance.now() + load.seconds * 1000;
await Promise.all(
  Array.from({ length: load.agents }, async (_, index) => {
    const target = load.targets[index % load.targets.length];
    if (target === undefined) throw new Error("a load needs targets");
    for (let count = 0; performance.now() < until; count++) {
      const text = `Retry ${count} of agent ${index} in src/queue/retry.ts reuses the first deadline (${process.pid})`;
      const began = performance.now();
      if (await append(target, text)) milliseconds.push(performance.now() - began);
      else failed++;
    }
  }),
);
agent.destroy();
console.log(JSON.stringify({ acknowledged: milliseconds.length, failed, milliseconds } satisfies LoadResult));

/** Appends one item and answers whether that was acknowledged. */
async function append({ token, path }: Load["targets"][number], text: string): Promise<boolean> {
  const item = { tag: "Finding", text };
  if (load.via === undefined || load.via === "rest") return (await post(path, token, item)).status === 201;
  const modern = load.via === "mcp";
  const params = { name: "say", arguments: item, ...(modern && { _meta: ENVELOPE }) };
  const answer = await post(
    "/api/mcp",
    token,
    { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": modern ? REVISION : "2025-11-25",
      ...(modern && { "mcp-method": "tools/call", "mcp-name": "say" }),
    },
  );
  // The tool's answer is a text within the message: {"content":[{"type":"text","text":"{\"state\":\"written\"…
  return answer.status === 200 && /state\W+written/.test(answer.text);
}

function post(
  path: string,
  token: string,
  message: object,
  more: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const body = JSON.stringify(message);
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      ...more,
    };
    const sent = request(`${load.url}${path}`, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
