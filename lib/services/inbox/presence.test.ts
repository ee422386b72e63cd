import { describe, expect, it } from "vitest";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const LEAD: Caller = { ...OWNER, source: "cli" };
const ONE = actingAs("implementer-1");
const TWO = actingAs("implementer-2");
const NOW = { wait: 0, again: "false", all: "false" } as const;
const never = () => new AbortController().signal;

const wardroom = await TestWardroom.open();

async function open(id: string, ...others: string[]) {
  const demo = await ContextSession.open(wardroom, id, ["implementer-1", "implementer-2", ...others]);
  const { inbox, presence } = wardroom.services;
  const read = async (caller: Caller) => {
    const answer = await inbox.read(caller, demo.params, NOW, never());
    await inbox.seen(caller, demo.params, { mark: answer.mark ?? "" });
    return answer;
  };
  const { params } = demo;
  return { demo, params, presence, inbox, read, memory: () => demo.file("TEAM-MEMORY.md") };
}

describe("a state line", () => {
  it("takes the place of the last, is told with what is new, and stands in no file", async () => {
    const { params, presence, read, memory } = await open("state");
    await read(TWO);
    const before = await memory();
    await presence.state(ONE, params, { text: "GC-v1: begun" });
    await presence.state(ONE, params, { text: "GC-v1: 3 min" });
    expect(await memory()).toBe(before);
    const { roles } = await presence.team(TWO, params);
    expect(roles.find(({ role }) => role === "implementer-1")).toMatchObject({ state: { text: "GC-v1: 3 min" } });
    expect(await read(TWO)).toMatchObject({ entries: [], also: ['implementer-1 is at "GC-v1: 3 min"'] });
    expect((await read(TWO)).also).toEqual([]);
  });
});

describe("a claim", () => {
  it("is shown to the others until it ends, and tells who makes another what is claimed", async () => {
    const { params, presence, read } = await open("claim");
    for (const reader of [TWO, LEAD]) await read(reader);
    const { claim } = await presence.claim(ONE, params, { what: "vendor/kv for traps", minutes: 10 });
    expect(Date.parse(claim.until) - Date.parse(claim.at)).toBe(10 * 60_000);
    expect((await presence.claim(TWO, params, { what: "vendor/tick", minutes: 5 })).others).toEqual([claim]);
    expect((await read(TWO)).entries).toMatchObject([{ kind: "claim", text: "vendor/kv for traps" }]);
    await refusal("forbidden", presence.endClaim(TWO, { ...params, claim: claim.id }));
    await presence.endClaim(ONE, { ...params, claim: claim.id });
    // That it ended is no news, to whom it was shown or not.
    const { entries, also } = await read(LEAD);
    expect(entries.map(({ text }) => text)).not.toContain("vendor/kv for traps");
    expect(also).toEqual([]);
    const { roles } = await presence.team(TWO, params);
    expect(roles.flatMap(({ claims }) => claims.map(({ what }) => what))).toEqual(["vendor/tick"]);
    expect((await read(TWO)).also).toEqual([]);
    await refusal("not_found", presence.endClaim(ONE, { ...params, claim: claim.id }));
  });
});

