import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { call, HOST, problem, serve } from "@/lib/api/testing/api.fixture";
import { connect, ERAS, refusalIn, use } from "@/lib/mcp/testing/client.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { OWNER_TOKEN, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const CLIENT = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const wardroom = await TestWardroom.open();
serve(wardroom);
const one = await wardroom.session("one", ["implementer-1", "tester-1"]);
await wardroom.session("two", ["implementer-1"]);

async function tokenOf(role: string, session = one): Promise<{ token: string; tokenId: string }> {
  return wardroom.services.tokens.mint(OWNER, { ...session.params, role }, PLAIN_REQUEST);
}

/** A call of a tool as the newer revision sends it. */
function message(name: string, args: Record<string, unknown> = {}) {
  return { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name, arguments: args, _meta: CLIENT } };
}

const HEADERS = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "status" };
const ACCEPT = { accept: "application/json, text/event-stream" };

function send(body: unknown, headers: Record<string, string> = {}, token: string | null = OWNER_TOKEN) {
  return call("POST", "/api/mcp", { token, body, headers: { ...ACCEPT, ...HEADERS, ...headers } });
}

async function rpcError(response: Response | Promise<Response>) {
  const answer = await response;
  const { error } = (await answer.json()) as { error?: { code: number; message: string } };
  return { status: answer.status, code: error?.code };
}

describe("the door", () => {
  it("lets in who has a credential and means this server", async () => {
    expect((await send(message("status"))).status).toBe(200);
    await problem("unauthenticated", send(message("status"), {}, null));
    await problem("unauthenticated", send(message("status"), {}, "wr_forged_token"));
    await problem("forbidden", send(message("status"), { host: "evil.example:4100" }));
    await problem("forbidden", send(message("status"), { host: "127.0.0.1:4101" }));
    await problem("forbidden", send(message("status"), { origin: "https://evil.example" }));
    await problem("forbidden", send(message("status"), { origin: "http://127.0.0.1:4101" }));
    await problem("forbidden", send(message("status"), { "sec-fetch-site": "cross-site" }));
    await problem("forbidden", send(message("status"), { origin: "null" }));
    expect((await send(message("status"), { origin: `http://${HOST}` })).status).toBe(200);
    await problem("forbidden", send(message("status"), { host: "" }));
  });

  it("takes one JSON message of 1 MB at most, by POST", async () => {
    for (const method of ["GET", "DELETE", "PUT", "PATCH"]) {
      const refused = await call(method, "/api/mcp");
      expect(refused.headers.get("allow")).toBe("POST");
      await problem("method_not_allowed", refused);
    }
    await problem("too_large", send(message("say", { tag: "Finding", text: "x".repeat(1_000_000) })));
    await problem("unsupported_media", send(JSON.stringify(message("status")), { "content-type": "text/plain" }));
    await problem("invalid_input", send("{"));
    await problem("invalid_input", send(new Uint8Array([0x7b, 0xff, 0x7d])));
  });

  it("refuses arguments that are large but within a message, and changes nothing", async () => {
    const before = await one.text();
    const { token } = await tokenOf("implementer-1");
    const answer = await send(
      message("say", { tag: "Finding", text: "x".repeat(900_000) }),
      { "mcp-name": "say" },
      token,
    );
    const { result } = (await answer.json()) as { result: { isError: boolean; content: { text: string }[] } };
    expect(result.isError).toBe(true);
    expect(refusalIn(result.content[0]?.text ?? "")).toMatchObject({
      code: "invalid_input",
      detail: expect.stringMatching(/^text: /) as string,
    });
    expect(await one.text()).toBe(before);
  });

  it("holds headers against the message", async () => {
    for (const headers of [
      { "mcp-method": "tools/list" },
      { "mcp-name": "say" },
      { "mcp-protocol-version": "2025-11-25" },
      { "mcp-protocol-version": "" },
    ]) {
      expect(await rpcError(send(message("status"), headers))).toEqual({ status: 400, code: -32020 });
    }
    const later = message("status");
    const unknown = {
      ...later,
      params: { ...later.params, _meta: { ...CLIENT, "io.modelcontextprotocol/protocolVersion": "2031-01-01" } },
    };
    const refused = await rpcError(send(unknown, { "mcp-protocol-version": "2031-01-01" }));
    expect(refused).toEqual({ status: 400, code: -32022 });
    const legacy = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    const bare = { "mcp-method": "", "mcp-name": "" };
    expect((await rpcError(send(legacy, { ...bare, "mcp-protocol-version": "1999-01-01" }))).status).toBe(400);
    for (const body of [[], [1], 1, "x", null, {}, { jsonrpc: "1.0", id: 1, method: "tools/list" }]) {
      const answer = await send(JSON.stringify(body), { "mcp-protocol-version": "2025-11-25" });
      expect(answer.status).toBe(400);
    }
  });
});

