import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Inbox, InboxQuery } from "@/lib/contracts/inbox";
import { PLAIN_REQUEST, type Caller } from "@/lib/services/workspace/caller";
import { actingAs, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const wardroom = await TestWardroom.open();

const LEAD: Caller = { ...OWNER, source: "cli" };
const NOW: InboxQuery = { wait: 0, again: "false", all: "false" };
const never = () => new AbortController().signal;

async function open(id: string) {
  const demo = await ContextSession.open(wardroom, id, ["implementer-1", "implementer-2", "tester-1"]);
  const { inbox, memory, relays, curation } = wardroom.services;
  const callerOf = (who: string): Caller => (who === "Lead" ? LEAD : actingAs(who));
  const look = (who: string, query: Partial<InboxQuery> = {}): Promise<Inbox> =>
    inbox.read(callerOf(who), demo.params, { ...NOW, ...query }, never());
  return {
    demo,
    look,
    /** Reads and says so, as a reader does that got its answer. */
    read: async (who: string, query: Partial<InboxQuery> = {}): Promise<Inbox> => {
      const answer = await look(who, query);
      await inbox.seen(callerOf(who), demo.params, { mark: answer.mark ?? "" });
      return answer;
    },
    say: async (who: string, tag: "Finding" | "Warning" | "Question" | "Pattern", text: string): Promise<string> => {
      const done = await memory.add(callerOf(who), demo.params, { tag, text }, PLAIN_REQUEST);
      return "item" in done ? done.item.id : done.relay.id;
    },
    approve: (relay: string) => relays.approve(LEAD, { ...demo.params, relay }, {}, PLAIN_REQUEST),
    reject: (relay: string, reason: string) =>
      relays.reject(LEAD, { ...demo.params, relay }, { reason }, PLAIN_REQUEST),
    withdraw: (who: string, relay: string) => relays.withdraw(callerOf(who), { ...demo.params, relay }, PLAIN_REQUEST),
    replace: (who: string, relay: string, text: string) =>
      relays.reword(callerOf(who), { ...demo.params, relay }, { text }, PLAIN_REQUEST),
    takeBack: (who: string, item: string) => memory.withdraw(callerOf(who), { ...demo.params, item }, PLAIN_REQUEST),
    resolve: (item: string, resolution: string) =>
      curation.resolve(LEAD, demo.params, { item, resolution }, PLAIN_REQUEST),
    archive: (...items: string[]) => curation.archive(LEAD, demo.params, { items }, PLAIN_REQUEST),
    seen: (who: string, mark: string) => inbox.seen(callerOf(who), demo.params, { mark }),
  };
}

const texts = ({ entries }: Inbox) => entries.map(({ text }) => text);
const kinds = ({ entries }: Inbox) => entries.map(({ kind, text }) => `${kind}: ${text}`);

describe("an inbox", () => {
  it("is a receipt of the team memory, as far as what it held came", async () => {
    const team = await open("receipt");
    const receipt = async () => {
      const { roles } = await wardroom.services.sessions.get(OWNER, team.demo.params);
      return roles.find(({ id }) => id === "implementer-1")?.readRevision;
    };
    await team.say("implementer-2", "Finding", "The queue drops jobs");
    const early = await team.look("implementer-1");
    await team.say("implementer-2", "Finding", "The lease ends too soon");
    expect(await receipt()).toBeNull();
    await team.seen("implementer-1", early.mark ?? "");
    expect(await receipt()).toBe(2);
    await team.read("implementer-1");
    expect(await receipt()).toBe(3);
    await team.seen("implementer-1", early.mark ?? "");
    expect(await receipt()).toBe(3);
  });

  it("tells what stands at first, then each thing once, and never one's own", async () => {
    const team = await open("once");
    await team.say("implementer-1", "Finding", "The lease table has no index");
    await team.say("implementer-2", "Pattern", "Every worker names itself");
    const first = await team.read("implementer-2");
    expect(first.first).toBe(true);
    expect(texts(first)).toEqual(["The lease table has no index"]);
    expect((await team.read("implementer-2")).entries).toEqual([]);
    await team.say("implementer-2", "Finding", "My own");
    await team.say("implementer-1", "Finding", "Something new");
    expect(texts(await team.read("implementer-2"))).toEqual(["Something new"]);
  });

  it("shows again what did not reach its reader, and on request what did", async () => {
    const team = await open("again");
    await team.read("implementer-2");
    await team.say("implementer-1", "Finding", "A finding");
    expect(texts(await team.look("implementer-2"))).toEqual(["A finding"]);
    expect(texts(await team.read("implementer-2"))).toEqual(["A finding"]);
    expect(texts(await team.read("implementer-2"))).toEqual([]);
    await team.say("implementer-1", "Finding", "One more");
    await team.read("implementer-2");
    expect(texts(await team.look("implementer-2", { again: "true" }))).toEqual(["One more"]);
  });

  it("puts first what concerns the reader, then what nobody should go on without", async () => {
    const team = await open("order");
    await team.read("implementer-2");
    const asked = await team.say("implementer-2", "Question", "Who sweeps?");
    await team.say("implementer-1", "Finding", "Nothing of weight");
    await team.say("implementer-1", "Warning", "The clock jumps");
    await team.say("implementer-1", "Finding", "This is for implementer-2: call renew first");
    await team.say("implementer-1", "Finding", "Not for implementer-20");
    await team.resolve(asked, "The server sweeps");
    const { entries } = await team.read("implementer-2");
    expect(entries.map(({ kind, text, note, concerns }) => ({ kind, text, note, concerns }))).toEqual([
      { kind: "said", text: "This is for implementer-2: call renew first", note: null, concerns: true },
      { kind: "resolved", text: "Who sweeps?", note: "The server sweeps", concerns: true },
      { kind: "said", text: "The clock jumps", note: null, concerns: false },
      { kind: "said", text: "Nothing of weight", note: null, concerns: false },
      { kind: "said", text: "Not for implementer-20", note: null, concerns: false },
    ]);
  });

  it("tells a relay once: when it is left, and its decision as a line", async () => {
    const team = await open("relays");
    await team.read("implementer-1");
    await team.read("tester-1");
    const relay = await team.say("tester-1", "Finding", "The page flickers");
    const other = await team.say("tester-1", "Finding", "The page is slow");
    expect(kinds(await team.read("implementer-1"))).toEqual(["waits: The page flickers", "waits: The page is slow"]);
    expect(kinds(await team.read("Lead"))).toEqual(["waits: The page flickers", "waits: The page is slow"]);
    await team.approve(relay);
    await team.reject(other, "Measured before the fix");
    const { entries, also } = await team.read("implementer-1");
    expect(kinds({ entries } as Inbox)).toEqual(["rejected: The page is slow"]);
    expect(also).toEqual(["1 relay of tester-1 approved"]);
    const own = await team.read("tester-1");
    expect(own.entries).toMatchObject([
      { kind: "approved", concerns: true },
      { kind: "rejected", note: "Measured before the fix", concerns: true },
    ]);
  });

  it("tells a relay that was approved before anybody looked as the item it is", async () => {
    const team = await open("approved");
    await team.read("implementer-1");
    await team.approve(await team.say("tester-1", "Finding", "The page flickers"));
    expect(kinds(await team.read("implementer-1"))).toEqual(["said: The page flickers"]);
  });

  it("tells of a relay that was taken back only to who was shown it", async () => {
    const team = await open("withdrawn");
    for (const who of ["Lead", "implementer-1"]) await team.read(who);
    const relay = await team.say("tester-1", "Finding", "Measured on the wrong branch");
    await team.read("Lead");
    await team.withdraw("tester-1", relay);
    expect(kinds(await team.read("Lead"))).toEqual(["withdrawn: Measured on the wrong branch"]);
    for (const who of ["implementer-1", "tester-1"]) expect((await team.read(who)).entries).toEqual([]);
  });

  it("tells of other words for a relay, and of an item taken back, in a line to who knew it", async () => {
    const team = await open("own");
    for (const who of ["Lead", "implementer-1", "implementer-2", "tester-1"]) await team.read(who);
    const relay = await team.say("tester-1", "Finding", "Measured 6 ms");
    await team.read("Lead");
    await team.replace("tester-1", relay, "Measured 61 ms");
    await team.replace("tester-1", relay, "Measured 62 ms");
    expect(kinds(await team.read("Lead"))).toEqual(["reworded: Measured 62 ms"]);
    expect(kinds(await team.read("implementer-1"))).toEqual(["waits: Measured 62 ms"]);
    await team.replace("Lead", relay, "Measured 62 ms on main");
    expect(kinds(await team.read("tester-1"))).toContain("reworded: Measured 62 ms on main");

    for (const who of ["implementer-1", "implementer-2"]) await team.read(who);
    const item = await team.say("implementer-1", "Finding", "The table has no index");
    await team.read("implementer-2");
    await team.takeBack("implementer-1", item);
    expect(kinds(await team.read("implementer-2"))).toEqual(["withdrawn: The table has no index"]);
    expect((await team.read("implementer-1")).entries).toEqual([]);
  });

  it("counts what came and was put away before anybody looked", async () => {
    const team = await open("counted");
    await team.read("implementer-2");
    await team.archive(
      await team.say("implementer-1", "Finding", "Gone one"),
      await team.say("implementer-1", "Finding", "Gone two"),
    );
    const { entries, also } = await team.read("implementer-2");
    expect(entries).toEqual([]);
    expect(also).toEqual(["2 items archived"]);
  });

  it("brings the context first and once, whichever door brought it", async () => {
    const team = await open("context");
    await team.demo.publish(CONTEXT);
    expect((await team.read("implementer-1")).updates).toMatchObject([{ version: "GC-v1", mode: "full" }]);
    expect(await team.read("implementer-1")).toMatchObject({ updates: [], unconfirmed: "GC-v1" });
    await team.demo.ack("implementer-1", 1);
    expect(await team.read("implementer-1")).toMatchObject({ updates: [], unconfirmed: null });
    // What another door delivered is not repeated.
    await team.demo.service.updates(actingAs("tester-1"), team.demo.params, { wait: 0 }, never());
    expect((await team.read("tester-1")).updates).toEqual([]);
    await team.demo.service.reportLost(
      actingAs("tester-1"),
      team.demo.params,
      { role: "tester-1", status: "CONTEXT_LOST" },
      PLAIN_REQUEST,
    );
    expect(await team.read("tester-1")).toMatchObject({ first: true, updates: [{ reason: "FC-2" }] });
    const { entries, also } = await team.read("Lead");
    expect(also).toEqual([]);
    expect(entries.every(({ kind }) => kind === "said" || kind === "waits")).toBe(true);
  });

  it("counts by section what does not concern a reader that lost its context, and tells all of it when asked", async () => {
    const team = await open("digest");
    const long = (n: number) =>
      `src/part-${n}.ts ${"holds what was found in that run and why it matters ".repeat(3)}${n}`;
    for (let n = 0; n < 12; n++) await team.say("implementer-2", "Finding", long(n));
    await team.say("implementer-2", "Warning", "implementer-1: the port is taken by the ledger");
    expect(texts(await team.read("implementer-1"))).toHaveLength(13);
    await wardroom.services.context.reportLost(
      actingAs("implementer-1"),
      team.demo.params,
      { role: "implementer-1", status: "CONTEXT_LOST" },
      PLAIN_REQUEST,
    );
    const digest = await team.read("implementer-1");
    expect(texts(digest)[0]).toContain("the port is taken");
    expect(digest.left).toEqual([{ role: "implementer-2", tag: "Finding", count: 13 - digest.entries.length }]);
    expect(digest.left[0]?.count).toBeGreaterThan(5);
    expect(texts(await team.look("implementer-1", { again: "true", all: "true" }))).toHaveLength(13);
  });

  it("tells the Lead who confirms, who asks, and who lost its context", async () => {
    const team = await open("lead");
    await team.demo.publish(CONTEXT);
    await team.read("Lead");
    await team.demo.ack("implementer-1", 1);
    await team.demo.ack("tester-1", 1, { applied: 0, action: "NEED_CLARIFICATION", unclear: ["§Constraints"] });
    const { entries, also } = await team.read("Lead");
    expect(kinds({ entries } as Inbox)).toEqual(["unclear: tester-1 asks about GC-v1: §Constraints"]);
    expect(also).toEqual(["1 of 3 has confirmed GC-v1, implementer-2 has not read it"]);
  });

  it("waits for what matters to the reader, and for nothing less", async () => {
    const team = await open("waits");
    await team.read("implementer-2");
    const waiting = team.look("implementer-2", { wait: 60 });
    await team.say("implementer-1", "Finding", "No reason to wake anybody");
    await team.say("implementer-1", "Warning", "A reason");
    expect(texts(await waiting)).toEqual(["A reason", "No reason to wake anybody"]);
    // Whoever is not woken waits for twice as long.
  });

  it("tells of edits made on disk by what they did to items", async () => {
    const team = await open("disk");
    await team.say("implementer-1", "Finding", "Known before");
    await team.read("implementer-2");
    const file = join(team.demo.session.folder, "TEAM-MEMORY.md");
    await appendFile(file, "\n## by-hand\n\n- [Warning] Written in an editor\n");
    expect(kinds(await team.read("implementer-2"))).toEqual(["said: Written in an editor"]);
    expect((await team.read("implementer-2")).entries).toEqual([]);
  });

  it("tells of an item that was given other words, and of one that was restored", async () => {
    const team = await open("edited");
    const item = await team.say("implementer-1", "Finding", "The lease lasts thirty seconds");
    await team.read("implementer-2");
    const { memory, revisions } = wardroom.services;
    const { params } = team.demo;
    const body = { item, newString: "The lease lasts forty seconds" };
    const { items, revision } = await memory.edit(actingAs("implementer-1"), params, body, PLAIN_REQUEST);
    expect(texts(await team.read("implementer-2"))).toEqual(["The lease lasts forty seconds"]);
    expect((await team.read("implementer-1")).entries).toEqual([]);
    const back = { revision: revision - 1, item: items?.[0]?.id ?? "" };
    await revisions.revert(LEAD, params, back, PLAIN_REQUEST);
    expect(texts(await team.read("implementer-2"))).toEqual(["The lease lasts thirty seconds"]);
  });

  it("leaves out what does not fit, counts it, and shows it when all is asked for", async () => {
    const team = await open("long");
    await team.read("implementer-2");
    for (let at = 0; at < 4; at++) await team.say("implementer-1", "Finding", `${at} ${"long ".repeat(900)}`);
    const { entries, left } = await team.read("implementer-2");
    expect(entries).toHaveLength(2);
    expect(left).toEqual([{ role: "implementer-1", tag: "Finding", count: 2 }]);
    expect((await team.look("implementer-2", { again: "true", all: "true" })).entries).toHaveLength(4);
  });

  it("keeps apart who only looks: a viewer, and the Lead at a role's inbox", async () => {
    const team = await open("looks");
    await team.read("implementer-2");
    await team.say("implementer-1", "Finding", "A finding");
    const { inbox } = wardroom.services;
    for (const caller of [VIEWER, LEAD]) {
      const answer = await inbox.read(caller, team.demo.params, { ...NOW, role: "implementer-2" }, never());
      expect(answer.mark).toBeNull();
    }
    expect(texts(await team.read("implementer-2"))).toEqual(["A finding"]);
    const another = inbox.read(actingAs("tester-1"), team.demo.params, { ...NOW, role: "implementer-2" }, never());
    await refusal("forbidden", another);
  });

  it("refuses a mark that it never gave, and a role that is no teammate", async () => {
    const team = await open("marks");
    for (const mark of ["999999999", "", "x", "12-", "-1"])
      await refusal("invalid_input", team.seen("implementer-1", mark));
    await refusal("not_found", team.look("nobody-1"));
  });
});
