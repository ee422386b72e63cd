import { describe, expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, once, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { OWNER_TOKEN, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };
const FROM = { address: "127.0.0.1", userAgent: "Firefox" };

const wardroom = await TestWardroom.open();

const logIn = (code: string, from = FROM) => wardroom.services.signIn.logIn(code, from);
const knock = (secret: string, role: string | null = null) =>
  wardroom.services.authentication.authenticateBrowser({ secret, role });
const present = (token: string) => wardroom.services.authentication.authenticate({ token, source: "api", role: null });
const codeOf = (path: string) => new URL(path, "http://x").searchParams.get("code") ?? "";

describe("a browser", () => {
  it("gets in by a code that works once, and out again", async () => {
    const { signIn, authentication } = wardroom.services;
    const code = signIn.createLoginCode();
    const { secret, maxAgeSeconds } = await logIn(code);
    expect(maxAgeSeconds).toBeGreaterThan(24 * 60 * 60);
    await refusal("unauthenticated", logIn(code));
    const caller = await knock(secret);
    expect(caller).toMatchObject({ kind: "owner", role: null, source: "ui" });
    expect(await authentication.describe(caller)).toMatchObject({ kind: "owner", role: "Lead" });
    expect(await knock(secret, "Tester-1")).toMatchObject({ role: "tester-1" });
    await signIn.logOut(caller);
    await refusal("unauthenticated", knock(secret));
    expect(await logIn(OWNER_TOKEN)).toHaveProperty("secret");
  });

  it("is out for good, whatever it asks meanwhile", async () => {
    const { secret } = await logIn(OWNER_TOKEN);
    const leaving = wardroom.services.signIn.logOut(await knock(secret));
    await Promise.allSettled([knock(secret), leaving]);
    await refusal("unauthenticated", knock(secret));
  });

  it("holds what is no token, and the database holds what is not a secret", async () => {
    const { secret } = await logIn(OWNER_TOKEN);
    await knock(secret);
    await refusal("unauthenticated", present(secret));
    const database = await wardroom.openDatabase();
    const rows = await database.queries.credential.findMany({ where: { kind: "browser" } });
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(secret);
    // Neither its id, its hash nor a token made of its id lets anybody in.
    for (const { id, secretHash } of rows) {
      for (const guess of [id, secretHash ?? ""]) {
        await refusal("unauthenticated", knock(guess));
        await refusal("unauthenticated", present(guess));
      }
      const { TokenMint } = await import("@/lib/services/workspace/token-mint");
      const { readFile } = await import("node:fs/promises");
      const mint = new TokenMint((await readFile(`${wardroom.data}/secret`, "utf8")).trim());
      await refusal("unauthenticated", present(mint.tokenOf(id)));
    }
    await database.close();
  });

  it("is listed with where it came from, and ended by the owner alone", async () => {
    const { browsers, authentication } = wardroom.services;
    const { secret } = await logIn(OWNER_TOKEN, { address: "192.168.1.20", userAgent: "x".repeat(1000) });
    const caller = await knock(secret);
    const { items } = await browsers.list(caller, DEMO);
    const own = items.find(({ isThis }) => isThis);
    expect(own).toMatchObject({ kind: "owner", address: "192.168.1.20", label: null });
    expect(own?.userAgent).toHaveLength(300);
    expect(own?.lastUsedAt).toMatch(/Z$/);
    expect((await browsers.list(OWNER, DEMO)).items.filter(({ isThis }) => isThis)).toEqual([]);

    const params = { ...DEMO, browser: own?.id ?? "" };
    for (const stranger of [actingAs("implementer-1"), VIEWER]) {
      await refusal("forbidden", browsers.list(stranger, DEMO));
      await refusal("forbidden", browsers.end(stranger, params, PLAIN_REQUEST));
    }
    await refusal("not_found", browsers.end(OWNER, { ...DEMO, browser: "none" }, PLAIN_REQUEST));
    let told: string | undefined;
    authentication.follow(caller, ({ message }) => (told = message));
    expect(await browsers.end(OWNER, params, PLAIN_REQUEST)).toEqual({ done: true });
    expect(told).toMatch(/revoked/);
    await refusal("unauthenticated", knock(secret));
    expect((await browsers.list(OWNER, DEMO)).items.map(({ id }) => id)).not.toContain(own?.id);
  });

  it("stays signed in when the server starts again", async () => {
    const { secret } = await logIn(OWNER_TOKEN);
    await wardroom.reopen();
    expect(await knock(secret)).toMatchObject({ kind: "owner" });
  });
});

describe("a viewer's link", () => {
  const add = (expiresIn?: number) =>
    wardroom.services.viewers.add(OWNER, DEMO, { label: "Mina", expiresIn }, PLAIN_REQUEST);

  it("lets one browser in, once, and holds nothing that lasts", async () => {
    const { path, token, viewer } = await add();
    const code = codeOf(path);
    expect(code).not.toBe("");
    expect(token).not.toContain(code);
    await refusal("unauthenticated", present(code));
    const { secret } = await logIn(code);
    expect(await knock(secret)).toMatchObject({ kind: "viewer", workspace: "demo", role: null });
    await refusal("forbidden", knock(secret, "implementer-1"));
    expect((await refusal("unauthenticated", logIn(code))).message).toMatch(/used already/);
    await refusal("unauthenticated", logIn(token));
    const { items } = await wardroom.services.viewers.list(OWNER, DEMO);
    expect(items.find(({ id }) => id === viewer.id)?.linkUsedAt).toMatch(/Z$/);
    expect(await present(token)).toMatchObject({ kind: "viewer", workspace: "demo" });
  });

  it("lets one of two browsers in that open it at the same time", async () => {
    const code = codeOf((await add()).path);
    const outcomes = await Promise.allSettled([logIn(code), logIn(code), logIn(code)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("is the same again for a repeated request", async () => {
    const { viewers } = wardroom.services;
    const first = await viewers.add(OWNER, DEMO, { label: "Again" }, once("link"));
    expect(await viewers.add(OWNER, DEMO, { label: "Again" }, once("link"))).toEqual(first);
  });

  it("ends with its time, and so does the browser it let in", async () => {
    const { path, viewer } = await add(60);
    expect(viewer.expiresAt).toBe(new Date(Date.parse(viewer.createdAt) + 60_000).toISOString());
    const { secret, maxAgeSeconds } = await logIn(codeOf(path));
    expect(maxAgeSeconds).toBeLessThanOrEqual(60);
    await knock(secret);
    const unopened = await add(60);
    const database = await wardroom.openDatabase();
    await database.transaction((queries) =>
      queries.credential.updateMany({
        where: { OR: [{ viewerId: viewer.id }, { id: unopened.viewer.id }] },
        data: { expiresAt: new Date(Date.now() - 1) },
      }),
    );
    await database.close();
    await wardroom.reopen();
    await refusal("unauthenticated", knock(secret));
    await refusal("unauthenticated", logIn(codeOf(unopened.path)));
    await refusal("unauthenticated", present(unopened.token));
  });

  it("revoked, takes the browser it let in along", async () => {
    const { path, viewer } = await add();
    const { secret } = await logIn(codeOf(path));
    const unopened = await add();
    await knock(secret);
    const revoke = (id: string) => wardroom.services.viewers.revoke(OWNER, { ...DEMO, viewer: id }, PLAIN_REQUEST);
    await revoke(viewer.id);
    await refusal("unauthenticated", knock(secret));
    await revoke(unopened.viewer.id);
    await refusal("unauthenticated", logIn(codeOf(unopened.path)));
  });
});

describe("guesses", () => {
  it("are slowed after a few, told to the owner, and keep nobody out who has the token or a code", async () => {
    const own = await TestWardroom.open();
    const { signIn, browsers, events, viewers } = own.services;
    const from = { address: "10.0.0.5", userAgent: null };
    for (let count = 0; count < 5; count++) await refusal("unauthenticated", signIn.logIn(`guess ${count}`, from));
    const slowed = await refusal("rate_limited", signIn.logIn("guess", from));
    expect(slowed.details.current).toMatchObject({ retryAfterSeconds: 1 });
    const { path } = await viewers.add(OWNER, DEMO, { label: "Mina" }, PLAIN_REQUEST);
    expect(await signIn.logIn(codeOf(path), from)).toHaveProperty("secret");
    const told = async () =>
      (await events.list(OWNER, DEMO, { action: "login.locked", limit: 9, format: "json" })).items;
    await expect.poll(told).toMatchObject([{ target: "10.0.0.5", actor: "unknown", payload: { failed: 6 } }]);
    expect(browsers.attempts(OWNER, DEMO)).toMatchObject({ failed: 6, address: "10.0.0.5" });
    expect(() => browsers.attempts(VIEWER, DEMO)).toThrow(/owner/);
    expect(await signIn.logIn(OWNER_TOKEN, from)).toHaveProperty("secret");
    await own.dispose();
  });

  it("with a token count over loopback too, at every door, and the right one gets in among them", async () => {
    const own = await TestWardroom.open();
    const { authentication, browsers } = own.services;
    const guess = (token: string, address: string) =>
      authentication.authenticate({ token, source: "api", role: null, address });
    const guesses = Array.from({ length: 300 }, (_, count) => guess(`guess ${count}`, "127.0.0.1"));
    expect(await guess(OWNER_TOKEN, "127.0.0.1")).toMatchObject({ kind: "owner" });
    const outcomes = await Promise.allSettled(guesses);
    expect(outcomes.map(({ status }) => status)).not.toContain("fulfilled");
    expect(browsers.attempts(OWNER, DEMO)).toMatchObject({ failed: 300, address: "127.0.0.1" });
    await refusal("rate_limited", guess("guess", "127.0.0.1"));
    expect(await guess(OWNER_TOKEN, "::1")).toMatchObject({ kind: "owner" });
    // What looks like a token that was handed out is a guess as well.
    await refusal("rate_limited", guess(`wr_0_${"x".repeat(43)}`, "192.168.1.21"));
    expect(browsers.attempts(OWNER, DEMO)).toMatchObject({ failed: 302 });
    await own.dispose();
  });
});
