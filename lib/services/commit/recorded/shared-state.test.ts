import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { call, problem, serve } from "@/lib/api/testing/api.fixture";
import { connect, use } from "@/lib/mcp/testing/client.fixture";
import type { Runtime } from "@/lib/runtime";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TestProvider } from "@/lib/services/testing/oidc-provider.fixture";
import { TeamServers } from "@/lib/services/testing/team-servers.fixture";
import { OWNER_TOKEN } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };
const params = { ...DEMO, session: "one" };
const API = "/api/v1/workspaces/demo";

let servers: TeamServers;
let a: Runtime;
let b: Runtime;
beforeAll(async () => {
  servers = await TeamServers.open();
  [a, b] = [await servers.start("a"), await servers.start("b")];
  const fail = (error: unknown) => {
    throw error;
  };
  await Promise.all([a.watch(fail), b.watch(fail)]);
  const roles = ["implementer-1", "tester-1"].map((id) => ({ id }));
  await a.services.sessions.create(OWNER, DEMO, { id: "one", feature: "One", roles }, PLAIN_REQUEST);
});

const at = (runtime: Runtime) => serve({ runtime });
const addAtA = (text: string) =>
  a.services.memory.add(actingAs("implementer-1"), params, { tag: "Finding", text }, PLAIN_REQUEST);

const streams: ReadableStreamDefaultReader<Uint8Array>[] = [];
afterEach(async () => {
  for (const stream of streams.splice(0)) await stream.cancel();
});

/** Opens a stream of events, and answers a function that resolves with all of it up to a word, or with null where it ended before. */
async function listen(token = OWNER_TOKEN) {
  const { body } = await call("GET", `${API}/events/stream`, { token });
  const reader = body?.getReader();
  if (reader === undefined) throw new Error("no stream");
  streams.push(reader);
  let text = "";
  return async (word: string | null): Promise<string | null> => {
    while (word === null || !text.includes(word)) {
      const { done, value } = await reader.read();
      if (done) return null;
      text += new TextDecoder().decode(value);
    }
    return text;
  };
}

