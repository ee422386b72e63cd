import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const wardroom = await TestWardroom.open();

afterEach(() => vi.useRealTimers());

const ROLES = ["implementer-1", "implementer-2", "researcher-1"];

/** What waits in one session. */
async function needsOf({ params }: ContextSession) {
  const { items } = await wardroom.services.needs.list(OWNER, { workspace: params.workspace });
  return items.filter(({ session }) => session === params.session);
}

describe("what waits for a person", () => {
  it("is every relay, conflict and question that the session counts, whatever was said and settled", async () => {
    const said = fc.record({
      role: fc.constantFrom(...ROLES),
      tag: fc.constantFrom("Finding", "Conflict", "Question"),
      then: fc.constantFrom("stands", "is resolved", "is archived"),
    });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(said, { maxLength: 8 }), async (all) => {
        const demo = await ContextSession.open(wardroom, `counted-${runs++}`, ROLES);
        const { memory, curation, sessions } = wardroom.services;
        for (const [at, { role, tag, then }] of all.entries()) {
          const body = { tag: tag as "Finding", text: `What was said at ${at}.` };
          const done = await memory.add(actingAs(role), demo.params, body, PLAIN_REQUEST);
          if (!("item" in done)) continue;
          const { id } = done.item;
          if (then === "is resolved")
            await curation.resolve(OWNER, demo.params, { item: id, resolution: "Done" }, PLAIN_REQUEST);
          if (then === "is archived") await curation.archive(OWNER, demo.params, { items: [id] }, PLAIN_REQUEST);
        }
        const { counts } = await sessions.get(OWNER, demo.params);
        const needs = await needsOf(demo);
        expect(needs).toHaveLength(counts.pendingRelays + counts.openQuestions + counts.openConflicts);
        expect(new Set(needs.map(({ key }) => key)).size).toBe(needs.length);
      }),
      { numRuns: 10 },
    );
  });

  it("names each teammate that is behind by how it stands, until it has confirmed or was answered", async () => {
    const demo = await ContextSession.open(wardroom, "behind", ROLES);
    await demo.publish(CONTEXT);
    const standings = async () =>
      (await needsOf(demo)).flatMap((each) => (each.kind === "ack" ? [`${each.role} ${each.owed}`] : []));
    expect(await standings()).toEqual([]);
    await demo.ack("implementer-1", 1);
    await demo.ack("implementer-2", 1, { applied: 0, action: "NEED_CLARIFICATION", unclear: ["§Scope"] });
    expect(await standings()).toEqual(["implementer-2 unclear"]);
    await wardroom.services.settings.change(OWNER, demo.params, { ackDeadlineMinutes: 1 }, PLAIN_REQUEST);
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.now() + 10 * 60_000);
    expect(await standings()).toEqual(["implementer-2 unclear", "researcher-1 overdue"]);
    const lost = { role: "implementer-1", status: "CONTEXT_LOST" } as const;
    await demo.service.reportLost(actingAs("implementer-1"), demo.params, lost, PLAIN_REQUEST);
    expect(await standings()).toContain("implementer-1 lost");
  });

  it("names an open gate with what blocks it, and says when nothing does", async () => {
    const demo = await ContextSession.open(wardroom, "gated", ROLES);
    const { gates, memory, curation } = wardroom.services;
    const body = { tag: "Conflict", text: "Two of us own the lease." } as const;
    const done = await memory.add(actingAs("implementer-1"), demo.params, body, PLAIN_REQUEST);
    await gates.open(OWNER, demo.params, { phase: 1 }, PLAIN_REQUEST);
    const gate = async () => (await needsOf(demo)).find(({ kind }) => kind === "gate");
    expect(await gate()).toMatchObject({ urgency: "now", phase: 1, blockers: 1, ready: false });
    const item = "item" in done ? done.item.id : "";
    await curation.resolve(OWNER, demo.params, { item, resolution: "implementer-1 does" }, PLAIN_REQUEST);
    expect(await gate()).toMatchObject({ urgency: "now", blockers: 0, ready: true });
  });

  it("tells of files past Wardroom and of memories that are too long, and nothing of a finished session", async () => {
    const demo = await ContextSession.open(wardroom, "outside", ROLES);
    const file = join(demo.session.folder, "TEAM-MEMORY.md");
    const lines = Array.from({ length: 510 }, (_, at) => `- [Finding] Line ${at}`).join("\n");
    await writeFile(file, `# Team Memory: outside\n\n## implementer-1\n${lines}\n`);
    await wardroom.services.memory.read(OWNER, demo.params);
    expect((await needsOf(demo)).map(({ kind }) => kind)).toEqual(["outside", "long"]);
    await wardroom.services.finishing.finish(OWNER, demo.params, { finished: true }, PLAIN_REQUEST);
    expect(await needsOf(demo)).toEqual([]);
  });

  it("is put off until a moment, and comes back by itself, also when it changes", async () => {
    const demo = await ContextSession.open(wardroom, "snoozed", ["implementer-1"]);
    const { needs, gates, memory } = wardroom.services;
    const { workspace } = demo.params;
    const { id } = await gates.open(OWNER, demo.params, { phase: 1 }, PLAIN_REQUEST);
    const key = `gate:${id}`;
    const listed = async (snoozed = false) =>
      (await needs.list(OWNER, { workspace }, { snoozed })).items.find((need) => need.key === key);
    const snooze = (minutes: number) => {
      const snoozedUntil = new Date(Date.now() + minutes * 60_000).toISOString();
      return needs.mark(OWNER, { workspace }, { keys: [key, "gate:none"], read: true, snoozedUntil }, PLAIN_REQUEST);
    };
    const { waiting, snoozed } = await needs.count(OWNER, { workspace });
    expect(await snooze(10)).toEqual({ keys: [key] });
    expect([await listed(), (await listed(true))?.read]).toEqual([undefined, true]);
    expect(await needs.count(OWNER, { workspace })).toMatchObject({ waiting: waiting - 1, snoozed: snoozed + 1 });
    // Another person has notes of its own.
    const lead = { ...OWNER, kind: "role", role: "Lead", credentialId: "other" } as const;
    expect((await needs.list(lead, { workspace })).items.find((need) => need.key === key)?.read).toBe(false);
    await refusal("invalid_input", snooze(-1));
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.now() + 10 * 60_000);
    expect(await listed()).toMatchObject({ read: false, snoozedUntil: null });
    await snooze(10);
    expect(await listed()).toBeUndefined();
    const body = { tag: "Conflict", text: "Two of us own the lease." } as const;
    await memory.add(actingAs("implementer-1"), demo.params, body, PLAIN_REQUEST);
    expect(await listed()).toMatchObject({ blockers: 1, read: false });
  });

  it("says of what came with its file that it waits at least since that was found", async () => {
    const demo = await ContextSession.open(wardroom, "imported", ["implementer-1"]);
    const found = "- [Conflict] Who owns it?\n- [Question] 2026-02-09T10:00:00Z Which?\n";
    await writeFile(
      join(demo.session.folder, "TEAM-MEMORY.md"),
      `# Team Memory: imported\n\n## implementer-1\n${found}`,
    );
    const [question, conflict] = ["question", "conflict"].map(async (kind) =>
      (await needsOf(demo)).find((need) => need.kind === kind),
    );
    expect(await question).toMatchObject({ at: "2026-02-09T10:00:00.000Z", atLeast: false });
    expect((await conflict)?.at).not.toBeNull();
  });

  it("is no business of a role", async () => {
    await refusal("forbidden", wardroom.services.needs.list(actingAs("implementer-1"), { workspace: "demo" }));
  });
});
