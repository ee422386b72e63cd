import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Event } from "@/lib/contracts/events";
import { coalesce } from "@/lib/core/coalesce";
import { createRefresher } from "./refresh";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a burst is acted on at its beginning and after its end, and not in between", async () => {
  const act = vi.fn(() => Promise.resolve());
  const call = coalesce(act, () => new Promise((resolve) => setTimeout(resolve, 100)));
  call();
  call();
  call();
  expect(act).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(act).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(act).toHaveBeenCalledTimes(2);
});

test("what is asked for while a slow act runs is followed by another act", async () => {
  let finish: () => void = () => undefined;
  const act = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const call = coalesce(act, () => new Promise((resolve) => setTimeout(resolve, 100)));
  call();
  await vi.advanceTimersByTimeAsync(500);
  call();
  expect(act).toHaveBeenCalledTimes(1);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(act).toHaveBeenCalledTimes(2);
});

const EVENT: Event = {
  id: 1,
  at: "2026-02-09T10:00:00.000Z",
  actor: "implementer-1",
  actorKind: "agent",
  source: "api",
  action: "item.added",
  target: "x",
  session: null,
  payload: {},
  previousHash: "",
  hash: "",
};

test("an event refreshes what is on screen of its own session and of no other", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const read = vi.fn((session: string) => Promise.resolve(session));
  const stops = ["a", "b"].map((session) =>
    new QueryObserver(client, {
      queryKey: ["workspace", "w", "session", session, "memory"],
      queryFn: () => read(session),
    }).subscribe(() => undefined),
  );
  await vi.advanceTimersByTimeAsync(0);
  read.mockClear();

  createRefresher(client, "w").onEvent({ ...EVENT, session: "a" });
  await vi.advanceTimersByTimeAsync(1000);
  expect(read.mock.calls).toEqual([["a"]]);
  for (const stop of stops) stop();
  client.clear();
});

test.each<[string, Partial<Event>, string[]]>([
  ["an agent's act", { action: "agent.closed" }, ["agents", "faults"]],
  ["an edit of an agent's memory", { target: ".kaizen/agents/ada/memory.md" }, ["agents"]],
  ["a team's session", { action: "team_session.started" }, ["knowledge", "faults"]],
  ["an edit of a team's file", { target: ".microai/knowledge/a.md" }, ["knowledge"]],
  ["a save that left out lines", { action: "document.overwritten" }, ["repairs", "faults"]],
  ["a fix of a file", { action: "fault.fixed" }, ["faults"]],
  ["a locked sign-in", { action: "login.locked" }, ["login-attempts"]],
  ["a deleted session", { action: "session.deleted" }, ["trash", "faults"]],
  ["a restored session", { action: "session.restored" }, ["trash", "faults"]],
  ["an added item", {}, []],
])("%s refreshes the lists it may have changed, and no others", async (_, event, more) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const read = vi.fn((list: string) => Promise.resolve(list));
  const lists = ["sessions", "events", "agents", "knowledge", "repairs", "faults", "login-attempts", "trash"];
  const stops = lists.map((list) =>
    new QueryObserver(client, { queryKey: ["workspace", "w", list], queryFn: () => read(list) }).subscribe(
      () => undefined,
    ),
  );
  await vi.advanceTimersByTimeAsync(0);
  read.mockClear();
  createRefresher(client, "w").onEvent({ ...EVENT, ...event });
  await vi.advanceTimersByTimeAsync(1000);
  expect(read.mock.calls.flat().sort()).toEqual(["sessions", "events", ...more].sort());
  for (const stop of stops) stop();
  client.clear();
});

test.each<[string, Partial<Event>, string[]]>([
  ["a finding", { payload: { tag: "Finding" } }, ["item"]],
  ["a question", { payload: { tag: "Question" } }, ["item", "relays", "needs"]],
  ["several items", {}, ["item", "relays", "needs"]],
  ["a save outside", { action: "document.edited_outside" }, ["item", "relays", "needs", "outside"]],
])("%s refreshes no more than what it may have changed", async (_, event, wanted) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const read = vi.fn((name: string) => Promise.resolve(name));
  const keys: Record<string, unknown[]> = {
    memory: ["session", "a", "GET /sessions/{session}/memory", {}],
    item: ["session", "a", "GET /sessions/{session}/memory/items/{item}", {}],
    relays: ["session", "a", "GET /sessions/{session}/relays", {}],
    needs: ["needs"],
    outside: ["events", { action: "document.edited_outside,document.removed_outside" }],
    notices: ["events", { action: "history.broken,history.accepted" }],
  };
  const stops = Object.entries(keys).map(([name, key]) =>
    new QueryObserver(client, { queryKey: ["workspace", "w", ...key], queryFn: () => read(name) }).subscribe(
      () => undefined,
    ),
  );
  await vi.advanceTimersByTimeAsync(0);
  read.mockClear();
  createRefresher(client, "w").onEvent({ ...EVENT, session: "a", ...event });
  await vi.advanceTimersByTimeAsync(1000);
  expect(read.mock.calls.flat().sort()).toEqual(wanted.sort());
  for (const stop of stops) stop();
  client.clear();
});
