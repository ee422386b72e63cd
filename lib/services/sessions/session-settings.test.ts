import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const ROLE = "implementer-1";
const BY: Caller = { ...actingAs(ROLE), run: "claude:7f0c" };
const DEFAULT = {
  ackDeadlineMinutes: 10,
  silentMinutes: 3,
  endedMinutes: 60,
  gateAsks: "present",
  claimedEdits: "warn",
  direct: ["implementer", "integrator"],
};

let wardroom: TestWardroom;
let demo: ContextSession;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  wardroom = await TestWardroom.open();
  demo = await ContextSession.open(wardroom, "queue", [ROLE]);
});
afterEach(() => {
  vi.useRealTimers();
});

const change = (body: object) => wardroom.services.settings.change(OWNER, demo.params, body, PLAIN_REQUEST);
const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

/** What each door says of the one run: its list, its claim, and what its silence makes news. */
async function told() {
  const { runs, presence } = wardroom.services;
  const [run] = (await runs.list(OWNER, demo.params)).items;
  const { roles } = await presence.team(OWNER, demo.params);
  const claim = roles.find(({ role }) => role === ROLE)?.claims[0];
  return { state: run?.state, isSilent: claim === undefined ? undefined : claim.silentSince !== null };
}

it("keeps what is not named, and says what it is by itself", async () => {
  expect(await wardroom.services.settings.read(OWNER, demo.params)).toEqual(DEFAULT);
  expect(await change({ silentMinutes: 5 })).toEqual({ ...DEFAULT, silentMinutes: 5 });
  expect(await change({ gateAsks: "all" })).toEqual({ ...DEFAULT, silentMinutes: 5, gateAsks: "all" });
  expect(await wardroom.services.settings.read(OWNER, demo.params)).toMatchObject({
    silentMinutes: 5,
    gateAsks: "all",
  });
});

it("refuses to set nothing, and a run that would end before it is silent", async () => {
  await refusal("invalid_input", change({}));
  await refusal("invalid_input", change({ silentMinutes: 61 }));
  await refusal("invalid_input", change({ endedMinutes: 2 }));
  expect(await change({ silentMinutes: 90, endedMinutes: 90 })).toMatchObject({ silentMinutes: 90, endedMinutes: 90 });
});

it("has a run silent and ended when it says so, at every door", async () => {
  await change({ silentMinutes: 10, endedMinutes: 20 });
  await wardroom.services.presence.claim(BY, demo.params, { what: "src/lease.ts", minutes: 300 });
  expect(await told()).toEqual({ state: "at work", isSilent: false });
  later(9);
  expect(await told()).toEqual({ state: "at work", isSilent: false });
  later(2);
  expect(await told()).toEqual({ state: "silent", isSilent: true });
  later(9);
  expect(await told()).toEqual({ state: "ended", isSilent: undefined });
  await change({ endedMinutes: 30 });
  expect(await told()).toEqual({ state: "silent", isSilent: true });
});

it("has a gate ask for a vacant role that owes nothing where it is set so", async () => {
  await demo.publish(CONTEXT);
  const { context, runs, gates } = wardroom.services;
  const { items } = await context.updates(BY, demo.params, { wait: 0 }, new AbortController().signal);
  const total = items[0]?.total ?? 0;
  const ack = { role: ROLE, version: "GC-v1", applied: total, total, impact: "NONE", action: "CONTINUE" } as const;
  await context.give(BY, demo.params, { ...ack, unclear: [] }, PLAIN_REQUEST);
  await runs.end(BY, demo.params, {});
  const { id: gate } = await gates.open(OWNER, demo.params, { phase: 1 }, PLAIN_REQUEST);
  const read = async () => {
    const { blockers, current } = await gates.get(OWNER, { ...demo.params, gate });
    return [blockers.map(({ id }) => id), current];
  };
  expect(await read()).toEqual([[], { current: 0, teammates: 0 }]);
  await change({ gateAsks: "all" });
  expect(await read()).toEqual([[`role:${ROLE}`], { current: 0, teammates: 1 }]);
});

it("has the types write directly that the memory's Meta names, at every door at once", async () => {
  const { memory, sessions, settings } = wardroom.services;
  const say = (text: string) => memory.add(BY, demo.params, { tag: "Finding", text }, PLAIN_REQUEST);
  expect(await say("the queue is bounded")).not.toHaveProperty("relay");
  expect(await change({ direct: ["tester"] })).toEqual({ ...DEFAULT, direct: ["tester"] });
  expect(await settings.read(OWNER, demo.params)).toEqual({ ...DEFAULT, direct: ["tester"] });
  const { sections, meta } = await memory.read(OWNER, demo.params);
  expect(meta["Writes Directly"]).toBe("tester");
  expect(sections.find(({ role }) => role === ROLE)?.access).toBe("relay");
  expect((await sessions.get(OWNER, demo.params)).roles.find(({ id }) => id === ROLE)?.access).toBe("relay");
  expect(await say("the lease ends after 30 s")).toHaveProperty("relay");
  await refusal("forbidden", memory.edit(BY, demo.params, { oldString: "bounded", newString: "long" }, PLAIN_REQUEST));
  await change({ direct: DEFAULT.direct });
  expect(await say("the lock is free")).not.toHaveProperty("relay");
});