describe("a nudge", () => {
  it("rides on the next call, is read once, and says when", async () => {
    const { params, presence, inbox, read } = await open("nudge");
    await read(TWO);
    await presence.nudge(ONE, params, { role: "implementer-2", text: "server.js is yours" });
    const waiting = await inbox.waiting(TWO, params);
    expect(waiting).toMatchObject({ items: 0, nudges: [{ from: "implementer-1", text: "server.js is yours" }] });
    // What was not said to be read is there again.
    expect((await inbox.waiting(TWO, params)).nudges).toHaveLength(1);
    await inbox.seen(TWO, params, { mark: waiting.mark ?? "" });
    expect((await inbox.waiting(TWO, params)).nudges).toEqual([]);
    expect((await read(TWO)).entries).toEqual([]);
    const { nudges } = await presence.team(ONE, params);
    expect(nudges).toMatchObject([{ role: "implementer-2", readAt: expect.any(String) as string }]);
  });

  it("comes first in the inbox, and wakes who waits", async () => {
    const { params, presence, inbox, read } = await open("wakes");
    await read(TWO);
    const waiting = inbox.read(TWO, params, { ...NOW, wait: 60 }, never());
    await presence.nudge(LEAD, params, { role: "implementer-2", text: "Look at GC-v2" });
    expect((await waiting).entries).toMatchObject([{ kind: "nudge", by: "Lead", text: "Look at GC-v2" }]);
    expect((await read(TWO)).entries).toHaveLength(1);
    expect((await read(TWO)).entries).toEqual([]);
  });

  it("goes to nobody who is not there", async () => {
    const { params, presence } = await open("nobody");
    await refusal("not_found", presence.nudge(ONE, params, { role: "nobody-1", text: "Hello" }));
  });
});

describe("what waits", () => {
  it("is counted for who reads an inbox, and the context for everybody", async () => {
    const { demo, params, inbox, read } = await open("waits");
    await demo.publish(CONTEXT);
    expect(await inbox.waiting(ONE, params)).toMatchObject({ version: "GC-v1", items: 0 });
    await read(ONE);
    for (const text of ["One", "Two"])
      await wardroom.services.memory.add(TWO, params, { tag: "Finding", text }, PLAIN_REQUEST);
    expect(await inbox.waiting(ONE, params)).toMatchObject({ version: null, items: 2 });
    expect(await inbox.waiting(TWO, params)).toMatchObject({ items: 0 });
  });
});

describe("who is there", () => {
  it("is what was seen of each: the last sign, the version shown and confirmed, and what is owed", async () => {
    const { demo, params, presence, read } = await open("there");
    await demo.publish(CONTEXT);
    await read(ONE);
    await demo.ack("implementer-1", 1);
    await read(TWO);
    const { roles, version } = await presence.team(LEAD, params);
    expect(version).toBe("GC-v1");
    expect(roles).toMatchObject([
      { role: "Lead", behind: 0, due: null },
      {
        ...{ role: "implementer-1", shown: "GC-v1", confirmed: "GC-v1", behind: 0, due: null },
        sign: expect.any(String) as string,
      },
      {
        ...{ role: "implementer-2", shown: "GC-v1", confirmed: null, behind: 1 },
        ...{ sign: expect.any(String) as string },
        due: expect.any(String) as string,
      },
    ]);
  });

  it("says for whom each role waits, the longest first, until it waits no longer", async () => {
    const { demo, params, presence } = await open("held-up", "tester-1");
    const { memory, questions } = wardroom.services;
    const waits = async () => {
      const { roles } = await presence.team(LEAD, params);
      return roles.flatMap(({ role, waits }) => waits.map((wait) => `${role} ${wait.on} ${wait.for}`));
    };
    await demo.publish(CONTEXT);
    expect(await waits()).toEqual([]);
    const TESTER = actingAs("tester-1");
    const { id } = await questions.ask(
      ONE,
      params,
      { role: "implementer-2", text: "Which currencies?" },
      PLAIN_REQUEST,
    );
    await memory.add(TESTER, params, { text: "Rates are cached", tag: "Finding" }, PLAIN_REQUEST);
    const unclear = { version: "GC-v1", impact: "NONE", total: 1, applied: 0, unclear: ["§Decisions Log.D-1"] };
    await demo.service.give(
      ONE,
      params,
      { ...unclear, role: "implementer-1", action: "NEED_CLARIFICATION" },
      PLAIN_REQUEST,
    );
    expect(await waits()).toEqual([
      "implementer-1 question implementer-2",
      "implementer-1 unclear Lead",
      "tester-1 relay Lead",
    ]);
    await questions.answer(TWO, { ...params, question: id }, { text: "EUR" }, PLAIN_REQUEST);
    expect(await waits()).toEqual(["implementer-1 unclear Lead", "tester-1 relay Lead"]);
  });
});
