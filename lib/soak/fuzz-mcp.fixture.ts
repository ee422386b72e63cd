import { z } from "zod";
import { Problem } from "@/lib/contracts/primitives";
import { refusalIn } from "@/lib/mcp/testing/client.fixture";
import { TOOLS } from "@/lib/mcp/tools";
import { fault } from "@/lib/soak/fault.fixture";
import { bend, hostileText } from "@/lib/soak/hostile.fixture";
import type { Random } from "@/lib/soak/random.fixture";
import type { Scene } from "@/lib/soak/scene.fixture";
import type { Send } from "@/lib/soak/send.fixture";

const REVISION = "2026-07-28";

/** What the newer revision sends with every message. */
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": REVISION,
  "io.modelcontextprotocol/clientInfo": { name: "soak", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** The code of JSON-RPC for a fault of the server. */
const INTERNAL = -32_603;

const OTHERS = [
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
  "prompts/get",
  "ping",
  "completion/complete",
];

const Answer = z.looseObject({
  jsonrpc: z.literal("2.0"),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.looseObject({ code: z.int(), message: z.string() }).optional(),
});

interface Property {
  type?: string;
  enum?: unknown[];
  items?: Property;
  anyOf?: Property[];
}

/** Makes one message to the server's MCP up, and says what is wrong with what came back; null where all is well. */
export async function fuzzMcp(send: Send, random: Random, scene: Scene): Promise<string | null> {
  const visitor = random.pick(scene.visitors);
  const isModern = random.chance(0.5);
  const isTool = random.chance(0.85);
  const method = isTool ? "tools/call" : random.pick(OTHERS);
  const tool = random.pick(TOOLS);
  const name = random.chance(0.03) ? hostileText(random) : tool.name;
  const params: Record<string, unknown> = isTool
    ? {
        name,
        arguments: argumentsOf(
          random,
          scene,
          tool.declaration.inputSchema as { properties?: Record<string, Property> },
        ),
      }
    : { uri: random.pick(["wardroom://demo/sessions/s1/memory", hostileText(random)]), name: hostileText(random) };
  let message: unknown = {
    jsonrpc: "2.0",
    id: random.below(1000),
    method,
    params: { ...params, ...(isModern && { _meta: ENVELOPE }) },
  };
  if (random.chance(0.1)) message = bend(random, message, () => null);
  const headers: Record<string, string> = {
    ...visitor.said.headers,
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": isModern ? REVISION : "2025-11-25",
    ...(isModern && { "mcp-method": method, ...(isTool && /^[\w-]+$/.test(name) && { "mcp-name": name }) }),
  };
  const asked = `MCP ${isTool && name === tool.name ? name : method}`;
  const what = `${visitor.kind}: ${JSON.stringify(message)}`;
  const reply = await send("POST", "/api/mcp", { ...visitor.said, headers, body: message }).catch(String);
  if (typeof reply === "string") return fault(`${asked}: no answer came: ${reply}`, what);
  const wrong = wrongWith(reply.status, reply.body);
  return wrong === null ? null : fault(`${asked}: ${reply.status}: ${wrong} ${shorten(reply.body)}`, what);
}

/** As JSON, as much of it as anybody reads; also what JSON has no word for. */
export function shorten(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value).slice(0, 600);
}

function wrongWith(status: number, body: unknown): string | null {
  if (status >= 500 && status !== 503) return "a fault of the server";
  if (body === undefined) return status === 202 || status >= 400 ? null : "no JSON came back";
  if (Problem.strict().safeParse(body).success)
    return (body as Problem).code === "internal" ? "a fault of the server" : null;
  const parsed = Answer.safeParse(body);
  if (!parsed.success) return `no answer of JSON-RPC: ${z.prettifyError(parsed.error)}`;
  const { result, error } = parsed.data;
  if ((result === undefined) === (error === undefined)) return "neither a result nor an error, or both";
  if (error !== undefined) return error.code === INTERNAL ? "a fault of the server" : null;
  if (result?.["isError"] !== true) return null;
  const [first] = result["content"] as { text?: string }[];
  try {
    return refusalIn(first?.text ?? "").code === "internal" ? "a fault of the server" : null;
  } catch (error) {
    return `a refusal in other words: ${String(error)}`;
  }
}

function argumentsOf(random: Random, scene: Scene, schema: { properties?: Record<string, Property> }): unknown {
  const entries = Object.entries(schema.properties ?? {}).filter(() => random.chance(0.7));
  let made: unknown = Object.fromEntries(
    entries.map(([name, property]) => [name, valueOf(random, scene, name, property)]),
  );
  for (let count = random.below(3); count > 0; count--) made = bend(random, made, (name) => scene.name(name));
  return made;
}

function valueOf(random: Random, scene: Scene, name: string, property: Property): unknown {
  const { type, enum: of, items, anyOf } = property;
  // Nobody waits here for what may come.
  if (name === "wait") return random.pick([0, -1]);
  if (of !== undefined) return random.pick(of);
  if (anyOf !== undefined) return valueOf(random, scene, name, random.pick(anyOf));
  if (type === "array") return Array.from({ length: random.below(3) }, () => valueOf(random, scene, name, items ?? {}));
  if (type === "integer" || type === "number") return random.pick([0, 1, 2, 20, -1]);
  if (type === "boolean") return random.chance(0.5);
  if (type === "object") return {};
  return random.chance(0.2)
    ? hostileText(random)
    : (scene.name(name) ?? random.pick(["Finding", "text", "GC-v1", "done"]));
}
