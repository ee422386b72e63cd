import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { coalesce, createRefresher } from "./refresh";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a burst is acted on at its beginning and after its end, and not in between", async () => {
  const act = vi.fn(() => Promise.resolve());
  const call = coalesce(act, 100);
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
  const call = coalesce(act, 100);
  call();
  await vi.advanceTimersByTimeAsync(500);
  call();
  expect(act).toHaveBeenCalledTimes(1);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(act).toHaveBeenCalledTimes(2);
});

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

  createRefresher(client, "w").onEvent({
    id: 1,
    at: "2026-02-09T10:00:00.000Z",
    actor: "implementer-1",
    actorKind: "agent",
    source: "api",
    action: "item.added",
    target: "x",
    session: "a",
    payload: {},
    previousHash: "",
    hash: "",
  });
  await vi.advanceTimersByTimeAsync(1000);
  expect(read.mock.calls).toEqual([["a"]]);
  for (const stop of stops) stop();
  client.clear();
});
