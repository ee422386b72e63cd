import { expect, it } from "vitest";
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

const wardroom = await TestWardroom.open();

async function open(id: string) {
  const demo = await ContextSession.open(wardroom, id, ["implementer-1", "implementer-2", "tester-1"]);
  const { inbox, memory, relays, replies } = wardroom.services;
  const { params } = demo;
  return {
    say: async (caller: Caller, text: string, tag: "Finding" | "Question" = "Finding"): Promise<string> => {
      const done = await memory.add(caller, params, { tag, text }, PLAIN_REQUEST);
      return "item" in done ? done.item.id : done.relay.id;
    },
    reply: (caller: Caller, item: string, text: string) =>
      replies.reply(caller, { ...params, item }, { text, tag: "Finding" }, PLAIN_REQUEST),
    read: async (caller: Caller) => {
      const answer = await inbox.read(caller, params, NOW, new AbortController().signal);
      await inbox.seen(caller, params, { mark: answer.mark ?? "" });
      return answer.entries;
    },
    waiting: async () => (await relays.list(LEAD, params)).items.filter(({ state }) => state === "pending"),
    file: () => demo.file("TEAM-MEMORY.md"),
  };
}

it("lengthens one's own item by a line, and one's own relay while it waits", async () => {
  const { say, reply, waiting, file } = await open("own");
  const item = await say(ONE, "Refunds take a day");
  expect(await reply(ONE, item, "Three at Christmas\nand on Fridays")).toMatchObject({
    how: "added",
    role: "implementer-1",
  });
  expect(await file()).toContain("- [Finding] Refunds take a day\n  - Three at Christmas\n    and on Fridays\n");
  const relay = await say(TESTER, "Measured 6 ms");
  expect(await reply(TESTER, relay, "On main: 61 ms")).toEqual({ how: "added", id: relay, role: "tester-1" });
  expect(await waiting()).toMatchObject([{ id: relay, text: "Measured 6 ms\nOn main: 61 ms" }]);
});

it("names another's item and its role in an item of one's own, which wakes who wrote it", async () => {
  const { say, reply, waiting, read } = await open("others");
  await read(ONE);
  const item = await say(ONE, "Refunds take a day");
  expect((await reply(TWO, item, "Two on Fridays")).how).toBe("written");
  expect(await read(ONE)).toMatchObject([
    { role: "implementer-2", text: `implementer-1, on ${item}: Two on Fridays`, concerns: true },
  ]);
  expect((await reply(TESTER, item, "Three at Christmas")).how).toBe("relayed");
  expect(await waiting()).toMatchObject([{ text: `implementer-1, on ${item}: Three at Christmas` }]);
  await refusal("not_found", reply(TWO, "000000000000", "x"));
});

it("answers another's Question", async () => {
  const { say, reply, file } = await open("questions");
  const question = await say(ONE, "Which rates?", "Question");
  const { how, question: answered } = await reply(LEAD, question, "Those of Monday");
  expect([how, answered?.state]).toEqual(["answered", "closed"]);
  expect(await file()).toContain("~~[Question] Which rates?~~ → Those of Monday");
});
