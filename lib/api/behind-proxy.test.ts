import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { assertOwnOrigin, browserOrigin, isShared } from "@/lib/api/origin";
import { call, problem, serve } from "@/lib/api/testing/api.fixture";
import { listenForApi } from "@/lib/api/testing/behind-proxy.fixture";
import { askProxy, proxyTo } from "@/lib/api/testing/tls-proxy.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { OWNER_TOKEN, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const NAME = "wardroom.example.org";
const ORIGIN = `https://${NAME}`;

const wardroom = await TestWardroom.open();
await wardroom.reopen({ WARDROOM_ORIGIN: ORIGIN });
serve(wardroom);
const api: Awaited<ReturnType<typeof listenForApi>> = await listenForApi();
const proxy: Awaited<ReturnType<typeof proxyTo>> = await proxyTo(api.port, NAME);
afterAll(() => {
  delete process.env["WARDROOM_PROXIES"];
  proxy.close();
  api.close();
});

const ask = (path: string, asked: Partial<Parameters<typeof askProxy>[1]> = {}) =>
  askProxy(path, { name: NAME, ...proxy, ...asked });
const logIn = (code: string, asked: Partial<Parameters<typeof askProxy>[1]> = {}) =>
  ask("/api/login", { method: "POST", body: { code }, ...asked });

describe("behind a proxy that ends TLS", () => {
  it("answers at the public origin, and to pages of it alone", async () => {
    expect((await ask("/api/health")).status).toBe(200);
    for (const host of [NAME, NAME.toUpperCase()])
      expect((await ask("/api/health", { headers: { host, origin: ORIGIN } })).status).toBe(200);
    for (const headers of [
      { origin: `http://${NAME}` },
      { origin: `${ORIGIN}:8443` },
      { origin: "https://example.org" },
      { host: `${NAME}:4100` },
      { host: `evil.${NAME}` },
      { "sec-fetch-site": "same-site" },
    ])
      expect((await ask("/api/health", { headers })).status, JSON.stringify(headers)).toBe(403);
  });

  it("gives a cookie that no unencrypted request carries, which lets the browser in and out", async () => {
    const { status, cookie } = await logIn(OWNER_TOKEN, { headers: { origin: ORIGIN } });
    expect(status).toBe(204);
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; .*; Secure$/);
    const headers = { cookie: cookie.split(";")[0] ?? "", origin: ORIGIN };
    expect((await ask("/api/v1/me", { headers })).text).toContain('"kind":"owner"');
    const out = await ask("/api/logout", { method: "POST", headers });
    expect(out.cookie).toMatch(/Max-Age=0; Secure$/);
    expect((await ask("/api/v1/me", { headers })).status).toBe(401);
  });

  it("goes on at its own name without the proxy, where the cookie goes over plain HTTP", async () => {
    const headers = { host: "wardroom.localhost:4100" };
    const answer = await call("POST", "/api/login", { token: null, headers, body: { code: OWNER_TOKEN } });
    expect(answer.headers.get("set-cookie")).not.toContain("Secure");
  });

  it("is at no other name without the setting", async () => {
    const plain = await wardroom.another();
    serve({ runtime: plain });
    await problem("forbidden", call("GET", "/api/health", { headers: { host: NAME } }));
    await problem("forbidden", call("GET", "/api/health", { headers: { origin: ORIGIN } }));
    serve(wardroom);
  });
});

describe("behind a port of the same machine", () => {
  const NAMES = ["127.0.0.1", "localhost", "[::1]"];
  const origin = "http://wardroom.localhost:4312";

  it.each(NAMES)("named %s, leads browsers to its own name there, which alone may hold their cookie", (name) => {
    for (const host of ["127.0.0.1", "192.0.2.1"]) {
      const listening = { host, port: 4100, publicOrigin: `http://${name}:4312` };
      expect(browserOrigin(listening)).toBe(origin);
      for (const called of NAMES) expect(isShared(new Headers({ host: `${called}:4312` }), listening)).toBe(true);
      expect(isShared(new Headers({ host: "wardroom.localhost:4312" }), listening)).toBe(false);
    }
  });

  it.each(NAMES)("named %s, answers programs at each name of the machine, and no page of another port", (name) => {
    const listening = { host: "127.0.0.1", port: 4100, publicOrigin: `http://${name}:4312` };
    for (const host of [...NAMES, "wardroom.localhost"].map((each) => `${each}:4312`)) {
      expect(() => assertOwnOrigin(new Headers({ host, origin }), listening)).not.toThrow();
      for (const foreign of ["http://wardroom.localhost:4313", "https://wardroom.localhost:4312", "null"])
        expect(() => assertOwnOrigin(new Headers({ host, origin: foreign }), listening)).toThrow("other origins");
    }
    expect(() => assertOwnOrigin(new Headers({ host: "localhost:4313" }), listening)).toThrow("that Host");
  });
});

describe("guesses through a proxy", () => {
  const CLIENTS = ["127.0.0.2", "127.0.0.2", "127.0.0.2", "127.0.0.3", "127.0.0.2", "127.0.0.2"];
  const attempts = () => wardroom.services.browsers.attempts(OWNER, { workspace: "demo" });
  beforeEach(() => wardroom.reopen({ WARDROOM_ORIGIN: ORIGIN }).then(() => serve(wardroom)));

  it("count for the proxy where it is not known to be one", async () => {
    process.env["WARDROOM_PROXIES"] = "10.0.0.0/8";
    for (const from of CLIENTS.slice(1)) expect((await logIn("wrong", { from })).status).toBe(401);
    expect((await logIn("wrong", {})).status).toBe(429);
    expect(attempts()).toMatchObject({ failed: 6, address: "127.0.0.1" });
  });

  it("count for who made them where it is, whatever those say of themselves", async () => {
    process.env["WARDROOM_PROXIES"] = "127.0.0.1";
    for (const [made, from] of CLIENTS.entries()) {
      const headers = { "x-forwarded-for": `127.0.0.1, 192.0.2.${made}` };
      expect((await logIn("wrong", { from, headers })).status).toBe(401);
    }
    expect(attempts()).toMatchObject({ failed: 6, address: "127.0.0.2", lockedUntil: null });
    expect((await logIn(OWNER_TOKEN, { from: "127.0.0.3" })).status).toBe(204);
    const { items } = await wardroom.services.browsers.list(OWNER, { workspace: "demo" });
    expect(items[0]?.address).toBe("127.0.0.3");
  });
});
