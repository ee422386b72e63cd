import { describe, expect, it } from "vitest";
import { call, HOST, problem, serve } from "@/lib/api/testing/api.fixture";
import { isOnPostgresql } from "@/lib/db/testing/make-database.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { OWNER_TOKEN, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const API = "/api/v1/workspaces/demo";
const ITEMS = `${API}/sessions/one/memory/items`;
const ITEM = { tag: "Finding", text: "x" };
/** A request of a browser, which has no token. */
const ATHOME = { token: null, headers: { host: "wardroom.localhost:4100" } };

const wardroom = await TestWardroom.open();
serve(wardroom);
await wardroom.session("one", ["implementer-1"]);
await wardroom.session("two", ["implementer-1"]);
const { token, tokenId } = await wardroom.services.tokens.mint(
  OWNER,
  { workspace: "demo", session: "one", role: "implementer-1" },
  PLAIN_REQUEST,
);

describe("what is not meant for this server", () => {
  const FOREIGN: [string, Record<string, string>][] = [
    ["a foreign Host, as a rebound name has", { host: "evil.example" }],
    ["a foreign Host with our port", { host: "evil.example:4100" }],
    ["another port", { host: "127.0.0.1:4101" }],
    ["no port", { host: "127.0.0.1" }],
    ["our own name at another port", { host: "wardroom.localhost:4101" }],
    ["a page of our own name at another port", { origin: "http://wardroom.localhost:4101" }],
    ["an empty Host", { host: "" }],
    ["a foreign Origin", { origin: "https://evil.example" }],
    ["an Origin of another port", { origin: "http://127.0.0.1:4101" }],
    ["an Origin of our name over https", { origin: `https://${HOST}` }],
    ["no Origin to speak of", { origin: "null" }],
    ["what another site made the browser send", { "sec-fetch-site": "cross-site" }],
    ["what a page of another port made the browser send", { "sec-fetch-site": "same-site" }],
  ];

  it.each(FOREIGN)("%s is refused on every kind of route, the owner's token or not", async (_, headers) => {
    for (const path of ["/api/health", "/api/v1/me", `${API}/sessions`, "/api/nothing", `${API}/events/stream`]) {
      await problem("forbidden", call("GET", path, { headers }));
    }
    await problem("forbidden", call("POST", ITEMS, { headers, body: ITEM }));
    await problem("forbidden", call("POST", "/api/login", { headers, body: { code: OWNER_TOKEN } }));
  });

  it.each([
    { host: "localhost:4100" },
    { host: "LOCALHOST:4100", origin: "http://localhost:4100" },
    { host: "[::1]:4100" },
    { host: "wardroom.localhost:4100", origin: "http://wardroom.localhost:4100" },
    { origin: `http://${HOST}`, "sec-fetch-site": "same-origin" },
  ])("%j is answered", async (headers) => {
    expect((await call("GET", "/api/v1/me", { headers: headers })).status).toBe(200);
  });
});

