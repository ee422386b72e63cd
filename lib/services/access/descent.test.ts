import fc from "fast-check";
import { expect, it } from "vitest";
import type { Runtime } from "@/lib/runtime";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const DEMO = { workspace: "demo" };
const ONE = { ...DEMO, session: "one" };
const ROLE = { ...ONE, role: "implementer-1" };
const FROM = { address: "10.0.0.7", userAgent: "Firefox" };

const wardroom = await TestWardroom.open();
await wardroom.session("one", ["implementer-1"]);
const elsewhere: Runtime = await wardroom.another();
await elsewhere.watch((reason) => {
  throw reason;
});

const codeOf = (path: string) => new URL(path, "http://localhost").searchParams.get("code") ?? "";

/** Something that lets in: it ends as soon as one of those does that it came to be by. */
interface Way {
  by: Way[];
  enter: (runtime: Runtime) => Promise<Caller>;
  /** Who may let others in; a person's id where it is a person. */
  makes: "all" | "tokens" | null;
  person?: string;
}

let made = 0;
const fresh = () => `Somebody ${++made}`;
const byToken = (token: string) => (runtime: Runtime) =>
  runtime.services.authentication.authenticate({ token, source: "api", role: null });
const byBrowser = (secret: string) => (runtime: Runtime) =>
  runtime.services.authentication.authenticateBrowser({ secret, role: null });

/** One thing that somebody does who is in; answers what it lets in. */
const ACTS: ((by: Way, caller: Caller, ways: Way[]) => Promise<Way[]>)[] = [
  async (by, caller) => {
    const { person, token, path } = await wardroom.services.people.add(
      caller,
      DEMO,
      { name: fresh(), role: "owner" },
      PLAIN_REQUEST,
    );
    const invited: Way = { by: [by], enter: byToken(token), makes: "all", person: person.id };
    const { secret } = await wardroom.services.signIn.logIn(codeOf(path), FROM);
    return [invited, { by: [invited], enter: byBrowser(secret), makes: "all" }];
  },
  async (by, caller, ways) => {
    // Another way in for somebody who may have been invited by another: whoever made it has seen it.
    const other = ways.find(({ person }) => person !== undefined) ?? by;
    if (other.person === undefined) return [];
    const params = { ...DEMO, person: other.person };
    const { token, path } = await wardroom.services.people.invite(caller, params, PLAIN_REQUEST);
    const { secret } = await wardroom.services.signIn.logIn(codeOf(path), FROM);
    return [byToken(token), byBrowser(secret)].map((enter) => ({ by: [by, other], enter, makes: "all" }));
  },
  async (by, caller) => {
    const { token } = await wardroom.services.tokens.mint(caller, ROLE, PLAIN_REQUEST);
    return [{ by: [by], enter: byToken(token), makes: null }];
  },
  async (by, caller) => {
    const { token } = await wardroom.services.tokens.mint(caller, { ...ONE, role: "Lead" }, PLAIN_REQUEST);
    return [{ by: [by], enter: byToken(token), makes: "tokens" }];
  },
  async (by, caller) => {
    const { token } = await wardroom.services.teamTokens.mint(caller, ONE, PLAIN_REQUEST);
    return [{ by: [by], enter: byToken(token), makes: null }];
  },
  async (by, caller) => {
    const { token, path } = await wardroom.services.viewers.add(caller, DEMO, { label: fresh() }, PLAIN_REQUEST);
    const { secret } = await wardroom.services.signIn.logIn(codeOf(path), FROM);
    return [byToken(token), byBrowser(secret)].map((enter) => ({ by: [by], enter, makes: null }));
  },
  async (by, caller) => {
    // Under another name from now on.
    if (by.person === undefined) return [];
    const params = { ...DEMO, person: by.person };
    await wardroom.services.people.change(caller, params, { name: fresh() }, PLAIN_REQUEST);
    return [];
  },
];
const FOR_TOKENS = [2, 3, 4];

const entersAt = (runtime: Runtime, { enter }: Way) =>
  enter(runtime).then(
    () => true,
    () => false,
  );

