import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Inbox } from "@/lib/contracts/inbox";
import { renderInbox } from "@/lib/core/inbox/render-inbox";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const LEAD: Caller = { ...OWNER, source: "cli" };

let wardroom: TestWardroom;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  wardroom = await TestWardroom.open();
});
beforeEach(() => {
  vi.setSystemTime(Date.now() + 60 * 60_000);
});
afterAll(() => {
  vi.useRealTimers();
});

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const lines = ({ entries, now }: Inbox, reader = "Lead") =>
  renderInbox({ reader, entries, left: [], also: [], now }, { again: "" });

async function open(id: string) {
  const demo = await ContextSession.open(wardroom, id, ["implementer-1", "tester-1"]);
  const { params } = demo;
  const { inbox, questions, curation } = wardroom.services;
  const callerOf = (who: string): Caller => (who === "Lead" ? LEAD : actingAs(who));
  const look = (who: string, wait = 0) =>
    inbox.read(callerOf(who), params, { wait, again: "false", all: "true" }, new AbortController().signal);
  return {
    demo,
    look,
    read: async (who: string): Promise<Inbox> => {
      const answer = await look(who);
      await inbox.seen(callerOf(who), params, { mark: answer.mark ?? "" });
      return answer;
    },
    ask: (who: string, role: string, minutes?: number) => {
      const body = { role, text: "Which bank first?", ...(minutes !== undefined && { minutes }) };
      return questions.ask(callerOf(who), params, body, PLAIN_REQUEST);
    },
    answer: (who: string, question: string) =>
      questions.answer(callerOf(who), { ...params, question }, { text: "The second" }, PLAIN_REQUEST),
    resolve: (item: string) => curation.resolve(LEAD, params, { item, resolution: "dropped" }, PLAIN_REQUEST),
  };
}

describe("a deadline that passes", () => {
  it("is no matter of a run that ended, while another is at work in its seat", async () => {
    const { demo, ...team } = await open("gone");
    const { inbox, runs } = wardroom.services;
    const [gone, here] = [
      { ...actingAs("tester-1"), run: "claude:gone" },
      { ...actingAs("tester-1"), run: "claude:here" },
    ];
    for (const each of [gone, here]) await inbox.take(each, demo.params, {});
    await demo.publish(CONTEXT);
    await team.read("Lead");
    pass(11);
    const { mark } = await inbox.take(here, demo.params, {});
    await inbox.seen(here, demo.params, { mark: mark ?? "" });
    const body = { role: "tester-1", version: "GC-v1", total: 1, applied: 1, unclear: [], impact: "NONE" };
    await demo.service.give(here, demo.params, { ...body, action: "CONTINUE" }, PLAIN_REQUEST);
    pass(60);
    await runs.end(gone, demo.params, {});
    pass(30 * 60);
    expect(lines(await team.read("Lead"))).not.toContain("tester-1 has not");
    const { roles } = await demo.service.matrix(OWNER, demo.params);
    expect(roles.find(({ role }) => role === "tester-1")?.cells.map(({ state }) => state)).toEqual(["confirmed"]);
  });

  it("is told once, to who asked and who was to answer", async () => {
    const team = await open("passes");
    for (const who of ["Lead", "implementer-1", "tester-1"]) await team.read(who);
    const { id } = await team.ask("implementer-1", "tester-1", 10);
    await team.read("tester-1");
    await team.read("implementer-1");
    pass(9 * 60);
    expect((await team.read("implementer-1")).entries).toEqual([]);
    pass(2 * 60);
    const asker = await team.read("implementer-1");
    expect(asker.entries).toMatchObject([{ kind: "overdue", id, concerns: true, text: "Which bank first?" }]);
    const due = new Date(Date.now() - 60_000).toISOString().slice(11, 16);
    expect(lines(asker, "implementer-1")).toMatch(
      new RegExp(
        `^Question · implementer-1 · is overdue · ${id}\\n {2}Which bank first\\?\\n {2}to tester-1, until ${due} UTC, seen \\d\\d:\\d\\d UTC, no answer$`,
      ),
    );
    expect((await team.read("tester-1")).entries).toMatchObject([{ kind: "overdue", id }]);
    for (const who of ["implementer-1", "tester-1"]) expect((await team.read(who)).entries).toEqual([]);
  });

  it("is not told of what was answered or closed in time", async () => {
    const team = await open("in-time");
    for (const who of ["Lead", "implementer-1", "tester-1"]) await team.read(who);
    const answered = await team.ask("implementer-1", "tester-1", 10);
    const closed = await team.ask("implementer-1", "tester-1", 10);
    await team.answer("tester-1", answered.id);
    await team.resolve(closed.id);
    for (const who of ["Lead", "implementer-1", "tester-1"]) await team.read(who);
    pass(30 * 60);
    for (const who of ["implementer-1", "tester-1"]) expect((await team.read(who)).entries).toEqual([]);
  });
});

describe("a role that owes an answer and gives no sign", () => {
  it("is named to the Lead once, and again only after a sign", async () => {
    const team = await open("quiet");
    await team.read("tester-1");
    await team.demo.publish(CONTEXT);
    await team.read("Lead");
    pass(170);
    expect((await team.read("Lead")).entries).toEqual([]);
    pass(20);
    const told = await team.read("Lead");
    expect(told.entries).toMatchObject([{ kind: "quiet", role: "tester-1", concerns: true }]);
    expect(lines(told)).toMatch(/^No sign of tester-1 since \d\d:\d\d UTC\. It has not read GC-v1\.$/);
    expect((await team.read("Lead")).entries).toEqual([]);
    // A sign, and silence once more.
    await team.read("tester-1");
    pass(200);
    expect(lines(await team.read("Lead"))).toContain("It has not confirmed GC-v1.");
  });

  it("is not named while it waits for news, nor when it was never at work", async () => {
    const team = await open("waits");
    await team.read("tester-1");
    await team.demo.publish(CONTEXT);
    await team.read("tester-1");
    await team.read("Lead");
    for (let minute = 0; minute < 8; minute++) {
      pass(61);
      await team.look("tester-1");
      const { entries } = await team.read("Lead");
      expect(entries.filter(({ kind }) => kind === "quiet")).toEqual([]);
    }
  });

  it("wakes a Lead who waits", async () => {
    const team = await open("wakes");
    await team.read("tester-1");
    await team.ask("Lead", "tester-1");
    await team.read("Lead");
    pass(3 * 60 - 0.2);
    const waiting = team.look("Lead", 50);
    pass(1);
    expect((await waiting).entries).toMatchObject([{ kind: "quiet", role: "tester-1" }]);
  });
});

it("is no news where everything that was asked is done", async () => {
  const team = await open("done");
  for (const who of ["Lead", "implementer-1", "tester-1"]) await team.read(who);
  const { id } = await team.ask("Lead", "tester-1", 5);
  await team.read("tester-1");
  await team.answer("tester-1", id);
  await team.read("Lead");
  pass(3600);
  expect((await team.read("Lead")).entries).toEqual([]);
});
