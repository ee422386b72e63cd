import { describe, expect, it } from "vitest";
import { call, serve } from "@/lib/api/testing/api.fixture";
import { ERAS, type Era } from "@/lib/mcp/testing/client.fixture";
import { OWNER_TOKEN, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const REVISIONS = { modern: "2026-07-28", legacy: "2025-11-25" };
const META = {
  "io.modelcontextprotocol/protocolVersion": REVISIONS.modern,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Every request with parameters, with what it takes in the place of its name. */
const METHODS: Readonly<Record<string, Record<string, unknown>>> = {
  "tools/call": { name: "status", arguments: {} },
  "tools/list": {},
  "resources/read": { uri: "wardroom://demo/sessions/one/memory" },
  "resources/list": {},
  "resources/templates/list": {},
  "prompts/get": { name: "start-session" },
  "prompts/list": {},
  "completion/complete": { ref: { type: "ref/prompt", name: "start-session" }, argument: { name: "a", value: "b" } },
  "logging/setLevel": { level: "debug" },
  initialize: { protocolVersion: REVISIONS.legacy, capabilities: {}, clientInfo: { name: "test", version: "1" } },
  "server/discover": {},
  "subscriptions/listen": { notifications: {} },
  ping: {},
};

const WRONG: readonly unknown[] = [
  ...[null, 5, -1, 0.5, 1e308, 2 ** 60, true, [], [1], {}, { a: { b: [] } }],
  ...["", "x", "\u0000", "\ud800", "__proto__", "x".repeat(100_000)],
];

const wardroom = await TestWardroom.open();
serve(wardroom);
await wardroom.session("one", ["implementer-1"]);

async function send(era: Era, method: string, message: Record<string, unknown>) {
  const answer = await call("POST", "/api/mcp", {
    token: OWNER_TOKEN,
    body: { jsonrpc: "2.0", id: 7, method, ...message },
    headers: {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": REVISIONS[era],
      ...(era === "modern" && { "mcp-method": method }),
    },
  });
  const text = await answer.text();
  return { status: answer.status, text };
}

describe.each(ERAS)("parameters in the %s era that are none of a method's", (era) => {
  it.each(Object.keys(METHODS))("are told to whoever sent them as theirs to mend: %s", async (method) => {
    const good = METHODS[method] ?? {};
    const meta = era === "modern" ? { _meta: META } : {};
    const messages: Record<string, unknown>[] = [
      {},
      ...WRONG.map((params) => ({ params })),
      ...WRONG.map((wrong) => ({ params: { ...good, _meta: wrong } })),
      ...Object.keys({ ...good, cursor: 1 }).flatMap((name) =>
        [undefined, ...WRONG].map((wrong) => ({ params: { ...good, ...meta, [name]: wrong } })),
      ),
      ...WRONG.map((id) => ({ id, params: { ...good, ...meta } })),
    ];
    const faults: string[] = [];
    for (const message of messages) {
      // Whoever listens rightly is answered for as long as they do.
      if (method === "subscriptions/listen" && isListening(message)) continue;
      const { status, text } = await send(era, method, message);
      if (status >= 500 || text.includes("-32603") || text === "")
        faults.push(`${JSON.stringify(message).slice(0, 200)}: ${status} ${text.slice(0, 200)}`);
    }
    expect(faults).toEqual([]);
  });

  it.each([
    ["resources/read", { uri: 5 }, "params.uri"],
    ["prompts/get", {}, "params.name"],
    ["tools/list", { cursor: [] }, "params.cursor"],
  ])("are named: %s %j", async (method, params, place) => {
    const { text } = await send(era, method, { params: { ...params, ...(era === "modern" && { _meta: META }) } });
    const answer: unknown = JSON.parse(text);
    expect(answer).toMatchObject({ id: 7, error: { code: -32602, message: expect.stringContaining(place) as string } });
  });
});

function isListening({ id = 7, params }: Record<string, unknown>): boolean {
  const { notifications, _meta } = (params ?? {}) as Record<string, unknown>;
  return typeof notifications === "object" && _meta === META && (typeof id === "string" || typeof id === "number");
}
