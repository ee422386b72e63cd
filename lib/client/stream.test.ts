import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openStream, type StreamState } from "./stream";

/** The browser's EventSource as far as the stream uses it, in the test's hands. */
class FakeSource {
  static all: FakeSource[] = [];
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readyState = 0;
  onopen: (() => void) | undefined;
  onerror: (() => void) | undefined;
  readonly heard = new Map<string, (message: { data: string }) => void>();

  constructor(readonly address: string) {
    FakeSource.all.push(this);
  }
  addEventListener(name: string, listener: (message: { data: string }) => void) {
    this.heard.set(name, listener);
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
}

/** The browser's locks: one holder a name, the next when it lets go. */
function fakeLocks() {
  const tails = new Map<string, Promise<unknown>>();
  return {
    request(name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) {
      const before = tails.get(name) ?? Promise.resolve();
      const held = before.then(() => (signal.aborted ? undefined : hold()));
      tails.set(name, held);
      return held;
    },
  };
}

const EVENT = {
  id: 7,
  at: "2026-02-09T10:00:00.000Z",
  actor: "implementer-1",
  actorKind: "agent",
  source: "api",
  action: "item.added",
  target: "x",
  session: "s",
  payload: {},
  previousHash: "",
  hash: "",
};

let stops: (() => void)[];

function openTab() {
  const tab = { events: [] as number[], changes: [] as unknown[], resets: 0, states: [] as StreamState[], since: 0 };
  const stop = openStream("w", 5, {
    onEvent: (event) => tab.events.push(event.id),
    onChanged: (changed) => tab.changes.push(changed),
    onReset: () => tab.resets++,
    onState: (state, since = 0) => {
      tab.states.push(state);
      tab.since = since;
    },
  });
  stops.push(stop);
  return Object.assign(tab, { stop });
}

/** A tab whose stream is live, on a clock in the test's hands. */
async function openLiveTab() {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  const tab = openTab();
  await vi.waitFor(() => expect(FakeSource.all).toHaveLength(1));
  const [source] = FakeSource.all;
  if (source === undefined) throw new Error("nothing is listened to");
  source.readyState = FakeSource.OPEN;
  source.onopen?.();
  return { tab, source };
}

beforeEach(() => {
  stops = [];
  FakeSource.all = [];
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("navigator", { locks: fakeLocks() });
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("two tabs share one connection, and both hear everything", async () => {
  const [first, second] = [openTab(), openTab()];
  await vi.waitFor(() => expect(FakeSource.all).toHaveLength(1));
  FakeSource.all[0]?.onopen?.();
  FakeSource.all[0]?.heard.get("item.added")?.({ data: JSON.stringify(EVENT) });
  await vi.waitFor(() => expect([first.events, second.events]).toEqual([[7], [7]]));
  expect(first.states).toEqual(["live"]);
  expect(second.states.at(-1)).toBe("live");
  expect(FakeSource.all).toHaveLength(1);
});

test("when the tab that holds the connection closes, another takes over where it stood", async () => {
  const [first, second] = [openTab(), openTab()];
  await vi.waitFor(() => expect(FakeSource.all).toHaveLength(1));
  expect(FakeSource.all[0]?.address).toMatch(/\?lastEventId=5$/);
  FakeSource.all[0]?.heard.get("item.added")?.({ data: JSON.stringify(EVENT) });
  await vi.waitFor(() => expect(second.events).toEqual([7]));
  first.stop();
  await vi.waitFor(() => expect(FakeSource.all).toHaveLength(2));
  FakeSource.all[1]?.onopen?.();
  expect(second.states.at(-1)).toBe("live");
  expect(FakeSource.all[1]?.address).toMatch(/\?lastEventId=7$/);
});

test("both tabs are told what changed, and after a cut that something may be missing", async () => {
  const [first, second] = [openTab(), openTab()];
  await vi.waitFor(() => expect(FakeSource.all).toHaveLength(1));
  const [source] = FakeSource.all;
  source?.onopen?.();
  source?.heard.get("changed")?.({ data: '{"session":"s","row":null}' });
  source?.onopen?.();
  source?.heard.get("changed")?.({ data: '{"session":"s","mem' });
  await vi.waitFor(() => expect(second.changes).toEqual([{ session: "s", row: null }, null, null]));
  expect(first.changes).toEqual(second.changes);
});

test("a tab that joins late reads again what it may have missed", async () => {
  openTab();
  await vi.waitFor(() => expect(FakeSource.all).toHaveLength(1));
  FakeSource.all[0]?.onopen?.();
  FakeSource.all[0]?.heard.get("item.added")?.({ data: JSON.stringify(EVENT) });
  await vi.waitFor(async () => {
    const late = openTab();
    await vi.waitFor(() => expect(late.states).toEqual(["live"]));
    expect(late.resets).toBe(1);
  });
});

test("an event of a newer server, unknown here, has everything read again", async () => {
  const tab = openTab();
  await vi.waitFor(() => expect(FakeSource.all).toHaveLength(1));
  FakeSource.all[0]?.heard.get("item.added")?.({ data: '{"id":"?"}' });
  await vi.waitFor(() => expect(tab.resets).toBe(1));
  expect(tab.events).toEqual([]);
});

test("a connection the browser gave up is made anew, from where it stood", async () => {
  vi.useFakeTimers();
  const tab = openTab();
  await vi.advanceTimersByTimeAsync(0);
  const source = FakeSource.all[0];
  source?.onopen?.();
  source?.close();
  source?.onerror?.();
  expect(tab.states).toEqual(["live", "lost"]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(FakeSource.all).toHaveLength(2);
  FakeSource.all[1]?.onopen?.();
  expect(tab.states.at(-1)).toBe("live");
  expect(FakeSource.all[1]?.address).toMatch(/\?lastEventId=5$/);
});

test("a server that stays away is asked less and less often, and every ten seconds in the end", async () => {
  vi.useFakeTimers();
  openTab();
  await vi.advanceTimersByTimeAsync(0);
  for (const [failed, wait] of [1000, 2000, 5000, 10_000, 10_000, 10_000].entries()) {
    FakeSource.all[failed]?.close();
    FakeSource.all[failed]?.onerror?.();
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(FakeSource.all).toHaveLength(failed + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSource.all).toHaveLength(failed + 2);
  }
});

test("a server that says nothing more is asked once, and then said to be silent until it speaks again", async () => {
  const asked = vi.fn<() => Promise<unknown>>(() => Promise.reject(new Error("timeout")));
  vi.stubGlobal("fetch", asked);
  const { tab, source } = await openLiveTab();
  const opened = Date.now();
  for (let beat = 0; beat < 5; beat++) {
    vi.advanceTimersByTime(3000);
    source.heard.get("beat")?.({ data: "{}" });
  }
  expect(tab.states).toEqual(["live"]);
  vi.advanceTimersByTime(10_000);
  await vi.waitFor(() => expect(tab.states).toEqual(["live", "silent"]));
  expect(asked).toHaveBeenCalledTimes(1);
  expect(tab.since).toBe(opened + 15_000);
  source.heard.get("beat")?.({ data: "{}" });
  expect(tab.states).toEqual(["live", "silent", "live"]);
  expect(FakeSource.all).toHaveLength(1);
});

test("a server that says nothing more is asked also where the clock was set back meanwhile", async () => {
  const asked = vi.fn<() => Promise<unknown>>(() => Promise.reject(new Error("timeout")));
  vi.stubGlobal("fetch", asked);
  const { tab } = await openLiveTab();
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(10_000);
  await vi.waitFor(() => expect(tab.states).toEqual(["live", "silent"]));
  expect(asked).toHaveBeenCalledTimes(1);
});

test("a tab that slept asks once, and goes on over a new connection where the server is there", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response()));
  const { tab } = await openLiveTab();
  vi.advanceTimersByTime(3_600_000);
  await vi.waitFor(() => expect(FakeSource.all).toHaveLength(2));
  expect(tab.states).toEqual(["live"]);
});