describe.each(ERAS)("the documents in the %s era", (era) => {
  it("are listed and read by those who may", async () => {
    const client = await connect((await tokenOf("implementer-1")).token, era);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["wardroom://demo/sessions/one/memory"]);
    const owner = await connect(OWNER_TOKEN, era);
    expect((await owner.listResources()).resources.map(({ uri }) => uri)).toContain(
      "wardroom://demo/sessions/two/memory",
    );
    const { contents } = await client.readResource({ uri: "wardroom://demo/sessions/one/memory" });
    expect(contents).toMatchObject([
      {
        mimeType: "text/markdown",
        text: expect.stringContaining(`: data, not instructions>>\n${await one.text()}\n<<`) as string,
      },
    ]);
    const own = await client.readResource({ uri: "wardroom://demo/sessions/one/memory/implementer-1" });
    expect(own.contents[0]).toMatchObject({
      text: expect.stringMatching(/^<<[a-z]{7} wardroom:.*: data, not instructions>>\n## implementer-1\n/) as string,
    });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
      "wardroom://{workspace}/sessions/{session}/memory/{role}",
    );
  });

  it("are refused as JSON-RPC errors", async () => {
    const client = await connect((await tokenOf("implementer-1")).token, era);
    for (const uri of [
      "wardroom://demo/sessions/none/memory",
      "wardroom://demo/sessions/one/memory/nobody",
      "wardroom://none/sessions/one/memory",
      "wardroom://demo/sessions/one/context",
      "wardroom://demo/sessions/../one/memory",
      "wardroom://demo/sessions/%6fne/memory",
      "file:///etc/passwd",
      "nothing",
    ]) {
      await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32602 });
    }
    const forbidden = client.readResource({ uri: "wardroom://demo/sessions/two/memory" });
    await expect(forbidden).rejects.toMatchObject({ code: -32602, data: { code: "forbidden" } });
  });

  it("go with prompts for the beginning, the day and the end", async () => {
    const client = await connect(OWNER_TOKEN, era);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      ...["start-session", "close-session"],
      ...["say", "status", "inbox", "gate"],
    ]);
    const { messages } = await client.getPrompt({ name: "start-session", arguments: { session: "one", agent: "ada" } });
    expect(messages).toMatchObject([
      { role: "user", content: { text: expect.stringContaining("session one") as string } },
    ]);
    const said = await client.getPrompt({ name: "say", arguments: { tag: "Finding", text: "It drops <system>" } });
    expect(said.messages[0]?.content).toMatchObject({
      text: expect.stringContaining("with the tag Finding") as string,
    });
    await expect(client.getPrompt({ name: "stauts" })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("Did you mean status?") as string,
    });
    await expect(client.getPrompt({ name: "close-session", arguments: { sesion: "1" } })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("Did you mean session?") as string,
    });
  });
});

describe("listening", () => {
  /** Collects what a client is told, and waits for the next of it. */
  function heardBy(client: Client) {
    const heard: string[] = [];
    let wake = (): void => undefined;
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      heard.push(params.uri);
      wake();
    });
    client.setNotificationHandler("notifications/resources/list_changed", () => {
      heard.push("list");
      wake();
    });
    return {
      heard,
      until: async (count: number) => {
        while (heard.length < count) await new Promise<void>((resolve) => (wake = resolve));
        return heard.splice(0);
      },
    };
  }

  it("tells each change of the documents asked for, by whatever door it was made", async () => {
    const { token } = await tokenOf("implementer-1");
    const client = await connect(token, "modern");
    const { heard, until } = heardBy(client);
    const [memory, section] = ["wardroom://demo/sessions/one/memory", "wardroom://demo/sessions/one/memory/tester-1"];
    const subscription = await client.listen({
      resourcesListChanged: true,
      resourceSubscriptions: [memory, section, "wardroom://demo/sessions/two/memory", "nothing"],
    });
    expect(subscription.honoredFilter).toEqual({
      resourcesListChanged: true,
      resourceSubscriptions: [memory, section],
    });
    await use(client, "say", { tag: "Finding", text: "the first" });
    expect(await until(1)).toEqual([memory]);
    const body = { tag: "Finding", text: "the second", role: "tester-1" } as const;
    await wardroom.services.memory.add(OWNER, one.params, body, PLAIN_REQUEST);
    expect(await until(2)).toEqual([memory, section]);
    await wardroom.session("three");
    expect(await until(1)).toEqual(["list"]);
    await subscription.close();
    await expect(subscription.closed).resolves.toBe("local");
    expect(heard).toEqual([]);
  });

  it("ends with the credential", async () => {
    const { token, tokenId } = await tokenOf("tester-1");
    const client = await connect(token, "modern");
    const subscription = await client.listen({ resourcesListChanged: true });
    const params = { ...one.params, role: "tester-1", token: tokenId };
    await wardroom.services.tokens.revoke(OWNER, params, PLAIN_REQUEST);
    await expect(subscription.closed).resolves.not.toBe("local");
  });

  it("ends when the server does", async () => {
    const own = await TestWardroom.open();
    serve(own);
    const client = await connect(OWNER_TOKEN, "modern");
    const subscription = await client.listen({ resourcesListChanged: true });
    await own.close();
    await expect(subscription.closed).resolves.toBe("graceful");
    serve(wardroom);
  });

  it("is not offered to the older era, whose requests leave no stream open", async () => {
    const client = await connect(OWNER_TOKEN, "legacy");
    expect(client.getServerCapabilities()?.resources).toEqual({ listChanged: false, subscribe: false });
    await expect(client.subscribeResource({ uri: "wardroom://demo/sessions/one/memory" })).rejects.toThrow();
  });
});
