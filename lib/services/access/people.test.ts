import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { DEEDS, type Deed } from "@/lib/core/access/deeds";
import { isPersonRole, PERSON_ROLES, type PersonRole } from "@/lib/core/access/person-role";
import { offers } from "@/lib/core/access/decide-access";
import { may, PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };
const ALPHA = { ...DEMO, session: "alpha" };
const FROM = { address: "10.0.0.7", userAgent: "Firefox" };

const wardroom = await TestWardroom.open();
const body = { id: "alpha", feature: "alpha", roles: [{ id: "implementer-1" }, { id: "tester-1" }] };
await wardroom.services.sessions.create(OWNER, DEMO, body, PLAIN_REQUEST);
afterAll(() => wardroom.dispose());

const invite = (name: string, role: PersonRole) =>
  wardroom.services.people.add(OWNER, DEMO, { name, role }, PLAIN_REQUEST);
const codeOf = (path: string) => new URL(path, "http://localhost").searchParams.get("code") ?? "";
const byToken = (token: string, role: string | null = null) =>
  wardroom.services.authentication.authenticate({ token, source: "api", role });
const signIn = async (path: string) => (await wardroom.services.signIn.logIn(codeOf(path), FROM)).secret;
const byBrowser = (secret: string) => wardroom.services.authentication.authenticateBrowser({ secret, role: null });
const add = async (text: string) => {
  const done = await wardroom.services.memory.add(OWNER, ALPHA, { tag: "Finding", text }, PLAIN_REQUEST);
  return "item" in done ? done.item.id : "";
};
const newest = async () => (await wardroom.services.events.list(OWNER, DEMO, { limit: 1, format: "json" })).items[0];

describe("a person", () => {
  it("signs in with the link once, and with the token, as the one person", async () => {
    const { person, path, token } = await invite("Dana", "curator");
    const secret = await signIn(path);
    const inBrowser = await byBrowser(secret);
    expect(inBrowser).toMatchObject({
      kind: "curator",
      workspace: "demo",
      role: null,
      person: { id: person.id, name: "Dana" },
    });
    expect(await byToken(token)).toMatchObject({ kind: "curator", person: { id: person.id, name: "Dana" } });
    expect((await refusal("unauthenticated", signIn(path))).message).toMatch(/used already/);
    expect(await wardroom.services.authentication.describe(inBrowser)).toMatchObject({
      kind: "curator",
      role: null,
      person: { name: "Dana" },
    });
  });

  it("is named by the history and by blame as who did it, while the file says what it would of the Lead", async () => {
    const { token } = await invite("Robin", "curator");
    const robin = await byToken(token);
    const item = await add("The export rounds twice");
    await wardroom.services.curation.archive(robin, ALPHA, { items: [item] }, PLAIN_REQUEST);
    expect(await newest()).toMatchObject({
      action: "items.archived",
      actor: "Lead",
      actorKind: "person",
      person: { name: "Robin" },
    });
    const { items } = await wardroom.services.revisions.list(OWNER, ALPHA, { limit: 1 });
    expect(items[0]).toMatchObject({ actor: "Lead", person: { name: "Robin" } });
    const { lines } = await wardroom.services.memory.blame(OWNER, ALPHA, { from: 1 });
    expect(lines.find(({ text }) => text.includes("rounds twice"))).toMatchObject({ person: { name: "Robin" } });
    expect(await readFile(join(wardroom.files, ".agent/teams/alpha/TEAM-MEMORY.md"), "utf8")).not.toContain("Robin");
    expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
    const named = await wardroom.services.events.list(OWNER, DEMO, { actor: "Robin", limit: 9, format: "json" });
    expect(named.items.map(({ action }) => action)).toEqual(["items.archived"]);
  });

  it("has other rights as soon as the role changes, wherever they are signed in", async () => {
    const { person, path } = await invite("Kim", "viewer");
    const secret = await signIn(path);
    const change = (body: { role?: PersonRole; name?: string }) =>
      wardroom.services.people.change(OWNER, { ...DEMO, person: person.id }, body, PLAIN_REQUEST);
    const archive = async () =>
      wardroom.services.curation.archive(await byBrowser(secret), ALPHA, { items: [await add("a")] }, PLAIN_REQUEST);
    await refusal("forbidden", archive());
    expect(await change({ role: "curator" })).toMatchObject({ role: "curator" });
    await archive();
    await change({ role: "viewer", name: "Kim L" });
    expect(await byBrowser(secret)).toMatchObject({ kind: "viewer", person: { name: "Kim L" } });
    expect(await newest()).toMatchObject({
      action: "person.changed",
      target: "Kim",
      payload: { name: "Kim L", role: "viewer" },
    });
    await refusal("forbidden", archive());
  });

  it("is out everywhere as soon as the access ends, and stays in the list", async () => {
    const { person, path, token } = await invite("Alex", "lead");
    const secret = await signIn(path);
    const second = await wardroom.services.people.invite(OWNER, { ...DEMO, person: person.id }, PLAIN_REQUEST);
    await byToken(second.token);
    await wardroom.services.people.end(OWNER, { ...DEMO, person: person.id }, PLAIN_REQUEST);
    await refusal("unauthenticated", byBrowser(secret));
    await refusal("unauthenticated", byToken(token));
    await refusal("unauthenticated", byToken(second.token));
    await refusal("unauthenticated", signIn(second.path));
    const { items } = await wardroom.services.people.list(OWNER, DEMO);
    expect(items.at(-1)).toMatchObject({ name: "Alex", endedAt: expect.stringMatching(/Z$/) as string });
    await invite("Alex", "viewer");
  });

  it("who owns may act as a role, and then does it in that role's name", async () => {
    const { token } = await invite("Sam", "owner");
    const acting = await byToken(token, "implementer-1");
    await wardroom.services.memory.add(acting, ALPHA, { tag: "Finding", text: "By hand" }, PLAIN_REQUEST);
    const event = await newest();
    expect(event).toMatchObject({ actor: "implementer-1", actorKind: "agent" });
    expect(event).not.toHaveProperty("person");
    const { token: curators } = await invite("Noor", "curator");
    await refusal("forbidden", byToken(curators, "implementer-1"));
  });

  it("who curates writes nothing as a role", async () => {
    const { token } = await invite("Jo", "curator");
    const jo = await byToken(token);
    const { memory, context } = wardroom.services;
    await refusal("forbidden", memory.add(jo, ALPHA, { tag: "Finding", text: "x" }, PLAIN_REQUEST));
    await refusal("forbidden", context.publish(jo, ALPHA, { text: "# A" }, { dryRun: false }, PLAIN_REQUEST));
  });
});

