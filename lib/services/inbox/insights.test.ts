import { beforeEach, describe, expect, it } from "vitest";
import { InsightsQuery, type Insights } from "@/lib/contracts/insights";
import { actingAs, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

let wardroom: TestWardroom;
let demo: ContextSession;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  demo = await ContextSession.open(wardroom, "queue", ["implementer-1", "tester-1"]);
});

function add(text: string, tag: "Finding" | "Question" | "Conflict" = "Finding", role = "implementer-1") {
  return wardroom.services.memory.add(actingAs(role), demo.params, { tag, text }, PLAIN_REQUEST);
}

function read(query: Record<string, string> = {}): Promise<Insights> {
  return wardroom.services.insights.read(OWNER, demo.params, InsightsQuery.parse(query));
}

describe("the figures of a session", () => {
  it("has nothing to tell of a new session but that it was made", async () => {
    const insights = await read();
    expect(insights).toMatchObject({
      acks: { items: [] },
      gates: [],
      tokens: { days: [], total: { sent: 0, ack: 0, saved: 0, full: 0 } },
    });
  });

  it("answers one figure alone where one is asked for", async () => {
    const { since, until, memory, ...others } = await read({ show: "memory" });
    expect(since <= until).toBe(true);
    expect(memory).toMatchObject({ limit: 500 });
    expect(Object.values(others).every((each) => each === null)).toBe(true);
  });

  it("answers each figure alone as it stands among all of them", async () => {
    await add("One");
    await demo.publish(CONTEXT);
    await demo.publish(`${CONTEXT}\n## Added\n- one more\n`);
    const { since: _, until: _until, ...all } = await read();
    for (const [show, figure] of Object.entries(all))
      expect(await read({ show }), show).toMatchObject({ [show]: figure });
    expect(all.tokens?.total.sent).toBeGreaterThan(0);
  });

  it("counts every event of the session once, by who caused it", async () => {
    await add("One");
    await add("Two", "Finding", "tester-1");
    await demo.publish(CONTEXT);
    const { activity } = await read({ show: "activity" });
    const events = await wardroom.services.events.list(
      OWNER,
      { workspace: "demo" },
      {
        session: "queue",
        limit: 500,
        format: "json",
      },
    );
    expect(activity?.total).toBe(events.items.length);
    for (const { counts, total } of activity?.roles ?? []) expect(counts.reduce((a, b) => a + b, 0)).toBe(total);
    const today = (await read({ show: "activity", days: "1" })).activity;
    expect(today?.total).toBe(activity?.total);
    const counted = today?.roles.map(({ counts }) => counts.reduce((a, b) => a + b, 0));
    expect(counted).toEqual(today?.roles.map(({ total }) => total));
    const of = (role: string) => activity?.roles.find((each) => each.role === role)?.total;
    expect(of("implementer-1")).toBe(events.items.filter(({ actor }) => actor === "implementer-1").length);
    expect(of("tester-1")).toBe(events.items.filter(({ actor }) => actor === "tester-1").length);
  });

  it("ends growth at what the memory is now", async () => {
    await add("One");
    await add("Two", "Question");
    await add("Three");
    const { memory } = await read();
    const now = await wardroom.services.memory.read(OWNER, demo.params, {});
    expect(memory?.points.at(-1)).toMatchObject({ revision: now.revision, lines: memory?.lines });
  });

  it("adds up to what the ledger of the context says", async () => {
    await demo.publish(CONTEXT);
    await demo.ack("tester-1", 1);
    await demo.publish(`${CONTEXT}- **R-4:** nobody is awake at night\n`);
    const { tokens, acks } = await read();
    const { total, roles } = await wardroom.services.context.savings(OWNER, demo.params);
    expect(tokens?.total).toEqual({ sent: total.sent, ack: total.ack, saved: total.net, full: total.full });
    for (const { role, sent, full } of roles) {
      const own = tokens?.days.filter((line) => line.role === role) ?? [];
      expect(own.reduce((sum, line) => sum + line.sent, 0)).toBe(sent);
      expect(own.reduce((sum, line) => sum + line.full, 0)).toBe(full);
    }
    const states = acks?.items.map(({ role, version, state }) => [role, version, state]);
    expect(states).toContainEqual(["tester-1", "GC-v1", "confirmed"]);
    expect(states).toContainEqual(["tester-1", "GC-v2", "waiting"]);
    expect(states).toContainEqual(["implementer-1", "GC-v1", "superseded"]);
  });

  it("burns a gate down to the blockers it has", async () => {
    await demo.publish(CONTEXT);
    await add("Who looks at night?", "Question");
    const opened = await wardroom.services.gates.open(OWNER, demo.params, { phase: 1 }, PLAIN_REQUEST);
    const gate = { ...demo.params, gate: opened.id };
    await demo.ack("tester-1", 1);
    await add("Who looks by day?", "Question");
    const blockers = ["role:implementer-1"];
    await wardroom.services.gates.waive(OWNER, gate, { blockers, reason: "It is away" }, PLAIN_REQUEST);
    const open = await wardroom.services.gates.get(OWNER, gate);
    const [shown] = (await read({ show: "gates" })).gates ?? [];
    expect(shown).toMatchObject({ phase: 1, state: "open", waived: 1 });
    expect(shown?.points[0]).toMatchObject({ behind: 2, questions: 1, conflicts: 0, total: 3 });
    expect(shown?.points.at(-1)).toMatchObject({ behind: 1, questions: 2, total: open.blockers.length });

    const conclusion = { result: "REJECTED" as const, criteria: [], waivers: [], archive: [] };
    await wardroom.services.gates.conclude(OWNER, gate, conclusion, PLAIN_REQUEST);
    const [ended] = (await read({ show: "gates" })).gates ?? [];
    expect(ended).toMatchObject({ state: "concluded", waived: 1 });
    expect(ended?.points.at(-1)).toMatchObject({ behind: 1, questions: 2, conflicts: 0, total: 3 });
  });

  it("leaves out what lies before the days asked for, and keeps what stood then", async () => {
    await add("Today");
    const { since, memory, activity } = await read({ days: "1" });
    expect(since).toBe(`${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`);
    expect(memory?.points.at(-1)?.lines).toBe(memory?.lines);
    expect(activity?.total).toBeGreaterThan(0);
  });

  it("is for viewers too", async () => {
    await expect(wardroom.services.insights.read(VIEWER, demo.params, {})).resolves.toBeDefined();
  });
});