it("nothing that descends from somebody lets in once they have ended, at any server, and all else does", async () => {
  const step = fc.record({ maker: fc.nat(), act: fc.nat({ max: ACTS.length - 1 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), fc.nat(), async (steps, chosen) => {
      const owner: Way = { by: [], enter: () => Promise.resolve(OWNER), makes: "all" };
      const ways = [owner, ...((await ACTS[0]?.(owner, OWNER, [])) ?? [])];
      for (const { maker, act } of steps) {
        const makers = ways.filter(({ makes }) => makes === "all" || (makes === "tokens" && FOR_TOKENS.includes(act)));
        const by = makers[maker % makers.length] ?? owner;
        ways.push(...((await ACTS[act]?.(by, await by.enter(wardroom.runtime), ways.slice(1).reverse())) ?? []));
      }
      // Both servers know them all.
      for (const way of ways)
        for (const at of [wardroom.runtime, elsewhere]) expect(await entersAt(at, way)).toBe(true);
      const people = ways.filter(({ person }) => person !== undefined);
      const ended = people[chosen % people.length] ?? owner;
      const params = { ...DEMO, person: ended.person ?? "" };
      const foreseen = await wardroom.services.people.end(OWNER, params, PLAIN_REQUEST, { dryRun: true });
      const answer = await wardroom.services.people.end(OWNER, params, PLAIN_REQUEST);
      expect(answer).toEqual({ done: true, ended: foreseen.ended });
      const out = new Set([ended]);
      for (const way of ways) if (way.by.some((each) => out.has(each))) out.add(way);
      for (const way of ways) {
        expect(await entersAt(wardroom.runtime, way)).toBe(!out.has(way));
        await expect.poll(() => entersAt(elsewhere, way)).toBe(!out.has(way));
      }
      expect(answer.ended.filter(({ kind }) => kind === "person")).toHaveLength(
        [...out].filter(({ person }) => person !== undefined).length - 1,
      );
    }),
    { numRuns: 15 },
  );
});

it("takes along where they had messages sent, and nothing that somebody else set since", async () => {
  const { people, webhooks } = wardroom.services;
  const set = async (caller: Caller, host: string) =>
    webhooks.set(caller, DEMO, { url: `https://${host}/hook`, kinds: [] }, PLAIN_REQUEST);
  const { person, token } = await people.add(OWNER, DEMO, { name: "Dana", role: "owner" }, PLAIN_REQUEST);
  const params = { ...DEMO, person: person.id };
  await set(await byToken(token)(wardroom.runtime), "dana.example.org");
  const ended = [{ kind: "webhook", id: "dana.example.org", name: "dana.example.org", session: null }];
  expect(await people.end(OWNER, params, PLAIN_REQUEST, { dryRun: true })).toEqual({ done: false, ended });
  await set(OWNER, "ours.example.org");
  expect(await people.end(OWNER, params, PLAIN_REQUEST)).toEqual({ done: true, ended: [] });
  expect(await webhooks.read(OWNER, DEMO)).toMatchObject({ host: "ours.example.org" });
});

it("nothing is let in any more by somebody who was in when they asked, and out when it came to that", async () => {
  const { people, tokens, viewers, teamTokens } = wardroom.services;
  const { person, token } = await people.add(OWNER, DEMO, { name: "Robin", role: "owner" }, PLAIN_REQUEST);
  const robin = await byToken(token)(wardroom.runtime);
  await people.end(OWNER, { ...DEMO, person: person.id }, PLAIN_REQUEST);
  await refusal("unauthenticated", tokens.mint(robin, ROLE, PLAIN_REQUEST));
  await refusal("unauthenticated", tokens.mintForAll(robin, ONE, { roles: [{ id: "implementer-1" }] }, PLAIN_REQUEST));
  await refusal("unauthenticated", teamTokens.mint(robin, ONE, PLAIN_REQUEST));
  await refusal("unauthenticated", viewers.add(robin, DEMO, { label: "Mina" }, PLAIN_REQUEST));
  await refusal("unauthenticated", people.add(robin, DEMO, { name: "Kim", role: "viewer" }, PLAIN_REQUEST));
});
