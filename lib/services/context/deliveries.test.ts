import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { UpdateList } from "@/lib/contracts/context";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, once, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const V2 = CONTEXT.replace("six hours", "four hours");
const V3 = V2.replace("two month-ends", "three month-ends");
const V4 = V3.replace("# nobody", "# no one").replace("thirty seconds", "forty seconds");

const wardroom = await TestWardroom.open();

async function open(id: string, roles = ["implementer-1", "tester-1"]): Promise<ContextSession> {
  const demo = await ContextSession.open(wardroom, id, roles);
  await demo.publish(CONTEXT);
  for (const role of roles) await demo.ack(role, 1);
  return demo;
}
const never = () => new AbortController().signal;
const wait = (demo: ContextSession, role: string, signal = never()): Promise<UpdateList> =>
  demo.service.updates(actingAs(role), demo.params, { wait: 60 }, signal);

describe("waiting for updates", () => {
  it("ends with what is published meanwhile, by another process too", async () => {
    const demo = await open("waiting");
    const waiting = [wait(demo, "implementer-1"), wait(demo, "tester-1")];
    const other = await wardroom.another();
    await wardroom.runtime.watch((error) => {
      throw error;
    });
    await other.services.context.publish(OWNER, demo.params, { text: V2 }, { dryRun: false }, PLAIN_REQUEST);
    for (const { items } of await Promise.all(waiting))
      expect(items).toMatchObject([{ version: "GC-v2", mode: "delta" }]);
    expect((await demo.cell("tester-1", 2)).fetchedAt).not.toBeNull();
  });

  it("ends with whatever is sent to that role: full texts, clarifications, guidance", async () => {
    const demo = await open("sent");
    await demo.publish(V2);
    for (const role of ["implementer-1", "tester-1"]) await demo.ack(role, 2);
    const delivery = (await demo.cell("tester-1", 2)).delivery ?? "";
    const params = { ...demo.params, delivery };
    const guided = wait(demo, "tester-1");
    await demo.service.guide(OWNER, params, { text: "Look at the golden files." }, PLAIN_REQUEST);
    expect((await guided).items).toMatchObject([{ kind: "guidance" }]);
    const lost = wait(demo, "tester-1");
    const status = { role: "tester-1", status: "CONTEXT_LOST" } as const;
    await demo.service.reportLost(actingAs("tester-1"), demo.params, status, PLAIN_REQUEST);
    expect((await lost).items).toMatchObject([{ reason: "FC-2" }]);
    await demo.ack("tester-1", 2);
    const full = wait(demo, "tester-1");
    await demo.service.full(OWNER, params, PLAIN_REQUEST);
    expect((await full).items).toMatchObject([{ reason: "FC-5" }]);
  });

  it("is given up at once when the caller is gone, and is no wait where none is asked for", async () => {
    const demo = await open("given-up");
    const gone = new AbortController();
    const waiting = wait(demo, "tester-1", gone.signal);
    gone.abort();
    expect((await waiting).items).toEqual([]);
    expect((await wait(demo, "tester-1", AbortSignal.abort())).items).toEqual([]);
    expect(await demo.pending("tester-1")).toEqual([]);
  });

  it("is for the role itself; the Lead and viewers look without its being marked as read", async () => {
    const demo = await open("rights");
    await demo.publish(V2);
    const look = (caller: typeof OWNER, role?: string) =>
      demo.service.updates(caller, demo.params, { role, wait: 0 }, never());
    for (const caller of [OWNER, VIEWER]) expect((await look(caller, "tester-1")).items).toHaveLength(1);
    expect((await demo.cell("tester-1", 2)).fetchedAt).toBeNull();
    expect((await look(actingAs("tester-1"), "Tester-1")).items).toHaveLength(1);
    const { fetchedAt } = await demo.cell("tester-1", 2);
    expect(fetchedAt).not.toBeNull();
    await look(actingAs("tester-1"));
    expect((await demo.cell("tester-1", 2)).fetchedAt).toBe(fetchedAt);
    await refusal("forbidden", look(actingAs("implementer-1"), "tester-1"));
    for (const caller of [OWNER, VIEWER]) await refusal("invalid_input", look(caller));
    for (const role of ["nobody-1", "Lead"]) await refusal("not_found", look(OWNER, role));
  });
});

