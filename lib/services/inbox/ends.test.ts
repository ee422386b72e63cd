import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST, type Caller } from "@/lib/services/workspace/caller";

const LEAD: Caller = { ...OWNER, source: "cli" };
const TESTER = actingAs("tester-1");
const IMPLEMENTER = actingAs("implementer-1");
const V2 = `${CONTEXT}\n- A line more\n`;

let wardroom: TestWardroom;
let demo: ContextSession;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  wardroom = await TestWardroom.open();
  demo = await ContextSession.open(wardroom, "one", ["tester-1", "implementer-1"]);
  for (const each of [LEAD, TESTER, IMPLEMENTER]) await look(each);
});
afterEach(() => {
  vi.useRealTimers();
});

/** What a reader is told, which it has then read. */
async function look(caller: Caller) {
  vi.setSystemTime(Date.now() + 1000);
  const query = { wait: 0, again: "false", all: "true" } as const;
  const { entries, mark } = await wardroom.services.inbox.read(
    caller,
    demo.params,
    query,
    new AbortController().signal,
  );
  await wardroom.services.inbox.seen(caller, demo.params, { mark: mark ?? "" });
  vi.setSystemTime(Date.now() + 1000);
  return entries.map(({ kind, id, note, whole, concerns }) => ({ kind, id, note, whole, concerns }));
}

async function relay(text: string, tag: "Question" | "Finding" = "Question"): Promise<string> {
  const said = await wardroom.services.memory.add(TESTER, demo.params, { tag, text }, PLAIN_REQUEST);
  if (!("relay" in said)) throw new Error("was written directly");
  return said.relay.id;
}

const ask = async (caller: Caller, role: string, text: string) =>
  (await wardroom.services.questions.ask(caller, demo.params, { role, text }, PLAIN_REQUEST)).id;
const answer = (question: string, text: string, by = LEAD) =>
  wardroom.services.questions.answer(by, { ...demo.params, question }, { text }, PLAIN_REQUEST);
const stateOf = async (id: string) =>
  (await wardroom.services.relays.list(LEAD, demo.params)).items.find((each) => each.id === id);

describe("one thing has one end, told once", () => {
  it.each([
    ["said", () => relay("Which rates apply?")],
    ["put to the Lead", () => ask(TESTER, "Lead", "Which rates apply?")],
  ])("where the Lead answers a relayed question that was %s", async (_, make) => {
    const id = await make();
    await look(LEAD);
    await look(IMPLEMENTER);
    expect(await answer(id, "Those of the central bank")).toMatchObject({ state: "closed", relayed: true });
    expect(await stateOf(id)).toMatchObject({ state: "settled", reason: "Those of the central bank", itemId: null });
    const told = { kind: "answered", id, note: "Those of the central bank" };
    expect(await look(TESTER)).toEqual([{ ...told, whole: undefined, concerns: true }]);
    expect(await look(IMPLEMENTER)).toEqual([{ ...told, whole: undefined, concerns: false }]);
    for (const each of [TESTER, IMPLEMENTER, LEAD]) expect(await look(each)).toEqual([]);
    const late = await refusal("conflict", answer(id, "Or others"));
    expect(late.message).toContain("it was settled");
    await demo.publish(CONTEXT);
  });

  it("where another than the Lead answers, the question goes on waiting for the Lead", async () => {
    const id = await ask(TESTER, "implementer-1", "Which rates apply?");
    await answer(id, "Those of the central bank", IMPLEMENTER);
    expect(await stateOf(id)).toMatchObject({ state: "pending" });
  });

  it("where the Lead settles what is true and done", async () => {
    const id = await relay("The ledger numbers credit notes", "Finding");
    const before = await demo.file("TEAM-MEMORY.md");
    const params = { ...demo.params, relay: id };
    const { relays } = wardroom.services;
    await refusal("forbidden", relays.settle(TESTER, params, {}, PLAIN_REQUEST));
    expect((await relays.settle(LEAD, params, { note: "Done" }, PLAIN_REQUEST)).relay.state).toBe("settled");
    expect(await demo.file("TEAM-MEMORY.md")).toBe(before);
    expect(await look(TESTER)).toEqual([{ kind: "settled", id, note: "Done", whole: undefined, concerns: true }]);
    expect(await look(IMPLEMENTER)).toEqual([]);
    await refusal("conflict", relays.settle(LEAD, params, {}, PLAIN_REQUEST));
    expect((await relays.undo(LEAD, params, PLAIN_REQUEST)).relay.state).toBe("pending");
  });
});

