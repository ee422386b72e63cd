import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { PersonRole } from "@/lib/core/access/person-role";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestProvider } from "@/lib/services/testing/oidc-provider.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const ORIGIN = "https://wardroom.example.org";
const DEMO = { workspace: "demo" };
const FROM = { address: "192.0.2.7", userAgent: "Firefox" };
afterAll(() => provider.close());

const shop = () => join(wardroom.folder, "shop");
const ENVIRONMENT = () => ({
  WARDROOM_ORIGIN: ORIGIN,
  WARDROOM_WORKSPACES: `demo=${wardroom.files},shop=${shop()}`,
  ...provider.environment,
});
const services = () => wardroom.services;
const invite = (name: string, role: PersonRole = "curator", workspace = "demo") =>
  services().people.add(OWNER, { workspace }, { name, role }, PLAIN_REQUEST);
const linkOf = ({ path }: { path: string }) => new URL(path, ORIGIN).searchParams.get("code") ?? "";
const knock = (secret: string, workspace: string | null = "demo") =>
  services().authentication.authenticateBrowser({ secret, role: null, workspace });

/** Goes to the provider and comes back, as a browser does. */
async function signIn(account: string | null, invitation: string | null = null) {
  const { address, sealed } = await services().provider.begin(ORIGIN, invitation);
  const { search } = await provider.visit(address, account);
  return services().provider.finish(ORIGIN, { query: search.slice(1), sealed }, FROM);
}

const provider = await TestProvider.open(ORIGIN);
const wardroom = await TestWardroom.open();
await mkdir(shop());
await wardroom.reopen(ENVIRONMENT());

describe("an invited person", () => {
  it("signs in with an account from then on, and is who they are to everybody", async () => {
    const dana = await invite("Dana");
    const first = await signIn("dana", linkOf(dana));
    const person = { id: dana.person.id, name: "Dana" };
    expect(await knock(first.secret)).toMatchObject({ kind: "curator", workspace: "demo", person, source: "ui" });
    const later = await signIn("dana");
    expect(later.secret).not.toBe(first.secret);
    expect(await knock(later.secret)).toMatchObject({ kind: "curator", person });
    const { items } = await services().browsers.list(OWNER, DEMO);
    expect(items.filter(({ label }) => label === "Dana")).toHaveLength(2);
    expect(items[0]).toMatchObject({ kind: "person", address: FROM.address });
    const told = await services().events.list(OWNER, DEMO, { limit: 9, format: "json", person: person.id });
    expect(told.items.map(({ action }) => action)).toEqual(["person.linked", "person.added"]);
    expect(told.items[0]?.payload).toMatchObject({ id: person.id, provider: new URL(provider.issuer).host, person });
  });

  it("uses the link up by that, and no account is two people's", async () => {
    const [finn, hugo] = [await invite("Finn"), await invite("Hugo")];
    await signIn("finn", linkOf(finn));
    expect((await refusal("unauthenticated", signIn("finn", linkOf(finn)))).message).toContain("used already");
    await refusal("unauthenticated", services().signIn.logIn(linkOf(finn), FROM));
    expect((await refusal("conflict", signIn("finn", linkOf(hugo)))).message).toContain("Finn signs in with this");
    // What was refused left the link as it was.
    expect(await services().provider.findInvitation(linkOf(hugo))).toEqual({ workspace: "demo", name: "Hugo" });
    await signIn("hugo", linkOf(hugo));
    expect(await services().provider.findInvitation(linkOf(hugo))).toBeNull();
  });

  it("may have a second account, and open a second link with the same", async () => {
    const mira = await invite("Mira", "lead");
    await signIn("mira", linkOf(mira));
    for (const account of ["mira", "mira-at-home"]) {
      const again = await services().people.invite(OWNER, { ...DEMO, person: mira.person.id }, PLAIN_REQUEST);
      await signIn(account, linkOf(again));
      const { secret } = await signIn(account);
      expect(await knock(secret)).toMatchObject({ kind: "lead", person: { name: "Mira" } });
    }
  });

  it("is shown the invitation of a person alone", async () => {
    const viewer = await services().viewers.add(OWNER, DEMO, { label: "Product" }, PLAIN_REQUEST);
    const link = linkOf(viewer);
    expect(await services().provider.findInvitation(link)).toBeNull();
    await refusal("unauthenticated", signIn("somebody", link));
    expect(await services().provider.findInvitation("wr_link_0_x")).toBeNull();
    expect(await services().signIn.logIn(link, FROM)).toHaveProperty("secret");
  });
});

