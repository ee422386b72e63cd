import { describe, expect, it } from "vitest";
import { readPlan } from "@/lib/core/context/plan";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, once, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const { modesOf } = ContextSession;
/** Four items of change: two decisions, a constraint, and the goal. */
const V2 = CONTEXT.replace(
  "\n\n## Constraints",
  "\n| D-3 | Leases are renewed by the worker | an import may take long | P2 |\n| D-4 | Counts are kept a day | for the page | P2 |\n\n## Constraints",
)
  .replace("after six hours", "after four hours")
  .replace("without a person", "without anybody");
const V3 = V2.replace("two month-ends", "three month-ends");

const wardroom = await TestWardroom.open();

/** A session whose roles have confirmed GC-v1. */
async function open(id: string, roles = ["implementer-1", "tester-1"]): Promise<ContextSession> {
  const demo = await ContextSession.open(wardroom, id, roles);
  await demo.publish(CONTEXT);
  for (const role of roles) await demo.ack(role, 1);
  return demo;
}
const lose = (demo: ContextSession, role: string) =>
  demo.service.reportLost(actingAs(role), demo.params, { role, status: "CONTEXT_LOST" }, PLAIN_REQUEST);
const say = (demo: ContextSession, role: string, text: string, as = actingAs(role)) =>
  demo.service.give(as, demo.params, { role, text }, PLAIN_REQUEST);