describe("what a version settles", () => {
  it("ends with it, and an earlier answer does not come back", async () => {
    await demo.publish(CONTEXT);
    const waits = await ask(TESTER, "implementer-1", "Which rates apply?");
    const stands = await ask(IMPLEMENTER, "tester-1", "Which page is slow?");
    await answer(waits, "Those of the central bank", IMPLEMENTER);
    await look(LEAD);
    await demo.publish(V2, { settles: [waits, stands] });
    expect(await stateOf(waits)).toMatchObject({ state: "settled", reason: "settled by GC-v2" });
    expect(await demo.file("TEAM-MEMORY.md")).toContain("~~[Question] Which page is slow?~~ → settled by GC-v2");
    const told = { kind: "settled", note: "by GC-v2" };
    const ends = (await look(TESTER)).filter(({ id }) => id === waits);
    expect(ends).toEqual([{ ...told, id: waits, whole: undefined, concerns: true }]);
    const [own] = (await look(IMPLEMENTER)).filter(({ id }) => id === stands);
    expect(own).toMatchObject({ ...told, id: stands, concerns: true });
    for (const each of [TESTER, IMPLEMENTER]) expect(await look(each)).toEqual([]);
    for (const dryRun of [true, false]) {
      await refusal("not_found", demo.publish(`${V2}- And one\n`, { settles: [stands] }, PLAIN_REQUEST, dryRun));
      await refusal(
        "conflict",
        demo.publish(V2, { settles: [await relay(`Is it ${dryRun}?`)] }, PLAIN_REQUEST, dryRun),
      );
    }
  });

  it("dates an answer that it comes after", async () => {
    await demo.publish(CONTEXT);
    const id = await relay("Which rates apply?");
    await look(LEAD);
    await answer(id, "Those of the central bank");
    vi.setSystemTime(Date.now() + 1000);
    await demo.publish(V2);
    const [told] = await look(TESTER);
    expect(told?.note).toBe("Those of the central bank (before GC-v2, which holds where they differ)");
  });
});

describe("a version is not published over a question that its Lead has not read", () => {
  it.each([
    ["said by a relay", () => relay("Which rates apply?")],
    ["put to the Lead", () => ask(IMPLEMENTER, "Lead", "Which rates apply?")],
  ])("%s, until it is read, or gone over", async (_, make) => {
    const id = await make();
    const publish = (body: object, dryRun = false) =>
      wardroom.services.context.publish(LEAD, demo.params, { text: CONTEXT, ...body }, { dryRun }, PLAIN_REQUEST);
    await refusal("open_items", publish({}, true));
    const { details } = await refusal("open_items", publish({}));
    expect(details.current).toMatchObject({ open: [{ id, text: "Which rates apply?" }] });
    expect(await demo.file("global-context.md")).toBeNull();
    await look(LEAD);
    expect((await publish({})).version).toBe("GC-v1");
    await make().catch(() => undefined);
    await ask(TESTER, "Lead", "And which currency?");
    expect((await publish({ text: V2, overQuestions: true })).version).toBe("GC-v2");
    // What one went over once is not asked again.
    expect((await publish({ text: `${V2}- One more\n` })).version).toBe("GC-v3");
  });

  it("but over one put to another, and over one that it settles", async () => {
    await ask(TESTER, "implementer-1", "Which rates apply?");
    const settles = [await ask(IMPLEMENTER, "Lead", "Which page is slow?")];
    const body = { text: CONTEXT, settles };
    const { version } = await wardroom.services.context.publish(
      LEAD,
      demo.params,
      body,
      { dryRun: false },
      PLAIN_REQUEST,
    );
    expect(version).toBe("GC-v1");
  });
});

