import { expect, test } from "vitest";
import { CutOff } from "@/lib/cli/ask-for-news";
import { RequestError } from "@/lib/client/request-error";
import { bridgeLines } from "@/lib/cli/commands/mcp";
import { call, serve } from "@/lib/api/testing/api.fixture";
import { OWNER_TOKEN, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

interface Sent {
  body: string;
  headers: Record<string, string>;
}

/** What a client gets for these lines from a server that answers so. */
async function carry(lines: string[], answer: (sent: Sent) => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const written: string[] = [];
  async function* given() {
    for (const line of lines) yield await Promise.resolve(line);
  }
  await bridgeLines(
    given(),
    async (body, headers) => {
      sent.push({ body, headers });
      return answer({ body, headers });
    },
    (line) => written.push(line),
  );
  return { sent, written: written.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

const json = (value: unknown, status = 200) =>
  new Response(JSON.stringify(value, null, 2), { status, headers: { "content-type": "application/json" } });
const ask = (id: number, method: string, params: unknown = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

test("JSON and streams come back line by line, and a notification has no answer", async () => {
  const { written } = await carry(
    [ask(1, "a"), ask(2, "b"), JSON.stringify({ jsonrpc: "2.0", method: "notifications/x" }), ""],
    ({ body }) => {
      if (body.includes('"a"')) return json({ jsonrpc: "2.0", id: 1, result: { text: "two\nlines" } });
      if (body.includes("notifications")) return new Response(null, { status: 202 });
      const events =
        'event: message\r\ndata: {"jsonrpc":"2.0","id":2,\r\ndata: "result":1}\r\n\r\n: ping\n\ndata: {"jsonrpc":"2.0","method":"m"}\n\n';
      return new Response(events, { headers: { "content-type": "text/event-stream" } });
    },
  );
  expect(written).toHaveLength(3);
  expect(written).toEqual(
    expect.arrayContaining([
      { jsonrpc: "2.0", id: 1, result: { text: "two\nlines" } },
      { jsonrpc: "2.0", id: 2, result: 1 },
      { jsonrpc: "2.0", method: "m" },
    ]),
  );
});

test("headers say what the body says, in either era", async () => {
  const meta = { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } };
  const { sent } = await carry(
    [
      ask(1, "initialize", { protocolVersion: "2025-11-25" }),
      ask(2, "tools/list"),
      ask(3, "tools/call", { ...meta, name: "say" }),
      ask(4, "resources/read", { ...meta, uri: "wardroom://x" }),
    ],
    ({ body }) =>
      json({ jsonrpc: "2.0", id: 1, result: body.includes("initialize") ? { protocolVersion: "2025-11-25" } : {} }),
  );
  expect(
    sent.map(({ headers }) => [headers["mcp-protocol-version"], headers["mcp-method"], headers["mcp-name"]]),
  ).toEqual([
    [undefined, undefined, undefined],
    ["2025-11-25", undefined, undefined],
    ["2026-07-28", "tools/call", "say"],
    ["2026-07-28", "resources/read", "wardroom://x"],
  ]);
});

test("what goes wrong is an error of the very call, with what to do", async () => {
  const { written } = await carry(["not json", ask(1, "a"), ask(2, "b"), ask(3, "c")], ({ body }) => {
    if (body.includes('"a"')) return json({ detail: "This token is not known here.", hint: "Ask the Lead." }, 401);
    if (body.includes('"b"')) throw new Error("No Wardroom answers.");
    return new Response("<html>", { status: 502 });
  });
  const messages = written.map(({ id, error }) => [id, (error as { message: string }).message]);
  expect(messages).toEqual(
    expect.arrayContaining([
      [null, "This line is not JSON."],
      [1, "This token is not known here. Ask the Lead."],
      [2, "No Wardroom answers."],
      [3, "The server answered 502."],
    ]),
  );
});

test("a call that waits for news is asked again, for the rest of its time, of the server that comes after the one that died", async () => {
  const inbox = (wait?: number) => ({
    name: "inbox",
    arguments: { role: "tester-1", ...(wait !== undefined && { wait }) },
  });
  const asked: unknown[] = [];
  const { written } = await carry([ask(1, "tools/call", inbox(30))], ({ body }) => {
    asked.push((JSON.parse(body) as { params: unknown }).params);
    if (asked.length === 1) throw new CutOff("http://127.0.0.1:1");
    if (asked.length === 2) throw new RequestError("unreachable", "No Wardroom answers.", 0, "Start it.");
    return json({ jsonrpc: "2.0", id: 1, result: { content: [] } });
  });
  expect(written).toEqual([{ jsonrpc: "2.0", id: 1, result: { content: [] } }]);
  expect(asked).toHaveLength(3);
  expect(asked[0]).toEqual(inbox(30));
  expect((asked[2] as ReturnType<typeof inbox>).arguments.wait).toBeLessThanOrEqual(30);
  const { sent, written: failed } = await carry([ask(2, "tools/call", inbox())], () => {
    throw new CutOff("http://127.0.0.1:1");
  });
  expect(sent).toHaveLength(1);
  expect(failed).toMatchObject([
    { id: 2, error: { message: expect.stringContaining("was gone before it answered") as string } },
  ]);
});

test("a stream that listens ends with its client", async () => {
  const open = new AbortController();
  async function* given() {
    yield await Promise.resolve(ask(1, "subscriptions/listen"));
  }
  const send = (_body: string, _headers: unknown, signal: AbortSignal) => {
    signal.addEventListener("abort", () => open.abort());
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => signal.addEventListener("abort", () => controller.error(new Error("gone"))),
    });
    return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
  };
  const written: string[] = [];
  await bridgeLines(given(), send, (line) => written.push(line));
  expect(open.signal.aborted).toBe(true);
  expect(written).toEqual([]);
});

test("the tools of a real server, as a client of the earlier era sees them", async () => {
  const wardroom = await TestWardroom.open();
  serve(wardroom);
  await wardroom.session("checkout", ["implementer-1"]);
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const { written } = await carry(
    [
      ask(1, "initialize", params),
      ask(2, "tools/list"),
      ask(3, "tools/call", { name: "say", arguments: { tag: "Finding", text: "through the bridge" } }),
    ],
    ({ body, headers }) =>
      call("POST", "/api/mcp", {
        token: null,
        body,
        headers: { ...headers, authorization: `Bearer ${OWNER_TOKEN}`, "x-wardroom-role": "implementer-1" },
      }),
  );
  expect(written).toHaveLength(3);
  expect(JSON.stringify(written)).toContain('"name":"say"');
  const { sections } = await wardroom.services.memory.read(
    { kind: "owner", role: null, sessionKey: null, workspace: null, credentialId: "owner", source: "api" },
    { workspace: "demo", session: "checkout" },
  );
  expect(sections.find(({ role }) => role === "implementer-1")?.items[0]?.text).toBe("through the bridge");
});