describe("an account of several workspaces", () => {
  /** Somebody who curates demo and owns shop, with one account, and the browser that came in with the second invitation. */
  async function both(account: string) {
    const here = await invite(`${account} here`);
    const there = await invite(`${account} there`, "owner", "shop");
    const first = await signIn(account, linkOf(here));
    const second = await signIn(account, linkOf(there));
    return { here: here.person, there: there.person, first, second };
  }
  const accountsOf = async (workspace: string, person: string) => {
    const { items } = await services().accounts.list(OWNER, { workspace });
    return items.filter((account) => account.person.id === person);
  };
  const unlink = async (workspace: string, person: string, by = OWNER) => {
    const [account] = await accountsOf(workspace, person);
    return services().accounts.unlink(by, { workspace, account: account?.id ?? "none" }, PLAIN_REQUEST);
  };

  it("is in each who it is there, by one sign-in, and nobody anywhere else", async () => {
    const { here, there, second } = await both("vera");
    expect(second.workspace).toBe("shop");
    const entered = await signIn("vera");
    expect(entered.workspace).toBeNull();
    for (const { secret } of [second, entered]) {
      expect(await knock(secret)).toMatchObject({ kind: "curator", workspace: "demo", person: { id: here.id } });
      expect(await knock(secret, "shop")).toMatchObject({ kind: "owner", workspace: "shop", person: { id: there.id } });
      const anywhere = await knock(secret, null);
      expect((await services().workspaces.list(anywhere)).items.map(({ name }) => name)).toEqual(["demo", "shop"]);
      // Where it is nobody, it is somebody of another workspace, who reaches nothing there.
      expect((await knock(secret, "elsewhere")).workspace).toBe("demo");
      await refusal("forbidden", services().people.list(await knock(secret, "demo"), { workspace: "shop" }));
      await refusal("forbidden", services().people.list(anywhere, { workspace: "shop" }));
    }
    expect((await services().workspaces.list(await knock(second.secret))).items).toHaveLength(1);
  });

  it("is signed out of all at once, and of one where an owner ends the browser there", async () => {
    const { second, first } = await both("viktor");
    const caller = await knock(second.secret, "shop");
    await services().browsers.end(caller, { workspace: "shop", browser: caller.credentialId }, PLAIN_REQUEST);
    await refusal("unauthenticated", knock(second.secret, "shop"));
    const left = await knock(second.secret, null);
    expect((await services().workspaces.list(left)).items.map(({ name }) => name)).toEqual(["demo"]);
    const again = await signIn("viktor");
    await services().signIn.logOut(await knock(again.secret, null));
    for (const workspace of ["demo", "shop", null]) await refusal("unauthenticated", knock(again.secret, workspace));
    await knock(first.secret);
  });

  it("lets nobody in once it is unlinked, at once and at every server, and goes on elsewhere", async () => {
    const { here, there, second } = await both("wanda");
    const other = await wardroom.another(ENVIRONMENT());
    await other.watch((reason) => {
      throw reason;
    });
    const atOther = (workspace: string) =>
      other.services.authentication.authenticateBrowser({ secret: second.secret, role: null, workspace });
    const caller = await atOther("demo");
    const ended = new Promise((resolve) => other.services.authentication.follow(caller, resolve));
    const { token } = await services().people.invite(OWNER, { ...DEMO, person: here.id }, PLAIN_REQUEST);

    expect(await accountsOf("demo", here.id)).toMatchObject([
      { label: "wanda@example.org", issuer: provider.issuer, lastSignInAt: expect.stringMatching(/Z$/) as string },
    ]);
    expect(await unlink("demo", here.id)).toEqual({ done: true });
    await ended;
    await refusal("unauthenticated", knock(second.secret));
    await refusal("unauthenticated", atOther("demo"));
    expect(await accountsOf("demo", here.id)).toEqual([]);
    const told = await services().events.list(OWNER, DEMO, { limit: 1, format: "json", person: here.id });
    expect(told.items).toMatchObject([
      { action: "person.unlinked", target: "wanda here", payload: { provider: new URL(provider.issuer).host } },
    ]);

    expect(await knock(second.secret, "shop")).toMatchObject({ person: { id: there.id } });
    const later = await signIn("wanda");
    expect(await knock(later.secret)).toMatchObject({ workspace: "shop" });
    // What does not come from the account stays, and the account may be linked anew.
    const byToken = await services().authentication.authenticate({ token, source: "api", role: null });
    expect(byToken).toMatchObject({ person: { id: here.id } });
    const invited = await services().people.invite(OWNER, { ...DEMO, person: here.id }, PLAIN_REQUEST);
    const linked = await signIn("wanda", linkOf(invited));
    expect(await knock(linked.secret)).toMatchObject({ person: { id: here.id } });
  });

  it("is unlinked by an owner of that workspace or by whose it is, who alone see it", async () => {
    const { here, there, second } = await both("xenia");
    const { token } = await invite("Yuri", "lead");
    const yuri = await services().authentication.authenticate({ token, source: "api", role: null });
    expect(await services().accounts.list(yuri, DEMO)).toMatchObject({ items: [] });
    for (const [by, account] of [
      [yuri, (await accountsOf("demo", here.id))[0]?.id ?? ""],
      [yuri, "none"],
      [await knock(second.secret, "shop"), (await accountsOf("demo", here.id))[0]?.id ?? ""],
    ] as const)
      await refusal("forbidden", services().accounts.unlink(by, { ...DEMO, account }, PLAIN_REQUEST));
    // An owner of one workspace names no account of another there.
    const ownerThere = await knock(second.secret, "shop");
    const account = (await accountsOf("demo", here.id))[0]?.id ?? "";
    await refusal("not_found", services().accounts.unlink(ownerThere, { workspace: "shop", account }, PLAIN_REQUEST));
    await refusal("not_found", services().accounts.unlink(OWNER, { ...DEMO, account: here.id }, PLAIN_REQUEST));

    const self = await knock(second.secret);
    expect((await services().accounts.list(self, DEMO)).items.map(({ person }) => person.id)).toEqual([here.id]);
    await unlink("demo", here.id, self);
    await refusal("unauthenticated", knock(second.secret));
    await unlink("shop", there.id, ownerThere);
    await refusal("unauthenticated", knock(second.secret, null));
    await refusal("unauthenticated", signIn("xenia"));
  });
});