describe("who is calling", () => {
  it("must be known, except for the health of the server and the login", async () => {
    const health = await call("GET", "/api/health", { token: null });
    expect(await health.json()).toEqual({
      status: "ok",
      version: "0.1.0",
      build: null,
      database: isOnPostgresql() ? "postgresql" : "sqlite",
      workspaces: 1,
      closed: 0,
      unfinished: 0,
      setAside: 0,
      problem: null,
    });
    for (const path of ["/api/v1/me", "/api/v1/workspaces", `${API}/sessions`, `${API}/events/stream`]) {
      const response = await call("GET", path, { token: null });
      expect(response.headers.get("www-authenticate")).toContain("Bearer");
      await problem("unauthenticated", response);
      await problem("unauthenticated", call("GET", path, { token: "wrong" }));
    }
    for (const authorization of ["", "Bearer", "Bearer ", "Basic eDp5", `Token ${OWNER_TOKEN}`, `Bearer ${token}x`]) {
      await problem("unauthenticated", call("GET", "/api/v1/me", { headers: { authorization } }));
    }
    for (const cookie of ["wardroom=", "wardroom=x", `other=${OWNER_TOKEN}`, "; ;=;"]) {
      await problem("unauthenticated", call("GET", "/api/v1/me", { token: null, headers: { cookie } }));
    }
  });

  it("is told by the token, and by the role the owner names", async () => {
    const me = async (said: Parameters<typeof call>[2]) => (await call("GET", "/api/v1/me", said)).json() as unknown;
    expect(await me({})).toEqual({ kind: "owner", person: null, role: "Lead", session: null, workspace: null });
    const role = { kind: "role", person: null, role: "implementer-1", session: "one", workspace: "demo" };
    expect(await me({ token })).toEqual(role);
    const headers = { "x-wardroom-role": "Tester-1" };
    expect(await me({ headers })).toMatchObject({ kind: "owner", role: "tester-1" });
    const korean = { "x-wardroom-role": Buffer.from("연구원-1").toString("latin1") };
    expect(await me({ headers: korean })).toMatchObject({ role: "연구원-1" });
    await problem("forbidden", call("GET", "/api/v1/me", { token, headers }));
    await problem("invalid_input", call("GET", "/api/v1/me", { headers: { "x-wardroom-role": "../x" } }));
  });

  it("stays within its session and its role", async () => {
    expect((await call("POST", ITEMS, { token, body: ITEM })).status).toBe(201);
    await problem("forbidden", call("GET", `${API}/sessions/two/memory`, { token }));
    await problem("forbidden", call("POST", `${API}/sessions/two/memory/items`, { token, body: ITEM }));
    await problem("forbidden", call("POST", ITEMS, { token, body: { ...ITEM, role: "Lead" } }));
    await problem("forbidden", call("POST", `${API}/sessions`, { token, body: { id: "x", feature: "x" } }));
    await problem("forbidden", call("GET", `${API}/trash`, { token }));
    await problem("forbidden", call("GET", "/api/v1/workspaces/other/sessions", { token }));
    const events = (await (await call("GET", `${API}/events`, { token })).json()) as { items: { session: string }[] };
    expect(new Set(events.items.map(({ session }) => session))).toEqual(new Set(["one"]));
  });

  it("is nobody any more once the token is revoked or over", async () => {
    const minted = await call("POST", `${API}/sessions/one/roles/implementer-1/tokens`);
    expect(minted.status).toBe(201);
    const own = (await minted.json()) as { token: string; tokenId: string };
    const database = await wardroom.openDatabase();
    const expired = { where: { id: own.tokenId }, data: { expiresAt: new Date(Date.now() - 1) } };
    await database.transaction((queries) => queries.credential.update(expired));
    await database.close();
    await problem("unauthenticated", call("GET", "/api/v1/me", { token: own.token }));

    const path = `${API}/sessions/one/roles/implementer-1/tokens/${tokenId}`;
    await problem("forbidden", call("DELETE", path, { token }));
    expect((await call("DELETE", path)).status).toBe(200);
    await problem("unauthenticated", call("POST", ITEMS, { token, body: ITEM }));
    await problem("unauthenticated", call("GET", `${API}/events/stream`, { token }));
  });

  it("is let in as a browser once by a code, by a cookie no script can read, and out again", async () => {
    const code = wardroom.services.signIn.createLoginCode();
    // At a name that other programs have too, a cookie would be sent to them.
    for (const host of [HOST, "localhost:4100", "[::1]:4100"]) {
      const refused = await call("POST", "/api/login", { token: null, headers: { host }, body: { code } });
      expect(refused.headers.get("set-cookie")).toBeNull();
      expect((await problem("forbidden", refused)).hint).toContain("http://wardroom.localhost:4100/login");
    }
    const login = await call("POST", "/api/login", { ...ATHOME, body: { code } });
    expect(login.status).toBe(204);
    const cookie = login.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^wardroom_[0-9a-f]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
    await problem("unauthenticated", call("POST", "/api/login", { ...ATHOME, body: { code } }));

    const headers = { cookie: `theme=dark; ${cookie.split(";")[0] ?? ""}` };
    expect(await (await call("GET", "/api/v1/me", { token: null, headers })).json()).toMatchObject({ kind: "owner" });
    const body = { tag: "Decision", text: "from the browser" };
    expect((await call("POST", ITEMS, { token: null, headers, body })).status).toBe(201);
    const { items } = (await (await call("GET", `${API}/events?limit=1`)).json()) as { items: unknown[] };
    expect(items).toMatchObject([{ actor: "Lead", actorKind: "person", source: "ui", action: "item.added" }]);

    const logout = await call("POST", "/api/logout", { token: null, headers });
    expect(logout.headers.get("set-cookie")).toMatch(/^wardroom_[0-9a-f]{8}=; .*Max-Age=0$/);
    await problem("unauthenticated", call("GET", "/api/v1/me", { token: null, headers }));
  });
});
