import { describe, expect, it } from "vitest";
import type { AddItem } from "@/lib/contracts/memory";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { ContextSession } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const LEAD: Caller = { ...OWNER, source: "cli" };
const ONE = actingAs("implementer-1");
const TWO = actingAs("implementer-2");
const TESTER = actingAs("tester-1");
const NOW = { wait: 0, again: "false", all: "false" } as const;
const KEYS = "vendor/kv.min.js cuts keys to 24 characters, `set()` says nothing";
const AGAIN = "Keys longer than 24 characters are cut by vendor/kv.min.js without a word";
/** Of the same subject as `KEYS`, and about something else. */
const SUBJECT = "vendor/kv.min.js, limiter.js, store.ts and queue.ts all cut at 24, found with --trace";

const wardroom = await TestWardroom.open();

async function open(id: string) {
  const demo = await ContextSession.open(wardroom, id, ["implementer-1", "implementer-2", "tester-1"]);
  const { inbox, memory, relays, curation, confirmations } = wardroom.services;
  const { params } = demo;
  const say = async (caller: Caller, text: string, more: Partial<AddItem> = {}): Promise<string> => {
    const done = await memory.add(caller, params, { tag: "Finding", text, anyway: false, ...more }, PLAIN_REQUEST);
    return "item" in done ? done.item.id : done.relay.id;
  };
  return {
    params,
    relays,
    curation,
    say,
    isStopped: async (caller: Caller, text: string) => (await refusal("said_already", say(caller, text))).details,
    same: (caller: Caller, item: string) => confirmations.same(caller, { ...params, item }, PLAIN_REQUEST),
    read: async (caller: Caller) => {
      const answer = await inbox.read(caller, params, NOW, new AbortController().signal);
      await inbox.seen(caller, params, { mark: answer.mark ?? "" });
      return answer;
    },
    items: async () => (await memory.read(LEAD, params)).sections.flatMap(({ items }) => items),
    file: () => demo.file("TEAM-MEMORY.md"),
  };
}

describe("before an item is written", () => {
  it("is shown what another role says nearly the same of, and nothing is written", async () => {
    const { say, isStopped, file, read } = await open("stopped");
    await read(TWO);
    const id = await say(ONE, KEYS);
    const before = await file();
    const { current, about, hint } = await isStopped(TWO, AGAIN);
    expect(current).toMatchObject({ said: [{ id, role: "implementer-1", tag: "Finding", text: KEYS, near: "same" }] });
    expect(about).toEqual({ item: id });
    expect(hint).toContain("{item.same}");
    expect(await file()).toBe(before);
    // What a refusal shows is not read by that.
    expect((await read(TWO)).entries).toMatchObject([{ id }]);
    // Nor does it matter that it was read.
    await isStopped(TWO, AGAIN);
  });

  it("is written anyway, in answer to it, as one's own, or where nobody asks first", async () => {
    const { say, items } = await open("written");
    const id = await say(ONE, KEYS);
    await say(ONE, AGAIN);
    await say(TWO, AGAIN, { anyway: true });
    await say(LEAD, AGAIN, { anyway: undefined });
    await say(LEAD, `${id}: and vendor/kv.min.js cuts them at 24 also in get()`);
    expect(await items()).toHaveLength(5);
  });

  it("looks at relays that wait, at what was settled, and not at what was put away", async () => {
    const { say, isStopped, relays, params, curation } = await open("waits");
    const relay = await say(TESTER, KEYS);
    expect((await isStopped(ONE, AGAIN)).current).toMatchObject({ said: [{ id: relay, role: "tester-1" }] });
    expect((await relays.list(LEAD, params)).items).toHaveLength(1);
    const { item } = await relays.approve(LEAD, { ...params, relay }, {}, PLAIN_REQUEST);
    const id = item?.id ?? "";
    await curation.resolve(LEAD, params, { item: id, resolution: "hashed" }, PLAIN_REQUEST);
    expect((await isStopped(ONE, AGAIN)).current).toMatchObject({ said: [{ id }] });
    await curation.archive(LEAD, params, { items: [id] }, PLAIN_REQUEST);
    await say(ONE, AGAIN);
  });

  it.each([
    ["an item", "unread-item", ONE],
    ["a relay", "unread-relay", TESTER],
  ])("is stopped by %s of the same subject only until that was shown", async (_, session, author) => {
    const { say, isStopped, read } = await open(session);
    await read(TWO);
    const id = await say(author, SUBJECT);
    const other = "limiter.js drops 24 rows of ledger.ts, billing.ts and audit.ts";
    expect((await isStopped(TWO, other)).current).toMatchObject({ said: [{ id, near: "unread" }] });
    await read(TWO);
    await say(TWO, other);
  });
});

describe("an item that another role saw too", () => {
  it("names it in every list and on the item, once, also after its relay was approved", async () => {
    const { say, same, items, relays, params, file, read } = await open("same");
    await read(TESTER);
    const relay = await say(TESTER, KEYS);
    expect(await same(ONE, relay)).toMatchObject({ id: relay, role: "tester-1", alsoSeenBy: ["implementer-1"] });
    expect((await read(TESTER)).also).toEqual([`implementer-1 also saw ${relay}`]);
    const { item } = await relays.approve(LEAD, { ...params, relay }, {}, PLAIN_REQUEST);
    const id = item?.id ?? "";
    const before = await file();
    for (const caller of [TWO, TWO])
      expect((await same(caller, id)).alsoSeenBy).toEqual(["implementer-1", "implementer-2"]);
    expect(await file()).toBe(before);
    expect(await items()).toMatchObject([{ id, alsoSeenBy: ["implementer-1", "implementer-2"] }]);
    const life = await wardroom.services.memory.life(LEAD, { ...params, item: id });
    expect(life.item?.alsoSeenBy).toEqual(["implementer-1", "implementer-2"]);
    await refusal("invalid_input", same(TESTER, id));
    await refusal("conflict", same(TWO, relay));
    await refusal("not_found", same(TWO, "000000000000"));
  });
});