describe("who is kept out", () => {
  it("has an account that nobody was invited with", async () => {
    const { details } = await refusal("unauthenticated", signIn("stranger"));
    expect(details.hint).toContain("Ask an owner for an invitation");
  });

  it("has ended, and may be invited anew with the same account", async () => {
    const otto = await invite("Otto");
    const { secret } = await signIn("otto", linkOf(otto));
    const caller = await knock(secret);
    const ended = new Promise((resolve) => services().authentication.follow(caller, resolve));
    await services().people.end(OWNER, { ...DEMO, person: otto.person.id }, PLAIN_REQUEST);
    await ended;
    await refusal("unauthenticated", knock(secret));
    await refusal("unauthenticated", signIn("otto"));
    await signIn("otto", linkOf(await invite("Otto")));
    expect(await knock((await signIn("otto")).secret)).toMatchObject({ person: { name: "Otto" } });
  });

  it("said no at the provider", async () => {
    const { message } = await refusal("forbidden", signIn(null));
    expect(message).toContain("Example ID did not let you sign in");
  });

  it("comes back to another sign-in than the browser's, or to none, or too late, or twice", async () => {
    const { finish, begin } = services().provider;
    const [mine, other] = [await begin(ORIGIN, null), await begin(ORIGIN, null)];
    const { search } = await provider.visit(mine.address, "dana");
    const query = search.slice(1);
    for (const sealed of [other.sealed, null, "", `${mine.sealed}x`, mine.sealed.split(".").reverse().join(".")])
      await refusal("unauthenticated", finish(ORIGIN, { query, sealed }, FROM));
    for (const made of ["", "state=x", `state=${new URL(mine.address).searchParams.get("state") ?? ""}&code=made-up`])
      await refusal(
        "unauthenticated",
        finish(ORIGIN, { query: made, sealed: mine.sealed }, { ...FROM, address: null }),
      );
    expect(await finish(ORIGIN, { query, sealed: mine.sealed }, FROM)).toHaveProperty("secret");
    await refusal("unauthenticated", finish(ORIGIN, { query, sealed: mine.sealed }, FROM));
  });

  it("knows an account and the database, and still makes no cookie and no token of them", async () => {
    const rows = await wardroom.sql(`SELECT * FROM "Credential" WHERE kind = 'identity'`);
    expect(rows.length).toBeGreaterThan(0);
    for (const { id, secretHash } of rows) {
      for (const guess of [id, secretHash, JSON.stringify([provider.issuer, "dana", "demo"])])
        await refusal("unauthenticated", knock(String(guess)));
      const token = `wr_${String(id)}_${String(secretHash)}`;
      await refusal("unauthenticated", services().authentication.authenticate({ token, source: "api", role: null }));
    }
  });
});

