import { beforeEach, describe, expect, it, vi } from "vitest";
import { call, problem, serve, signIn } from "@/lib/api/testing/api.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import type { Runtime } from "@/lib/runtime";

const API = "/api/v1/workspaces/demo";
const POLL = `${API}/sessions/one/context/updates?wait=60`;
const ONE = { workspace: "demo", session: "one", role: "implementer-1" };
const SECRET = "# Context\n\nOnly for those who are still in\n";

let wardroom: TestWardroom;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
  await wardroom.session("one", ["implementer-1", "implementer-2"]);
  return () => {
    vi.useRealTimers();
    return wardroom.dispose();
  };
});

const mint = () => wardroom.services.tokens.mint(OWNER, ONE, PLAIN_REQUEST);
const publish = ({ services }: Pick<Runtime, "services">) =>
  services.context.publish(OWNER, ONE, { text: SECRET, affected: [] }, { dryRun: false }, PLAIN_REQUEST);

/** Everything a stream says until it ends. */
async function heard(response: Promise<Response>): Promise<string> {
  return (await response).text();
}

/** Resolves when so many requests wait: what ends their credential then finds them open. */
const untilWaiting = (count: number) => expect.poll(() => wardroom.services.authentication.openRequests()).toBe(count);

/** Ends the credential in every way there is, each in this process or another. */
const WAYS: [string, (by: Runtime, tokenId: string) => Promise<unknown>][] = [
  ["its token is revoked", ({ services }, token) => services.tokens.revoke(OWNER, { ...ONE, token }, PLAIN_REQUEST)],
  ["its session is deleted", ({ services }) => services.sessions.remove(OWNER, ONE, PLAIN_REQUEST)],
  [
    "its role is replaced",
    ({ services }) =>
      services.curation.replaceRole(OWNER, ONE, { role: "implementer-1", by: "implementer-3" }, PLAIN_REQUEST),
  ],
];

describe.each([
  ["this process", false],
  ["another process", true],
])("in %s", (_, elsewhere) => {
  async function by(): Promise<Runtime> {
    if (!elsewhere) return wardroom.runtime;
    const other = await wardroom.another();
    await wardroom.runtime.watch((reason) => {
      throw reason;
    });
    return other;
  }

  it.each(WAYS)("a long poll is answered 401 at once when %s, and told nothing since", async (__, end) => {
    const runtime = await by();
    const { token, tokenId } = await mint();
    const polling = call("GET", POLL, { token });
    await untilWaiting(1);
    await end(runtime, tokenId);
    if (!String(end).includes("sessions.remove")) await publish(runtime);
    expect(JSON.stringify(await problem("unauthenticated", polling))).not.toContain("still in");
  });

  it("a stream and a long poll of a browser end at once when it is signed out", async () => {
    const runtime = await by();
    const cookie = await signIn(wardroom);
    const headers = { cookie };
    const stream = heard(call("GET", `${API}/events/stream`, { token: null, headers }));
    const polling = call("GET", `${POLL}&role=implementer-1`, { token: null, headers });
    await untilWaiting(2);
    const { items } = await wardroom.services.browsers.list(OWNER, { workspace: "demo" });
    const params = { workspace: "demo", browser: items[0]?.id ?? "" };
    await runtime.services.browsers.end(OWNER, params, PLAIN_REQUEST);
    await publish(runtime);
    expect(await stream).not.toContain("context.published");
    await problem("unauthenticated", polling);
    await problem("unauthenticated", call("GET", "/api/v1/me", { token: null, headers }));
  });

  it("the stream of a viewer's browser ends with the viewer", async () => {
    const runtime = await by();
    const { viewers, authentication, signIn: signing } = wardroom.services;
    const { path, viewer } = await viewers.add(OWNER, { workspace: "demo" }, { label: "Mina" }, PLAIN_REQUEST);
    const code = new URL(path, "http://x").searchParams.get("code") ?? "";
    const { secret } = await signing.logIn(code, { address: null, userAgent: null });
    const headers = { cookie: `wardroom_${authentication.folderId}=${secret}` };
    const stream = heard(call("GET", `${API}/events/stream`, { token: null, headers }));
    await untilWaiting(1);
    await runtime.services.viewers.revoke(OWNER, { workspace: "demo", viewer: viewer.id }, PLAIN_REQUEST);
    await publish(runtime);
    expect(await stream).not.toContain("context.published");
  });

  it("a call of MCP that waits ends with its token", async () => {
    const runtime = await by();
    const { token, tokenId } = await mint();
    const body = {
      jsonrpc: "2.0",
      id: 7,
      method: "tools/call",
      params: {
        name: "updates",
        arguments: { wait: 25 },
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    };
    const headers = {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "updates",
    };
    const waiting = call("POST", "/api/mcp", { token, body, headers });
    await untilWaiting(1);
    await runtime.services.tokens.revoke(OWNER, { ...ONE, token: tokenId }, PLAIN_REQUEST);
    await publish(runtime);
    await problem("unauthenticated", waiting);
  });
});

it("a request that waits ends when its token's time is over", async () => {
  const { token, tokenId } = await mint();
  // It stands still: however long the request takes to come, it comes before.
  vi.useFakeTimers({ toFake: ["Date"] });
  const database = await wardroom.openDatabase();
  await database.transaction((queries) =>
    queries.credential.update({ where: { id: tokenId }, data: { expiresAt: new Date(Date.now() + 300) } }),
  );
  await database.close();
  const polling = call("GET", POLL, { token });
  expect((await problem("unauthenticated", polling)).detail).toContain("expired");
});

it("keeps nothing of a request that was answered", async () => {
  const { token } = await mint();
  expect((await call("GET", POLL.replace("60", "0"), { token })).status).toBe(200);
  const stream = await call("GET", `${API}/events/stream`, { token });
  await untilWaiting(1);
  await stream.body?.cancel();
  await untilWaiting(0);
});