describe("what an inbox tells", () => {
  it("is whole where an earlier answer left it out, and an excerpt where that held it", async () => {
    const { inbox, memory, curation } = wardroom.services;
    const run: Caller = { ...TESTER, run: "claude:7f0c" };
    const told = async () => {
      vi.setSystemTime(Date.now() + 1000);
      const query = { wait: 0, again: "false", all: "false" } as const;
      const answer = await inbox.read(run, demo.params, query, new AbortController().signal);
      await inbox.seen(run, demo.params, { mark: answer.mark ?? "" });
      vi.setSystemTime(Date.now() + 1000);
      return answer;
    };
    const say = async (text: string) => {
      const said = await memory.add(IMPLEMENTER, demo.params, { tag: "Finding", text }, PLAIN_REQUEST);
      return "item" in said ? said.item.id : "";
    };
    const resolve = (item: string) => curation.resolve(LEAD, demo.params, { item, resolution: "Done" }, PLAIN_REQUEST);
    const before = await say("The export stops at the second page of every batch");
    expect((await told()).left).toMatchObject([{ role: "implementer-1", count: 1 }]);
    const after = await say("The import stops at the third page of every batch");
    expect((await told()).entries).toMatchObject([{ kind: "said", id: after }]);
    for (const [item, whole] of [
      [before, true],
      [after, undefined],
    ] as const) {
      await resolve(item);
      expect((await told()).entries.map((each) => [each.id, each.kind, each.whole])).toEqual([
        [item, "resolved", whole],
      ]);
    }
  });

  it("is the answer to one's own question once, also where it was put away at once; and no claim that is over", async () => {
    const { curation, presence } = wardroom.services;
    const id = await ask(IMPLEMENTER, "Lead", "Which page is slow?");
    await look(LEAD);
    await answer(id, "The second");
    await curation.archive(LEAD, demo.params, { items: [id] }, PLAIN_REQUEST);
    await presence.claim(TESTER, demo.params, { what: "src/page.ts", minutes: 1 });
    vi.setSystemTime(Date.now() + 61_000);
    expect(await look(IMPLEMENTER)).toMatchObject([{ kind: "resolved", id, note: "The second" }]);
    expect(await look(IMPLEMENTER)).toEqual([]);
  });

  it("wakes the Lead with the last confirmation of a version, and with no other", async () => {
    await demo.publish(CONTEXT);
    await look(LEAD);
    const { inbox } = wardroom.services;
    const query = { wait: 30, again: "false", all: "false" } as const;
    const ending = new AbortController();
    let isAwake = false;
    const waiting = inbox.read(LEAD, demo.params, query, ending.signal).then((answer) => {
      isAwake = true;
      return answer;
    });
    await demo.ack("tester-1", 1);
    expect(isAwake).toBe(false);
    await demo.ack("implementer-1", 1);
    const { entries, also } = await waiting;
    expect(entries.map(({ kind, text }) => [kind, text])).toEqual([["team", "All 2 have confirmed GC-v1."]]);
    expect(also).toEqual([]);
  });
});

describe("what is left with the Lead", () => {
  const add = (caller: Caller, body: object) =>
    wardroom.services.memory.add(caller, demo.params, { tag: "Decision", text: "", ...body }, PLAIN_REQUEST);

  it("is also what a role that writes itself proposes: the Lead takes or refuses it, and it blocks nothing", async () => {
    const propose = async (text: string) => {
      const said = await add(IMPLEMENTER, { tag: "Conflict", text, proposal: true });
      return "relay" in said ? { ...demo.params, relay: said.relay.id } : Promise.reject(new Error("was written"));
    };
    const [taken, refused] = [
      await propose("Answer 429 on a full bucket"),
      await propose("Answer 503 while it starts"),
    ];
    const before = await demo.file("TEAM-MEMORY.md");
    await demo.publish(CONTEXT);
    for (const role of ["tester-1", "implementer-1"]) await demo.ack(role, 1);
    const gate = await wardroom.services.gates.open(LEAD, demo.params, { phase: 1 }, PLAIN_REQUEST);
    expect((await wardroom.services.gates.get(LEAD, { ...demo.params, gate: gate.id })).blockers).toEqual([]);
    const { item } = await wardroom.services.relays.approve(LEAD, taken, {}, PLAIN_REQUEST);
    expect(item).toMatchObject({ tag: "Conflict", text: "Answer 429 on a full bucket" });
    await wardroom.services.relays.reject(LEAD, refused, { reason: "It starts in no time" }, PLAIN_REQUEST);
    expect(before).not.toContain("429");
    expect(await demo.file("TEAM-MEMORY.md")).not.toContain("503");
    expect(await look(IMPLEMENTER)).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: "rejected", note: "It starts in no time" })]),
    );
  });

  it.each([
    ["an item", IMPLEMENTER],
    ["a relay", TESTER],
  ])("one's own exact repeat is refused as a neighbour's is, of %s", async (_, caller) => {
    const once = { text: "The  gateway answers late", anyway: false };
    await add(caller, once);
    const { message } = await refusal("said_already", add(caller, { ...once, text: "The gateway answers late " }));
    expect(message).toContain("you said just this already");
    await add(caller, { ...once, text: "The gateway answers late, by 3 s" });
    await add(caller, { ...once, anyway: true });
  });

  it("an answer to a role is to its open question, and to none of several", async () => {
    const { replies } = wardroom.services;
    const reply = (item: string) =>
      replies.reply(LEAD, { ...demo.params, item }, { text: "The second", tag: "Finding" }, PLAIN_REQUEST);
    await refusal("not_found", reply("tester-1"));
    const first = await relay("Which page is slow?");
    expect(await reply("tester-1")).toMatchObject({ how: "answered", id: first, role: "tester-1" });
    await refusal("not_found", reply("tester-1"));
    const both = [await relay("Which rates apply?"), await ask(TESTER, "Lead", "And which page?")];
    const { details } = await refusal("invalid_input", reply("tester-1"));
    for (const id of both) expect(details.hint).toContain(id);
  });
});