describe("what one server knows, the other", () => {
  it("tells whoever listens there", async () => {
    at(b);
    const until = await listen();
    await until(": connected");
    await addAtA("heard of at b");
    expect(await until("item.added")).toContain('"actor":"implementer-1"');
  });

  it("tells an agent's client that asked to be told", async () => {
    at(b);
    const client = await connect(OWNER_TOKEN, "modern", { "x-wardroom-role": "tester-1" });
    const uri = "wardroom://demo/sessions/one/memory";
    const told = new Promise((resolve) =>
      client.setNotificationHandler("notifications/resources/updated", (sent) => resolve(sent.params.uri)),
    );
    const subscription = await client.listen({ resourceSubscriptions: [uri] });
    await addAtA("told at b");
    expect(await told).toBe(uri);
    await subscription.close();
  });

  it("finds by its words", async () => {
    at(b);
    await addAtA("a wombat under the stairs");
    const found = async () => {
      const answer = await call("GET", `${API}/search?q=wombat`);
      return (await answer.json()) as { index: { complete: boolean }; items: { excerpt: string }[] };
    };
    let { index, items } = await found();
    while (!index.complete) ({ index, items } = await found());
    expect(JSON.stringify(items)).toContain("wombat");
  });

  it("knows whose call it is that was announced", async () => {
    const { token } = await a.services.teamTokens.mint(OWNER, params, PLAIN_REQUEST);
    at(a);
    const body = { toolUseId: "toolu_shared", session: "one", role: "implementer-1" };
    expect((await call("POST", `${API}/callers`, { token, body })).status).toBeLessThan(300);
    at(b);
    const client = await connect(token, "modern");
    await use(client, "say", { tag: "Finding", text: "over a shared connection" }, "toolu_shared");
    const { sections } = await b.services.memory.read(OWNER, params);
    const own = sections.find(({ role }) => role === "implementer-1");
    expect(own?.items.map(({ text }) => text)).toContain("over a shared connection");
  });

  it("sees who looks at a page, once wherever their tab is, and no longer who left", async () => {
    const here = (server: Runtime) => server.services.lookers.list(OWNER, DEMO).items;
    const places = (server: Runtime) => here(server).map((each) => each.places);
    const look = (server: Runtime, page: string | null) =>
      server.services.lookers.look(OWNER, DEMO, { tab: "k3f9", place: page === null ? null : { session: null, page } });
    const told = vi.fn();
    const unsubscribe = b.services.lookers.subscribe(OWNER, DEMO, told);
    // Said again and again, as a tab does: a server that listens only now hears the next one.
    await vi.waitFor(() => {
      look(a, "overview");
      expect(places(b)).toEqual([[{ session: null, page: "overview" }]]);
    });
    expect(here(b)[0]).toMatchObject({ id: "owner", name: "Owner", me: true });
    expect(told).toHaveBeenCalledOnce();
    await vi.waitFor(() => {
      look(b, "history");
      expect(places(a)).toEqual([[{ session: null, page: "history" }]]);
    });
    expect(places(b)).toEqual(places(a));
    look(a, null);
    await vi.waitFor(() => expect(here(b)).toEqual([]));
    for (const word of [
      "",
      "{",
      "[]",
      JSON.stringify({ workspace: "other", person: "x", name: "X", tab: "x", place: null }),
    ])
      b.services.lookers.hear(word);
    expect(here(b)).toEqual([]);
    unsubscribe();
  });

  it("lets a browser in by a code of the other, and none after it at either", async () => {
    const code = a.services.signIn.createLoginCode();
    const from = { address: "127.0.0.1", userAgent: "Test" };
    const { secret } = await b.services.signIn.logIn(code, from);
    for (const server of [a, b]) {
      expect(await server.services.authentication.authenticateBrowser({ secret, role: null })).toMatchObject({
        kind: "owner",
      });
      await expect(server.services.signIn.logIn(code, from)).rejects.toMatchObject({ code: "unauthenticated" });
    }
  });

  it("ends what is open, and lets nobody in, with a token that was revoked", async () => {
    const role = { ...params, role: "implementer-1" };
    const { token, tokenId } = await a.services.tokens.mint(OWNER, role, PLAIN_REQUEST);
    at(b);
    const until = await listen(token);
    await until(": connected");
    await a.services.tokens.revoke(OWNER, { ...role, token: tokenId }, PLAIN_REQUEST);
    await problem("unauthenticated", call("GET", `${API}/sessions/one/memory`, { token }));
    expect(await until(null)).toBeNull();
  });

  it("finishes a sign-in with a provider that the other began, and hears at once that a person was ended", async () => {
    const origin = "https://wardroom.example.org";
    const provider = await TestProvider.open(origin);
    const configured = { WARDROOM_ORIGIN: origin, ...provider.environment };
    const [c, d] = [await servers.start("c", configured), await servers.start("d", configured)];
    const invited = await c.services.people.add(OWNER, DEMO, { name: "Dana", role: "curator" }, PLAIN_REQUEST);
    const link = new URL(invited.path, origin).searchParams.get("code");
    const { address, sealed } = await c.services.provider.begin(origin, link);
    const query = (await provider.visit(address, "dana")).search.slice(1);
    const from = { address: "127.0.0.1", userAgent: "Test" };
    const { secret } = await d.services.provider.finish(origin, { query, sealed }, from);
    const knock = (server: Runtime) => server.services.authentication.authenticateBrowser({ secret, role: null });
    for (const server of [a, b, c, d]) expect(await knock(server)).toMatchObject({ person: { name: "Dana" } });
    const ended = new Promise((resolve) => void knock(b).then((at) => b.services.authentication.follow(at, resolve)));
    await d.services.people.end(OWNER, { ...DEMO, person: invited.person.id }, PLAIN_REQUEST);
    await ended;
    for (const server of [a, b, c, d]) await expect(knock(server)).rejects.toMatchObject({ code: "unauthenticated" });
    provider.close();
  });

  it("answers a repeated change with what the first was answered", async () => {
    const said = {
      body: { tag: "Finding", text: "once" },
      headers: { "idempotency-key": "the same", "x-wardroom-role": "tester-1" },
    };
    at(a);
    const first: unknown = await (await call("POST", `${API}/sessions/one/memory/items`, said)).json();
    at(b);
    const again: unknown = await (await call("POST", `${API}/sessions/one/memory/items`, said)).json();
    expect(again).toEqual(first);
  });
});
