import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { call, problem, serve } from "@/lib/api/testing/api.fixture";
import { CONTEXT } from "@/lib/services/testing/context-session.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { processorMs } from "@/lib/services/testing/timed.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import type { RunList, TakenInbox } from "@/lib/contracts/runs";

const ROLES = ["implementer-1", "implementer-2"];
const MINUTE = 60_000;
let wardroom: TestWardroom;
let session: string;
let count = 0;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  wardroom = await TestWardroom.open();
  serve(wardroom);
});
beforeEach(async () => {
  session = `runs-${count++}`;
  await wardroom.session(session, ROLES);
});
afterAll(() => {
  vi.useRealTimers();
});

const at = (path: string) => `/api/v1/workspaces/demo/sessions/${session}${path}`;
const as = (run: string, role = "implementer-1") => ({ "x-wardroom-run": run, "x-wardroom-role": role });

/** The answer to a call of a run. */
async function ask<T>(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<T> {
  const answer = await call(method, at(path), { headers, ...(body !== undefined && { body }) });
  const text = await answer.text();
  expect({ path, status: answer.status, text }).toMatchObject({
    status: expect.toSatisfy((status: number) => status < 300),
  });
  return JSON.parse(text) as T;
}

const take = (run: string, role?: string) => ask<TakenInbox>("POST", "/inbox/take", as(run, role), {});
const seen = (run: string, { mark }: TakenInbox) => ask("POST", "/inbox/seen", as(run), { mark });
const list = async () => (await ask<RunList>("GET", "/runs", {})).items;
const publish = (text: string) =>
  wardroom.services.context.publish(OWNER, params(), { text }, { dryRun: false }, PLAIN_REQUEST);
const params = () => ({ workspace: "demo", session });

async function acknowledge(run: string, version: number): Promise<void> {
  const text = `[ACK-UPDATE] GC-v${version} received. Items: 1/1. Impact: NONE. Action: CONTINUE`;
  await ask("POST", "/context/acks", as(run), { role: "implementer-1", text });
}

it.each([
  "claude",
  "unnamed:owner",
  "Claude:1",
  "claude:1 2",
  "claude:%00",
  'claude:"',
  `claude:${"a".repeat(10_000)}`,
])("refuses the run id %s and does nothing", async (run) => {
  const { detail } = await problem("invalid_input", call("POST", at("/inbox/take"), { headers: as(run), body: {} }));
  expect(detail).toContain("X-Wardroom-Run");
  expect(await list()).toEqual([]);
});

it("refuses to hand an inbox to a caller that is not a run", async () => {
  await problem("invalid_input", call("POST", at("/inbox/take"), { body: {} }));
});

it("keeps a run id that is used in two roles, sessions or workspaces apart in each", async () => {
  await publish(CONTEXT);
  const first = await take("claude:one");
  await seen("claude:one", first);
  await acknowledge("claude:one", 1);
  const other = await take("claude:one", "implementer-2");
  expect(other.updates).toMatchObject([{ mode: "full", reason: "FC-3", role: "implementer-2" }]);
  expect((await list()).map(({ role, confirmed }) => [role, confirmed])).toEqual([
    ["implementer-1", "GC-v1"],
    ["implementer-2", null],
  ]);
  session = `runs-${count++}`;
  await wardroom.session(session, ROLES);
  expect((await take("claude:one")).first).toBe(true);
  expect((await list()).map(({ confirmed }) => confirmed)).toEqual([null]);
});

it("ends no run of another role whose id a token of one role gives", async () => {
  await take("claude:theirs");
  const { token } = await wardroom.services.tokens.mint(OWNER, { ...params(), role: "implementer-2" }, PLAIN_REQUEST);
  const headers = { "x-wardroom-run": "claude:theirs" };
  expect((await call("POST", at("/inbox/take"), { token, headers, body: {} })).status).toBe(200);
  expect(await list()).toMatchObject([
    { role: "implementer-1", state: "at work" },
    { role: "implementer-2", state: "at work" },
  ]);
});

it("takes no mark of another run for its own", async () => {
  await publish(CONTEXT);
  const [one, other] = [await take("claude:one"), await take("claude:other")];
  expect([one.updates.length, other.updates.length]).toEqual([1, 1]);
  await seen("claude:one", other);
  const items = await list();
  expect(items.find(({ id }) => id === "claude:other")?.shown).toBeNull();
  vi.setSystemTime(Date.now() + MINUTE);
  expect((await take("claude:other")).updates).toHaveLength(1);
});

it("gives two hooks of one moment the news once, and to the other no mark to say that it told them", async () => {
  await publish(CONTEXT);
  const [one, other] = await Promise.all([take("claude:one"), take("claude:one")]);
  const told = [one, other].filter(({ updates }) => updates.length > 0);
  expect(told).toHaveLength(1);
  expect([one, other].find(({ updates }) => updates.length === 0)?.mark).toBeNull();
  expect(await wardroom.services.events.list(OWNER, params(), { format: "json", limit: 50, session })).toMatchObject({
    items: expect.not.arrayContaining([expect.objectContaining({ action: "run.resumed" })]),
  });
});

it("tells again after a restart what was taken before it and not said to be told", async () => {
  await publish(CONTEXT);
  const first = await take("claude:one");
  await wardroom.reopen();
  serve(wardroom);
  expect((await take("claude:one")).updates).toEqual([]);
  vi.setSystemTime(Date.now() + 11_000);
  const again = await take("claude:one");
  expect(again).toMatchObject({ perhapsSeen: true, updates: first.updates.map(({ id }) => ({ id })) });
  await seen("claude:one", again);
  vi.setSystemTime(Date.now() + 11_000);
  expect((await take("claude:one")).updates).toEqual([]);
});

it("goes on where it was when the clock is set back by a day", async () => {
  await publish(CONTEXT);
  await seen("claude:one", await take("claude:one"));
  await acknowledge("claude:one", 1);
  await ask("POST", "/context/status", as("claude:one"), { role: "implementer-1", status: "CONTEXT_LOST" });
  vi.setSystemTime(Date.now() - 24 * 60 * MINUTE);
  await publish(CONTEXT.replace("six hours", "six days"));
  await ask("POST", "/nudges", {}, { role: "implementer-1", text: "Look at the leases" });
  const news = await take("claude:one");
  expect(news.updates.at(-1)).toMatchObject({ version: "GC-v2", reason: "FC-2" });
  expect(news.entries.some(({ kind }) => kind === "nudge")).toBe(true);
  await seen("claude:one", news);
  vi.setSystemTime(Date.now() + 11_000);
  expect((await take("claude:one")).updates).toEqual([]);
  await acknowledge("claude:one", 2);
  expect(await list()).toMatchObject([{ state: "at work", confirmed: "GC-v2", lostAt: null }]);
  vi.setSystemTime(Date.now() + 25 * 60 * MINUTE);
});

it("continues after its session is restored, and starts over when its role is added again", async () => {
  await publish(CONTEXT);
  await seen("claude:one", await take("claude:one"));
  await acknowledge("claude:one", 1);
  const { sessions, curation } = wardroom.services;
  await sessions.remove(OWNER, params(), PLAIN_REQUEST);
  await problem("not_found", call("POST", at("/inbox/take"), { headers: as("claude:one"), body: {} }));
  await sessions.restore(OWNER, params(), PLAIN_REQUEST);
  expect((await take("claude:one")).updates).toEqual([]);
  expect(await list()).toMatchObject([{ id: "claude:one", confirmed: "GC-v1" }]);
  vi.setSystemTime(Date.now() + 1000);
  await curation.archive(OWNER, params(), { role: "implementer-1", includeOpen: true }, PLAIN_REQUEST);
  await problem("not_found", call("POST", at("/inbox/take"), { headers: as("claude:one"), body: {} }));
  await sessions.addRole(OWNER, params(), { id: "implementer-1" }, PLAIN_REQUEST);
  const restarted = await take("claude:one");
  expect(restarted.updates).toMatchObject([{ mode: "full", reason: "FC-3", run: "claude:one" }]);
  expect(await list()).toMatchObject([{ id: "claude:one", confirmed: null }]);
});

it("is the same run with the next token when its own was revoked", async () => {
  const { tokens } = wardroom.services;
  await publish(CONTEXT);
  const place = { ...params(), role: "implementer-1" };
  const mint = () => tokens.mint(OWNER, place, PLAIN_REQUEST);
  const headers = { "x-wardroom-run": "claude:one" };
  const { token, tokenId } = await mint();
  const first = await call("POST", at("/inbox/take"), { token, headers, body: {} });
  const { mark } = (await first.json()) as TakenInbox;
  expect((await call("POST", at("/inbox/seen"), { token, headers, body: { mark } })).status).toBe(200);
  await tokens.revoke(OWNER, { ...place, token: tokenId }, PLAIN_REQUEST);
  await problem("unauthenticated", call("POST", at("/inbox/take"), { token, headers, body: {} }));
  const next = await mint();
  const again = await call("POST", at("/inbox/take"), { token: next.token, headers, body: { moment: "end" } });
  expect(await again.json()).toMatchObject({ first: false, updates: [], unanswered: [{ version: "GC-v1" }] });
  expect(await list()).toHaveLength(1);
});

it("answers in time in a seat with hundreds of runs that ended and fifty that are at work", async () => {
  await publish(CONTEXT);
  for (let run = 0; run < 300; run += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => ask("POST", "/state", as(`claude:${run + index}`), { text: "reading" })),
    );
  }
  vi.setSystemTime(Date.now() + 61 * MINUTE);
  const live = Array.from({ length: 50 }, (_, index) => `claude:live-${index}`);
  for (const run of live) await seen(run, await take(run));
  const runs = await list();
  expect([runs.length, runs.filter(({ counts }) => counts).length]).toEqual([350, 50]);
  const times = {
    publish: await processorMs(() => publish(CONTEXT.replace("six hours", "six days"))),
    take: await processorMs(() => take("claude:live-0")),
    matrix: await processorMs(() => ask("GET", "/context/acks", {})),
    list: await processorMs(() => list()),
  };
  for (const [what, ms] of Object.entries(times)) expect(ms, `${what} took ${Math.round(ms)} ms`).toBeLessThan(3000);
});
