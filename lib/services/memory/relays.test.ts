import { expect, it } from "vitest";
import { PLAIN_REQUEST, type Caller } from "@/lib/services/workspace/caller";
import { actingAs, ifMatch, once, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";

const wardroom = await TestWardroom.open();
const { relays } = wardroom.services;

const RESEARCHER = actingAs("researcher-1");

async function relay(session: TestSession, text: string, role = "researcher-1") {
  const body = { tag: "Finding", text } as const;
  const answer = await wardroom.services.memory.add(actingAs(role), session.params, body, PLAIN_REQUEST);
  if (!("relay" in answer)) throw new Error("was written directly");
  return { ...session.params, relay: answer.relay.id };
}

it("writes an approved item to its role's section, attributed to both", async () => {
  const session = await wardroom.session("approve", ["researcher-1"]);
  const before = await session.text();
  const params = await relay(session, "three of five tools lose writes");
  expect((await relays.list(VIEWER, session.params)).items).toMatchObject([{ id: params.relay, state: "pending" }]);
  expect((await wardroom.services.sessions.get(OWNER, session.params)).counts.pendingRelays).toBe(1);

  const decided = await relays.approve(OWNER, params, {}, PLAIN_REQUEST);
  expect(await session.text()).toBe(`${before}- [Finding] three of five tools lose writes\n`);
  expect(decided).toMatchObject({
    relay: { id: params.relay, state: "approved", decidedBy: "Lead", itemId: decided.item?.id },
    item: { text: "three of five tools lose writes" },
    revision: 2,
    etag: `"${await session.hash()}"`,
  });
  expect(await session.last()).toMatchObject({
    actor: "Lead",
    roles: ["researcher-1"],
    operation: "approve relay",
    detail: { relay: params.relay, from: "researcher-1" },
  });
  expect(await session.story()).toEqual([
    "Lead: session.created approve",
    "researcher-1: relay.created researcher-1",
    "Lead: relay.approved researcher-1",
  ]);
  expect((await wardroom.services.sessions.get(OWNER, session.params)).counts.pendingRelays).toBe(0);
});

it("tells of a relay that waits what says nearly the same already, in items and in other relays", async () => {
  const session = await wardroom.session("twins", ["researcher-1", "researcher-2", "implementer-1"]);
  const said = "`lib/queue.ts` drops the 41st message while `lib/ledger.ts` is held";
  const item = { tag: "Conflict", text: said } as const;
  await wardroom.services.memory.add(actingAs("implementer-1"), session.params, item, PLAIN_REQUEST);
  const first = await relay(session, "While `lib/ledger.ts` is held, `lib/queue.ts` drops the 41st message");
  const second = await relay(session, "`lib/queue.ts` drops message 41st: `lib/ledger.ts` is held", "researcher-2");
  await relay(session, "The suppliers send the portal export at night");
  const { items } = await relays.listToDecide(VIEWER, session.params);
  const told = items.map(({ resembles }) => resembles?.map(({ role, tag, waits }) => [role, tag, waits]));
  expect(told).toEqual([
    [
      ["implementer-1", "Conflict", false],
      ["researcher-2", "Finding", true],
    ],
    [
      ["implementer-1", "Conflict", false],
      ["researcher-1", "Finding", true],
    ],
    undefined,
  ]);
  await relays.reject(OWNER, first, { reason: "said already" }, PLAIN_REQUEST);
  const left = (await relays.listToDecide(VIEWER, session.params)).items;
  expect(left.find(({ id }) => id === second.relay)?.resembles).toHaveLength(1);
  expect(left.find(({ id }) => id === first.relay)).not.toHaveProperty("resembles");
});

it("writes the Lead's wording where it gives one", async () => {
  const session = await wardroom.session("edited", ["researcher-1"]);
  const params = await relay(session, "rough");
  const { relay: decided } = await relays.approve(OWNER, params, { text: "polished" }, PLAIN_REQUEST);
  expect(decided.text).toBe("polished");
  expect((await session.items()).map(({ text, role }) => `${role}: ${text}`)).toEqual(["researcher-1: polished"]);
});

it("sends a rejected item back with the reason and leaves the file alone", async () => {
  const session = await wardroom.session("reject", ["researcher-1"]);
  const before = await session.text();
  const params = await relay(session, "guess");
  const decided = await relays.reject(OWNER, params, { reason: "no evidence" }, PLAIN_REQUEST);
  expect(decided.relay).toMatchObject({ state: "rejected", reason: "no evidence", decidedBy: "Lead", itemId: null });
  expect(decided.etag).toBe(`"${await session.hash()}"`);
  expect(await session.text()).toBe(before);
  expect((await session.story()).at(-1)).toBe("Lead: relay.rejected researcher-1");
});

it("is withdrawn by its own role or the Lead while it waits, and by nobody else", async () => {
  const session = await wardroom.session("withdraw", ["researcher-1"]);
  const before = await session.text();
  const params = await relay(session, "measured on the wrong branch");
  for (const caller of [actingAs("tester-1"), VIEWER])
    await refusal("forbidden", relays.withdraw(caller, params, PLAIN_REQUEST));
  const { relay: withdrawn, etag } = await relays.withdraw(RESEARCHER, params, PLAIN_REQUEST);
  expect(withdrawn).toMatchObject({ state: "withdrawn", decidedBy: "researcher-1", reason: null, itemId: null });
  expect(withdrawn.text).toBe("measured on the wrong branch");
  expect(etag).toBe(`"${await session.hash()}"`);
  expect(await session.text()).toBe(before);
  expect((await session.story()).at(-1)).toBe("researcher-1: relay.withdrawn researcher-1");
  expect((await wardroom.services.sessions.get(OWNER, session.params)).counts.pendingRelays).toBe(0);
  await refusal("conflict", relays.approve(OWNER, params, {}, PLAIN_REQUEST));
  await refusal("conflict", relays.withdraw(RESEARCHER, params, PLAIN_REQUEST));

  const other = await relay(session, "left by mistake");
  expect((await relays.withdraw(OWNER, other, PLAIN_REQUEST)).relay).toMatchObject({ decidedBy: "Lead" });
});

it("is reworded by its own role or the Lead while it waits, and by nobody else", async () => {
  const session = await wardroom.session("reword", ["researcher-1"]);
  const before = await session.text();
  const params = await relay(session, "measured 6 ms");
  const say = (caller: Caller, text: string) => relays.reword(caller, params, { text }, PLAIN_REQUEST);
  for (const caller of [actingAs("tester-1"), VIEWER]) await refusal("forbidden", say(caller, "x"));
  const { relay: reworded, etag } = await say(RESEARCHER, "measured 61 ms");
  expect(reworded).toMatchObject({ id: params.relay, text: "measured 61 ms", state: "pending", decidedAt: null });
  expect(etag).toBe(`"${await session.hash()}"`);
  expect(await session.text()).toBe(before);
  expect((await session.story()).at(-1)).toBe("researcher-1: relay.reworded researcher-1");
  await say(OWNER, "measured 61 ms on main");
  await relays.approve(OWNER, params, {}, PLAIN_REQUEST);
  expect((await session.items()).map(({ text }) => text)).toEqual(["measured 61 ms on main"]);
  await refusal("conflict", say(RESEARCHER, "late"));
});

it("is decided once, also by two Leads at the same moment", async () => {
  const session = await wardroom.session("once", ["researcher-1"]);
  const params = await relay(session, "one");
  const approvals = [1, 2, 3].map(() => relays.approve(OWNER, params, {}, PLAIN_REQUEST));
  const results = await Promise.allSettled(approvals);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(await session.items()).toHaveLength(1);
  const late = await refusal("conflict", relays.reject(OWNER, params, { reason: "x" }, PLAIN_REQUEST));
  expect(late.details.current).toMatchObject({ id: params.relay, state: "approved" });
});

it("answers the same approval again under its key, and writes the item once", async () => {
  const session = await wardroom.session("key", ["researcher-1"]);
  const params = await relay(session, "one");
  const first = await relays.approve(OWNER, params, {}, once("approve-1"));
  expect(await relays.approve(OWNER, params, {}, once("approve-1"))).toEqual(first);
  expect(await session.items()).toHaveLength(1);
});

it("makes the section of a role that has none", async () => {
  const session = await wardroom.session("spawn", ["implementer-1"]);
  const before = await session.text();
  const params = await relay(session, "hello", "tester-7");
  await relays.approve(OWNER, params, {}, PLAIN_REQUEST);
  expect(await session.text()).toBe(`${before}\n## tester-7\n- [Finding] hello\n`);
  expect((await session.revisions()).map(({ operation }) => operation)).toEqual([
    "create",
    "add role",
    "approve relay",
  ]);
});

it("is a conflict for a role replaced meanwhile, and stays pending", async () => {
  const session = await wardroom.session("replaced", ["researcher-1"]);
  const params = await relay(session, "late");
  const body = { role: "researcher-1", by: "researcher-2" };
  await wardroom.services.curation.replaceRole(OWNER, session.params, body, PLAIN_REQUEST);
  await refusal("conflict", relays.approve(OWNER, params, {}, PLAIN_REQUEST));
  expect((await relays.list(OWNER, session.params)).items).toMatchObject([{ state: "pending" }]);
});

it("lists what waits first, in the order it came, then what was decided, newest first", async () => {
  const session = await wardroom.session("order", ["researcher-1"]);
  const made = [];
  for (const text of ["a", "b", "c", "d"]) made.push(await relay(session, text));
  for (const params of made.slice(0, 2)) await relays.reject(OWNER, params, { reason: "x" }, PLAIN_REQUEST);
  const { items } = await relays.list(RESEARCHER, session.params);
  expect(items.map(({ text }) => text)).toEqual(["c", "d", "b", "a"]);
});

it("is the Lead's to decide, on the text it has seen", async () => {
  const session = await wardroom.session("rights", ["researcher-1", "implementer-1"]);
  const params = await relay(session, "x");
  for (const caller of [RESEARCHER, actingAs("implementer-1"), VIEWER]) {
    await refusal("forbidden", relays.approve(caller, params, {}, PLAIN_REQUEST));
    await refusal("forbidden", relays.reject(caller, params, { reason: "x" }, PLAIN_REQUEST));
  }
  await refusal("stale", relays.approve(OWNER, params, {}, ifMatch("0".repeat(64))));
  await refusal("not_found", relays.approve(OWNER, { ...params, relay: "none" }, {}, PLAIN_REQUEST));
  const other = await wardroom.session("other", ["researcher-1"]);
  await refusal("not_found", relays.approve(OWNER, { ...other.params, relay: params.relay }, {}, PLAIN_REQUEST));
});

it("has an approved relay wait again as it was left, with its item out of the memory and what came later kept", async () => {
  const session = await wardroom.session("undone", ["researcher-1"]);
  const params = await relay(session, "rough");
  const before = await session.text();
  await relays.approve(OWNER, params, { text: "polished" }, PLAIN_REQUEST);
  const later = { tag: "Finding", text: "came later", role: "researcher-1" } as const;
  await wardroom.services.memory.add(OWNER, session.params, later, PLAIN_REQUEST);
  const undone = await relays.undo(OWNER, params, PLAIN_REQUEST);
  expect(undone.relay).toMatchObject({ state: "pending", text: "rough", decidedBy: null, itemId: null });
  expect(await session.text()).toBe(`${before}- [Finding] came later\n`);
  expect((await relays.list(OWNER, session.params)).items).toMatchObject([{ id: params.relay, state: "pending" }]);
  await refusal("conflict", relays.undo(OWNER, params, PLAIN_REQUEST));
  await relays.reject(OWNER, params, { reason: "known" }, PLAIN_REQUEST);
  await refusal("forbidden", relays.undo(RESEARCHER, params, PLAIN_REQUEST));
  expect((await relays.undo(OWNER, params, PLAIN_REQUEST)).relay).toMatchObject({ state: "pending", reason: null });
});

it("reaches everybody at once, and stands in the Lead's inbox until something is decided", async () => {
  const session = await wardroom.session("standing", ["researcher-1", "implementer-1"]);
  const { inbox } = wardroom.services;
  const look = async (caller: Caller) => {
    const query = { wait: 0, again: "false", all: "false" } as const;
    const found = await inbox.read(caller, session.params, query, new AbortController().signal);
    if (found.mark !== null) await inbox.seen(caller, session.params, { mark: found.mark });
    return found;
  };
  const implementer = actingAs("implementer-1");
  for (const each of [OWNER, implementer]) await look(each);
  const params = await relay(session, "the portal sends at night");
  expect((await look(implementer)).entries).toMatchObject([{ kind: "waits", id: params.relay }]);
  expect(await look(OWNER)).toMatchObject({ entries: [{ kind: "waits", id: params.relay }], also: [] });
  for (const _ of "twice") {
    expect(await look(OWNER)).toMatchObject({ entries: [], also: ["1 line of researcher-1 waits for you"] });
    expect(await look(implementer)).toMatchObject({ entries: [], also: [] });
  }
  await relays.reject(OWNER, params, { reason: "known" }, PLAIN_REQUEST);
  expect(await look(OWNER)).toMatchObject({ entries: [], also: [] });
});