describe("an ACK", () => {
  it.each([
    [
      "several lines",
      "[ACK-UPDATE] GC-v2 received.\n- Delta items applied: 4/4\n- Impact on my work: NONE\n- Action taken: CONTINUE\n- Unclear items: none\n",
    ],
    ["one line", "[ACK-UPDATE] GC-v2 received. Items: 4/4. Impact: NONE. Action: CONTINUE"],
  ])("of %s confirms the version, and the plan says so", async (form, text) => {
    const demo = await open(`confirm-${form.replace(" ", "-")}`);
    expect((await demo.publish(V2)).deliveries.map(({ mode }) => mode)).toEqual(["delta", "delta"]);
    expect((await demo.update("tester-1")).total).toBe(4);
    const before = (await demo.file("orchestration-plan.md")) ?? "";
    const given = await say(demo, "tester-1", text);
    expect(given).toMatchObject({
      leadAction: "none",
      repeated: false,
      ack: { applied: 4, confirmed: true, actor: "tester-1" },
    });
    expect(await demo.pending("tester-1")).toEqual([]);
    expect(await demo.cell("tester-1", 2)).toMatchObject({ state: "confirmed", ack: { action: "CONTINUE" } });
    expect((await demo.cell("implementer-1", 2)).state).toBe("pending");
    expect(await demo.file("orchestration-plan.md")).toBe(before.replace("tester-1: GC-v1", "tester-1: GC-v2"));
    expect((await demo.session.story()).at(-1)).toBe("tester-1: context.acknowledged tester-1");
  });

  it("given twice, in whatever form, is one", async () => {
    const demo = await open("twice");
    await demo.publish(V2);
    const text = "[ACK-UPDATE] GC-v2 received. Items: 4/4. Impact: NONE. Action: CONTINUE";
    const first = await say(demo, "tester-1", text);
    const story = await demo.session.story();
    expect(await say(demo, "tester-1", text)).toEqual({ ...first, repeated: true });
    expect(await demo.ack("tester-1", 2, { total: 4 })).toEqual({ ...first, repeated: true });
    expect(await demo.session.story()).toEqual(story);
  });

  it("is answered again to its key, and once only when it comes twice at a time", async () => {
    const demo = await open("key");
    await demo.publish(V2);
    const body = {
      role: "tester-1",
      version: "GC-v2",
      applied: 4,
      total: 4,
      impact: "NONE",
      action: "CONTINUE",
      unclear: [],
    } as const;
    const give = () => demo.service.give(actingAs("tester-1"), demo.params, { ...body, unclear: [] }, once("ack-1"));
    const [first, second] = await Promise.all([give(), give()]);
    expect(second).toEqual(first);
    expect(
      (await demo.session.story()).filter((line) => line === "tester-1: context.acknowledged tester-1"),
    ).toHaveLength(2);
  });

  it("may be recorded by the Lead on a role's behalf, marked as such", async () => {
    const demo = await open("behalf");
    await demo.publish(V2);
    const given = await say(
      demo,
      "tester-1",
      "[ACK-UPDATE] GC-v2 received. Items: 4/4. Impact: x. Action: PAUSE",
      OWNER,
    );
    expect(given.ack).toMatchObject({ role: "tester-1", actor: "Lead", confirmed: true });
  });

  it("names the person who records it on a role's behalf, in the answer and in the matrix", async () => {
    const demo = await open("signed");
    const { people, authentication } = wardroom.services;
    const workspace = { workspace: demo.params.workspace };
    const { token } = await people.add(OWNER, workspace, { name: "Robin", role: "lead" }, PLAIN_REQUEST);
    const robin = await authentication.authenticate({ token, source: "ui", role: null });
    await demo.publish(V2);
    const given = await say(
      demo,
      "tester-1",
      "[ACK-UPDATE] GC-v2 received. Items: 4/4. Impact: x. Action: CONTINUE",
      robin,
    );
    expect(given.ack).toMatchObject({ role: "tester-1", actor: "Robin" });
    const { roles } = await demo.service.matrix(OWNER, demo.params);
    const cells = roles.find(({ role }) => role === "tester-1")?.cells;
    expect(cells?.map(({ version, ack }) => [version, ack?.actor])).toEqual([
      ["GC-v1", "tester-1"],
      ["GC-v2", "Robin"],
    ]);
  });

  it("is refused with its reason, and changes nothing", async () => {
    const demo = await open("refused", ["implementer-1", "tester-1"]);
    await demo.publish(V2);
    await demo.publish(V3);
    await demo.ack("tester-1", 3);
    const story = await demo.session.story();
    const line = (version: string, items = "4/4", action = "CONTINUE") =>
      `[ACK-UPDATE] ${version} received. Items: ${items}. Impact: NONE. Action: ${action}`;
    await refusal("conflict", say(demo, "implementer-1", line("GC-v4")));
    const older = await refusal("conflict", say(demo, "tester-1", line("GC-v2")));
    expect(older.details.current).toEqual({ confirmed: "GC-v3" });
    await refusal("forbidden", say(demo, "tester-1", line("GC-v3"), actingAs("implementer-1")));
    await refusal("forbidden", say(demo, "tester-1", line("GC-v3"), VIEWER));
    for (const unknown of ["nobody-1", "Lead"]) await refusal("not_found", say(demo, unknown, line("GC-v3"), OWNER));
    for (const [text, path] of [
      [line("GC-v3", "9/9"), "total"],
      [line("GC-v3", "0/0"), "total"],
      [line("GC-v3", "5/4"), "applied"],
      [line("GC-v3", "all/four"), "applied"],
      [line("GC-v3", "2.5/4"), "applied"],
      [line("GC-v3", "-1/4"), "applied"],
      [line("GC-vthree"), "version"],
      [line("GC-v3", "4/4", "MAYBE"), "action"],
      ["I have read it.", "text"],
    ] as const) {
      const { details } = await refusal("invalid_input", say(demo, "implementer-1", text));
      expect(details.errors?.map((each) => each.path)).toContain(path);
    }
    await refusal("invalid_input", demo.ack("implementer-1", 3, { applied: 2, total: 1 }));
    expect(await demo.session.story()).toEqual(story);
    expect(await demo.confirmed("implementer-1")).toBe("GC-v1");
  });

  it("counts what was sent, no more and no less, and the refusal says how many that were", async () => {
    const demo = await open("fewer");
    await demo.publish(V2);
    for (const total of [0, 2, 3, 5, 9]) {
      const { details, message } = await refusal("invalid_input", demo.ack("tester-1", 2, { total }));
      expect([message, details.current]).toEqual([
        `GC-v2 was sent with 4 items, not ${total}.`,
        { version: "GC-v2", total: 4 },
      ]);
    }
    expect(await demo.confirmed("tester-1")).toBe("GC-v1");
    const { ack, leadAction } = await demo.ack("tester-1", 2, { applied: 3, total: 4 });
    expect({ confirmed: ack.confirmed, leadAction }).toEqual({ confirmed: false, leadAction: "resend" });
  });

  it("in the short form for partial ones asks about the version that waits", async () => {
    const demo = await open("short");
    const text = "applied: 3/4, unclear: §Decisions.D-3";
    const { details } = await refusal("invalid_input", say(demo, "tester-1", text));
    expect(details.errors?.map(({ path }) => path)).toEqual(["version"]);
    await demo.publish(V2);
    expect(await say(demo, "tester-1", text)).toMatchObject({
      leadAction: "resend",
      ack: { version: "GC-v2", applied: 3, total: 4, action: "NEED_CLARIFICATION", unclear: ["§Decisions.D-3"] },
    });
  });

  it("that is partial is answered with just the unclear item and its surroundings", async () => {
    const demo = await open("partial");
    await demo.publish(V2);
    const given = await demo.ack("tester-1", 2, {
      applied: 3,
      action: "NEED_CLARIFICATION",
      unclear: ["§Decisions Log.D-3"],
    });
    expect(given).toMatchObject({ leadAction: "resend", ack: { confirmed: false, unclear: ["§Decisions Log.D-3"] } });
    const cell = await demo.cell("tester-1", 2);
    expect(cell).toMatchObject({ state: "answered", leadAction: "resend" });
    const delivery = cell.delivery ?? "";
    const sent = await demo.service.resend(OWNER, { ...demo.params, delivery }, PLAIN_REQUEST);
    expect(sent).toMatchObject({ role: "tester-1", mode: "delta", reason: null });
    const update = await demo.update("tester-1");
    expect(update).toMatchObject({ id: sent.id, kind: "clarification", version: "GC-v2", total: 4 });
    expect(update.text).toContain("| D-3 | Leases are renewed by the worker | an import may take long | P2 |");
    expect(update.text).not.toContain("four hours");
    expect(await demo.cell("tester-1", 2)).toMatchObject({ state: "pending", leadAction: "none" });
    await refusal("conflict", demo.service.resend(OWNER, { ...demo.params, delivery }, PLAIN_REQUEST));
    // The same answer as before is a new one: something was sent since.
    const again = await demo.ack("tester-1", 2, {
      applied: 3,
      action: "NEED_CLARIFICATION",
      unclear: ["§Decisions Log.D-3"],
    });
    expect(again.repeated).toBe(false);
    expect((await demo.ack("tester-1", 2, { total: 4 })).ack.confirmed).toBe(true);
    expect(modesOf(await demo.publish(V3))).toEqual(["implementer-1 full FC-1", "tester-1 delta -"]);
  });

  it("that finds more than half unclear is answered in full, and asks for no full text once it is confirmed", async () => {
    const demo = await open("half");
    await demo.publish(V2);
    const unclear = ["§Decisions Log.D-3", "§Decisions Log.D-4", "§Scope.Goal"];
    const given = await demo.ack("tester-1", 2, { applied: 1, action: "NEED_CLARIFICATION", unclear });
    expect(given.leadAction).toBe("full");
    const delivery = (await demo.cell("tester-1", 2)).delivery ?? "";
    const sent = await demo.service.resend(OWNER, { ...demo.params, delivery }, PLAIN_REQUEST);
    expect(sent).toMatchObject({ mode: "full", reason: "FC-5" });
    expect(await demo.update("tester-1")).toMatchObject({ kind: "update", mode: "full", total: 1 });
    await demo.ack("tester-1", 2);
    expect(modesOf(await demo.publish(V3))).toContain("tester-1 delta -");

    const patient = await open("half-patient");
    await patient.publish(V2);
    await patient.ack("tester-1", 2, { applied: 0, action: "NEED_CLARIFICATION" });
    expect((await patient.ack("tester-1", 2, { total: 4 })).ack.confirmed).toBe(true);
    expect(modesOf(await patient.publish(V3))).toContain("tester-1 delta -");
  });

  it("with PAUSE asks for guidance, which is handed out once and needs no ACK", async () => {
    const demo = await open("pause");
    await demo.publish(V2);
    expect(await demo.ack("tester-1", 2, { action: "PAUSE" })).toMatchObject({
      leadAction: "guidance",
      ack: { confirmed: true },
    });
    const cell = await demo.cell("tester-1", 2);
    expect(cell).toMatchObject({ state: "confirmed", leadAction: "guidance" });
    const params = { ...demo.params, delivery: cell.delivery ?? "" };
    const guidance = { text: "Go on with the golden files; the lease is decided." };
    await demo.service.guide(OWNER, params, guidance, PLAIN_REQUEST);
    await refusal("forbidden", demo.service.guide(actingAs("tester-1"), params, guidance, PLAIN_REQUEST));
    expect((await demo.cell("tester-1", 2)).leadAction).toBe("none");
    const read = () =>
      demo.service.updates(actingAs("tester-1"), demo.params, { wait: 0 }, new AbortController().signal);
    // The Lead looks without taking it away.
    expect(await demo.update("tester-1")).toMatchObject({ kind: "guidance", ...guidance, total: 0 });
    expect((await read()).items).toMatchObject([{ kind: "guidance", ...guidance }]);
    expect((await read()).items).toEqual([]);
    expect((await demo.ack("implementer-1", 2, { applied: 1, action: "PAUSE" })).ack.confirmed).toBe(false);
  });
});