describe("a role that comes without an act of Wardroom", () => {
  const memoryOf = (demo: ContextSession) =>
    join(wardroom.files, ".agent/teams", demo.params.session, "TEAM-MEMORY.md");
  const rewrite = async (demo: ContextSession, change: (text: string) => string) =>
    writeFile(memoryOf(demo), change(await readFile(memoryOf(demo), "utf8")));
  const look = async (demo: ContextSession, role: string) =>
    (await demo.service.updates(actingAs(role), demo.params, { wait: 0 }, never())).items;

  it("is sent what is current when its section came back in an editor, never what waited before", async () => {
    const demo = await open("came-back");
    await demo.publish(V2);
    await rewrite(demo, (text) => text.replace("## tester-1", "## tester-1 [ARCHIVED]"));
    await refusal("not_found", look(demo, "tester-1"));
    await demo.publish(V3);
    await demo.publish(V4);
    await rewrite(demo, (text) => text.replace("## tester-1 [ARCHIVED]", "## tester-1"));
    expect(await look(demo, "tester-1")).toMatchObject([{ version: "GC-v4", mode: "full", reason: "FC-1" }]);
    expect(await demo.cell("tester-1", 4)).toMatchObject({ state: "pending" });
    await demo.ack("tester-1", 4);
    expect(await look(demo, "tester-1")).toEqual([]);
  });

  it("is sent it when its section was made there, over its inbox too", async () => {
    const demo = await open("made");
    await rewrite(demo, (text) => `${text}\n## implementer-7\n\n## implementer-8\n`);
    expect(await look(demo, "implementer-7")).toMatchObject([{ version: "GC-v1", reason: "FC-3" }]);
    const query = { wait: 0, again: "false", all: "false" } as const;
    const inbox = await wardroom.services.inbox.read(actingAs("implementer-8"), demo.params, query, never());
    expect(inbox.updates).toMatchObject([{ version: "GC-v1" }]);
    expect(await look(demo, "tester-1")).toEqual([]);
  });

  it("is sent nothing by a viewer's look, nor in a session that is finished", async () => {
    const demo = await open("quiet");
    await rewrite(demo, (text) => `${text}\n## implementer-7\n`);
    const viewed = await demo.service.updates(VIEWER, demo.params, { role: "implementer-7", wait: 0 }, never());
    expect(viewed.items).toEqual([]);
    await wardroom.services.finishing.finish(OWNER, demo.params, { finished: true }, PLAIN_REQUEST);
    expect(await look(demo, "implementer-7")).toEqual([]);
  });
});

