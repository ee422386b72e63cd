import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { call, problem, serve } from "@/lib/api/testing/api.fixture";
import type { Inbox } from "@/lib/contracts/inbox";
import type { NeedList } from "@/lib/contracts/needs";
import type { Run, RunList, RunSeat, TakenInbox } from "@/lib/contracts/runs";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT } from "@/lib/services/testing/context-session.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const ROLES = ["implementer-1", "implementer-2"];
let wardroom: TestWardroom;
let session: string;
let count = 0;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  wardroom = await TestWardroom.open();
  serve(wardroom);
});
beforeEach(async () => {
  session = `seats-${count++}`;
  await wardroom.session(session, ROLES);
});
afterAll(() => {
  vi.useRealTimers();
});

const at = (path: string) => `/api/v1/workspaces/demo/sessions/${session}${path}`;
const as = (run: string, role = "implementer-1") => ({ "x-wardroom-run": run, "x-wardroom-role": role });
const params = () => ({ workspace: "demo", session });

async function ask<T>(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<T> {
  vi.setSystemTime(Date.now() + 11_000);
  const answer = await call(method, path.startsWith("/api") ? path : at(path), {
    headers,
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  expect({ path, status: answer.status, text }).toMatchObject({
    status: expect.toSatisfy((status: number) => status < 300),
  });
  return JSON.parse(text) as T;
}

const take = (headers: Record<string, string>) => ask<TakenInbox>("POST", "/inbox/take", headers, {});
const seen = (headers: Record<string, string>, { mark }: TakenInbox) => ask("POST", "/inbox/seen", headers, { mark });
const move = (run: string, to?: string, role = "implementer-1") =>
  ask<Run>("POST", "/runs/move", {}, { role, run, ...(to !== undefined && { to }) });
const list = async () => (await ask<RunList>("GET", "/runs", {})).items;
const publish = () =>
  wardroom.services.context.publish(OWNER, params(), { text: CONTEXT }, { dryRun: false }, PLAIN_REQUEST);
const newsOfLead = async () => {
  const { entries } = await ask<Inbox>("GET", "/inbox", {});
  return entries.map(({ text }) => text).filter((text) => text.includes("has no seat"));
};
const needs = async () =>
  (await ask<NeedList>("GET", "/api/v1/workspaces/demo/needs", {})).items.filter(
    (need) => need.kind === "run" && need.session === session,
  );

it("answers a run that was given a seat of its own there, whatever its environment calls it", async () => {
  await publish();
  const [one, two] = [as("claude:one"), as("claude:two")];
  for (const headers of [one, two]) await seen(headers, await take(headers));
  await ask("POST", "/claims", two, { what: "the parser" });
  const moved = await move("claude:two");
  expect(moved).toMatchObject({ role: "implementer-3", counts: true, confirmed: null, origin: "moved" });
  const news = await take(two);
  expect(news).toMatchObject({ reader: "implementer-3", beside: null, updates: [{ mode: "full", reason: "FC-3" }] });
  expect(news.also.join()).toContain("moved you from implementer-1 to implementer-3");
  expect(news.also.join()).toContain("the parser");
  await ask("POST", "/context/acks", two, {
    role: "implementer-1",
    text: "[ACK-UPDATE] GC-v1 received. Items: 1/1. Impact: NONE. Action: CONTINUE",
  });
  await ask("POST", "/memory/items", two, { tag: "Finding", text: "It parses." });
  const memory = await ask<{ sections: { role: string; items: unknown[] }[] }>("GET", "/memory", {});
  expect(memory.sections.find(({ role }) => role === "implementer-3")?.items).toHaveLength(1);
  expect((await list()).map(({ role, id, confirmed, counts }) => [role, id, confirmed, counts])).toEqual([
    ["implementer-1", "claude:one", null, true],
    ["implementer-1", "claude:two", null, false],
    ["implementer-3", "claude:two", "GC-v1", true],
  ]);
  // The same once more is refused, and so is the seat of nobody.
  await problem("conflict", call("POST", at("/runs/move"), { body: { role: "implementer-1", run: "claude:two" } }));
  await problem("not_found", call("POST", at("/runs/move"), { body: { role: "implementer-1", run: "claude:no" } }));
  for (const to of ["Lead", "Meta", "a b", "Log", "../x", "\u202eimplementer", "x".repeat(65)]) {
    const body = { role: "implementer-1", run: "claude:one", to };
    await problem("invalid_input", call("POST", at("/runs/move"), { body }));
  }
});

it("seats a conversation where the Lead moved it, whichever roles its client offers", async () => {
  const seat = (run: string, more: object = {}) =>
    ask<RunSeat>("POST", "/api/v1/workspaces/demo/runs/seat", {}, { run, ...more });
  const offered = { session, roles: ROLES };
  expect(await seat("claude:one", offered)).toEqual({ session, role: "implementer-1" });
  expect(await seat("claude:two", offered)).toEqual({ session, role: "implementer-2" });
  await move("claude:one", "implementer-3");
  for (const more of [{}, offered, { session, roles: ["implementer-1"], shared: true }])
    expect(await seat("claude:one", more), JSON.stringify(more)).toEqual({ session, role: "implementer-3" });
  // Its former seat is free for who comes next, and moving it back gives it that again.
  expect(await seat("claude:three", offered)).toEqual({ session, role: "implementer-1" });
  await move("claude:one", "implementer-1", "implementer-3");
  for (const more of [{}, offered]) expect(await seat("claude:one", more)).toEqual({ session, role: "implementer-1" });
});

it("refuses the token of the seat that a run was moved from, and says so", async () => {
  const place = { ...params(), role: "implementer-1" };
  const { token } = await wardroom.services.tokens.mint(OWNER, place, PLAIN_REQUEST);
  const headers = { "x-wardroom-run": "claude:one" };
  expect((await call("POST", at("/inbox/take"), { token, headers, body: {} })).status).toBe(200);
  await move("claude:one", "implementer-2");
  const { detail } = await problem("forbidden", call("POST", at("/inbox/take"), { token, headers, body: {} }));
  expect(detail).toContain("implementer-2");
  const other = { "x-wardroom-run": "claude:other" };
  expect((await call("POST", at("/inbox/take"), { token, headers: other, body: {} })).status).toBe(200);
});

it("has a run whose name is nearly a seat read as it, and asks the Lead once what it is", async () => {
  await publish();
  const [own, near] = [as("claude:own"), as("claude:near", "Implementer-1@codex")];
  await seen(own, await take(own));
  await newsOfLead();
  const first = await take(near);
  expect(first).toMatchObject({ reader: "implementer-1", beside: "implementer-1-codex", updates: [{ mode: "full" }] });
  expect(first.also.join()).toContain("implementer-1-codex has no seat");
  await seen(near, first);
  for (const run of ["claude:near", "claude:again"]) await take(as(run, "implementer-1-codex"));
  expect((await list()).map(({ id, name, counts }) => [id, name, counts])).toEqual([
    ["claude:own", null, true],
    ["claude:near", "implementer-1-codex", false],
    ["claude:again", "implementer-1-codex", false],
  ]);
  expect(await needs()).toMatchObject([{ role: "implementer-1", name: "implementer-1-codex", run: "claude:near" }]);
  const left = await ask<{ relay: { role: string } }>("POST", "/memory/items", near, {
    role: "implementer-1-codex",
    tag: "Warning",
    text: "The parser is wrong.",
  });
  expect(left.relay.role).toBe("implementer-1");
  await problem(
    "forbidden",
    call("POST", at("/memory/edit"), { headers: near, body: { oldString: "implementer-1", newString: "x" } }),
  );
  expect(await move("claude:near", "implementer-1")).toMatchObject({ counts: true, name: null });
  expect(await take(near)).toMatchObject({ reader: "implementer-1", beside: null });
  expect(await needs()).toMatchObject([{ run: "claude:again" }]);
  const said = await ask<{ item?: unknown }>("POST", "/memory/items", near, { tag: "Finding", text: "It is right." });
  expect(said.item).toBeDefined();
});

it("keeps those apart that give no id and are nearly a seat, and moves nobody who has none", async () => {
  const near = { "x-wardroom-role": "implementer-1-2" };
  expect(await take(near)).toMatchObject({ reader: "implementer-1", beside: "implementer-1-2" });
  await take({ "x-wardroom-role": "implementer-1" });
  const run = (await list()).find(({ name }) => name !== null)?.id ?? "";
  await problem(
    "invalid_input",
    call("POST", at("/runs/move"), { body: { role: "implementer-1", run: "unnamed:owner" } }),
  );
  await move(run, "implementer-1-2");
  expect(await take(near)).toMatchObject({ reader: "implementer-1-2", beside: null });
});

it("knows no seat for a name that is near none or two, and bears 200 that are near one", async () => {
  session = `two-${count++}`;
  await wardroom.session(session, [...ROLES, "a-b", "a_b"]);
  await problem("not_found", call("POST", at("/inbox/take"), { headers: as("claude:one", "A.B"), body: {} }));
  for (const role of ["implementer", "tester-9", "a-b-2", "a-b-c", "constructor"]) {
    await problem("not_found", call("POST", at("/inbox/take"), { headers: as("claude:one", role), body: {} }));
  }
  for (const role of ["__proto__", "a-b-2\\u0000", "-", "@", "x".repeat(400), "a-b-2-/../x"]) {
    const answer = await call("POST", at("/inbox/take"), { headers: as("claude:one", role), body: {} });
    expect([400, 404]).toContain(answer.status);
  }
  expect(await list()).toEqual([]);
  for (let name = 0; name < 200; name += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => take(as(`claude:${name + index}`, `implementer-1-${name + index}`))),
    );
  }
  expect((await list()).filter(({ counts }) => counts)).toEqual([]);
  expect(await needs()).toHaveLength(1);
});

it("has a conversation that leads act for a role without being at work as it", async () => {
  await publish();
  await take(as("claude:lead", "Lead"));
  await ask("POST", "/memory/items", as("claude:lead"), { tag: "Finding", text: "Said for it." });
  await problem("invalid_input", call("POST", at("/inbox/take"), { headers: as("claude:lead"), body: {} }));
  expect((await list()).map(({ role, state }) => [role, state])).toEqual([["Lead", "at work"]]);
});

it("says first to a run that the Lead ended that it was, and resumes it only if it goes on", async () => {
  await publish();
  const [one, two] = [as("claude:one"), as("claude:two")];
  for (const headers of [one, two]) await seen(headers, await take(headers));
  const body = { role: "implementer-1", run: "claude:one", others: true, reason: "one is enough" };
  expect(await ask<Run>("POST", "/runs/end", {}, body)).toMatchObject({ id: "claude:one", ended: null, counts: true });
  const counted = async () => (await list()).filter(({ counts }) => counts).map(({ id }) => id);
  const news = await take(two);
  expect(news.entries.map(({ text }) => text).join()).toContain(
    "The Lead ended this run of implementer-1: one is enough",
  );
  expect(await counted()).toEqual(["claude:one"]);
  await seen(two, news);
  expect(await counted()).toEqual(["claude:one"]);
  await ask("POST", "/state", two, { text: "still here" });
  expect(await counted()).toEqual(["claude:one", "claude:two"]);
});

it("confirms on behalf what nobody at work with an id was left unshown, and for a team without ids as before", async () => {
  await publish();
  const text = "[ACK-UPDATE] GC-v1 received. Items: 1/1. Impact: NONE. Action: CONTINUE";
  const acknowledge = (role: string) => call("POST", at("/context/acks"), { body: { role, text } });
  await ask("POST", "/state", as("claude:one"), { text: "begins" });
  const { detail } = await problem("conflict", acknowledge("implementer-1"));
  expect(detail).toContain("claude:one");
  await take(as("claude:one")).then((news) => seen(as("claude:one"), news));
  expect((await acknowledge("implementer-1")).status).toBe(200);
  // Nobody there gives an id.
  await ask("POST", "/state", { "x-wardroom-role": "implementer-2" }, { text: "begins" });
  expect((await acknowledge("implementer-2")).status).toBe(200);
  expect((await list()).map(({ id, confirmed }) => [id, confirmed])).toEqual([
    ["claude:one", "GC-v1"],
    ["unnamed:owner", "GC-v1"],
  ]);
});
