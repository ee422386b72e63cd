import { beforeEach, describe, expect, it } from "vitest";
import { MomentQuery } from "@/lib/contracts/moments";
import { actingAs, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";

let wardroom: TestWardroom;
let demo: ContextSession;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  demo = await ContextSession.open(wardroom, "queue", ["implementer-1", "tester-1"]);
});

/** A moment after which whatever happens next happens later. */
async function now(): Promise<string> {
  const moment = new Date().toISOString();
  while (new Date().toISOString() === moment) await new Promise((resolve) => setImmediate(resolve));
  return moment;
}

function add(text: string, role = "implementer-1") {
  return wardroom.services.memory.add(actingAs(role), demo.params, { tag: "Finding", text }, PLAIN_REQUEST);
}

function read(query: Record<string, string> = {}, caller: Caller = OWNER) {
  return wardroom.services.moments.read(caller, demo.params, MomentQuery.parse(query));
}

describe("a session at a moment", () => {
  it("names every role of a file that nobody has sent anything or heard from", async () => {
    const found = await wardroom.session(
      "found",
      [],
      "# TEAM-MEMORY — x\n\n## implementer-1\n\n## tester-1\n- [Finding] one\n",
    );
    const { roles } = await wardroom.services.moments.read(OWNER, found.params, {});
    expect(roles.map(({ role, version, read }) => [role, version, read])).toEqual([
      ["implementer-1", null, null],
      ["tester-1", null, null],
    ]);
  });

  it("reads as it did: its memory, its context and what each role had confirmed", async () => {
    const empty = await now();
    await demo.publish(CONTEXT);
    await add("Leases are compared in the database");
    await demo.ack("tester-1", 1);
    const first = await now();
    await demo.publish(`${CONTEXT}- **R-4:** nobody is awake at night\n`);
    await add("The page counts every ten seconds");
    await now();

    expect(await read({ at: first })).toMatchObject({
      context: { version: "GC-v1" },
      roles: [
        { role: "implementer-1", version: null, behind: 1, waiting: "GC-v1" },
        { role: "tester-1", version: "GC-v1", behind: 0, waiting: null },
      ],
    });
    const texts = async (at: string) =>
      (await read({ at })).memory.sections.flatMap(({ items }) => items.map(({ text }) => text));
    expect(await texts(first)).toEqual(["Leases are compared in the database"]);
    expect(await texts(empty)).toEqual([]);
    expect((await read({ at: first })).context.text).toContain("R-3");
    expect((await read({ at: first })).context.text).not.toContain("R-4");
    expect(await read({ at: "2020-01-01" })).toMatchObject({
      memory: { revision: 0, lines: 0, sections: [], gone: [] },
      context: { version: null, text: "" },
      roles: [],
    });
  });

  it("marks what was added, changed and taken away since an earlier one", async () => {
    await add("Leases last thirty seconds");
    await add("Nothing is deleted");
    await add("Nobody looks at night");
    const since = await now();
    const edit = { oldString: "thirty seconds", newString: "forty seconds" };
    await wardroom.services.memory.edit(actingAs("implementer-1"), demo.params, edit, PLAIN_REQUEST);
    const items = [await demo.session.item("Nothing is deleted")];
    await wardroom.services.curation.archive(OWNER, demo.params, { items }, PLAIN_REQUEST);
    await add("The worker stops without writing");
    const { memory } = await read({ since });
    const told = memory.sections.flatMap((section) =>
      section.items.map(({ text, change, was }) => [text, change, was]),
    );
    expect(told).toEqual([
      ["Leases last forty seconds", "changed", "Leases last thirty seconds"],
      ["Nothing is deleted", "changed", null],
      ["Nobody looks at night", null, null],
      ["The worker stops without writing", "added", null],
    ]);
    expect(memory.gone).toEqual([]);
    expect(memory.revision - memory.before).toBe(3);

    const before = await now();
    const text = (await demo.session.text()).replace("- [Finding] Nobody looks at night\n", "");
    await demo.session.put(text);
    const after = await read({ since: before });
    expect(after.memory.gone.map((item) => item.text)).toEqual(["Nobody looks at night"]);
  });

  it("has no changes since what was yet to come", async () => {
    await add("Leases last thirty seconds");
    const at = await now();
    await add("The worker stops without writing");
    const { since, memory } = await read({ at, since: await now() });
    expect(since).toBe(at);
    expect(memory.gone).toEqual([]);
    expect(memory.sections.flatMap(({ items }) => items.map(({ change }) => change))).toEqual([null]);
  });

  it("is compared with what the person was shown last, without moving that mark", async () => {
    await add("Leases last thirty seconds");
    expect(await read()).toMatchObject({ since: null, looked: null });
    const { mark } = await wardroom.services.inbox.read(
      OWNER,
      demo.params,
      { wait: 0, again: "false", all: "true" },
      new AbortController().signal,
    );
    await wardroom.services.inbox.seen(OWNER, demo.params, { mark: mark ?? "" });
    await now();
    await add("The worker stops without writing");
    const changed = async () =>
      (await read()).memory.sections.flatMap(({ items }) => items.filter(({ change }) => change !== null));
    expect(await changed()).toMatchObject([{ text: "The worker stops without writing", change: "added" }]);
    expect(await changed()).toHaveLength(1);
    expect((await read()).looked).not.toBeNull();
    // Who only reads has no mark of their own.
    expect(await read({}, VIEWER)).toMatchObject({ since: null, looked: null });
  });

  it("is hidden from whoever may not see the session", async () => {
    await refusal("forbidden", wardroom.services.moments.read({ ...VIEWER, workspace: "other" }, demo.params, {}));
  });
});