describe("the Lead", () => {
  it("pings what is pending, and nothing else", async () => {
    const demo = await open("ping");
    await demo.publish(V2);
    const delivery = (await demo.cell("tester-1", 2)).delivery ?? "";
    const params = { ...demo.params, delivery };
    const pinged = await demo.service.ping(OWNER, params, PLAIN_REQUEST);
    expect(pinged).toMatchObject({ id: delivery, role: "tester-1", version: "GC-v2" });
    expect(await demo.cell("tester-1", 2)).toMatchObject({ state: "pending", pingedAt: pinged.pingedAt });
    expect((await demo.update("tester-1")).pingedAt).toBe(pinged.pingedAt);
    await refusal("forbidden", demo.service.ping(actingAs("tester-1"), params, PLAIN_REQUEST));
    await refusal("not_found", demo.service.ping(OWNER, { ...params, delivery: "none" }, PLAIN_REQUEST));
    await demo.publish(V3);
    await refusal("conflict", demo.service.ping(OWNER, params, PLAIN_REQUEST));
    const newest = (await demo.cell("tester-1", 3)).delivery ?? "";
    await demo.ack("tester-1", 3);
    await refusal("conflict", demo.service.ping(OWNER, { ...params, delivery: newest }, PLAIN_REQUEST));
  });

  it("takes a ping back until its teammate has seen it, to what the deadline was before", async () => {
    const demo = await open("unping");
    await demo.publish(V2);
    const params = { ...demo.params, delivery: (await demo.cell("tester-1", 2)).delivery ?? "" };
    await refusal("conflict", demo.service.unping(OWNER, params, PLAIN_REQUEST));
    const first = await demo.service.ping(OWNER, params, PLAIN_REQUEST);
    await demo.service.ping(OWNER, params, PLAIN_REQUEST);
    expect((await demo.service.unping(OWNER, params, PLAIN_REQUEST)).pingedAt).toBe(first.pingedAt);
    await demo.service.ping(OWNER, params, PLAIN_REQUEST);
    await demo.service.updates(actingAs("tester-1"), demo.params, { wait: 0 }, new AbortController().signal);
    await refusal("conflict", demo.service.unping(OWNER, params, PLAIN_REQUEST));
  });

  it("acts once by one key", async () => {
    const demo = await open("keys");
    await demo.publish(V2);
    const params = { ...demo.params, delivery: (await demo.cell("tester-1", 2)).delivery ?? "" };
    const first = await demo.service.full(OWNER, params, once("full-1"));
    expect(await demo.service.full(OWNER, params, once("full-1"))).toEqual(first);
    expect((await demo.update("tester-1")).id).toBe(first.id);
  });

  it("gives the same guidance once while it waits, and again once it was read", async () => {
    const demo = await open("guided-twice");
    await demo.publish(V2);
    await demo.ack("tester-1", 2, { applied: 0, action: "PAUSE" });
    const params = { ...demo.params, delivery: (await demo.cell("tester-1", 2)).delivery ?? "" };
    const guide = (text: string) => demo.service.guide(OWNER, params, { text }, PLAIN_REQUEST);
    const [one, other] = await Promise.all([guide("Go on with D-2."), guide("Go on with D-2.")]);
    expect(one.id).toBe(other.id);
    await guide("And leave D-1.");
    const { items } = await wait(demo, "tester-1");
    expect(items.filter(({ kind }) => kind === "guidance").map(({ text }) => text)).toEqual([
      "Go on with D-2.",
      "And leave D-1.",
    ]);
    expect((await guide("Go on with D-2.")).id).not.toBe(one.id);
  });

  it("does not let something older take the place of what is newer", async () => {
    const demo = await open("older");
    await demo.publish(V2);
    await demo.ack("tester-1", 2, { applied: 0, total: 1, action: "NEED_CLARIFICATION", unclear: ["§Constraints"] });
    const params = { ...demo.params, delivery: (await demo.cell("tester-1", 2)).delivery ?? "" };
    await demo.publish(V3);
    expect(await demo.cell("tester-1", 2)).toMatchObject({ state: "superseded", leadAction: "none" });
    const { details } = await refusal("conflict", demo.service.resend(OWNER, params, PLAIN_REQUEST));
    expect(details.current).toMatchObject({ version: "GC-v3", state: "pending" });
    // The full text is always that of the current version.
    await demo.service.full(OWNER, params, PLAIN_REQUEST);
    expect(await demo.update("tester-1")).toMatchObject({ version: "GC-v3", reason: "FC-5" });
  });

  it("sends nothing to who is no teammate any more", async () => {
    const demo = await open("replaced");
    await demo.publish(V2);
    const params = { ...demo.params, delivery: (await demo.cell("tester-1", 2)).delivery ?? "" };
    const replaced = { role: "tester-1", by: "tester-2" };
    await wardroom.services.curation.replaceRole(OWNER, demo.params, replaced, PLAIN_REQUEST);
    const { context } = wardroom.services;
    for (const act of [context.full, context.resend, context.ping])
      await refusal("not_found", act(OWNER, params, PLAIN_REQUEST));
    await refusal("not_found", context.guide(OWNER, params, { text: "x" }, PLAIN_REQUEST));
    const { roles } = await context.matrix(OWNER, demo.params);
    expect(roles.map(({ role }) => role)).toEqual(["implementer-1", "tester-2"]);
  });

  it("may be asked for the full text by the teammate itself, and by no other", async () => {
    const demo = await open("asked");
    await demo.publish(V2);
    const params = { ...demo.params, delivery: (await demo.cell("tester-1", 2)).delivery ?? "" };
    await refusal("forbidden", demo.service.full(actingAs("implementer-1"), params, PLAIN_REQUEST));
    await refusal("forbidden", demo.service.full(VIEWER, params, PLAIN_REQUEST));
    await refusal("forbidden", demo.service.resend(actingAs("tester-1"), params, PLAIN_REQUEST));
    expect(await demo.service.full(actingAs("tester-1"), params, PLAIN_REQUEST)).toMatchObject({ reason: "FC-5" });
  });

  it("sets how long an answer may take", async () => {
    const demo = await open("deadline");
    const { settings } = wardroom.services;
    expect(await settings.read(OWNER, demo.params)).toMatchObject({ ackDeadlineMinutes: 10 });
    await settings.change(OWNER, demo.params, { ackDeadlineMinutes: 45 }, PLAIN_REQUEST);
    expect((await demo.service.matrix(OWNER, demo.params)).deadlineMinutes).toBe(45);
    const body = { ackDeadlineMinutes: 1 };
    await refusal("forbidden", settings.change(actingAs("tester-1"), demo.params, body, PLAIN_REQUEST));
  });
});