describe("the screen", () => {
  it.each(PERSON_ROLES)(
    "offers a person who is %s what the server would let them do, and nothing else",
    async (role) => {
      const { token } = await invite(`Screen ${role.length} ${role}`, role);
      const caller = await byToken(token);
      const { kind, workspace } = await wardroom.services.authentication.describe(caller);
      if (!isPersonRole(kind)) throw new Error(`${kind} is no person`);
      for (const deed of Object.keys(DEEDS) as Deed[])
        expect([deed, offers({ kind, workspace }, deed)]).toEqual([deed, may(caller, deed, DEMO)]);
    },
  );

  it("asks for no deed that there is not", async () => {
    const files = await readdir("components", { recursive: true });
    const asked = await Promise.all(
      files
        .filter((file) => file.endsWith(".ts") || file.endsWith(".tsx"))
        .map(async (file) => {
          const text = await readFile(join("components", file), "utf8");
          // <Changes deed="prune">, changes: "prune", may("prune"), useMay()("prune")
          return [...text.matchAll(/(?:\bdeed=|\bchanges: |\bmay\(|\buseMay\(\)\()"([^"]+)"/g)].map(([, deed]) => deed);
        }),
    );
    expect(asked.flat().length).toBeGreaterThan(20);
    expect(asked.flat().filter((deed) => deed !== undefined && !Object.hasOwn(DEEDS, deed))).toEqual([]);
  });
});

describe("a name", () => {
  it.each(["Lead", "viewer", "implementer-1", "Tester"])(
    "%s is refused: it would read as somebody it is not",
    async (name) => {
      await refusal("conflict", invite(name, "viewer"));
    },
  );

  it("is one person's, however it is spelt", async () => {
    await invite("Zoë", "viewer");
    await refusal("conflict", invite("ZOË", "viewer"));
  });
});

describe("the audit of a person", () => {
  const PAGE = { limit: 100, format: "json" } as const;
  const told = async (person: string) => {
    const { items } = await wardroom.services.events.list(OWNER, DEMO, { ...PAGE, person });
    return items.reverse().map(({ action, actor, person: by }) => `${by?.name ?? actor} ${action}`);
  };

  it("has what they did under every name, and what was decided about them, and nothing of others", async () => {
    const [robin, other] = [await invite("Wren", "lead"), await invite("Ines", "lead")];
    const robins = await byToken(robin.token);
    const say = (caller: typeof robins, text: string) =>
      wardroom.services.memory.add(caller, ALPHA, { tag: "Finding", text }, PLAIN_REQUEST);
    await say(robins, `a text that says "person":{"id":"${other.person.id}","name":"Ines"}`);
    const params = { ...DEMO, person: robin.person.id };
    await wardroom.services.people.change(OWNER, params, { name: "Wren R.", role: "owner" }, PLAIN_REQUEST);
    await say(await byToken(robin.token), "after the wedding");
    await wardroom.services.people.change(
      await byToken(robin.token),
      { ...DEMO, person: other.person.id },
      { role: "viewer" },
      PLAIN_REQUEST,
    );
    await wardroom.services.people.end(OWNER, params, PLAIN_REQUEST);
    expect(await told(robin.person.id)).toEqual([
      "Lead person.added",
      "Wren item.added",
      "Lead person.changed",
      "Wren R. item.added",
      "Wren R. person.changed",
      "Lead person.ended",
    ]);
    expect(await told(other.person.id)).toEqual(["Lead person.added", "Wren R. person.changed"]);
    expect(await told("0123456789abcdef")).toEqual([]);
  });
});
