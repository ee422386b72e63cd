import { describe, expect, it } from "vitest";
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
const TEXT = "Which currencies does the mailbox hold?";
const never = () => new AbortController().signal;

const wardroom = await TestWardroom.open();

async function open(id: string) {
  const demo = await ContextSession.open(wardroom, id, ["implementer-1", "implementer-2", "tester-1"]);
  const { inbox, questions, memory, relays } = wardroom.services;
  const { params } = demo;
  const look = (caller: Caller, wait = 0) => inbox.read(caller, params, { ...NOW, wait }, never());
  const seen = (caller: Caller, mark: string | null) => inbox.seen(caller, params, { mark: mark ?? "" });
  const read = async (caller: Caller) => {
    const answer = await look(caller);
    await seen(caller, answer.mark);
    return answer;
  };
  const ask = (caller: Caller, role: string, more: { minutes?: number } = {}) =>
    questions.ask(caller, params, { role, text: TEXT, ...more }, PLAIN_REQUEST);
  const answer = (caller: Caller, question: string, text: string) =>
    questions.answer(caller, { ...params, question }, { text }, PLAIN_REQUEST);
  const put = async (id: string) => {
    const { sections } = await memory.read(LEAD, params);
    return sections.flatMap(({ items }) => items).find((item) => item.id === id)?.question;
  };
  return { demo, params, relays, look, seen, read, ask, answer, put, file: () => demo.file("TEAM-MEMORY.md") };
}

describe("a question to a role", () => {
  it("is a plain Question in the file, and tells who is asked", async () => {
    const { read, ask, file } = await open("asked");
    await read(TESTER);
    const { id, state, due } = await ask(ONE, "tester-1", { minutes: 10 });
    expect(state).toBe("asked");
    expect(await file()).toContain(`## implementer-1\n- [Question] ${TEXT}\n`);
    expect((await read(TESTER)).entries).toMatchObject([{ kind: "asked", id, concerns: true, note: due, text: TEXT }]);
    expect((await read(TESTER)).entries).toEqual([]);
    expect((await read(TWO)).entries).toMatchObject([{ kind: "said", id }]);
  });

  it("is seen when the inbox of who is asked has shown it, and not before", async () => {
    const { look, seen, read, ask, put } = await open("seen");
    await read(TESTER);
    const { id } = await ask(ONE, "tester-1");
    await read(TWO);
    const { mark } = await look(TESTER);
    expect(await put(id)).toMatchObject({ to: "tester-1", state: "asked", seenAt: null });
    await seen(TESTER, mark);
    expect(await put(id)).toMatchObject({ state: "seen", seenAt: expect.any(String) as string });
  });

  it("is seen by who looks for the first time, too", async () => {
    const { read, ask, put } = await open("first");
    const { id } = await ask(ONE, "tester-1");
    expect((await read(TESTER)).entries).toMatchObject([{ kind: "asked", id }]);
    expect(await put(id)).toMatchObject({ state: "seen" });
  });

  it("has its answer beside it, and wakes who asked", async () => {
    const { look, read, ask, answer, put, file } = await open("answered");
    await read(ONE);
    const { id } = await ask(ONE, "tester-1");
    await read(TESTER);
    const before = await file();
    const waiting = look(ONE, 60);
    await answer(TESTER, id, "EUR and CHF");
    expect((await waiting).entries).toMatchObject([{ kind: "answered", id, by: "tester-1", note: "EUR and CHF" }]);
    expect(await file()).toBe(before);
    expect(await put(id)).toMatchObject({ state: "answered", answer: "EUR and CHF", answeredBy: "tester-1" });
  });

  it("has its answer told once, however often it is said, also to an asker who had not looked before", async () => {
    const { read, ask, answer } = await open("answered-first");
    for (const [asker, role, answers, kind] of [
      [ONE, "tester-1", TESTER, "answered"],
      [TWO, "tester-1", LEAD, "resolved"],
      [LEAD, "implementer-1", ONE, "answered"],
      [TESTER, "implementer-2", TWO, "answered"],
    ] as const) {
      const { id } = await ask(asker, role);
      await answer(answers, id, "EUR and CHF");
      if (kind === "answered") await answer(answers, id, "EUR and CHF");
      const told = { kind, id, text: TEXT, note: "EUR and CHF", concerns: true };
      const about = (entries: { id: string }[]) => entries.filter((each) => each.id === id);
      expect(about((await read(asker)).entries)).toMatchObject([told]);
      if (kind === "answered") await answer(answers, id, "EUR and CHF");
      expect(about((await read(asker)).entries)).toEqual([]);
    }
  });

  it("is closed by the Lead's answer, which stands in the file", async () => {
    const { read, ask, answer, put, file } = await open("closed");
    await read(ONE);
    const { id } = await ask(ONE, "tester-1");
    expect(await answer(LEAD, id, "EUR\nand CHF")).toMatchObject({ state: "closed" });
    expect(await file()).toContain(`- ~~[Question] ${TEXT}~~ → EUR and CHF\n`);
    expect((await read(ONE)).entries).toMatchObject([{ kind: "resolved", id, note: "EUR and CHF" }]);
    expect(await put(id)).toMatchObject({
      state: "closed",
      answeredBy: "Lead",
      closedAt: expect.any(String) as string,
    });
    await refusal("conflict", answer(TESTER, id, "JPY"));
  });

  it("is closed by its asker's own word, which accepts or overrules the answer, and by nobody else's", async () => {
    const { read, ask, answer, put, file } = await open("accepted");
    const { id } = await ask(ONE, "tester-1");
    await answer(TESTER, id, "EUR and CHF");
    await refusal("forbidden", answer(actingAs("integrator-1"), id, "JPY"));
    await read(TESTER);
    expect(await answer(ONE, id, "EUR and CHF")).toMatchObject({ state: "closed" });
    expect(await file()).toContain(`- ~~[Question] ${TEXT}~~ → EUR and CHF\n`);
    expect((await read(TESTER)).entries).toMatchObject([{ kind: "resolved", id }]);
    expect(await put(id)).toMatchObject({ state: "closed" });
  });

  it("of a role that writes through the Lead is closed by the Lead alone", async () => {
    const { params, relays, ask, answer, put } = await open("not-accepted");
    const { id } = await ask(TESTER, "implementer-1");
    const { item } = await relays.approve(LEAD, { ...params, relay: id }, {}, PLAIN_REQUEST);
    await answer(ONE, item?.id ?? "", "EUR");
    await refusal("forbidden", answer(TESTER, item?.id ?? "", "CHF"));
    expect(await put(item?.id ?? "")).toMatchObject({ state: "answered", answer: "EUR" });
  });

  it("of a role that writes through the Lead reaches who is asked before it is approved", async () => {
    const { params, relays, read, ask, answer, put } = await open("relayed");
    await read(ONE);
    const { id, relayed } = await ask(TESTER, "implementer-1");
    expect(relayed).toBe(true);
    expect((await read(ONE)).entries).toMatchObject([{ kind: "asked", id }]);
    await answer(ONE, id, "EUR");
    const { item } = await relays.approve(LEAD, { ...params, relay: id }, {}, PLAIN_REQUEST);
    expect(await put(item?.id ?? "")).toMatchObject({ to: "implementer-1", state: "answered", answer: "EUR" });
    expect(await answer(LEAD, item?.id ?? "", "CHF")).toMatchObject({ state: "closed", answer: "CHF" });
  });

  it("is answered by who is asked or the Lead alone", async () => {
    const { ask, answer } = await open("others");
    const { id } = await ask(ONE, "tester-1");
    await refusal("forbidden", answer(TWO, id, "JPY"));
    await refusal("not_found", answer(TESTER, "0123456789ab", "JPY"));
  });

  it("goes to nobody who is not there, and not to oneself", async () => {
    const { ask, file } = await open("nobody");
    const before = await file();
    const { message } = await refusal("not_found", ask(ONE, "nobody-1"));
    expect(message).toBe("nobody-1 is not an active teammate of this session.");
    await refusal("invalid_input", ask(ONE, "implementer-1"));
    expect(await file()).toBe(before);
  });
});