describe("the savings", () => {
  it("count deltas, fallbacks, clarifications and answers, each full text once", async () => {
    const demo = await open("savings", ["a-1", "b-1"]);
    const before = (await demo.service.savings(OWNER, demo.params)).total;
    expect(before).toMatchObject({ deliveries: 2, fallbacks: 2, savedShare: 0 });
    expect(before.full).toBe(before.sent);
    expect(before.net).toBe(-before.ack);

    const published = await demo.publish(V2);
    const delta = published.delta.tokens;
    const full = published.fullTokens;
    expect(delta).toBeLessThan(full / 2);
    const after = (await demo.service.savings(OWNER, demo.params)).total;
    expect(after).toMatchObject({
      full: before.full + 2 * full,
      sent: before.sent + 2 * delta,
      deliveries: 4,
      fallbacks: 2,
    });

    await demo.ack("a-1", 2);
    await demo.ack("b-1", 2, { applied: 0, action: "NEED_CLARIFICATION", unclear: ["§Constraints"] });
    const params = { ...demo.params, delivery: (await demo.cell("b-1", 2)).delivery ?? "" };
    const again = await demo.service.full(OWNER, params, PLAIN_REQUEST);
    const { total, updates, roles, tokenMethod } = await demo.service.savings(OWNER, demo.params);
    // Sent twice, where in full it would have been sent once.
    expect(total).toMatchObject({ full: after.full, sent: after.sent + again.tokens, deliveries: 5, fallbacks: 3 });
    // It says what changed before the whole text.
    expect(again.tokens).toBeGreaterThan(full);
    expect(total.net).toBe(total.full - total.sent - total.ack);
    expect(updates.map(({ version }) => version)).toEqual(["GC-v1", "GC-v2"]);
    expect(updates.reduce((sum, { net }) => sum + net, 0)).toBe(total.net);
    expect(roles.map(({ role }) => role).sort()).toEqual(["a-1", "b-1"]);
    expect(roles.reduce((sum, { sent }) => sum + sent, 0)).toBe(total.sent);
    expect(tokenMethod).toContain("estimate");
    await demo.publish(V4);
  });
});
