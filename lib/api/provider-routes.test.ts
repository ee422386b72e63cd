import { afterAll, describe, expect, it } from "vitest";
import { call, HOST, problem, serve } from "@/lib/api/testing/api.fixture";
import { SignInBegun } from "@/lib/contracts/server";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestProvider } from "@/lib/services/testing/oidc-provider.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const NAME = "wardroom.example.org";
const ORIGIN = `https://${NAME}`;
const AT_ORIGIN = { host: NAME, origin: ORIGIN, "sec-fetch-site": "same-origin" };
const RETURN = "/api/login/provider/return";

const provider = await TestProvider.open(ORIGIN);
const wardroom = await TestWardroom.open();
await wardroom.reopen({ WARDROOM_ORIGIN: ORIGIN, ...provider.environment });
serve(wardroom);
afterAll(() => provider.close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  call("POST", path, { token: null, body, headers: { ...AT_ORIGIN, ...headers } });

/** Begins a sign-in, and answers where the browser is to go and the cookie it keeps meanwhile. */
async function begin(invitation: string | null = null) {
  const answer = await post("/api/login/provider", { invitation });
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const { address } = SignInBegun.parse(await answer.json());
  const kept = answer.headers.get("set-cookie") ?? "";
  return { address: new URL(address), kept, cookie: kept.split(";")[0] ?? "" };
}

describe("a sign-in with the provider", () => {
  it("gives a browser two cookies, of which it keeps one, and names no secret on the way", async () => {
    const { path } = await wardroom.services.people.add(
      OWNER,
      { workspace: "demo" },
      { name: "Dana", role: "curator" },
      PLAIN_REQUEST,
    );
    const { address, kept, cookie } = await begin(new URL(path, ORIGIN).searchParams.get("code"));
    expect(address.origin).toBe(provider.issuer);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: "code",
      redirect_uri: `${ORIGIN}/login/return`,
      code_challenge_method: "S256",
      state: expect.stringMatching(/.{40}/) as string,
      nonce: expect.stringMatching(/.{40}/) as string,
    });
    expect(kept).toMatch(/; Path=\/api\/login; HttpOnly; SameSite=Strict; Max-Age=600; Secure$/);
    expect(address.href + kept).not.toContain(encodeURIComponent(provider.clientSecret));

    const back = await provider.visit(address.href, "dana");
    const answer = await post(RETURN, { query: back.search.slice(1) }, { cookie });
    expect(await answer.json()).toEqual({ workspace: "demo" });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const [session = "", ended = ""] = answer.headers.getSetCookie();
    expect(session).toMatch(/; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000; Secure$/);
    expect(ended).toMatch(/_signin=; Path=\/api\/login; .*Max-Age=0; Secure$/);
    const headers = { ...AT_ORIGIN, cookie: session.split(";")[0] ?? "" };
    const me: unknown = await (await call("GET", "/api/v1/me", { token: null, headers })).json();
    expect(me).toMatchObject({ kind: "curator", person: { name: "Dana" } });
  });

  it("is begun and finished at the server's own address, by its own pages alone", async () => {
    const { address, cookie } = await begin();
    const back = await provider.visit(address.href, "dana");
    const query = back.search.slice(1);
    for (const headers of [
      { host: "wardroom.localhost:4100", origin: "http://wardroom.localhost:4100" },
      { host: HOST, origin: `http://${HOST}` },
      { host: "evil.example" },
      { origin: "https://evil.example" },
      { origin: provider.issuer },
      { "sec-fetch-site": "cross-site" },
    ]) {
      await problem("forbidden", post("/api/login/provider", {}, headers));
      await problem("forbidden", post(RETURN, { query }, { cookie, ...headers }));
    }
    expect(await (await post(RETURN, { query }, { cookie })).json()).toEqual({ workspace: null });
  });

  it("is refused with what another browser began, what was made up, and what is no body", async () => {
    const [mine, other] = [await begin(), await begin()];
    const back = await provider.visit(mine.address.href, "dana");
    const query = back.search.slice(1);
    await problem("unauthenticated", post(RETURN, { query }));
    await problem("unauthenticated", post(RETURN, { query }, { cookie: other.cookie }));
    await problem("unauthenticated", post(RETURN, { query }, { cookie: mine.cookie.replace(/.$/, "!") }));
    for (const body of [{}, { query: "" }, { query: "x".repeat(8_001) }, { query: 7 }, { query, address: ORIGIN }])
      await problem("invalid_input", post(RETURN, body, { cookie: mine.cookie }));
    await problem("invalid_input", post("/api/login/provider", { invitation: "x".repeat(501) }));
    await problem("invalid_input", post("/api/login/provider", { return: "https://evil.example" }));
  });
});