describe("a Question that is put to nobody", () => {
  it("is answered by any teammate", async () => {
    const { params, answer, put } = await open("open");
    const { memory } = wardroom.services;
    const said = await memory.add(ONE, params, { tag: "Question", text: TEXT }, PLAIN_REQUEST);
    const id = "item" in said ? said.item.id : "";
    await answer(TWO, id, "EUR");
    expect(await put(id)).toMatchObject({ to: "implementer-2", state: "answered", answer: "EUR" });
  });
});

describe("a gate", () => {
  it("says of an open question whether who is asked was shown it, and what was answered", async () => {
    const { params, read, ask, answer } = await open("gate");
    const { gates } = wardroom.services;
    const { id } = await ask(ONE, "tester-1");
    const gate = await gates.open(LEAD, params, { phase: 1 }, PLAIN_REQUEST);
    const told = async () =>
      (await gates.get(LEAD, { ...params, gate: gate.id })).blockers.map(({ message }) => message);
    const open1 = `[Question] of implementer-1 is open: ${TEXT}`;
    expect(await told()).toEqual([`${open1} (to tester-1, not shown yet: tester-1 cannot have answered)`]);
    await read(TESTER);
    expect(await told()).toEqual([expect.stringMatching(/\(to tester-1, seen \d\d:\d\d UTC, no answer\)$/)]);
    await answer(TESTER, id, "EUR");
    expect(await told()).toEqual([`${open1} (to tester-1, answered by tester-1: EUR)`]);
  });

  it("tells everybody its criteria and the verdict in the record's word", async () => {
    const { params, read, file } = await open("verdict");
    await read(ONE);
    await read(TWO);
    const { gates } = wardroom.services;
    const { id: gate } = await gates.open(LEAD, params, { phase: 1 }, PLAIN_REQUEST);
    await read(ONE);
    const body = { result: "APPROVED", criteria: ["All tests pass"], waivers: [], archive: [] } as const;
    await gates.conclude(
      LEAD,
      { ...params, gate },
      { ...body, criteria: [...body.criteria], waivers: [], archive: [] },
      PLAIN_REQUEST,
    );
    const told = async (who: Caller) => (await read(who)).entries.map(({ kind, text }) => `${kind}: ${text}`);
    expect(await told(ONE)).toEqual(["gate: Phase 1 PASSED. Met: All tests pass."]);
    // Who looks only now is not told that it was open.
    expect(await told(TWO)).toEqual(["gate: Phase 1 PASSED. Met: All tests pass."]);
    expect(await file()).toMatch(/- \[Gate\] \S+ Phase 1 PASSED\n/);
  });
});