describe("guidance for what was unclear", () => {
  it.each(["NEED_CLARIFICATION", "PAUSE"] as const)(
    "takes %s off the Lead's list, and has the update answered anew in its own time",
    async (action) => {
      const demo = await open(`guided-${action.toLowerCase()}`);
      await demo.publish(V2);
      await demo.ack("implementer-1", 2, { applied: 0, action });
      const asked = await demo.cell("implementer-1", 2);
      expect(asked).toMatchObject({ state: "answered" });
      expect(asked.leadAction).not.toBe("none");
      const params = { ...demo.params, delivery: asked.delivery ?? "" };
      await demo.service.guide(OWNER, params, { text: "Take the second one." }, PLAIN_REQUEST);
      const guided = await demo.cell("implementer-1", 2);
      expect(guided).toMatchObject({ state: "pending", leadAction: "none", delivery: asked.delivery });
      expect(Date.parse(guided.pingedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(asked.sentAt ?? ""));
      const { items } = await demo.service.updates(
        actingAs("implementer-1"),
        demo.params,
        { wait: 0 },
        new AbortController().signal,
      );
      expect(items.map(({ kind }) => kind).sort()).toEqual(["guidance", "update"]);
      expect((await demo.cell("implementer-1", 2)).state).toBe("pending");
      expect((await demo.ack("implementer-1", 2)).ack.confirmed).toBe(true);
      expect((await demo.cell("implementer-1", 2)).state).toBe("confirmed");
    },
  );
});

describe("a role that lost its context", () => {
  it("is sent the current version in full at once, and knows nothing until it confirms that", async () => {
    const demo = await open("lost");
    await demo.publish(V2);
    await demo.ack("tester-1", 2);
    const { deliveries } = await lose(demo, "tester-1");
    expect(deliveries).toMatchObject([{ role: "tester-1", mode: "full", reason: "FC-2", fromVersion: null }]);
    expect((await demo.update("tester-1")).text).toContain("FC-2");
    expect(await demo.confirmed("tester-1")).toBeNull();
    const { lastDelta } = readPlan((await demo.file("orchestration-plan.md")) ?? "", ["implementer-1", "tester-1"]);
    expect(lastDelta["tester-1"]).toMatchObject({ sentVersion: "GC-v2", deltaSize: deliveries[0]?.tokens });
    // Late answers to what it has forgotten are no answers any more.
    await refusal("conflict", demo.ack("tester-1", 1));
    expect(modesOf(await demo.publish(V3))).toEqual(["implementer-1 full FC-1", "tester-1 full FC-2"]);
    await refusal("conflict", demo.ack("tester-1", 1));
    expect((await demo.ack("tester-1", 2)).ack.confirmed).toBe(true);
    expect((await demo.ack("tester-1", 3)).repeated).toBe(false);
    expect(await demo.confirmed("tester-1")).toBe("GC-v3");
    expect(modesOf(await demo.publish(V2))).toContain("tester-1 delta -");
  });

  it("says so itself, or has the Lead say it", async () => {
    const demo = await open("lost-rights");
    const body = { role: "tester-1", status: "CONTEXT_LOST" } as const;
    await refusal("forbidden", demo.service.reportLost(actingAs("implementer-1"), demo.params, body, PLAIN_REQUEST));
    await refusal("forbidden", demo.service.reportLost(VIEWER, demo.params, body, PLAIN_REQUEST));
    await demo.service.reportLost(OWNER, demo.params, body, PLAIN_REQUEST);
    expect((await demo.update("tester-1")).reason).toBe("FC-2");
    await refusal(
      "not_found",
      demo.service.reportLost(OWNER, demo.params, { ...body, role: "nobody-1" }, PLAIN_REQUEST),
    );
  });

  it("is sent nothing where nothing was published", async () => {
    const demo = await ContextSession.open(wardroom, "lost-early", ["tester-1"]);
    expect((await lose(demo, "tester-1")).deliveries).toEqual([]);
    expect(modesOf(await demo.publish(CONTEXT))).toEqual(["tester-1 full FC-2"]);
  });
});

describe("a role that is added", () => {
  it("is sent the current version in full at once", async () => {
    const demo = await open("added");
    await demo.publish(V2);
    await wardroom.services.sessions.addRole(OWNER, demo.params, { id: "architect-1" }, PLAIN_REQUEST);
    expect(await demo.update("architect-1")).toMatchObject({ version: "GC-v2", mode: "full", reason: "FC-3" });
    await demo.ack("architect-1", 2);
    expect(modesOf(await demo.publish(V3))).toContain("architect-1 delta -");
  });

  it("under the name of one that was replaced starts from nothing known", async () => {
    const demo = await open("respawned");
    await demo.publish(V2);
    await demo.ack("tester-1", 2);
    const replaced = { role: "tester-1", by: "tester-2" };
    await wardroom.services.curation.replaceRole(OWNER, demo.params, replaced, PLAIN_REQUEST);
    expect(await demo.update("tester-2")).toMatchObject({ version: "GC-v2", reason: "FC-3" });
    await refusal("not_found", demo.pending("tester-1"));
    await wardroom.services.sessions.addRole(OWNER, demo.params, { id: "tester-1" }, PLAIN_REQUEST);
    expect(await demo.confirmed("tester-1")).toBeNull();
    expect((await demo.cell("tester-1", 1)).state).toBe("none");
    expect(await demo.cell("tester-1", 2)).toMatchObject({ state: "pending", reason: "FC-3", ack: null });
    const never = "[ACK-UPDATE] GC-v1 received. Items: 1/1. Impact: NONE. Action: CONTINUE";
    await refusal("conflict", say(demo, "tester-1", never));
    // The same words as those of its forerunner are its own.
    expect((await demo.ack("tester-1", 2)).repeated).toBe(false);
  });

  it("by an approved relay is sent it too", async () => {
    const demo = await open("relayed");
    const note = { tag: "Finding", text: "measured" } as const;
    await wardroom.services.memory.add(actingAs("researcher-1"), demo.params, note, PLAIN_REQUEST);
    const [relay] = (await wardroom.services.relays.list(OWNER, demo.params)).items;
    await wardroom.services.relays.approve(OWNER, { ...demo.params, relay: relay?.id ?? "" }, {}, PLAIN_REQUEST);
    expect(await demo.update("researcher-1")).toMatchObject({ version: "GC-v1", reason: "FC-3" });
  });
});
