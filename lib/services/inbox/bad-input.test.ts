import { afterEach, describe, expect, it, vi } from "vitest";
import type { Inbox, InboxQuery } from "@/lib/contracts/inbox";
import { SendNudge, MakeClaim } from "@/lib/contracts/presence";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { ContextSession } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const wardroom = await TestWardroom.open();
afterEach(() => {
  vi.useRealTimers();
});

const NOW: InboxQuery = { wait: 0, again: "false", all: "false" };
const never = () => new AbortController().signal;
const texts = ({ entries }: Inbox) => entries.map(({ text }) => text);
const ROLE = actingAs("implementer-1");

async function open(id: string, place = wardroom) {
  const demo = await ContextSession.open(place, id, ["implementer-1", "implementer-2"]);
  const { params } = demo;
  const services = () => place.services;
  const look = (query: Partial<InboxQuery> = {}) => services().inbox.read(ROLE, params, { ...NOW, ...query }, never());
  const seen = ({ mark }: Inbox) => services().inbox.seen(ROLE, params, { mark: mark ?? "" });
  const read = async () => {
    const answer = await look();
    await seen(answer);
    return answer;
  };
  const say = async (text: string) => {
    const body = { tag: "Warning", text } as const;
    const done = await services().memory.add(actingAs("implementer-2"), params, body, PLAIN_REQUEST);
    return "item" in done ? done.item.id : done.relay.id;
  };
  return { params, look, seen, read, say };
}

describe("an inbox in trouble", () => {
  it("loses nothing when two processes of one role look at the same time, whichever answers first", async () => {
    const { params, look, seen, read, say } = await open("twice");
    await read();
    await say("First");
    const one = await look();
    await say("Second");
    const other = await wardroom.another();
    const two = await other.services.inbox.read(ROLE, params, NOW, never());
    expect([texts(one), texts(two)]).toEqual([["First"], ["First", "Second"]]);
    await other.services.inbox.seen(ROLE, params, { mark: two.mark ?? "" });
    await seen(one);
    expect(texts(await read())).toEqual([]);
    await say("Third");
    expect(texts(await read())).toEqual(["Third"]);
  });

  it("ends the wait of a role that is replaced, and says that it is no teammate", async () => {
    const { params, look, read } = await open("replaced");
    await read();
    const waiting = refusal("not_found", look({ wait: 50 }));
    const by = { role: "implementer-1", by: "implementer-3" };
    await wardroom.services.curation.replaceRole(OWNER, params, by, PLAIN_REQUEST);
    await waiting;
  });

  it("tells who was away for 20,000 events what stands, in one answer", async () => {
    // A place of its own: what is made up would be read by the other process of the first test as well.
    const place = await TestWardroom.open();
    const { params, look, read, say } = await open("away", place);
    await read();
    const ids = [await say("Rows pile up"), await say("Clocks jump")];
    const database = await place.openDatabase();
    const last = await database.queries.event.findFirstOrThrow({ orderBy: { id: "desc" } });
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      ...last,
      id: last.id + 1 + index,
      actor: "implementer-2",
      action: "item.edited",
      target: "implementer-2",
      session: params.session,
      payload: JSON.stringify({ items: [ids[index % 2]] }),
      revisions: null,
      hash: `made up ${index}`,
    }));
    const add = (at: number) =>
      database.transaction((queries) => queries.event.createMany({ data: rows.slice(at, at + 2000) }));
    for (let at = 0; at < rows.length; at += 2000) await add(at);
    const answer = await look();
    expect(texts(answer).sort()).toEqual(["Clocks jump", "Rows pile up"]);
    await database.close();
  });

  it("goes on after its session was restored, and starts over in one that was created again", async () => {
    const { params, look, seen, read, say } = await open("again");
    await say("Before");
    const old = await read();
    const { sessions } = wardroom.services;
    await sessions.remove(OWNER, params, PLAIN_REQUEST);
    await sessions.restore(OWNER, params, PLAIN_REQUEST);
    expect(texts(await read())).not.toContain("Before");
    await sessions.remove(OWNER, params, PLAIN_REQUEST);
    const again = await open("again");
    await refusal("invalid_input", seen(old));
    await again.say("Afterwards");
    const answer = await look();
    expect([answer.first, texts(answer)]).toEqual([true, ["Afterwards"]]);
  });

  it("tells an item that was edited fifty times once, as it reads now", async () => {
    const { params, read, say } = await open("edited");
    await read();
    const item = await say("Take 0");
    for (let take = 1; take <= 50; take++) {
      const body = { item, newString: `Take ${take}` };
      await wardroom.services.memory.edit(actingAs("implementer-2"), params, body, PLAIN_REQUEST);
    }
    expect(texts(await read())).toEqual(["Take 50"]);
  });

  it("shows what is new once also where the clock was set back", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { read, say } = await open("clock");
    vi.setSystemTime(Date.now() - 2 * 60 * 60_000);
    await say("Back then");
    expect(texts(await read())).toEqual(["Back then"]);
    expect(texts(await read())).toEqual([]);
    await say("Still then");
    const { entries, first } = await read();
    expect([first, entries.map(({ text }) => text)]).toEqual([false, ["Still then"]]);
  });

  it("takes no nudge of 5,000 characters, and gives a claim that names no end one of ten minutes", () => {
    const { error } = SendNudge.safeParse({ role: "implementer-1", text: "x".repeat(5000) });
    expect(error?.issues).toMatchObject([{ path: ["text"], code: "too_big" }]);
    expect(MakeClaim.parse({ what: "vendor/kv" }).minutes).toBe(10);
    expect(MakeClaim.safeParse({ what: "vendor/kv", minutes: 100_000 }).success).toBe(false);
  });

  it("puts no question to a role that is gone", async () => {
    const { params } = await open("gone");
    const by = { role: "implementer-2", by: "implementer-3" };
    await wardroom.services.curation.replaceRole(OWNER, params, by, PLAIN_REQUEST);
    const body = { role: "implementer-2", text: "Is it done?" };
    const { details } = await refusal("not_found", wardroom.services.questions.ask(ROLE, params, body, PLAIN_REQUEST));
    expect(details.hint).toContain("active roles");
  });
});