describe("a provider", () => {
  /** What another Wardroom on the same history says of a sign-in with those settings. */
  async function withSettings(more: Record<string, string>, account = "dana") {
    const other = await wardroom.another({ WARDROOM_ORIGIN: ORIGIN, ...provider.environment, ...more });
    const { address, sealed } = await other.services.provider.begin(ORIGIN, null);
    const { search } = await provider.visit(address, account);
    return other.services.provider.finish(ORIGIN, { query: search.slice(1), sealed }, FROM);
  }

  it("that is away or another one is said to be, and its secret is nowhere", async () => {
    const gone = await TestProvider.open(ORIGIN);
    gone.close();
    const said = [
      await refusal("busy", withSettings({ WARDROOM_OIDC_ISSUER: gone.issuer })),
      await refusal("forbidden", withSettings({ WARDROOM_OIDC_CLIENT_SECRET: "a wrong secret of the server" })),
      await refusal(
        "forbidden",
        withSettings({ WARDROOM_OIDC_ISSUER: provider.issuer.replace("127.0.0.1", "localhost") }),
      ),
    ];
    expect(said.map(({ message }) => message)).toEqual([
      "Example ID does not answer.",
      "Example ID and this server do not agree: invalid_client.",
      expect.stringMatching(/^Example ID and this server do not agree: OAUTH_\w+\.$/) as string,
    ]);
    expect(JSON.stringify(said.map(({ message, details }) => [message, details]))).not.toContain("secret");
  });

  it("may know the server as a public client", async () => {
    const open = await TestProvider.open(ORIGIN, { isPublic: true });
    const more = { ...open.environment, WARDROOM_ORIGIN: ORIGIN, WARDROOM_OIDC_CLIENT_SECRET: "" };
    const other = await wardroom.another(more);
    const link = linkOf(await invite("Paula"));
    const { address, sealed } = await other.services.provider.begin(ORIGIN, link);
    expect(new URL(address).searchParams.get("code_challenge_method")).toBe("S256");
    const { search } = await open.visit(address, "dana");
    const { secret } = await other.services.provider.finish(ORIGIN, { query: search.slice(1), sealed }, FROM);
    // The same subject of another issuer is another account.
    expect(await knock(secret)).toMatchObject({ person: { name: "Paula" } });
    open.close();
  });

  it("is none where it is not set up", async () => {
    const plain = await wardroom.another();
    expect(plain.services.provider.name).toBeNull();
    await refusal("not_found", plain.services.provider.begin(ORIGIN, null));
    expect(await plain.services.provider.findInvitation(linkOf(await invite("Quinn")))).toBeNull();
  });
});
