import { applyDelta } from "@/lib/core/context/at-once.fixture";
import { rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { parseDelta } from "@/lib/core/context/delta";
import { readPlan } from "@/lib/core/context/plan";
import { setVersion } from "@/lib/core/context/version";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, ifMatch, once, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { sha256 } from "@/lib/store/read-file";

const { modesOf } = ContextSession;
const withDecision = (text: string, n: number) =>
  text.replace("\n\n## Constraints", `\n| D-${n} | Decision number ${n} | it was asked for | P2 |\n\n## Constraints`);
const V2 = withDecision(CONTEXT, 3);
const V3 = withDecision(V2, 4);
const V4 = withDecision(V3, 5);
const open = (id: string, roles = ["implementer-1", "tester-1"]) => ContextSession.open(wardroom, id, roles);

const wardroom = await TestWardroom.open();

describe("the first version", () => {
  it("writes context, team memory and plan, and nothing else in them", async () => {
    const demo = await open("first");
    const memory = (await demo.file("TEAM-MEMORY.md")) ?? "";
    await refusal("not_found", demo.service.read(OWNER, demo.params));
    await refusal("not_found", demo.service.readBytes(OWNER, demo.params));
    const published = await demo.publish(CONTEXT);
    expect(published).toMatchObject({ version: "GC-v1", changed: true });
    expect(modesOf(published)).toEqual(["implementer-1 full FC-3", "tester-1 full FC-3"]);
    const text = setVersion(CONTEXT, "GC-v1");
    expect(await demo.file("global-context.md")).toBe(text);
    expect(published.etag).toBe(`"${sha256(text)}"`);
    expect(await demo.file("TEAM-MEMORY.md")).toBe(memory.replace("GC Version: GC-v0", "GC Version: GC-v1"));
    const plan = (await demo.file("orchestration-plan.md")) ?? "";
    expect(plan).toMatch(
      /^---\nteammate_gc_versions: \{\}\nteammate_gc_last_delta: \{.*\}\n---\n\n# Orchestration Plan\n$/,
    );
    const sent = { sentVersion: "GC-v1", deltaSize: published.fullTokens };
    expect(readPlan(plan, ["implementer-1", "tester-1"]).lastDelta).toMatchObject({
      "implementer-1": sent,
      "tester-1": sent,
    });
    expect((await demo.session.story()).slice(-1)).toEqual(["Lead: context.published GC-v1"]);
    expect(await demo.service.read(OWNER, demo.params)).toMatchObject({
      version: "GC-v1",
      draft: false,
      text,
      published: { actor: "Lead" },
      sections: [{ path: "Scope", line: 8 }, {}, {}, {}, {}, { path: "Risks", tokens: expect.any(Number) as number }],
    });
    const { items } = await demo.service.list(OWNER, demo.params);
    expect(items).toMatchObject([{ version: "GC-v1", sentTo: ["implementer-1", "tester-1"], confirmedBy: [] }]);
    expect((await wardroom.services.events.verify(OWNER, { workspace: "demo" })).ok).toBe(true);
  });

  it.each([
    ["no frontmatter", "# C\n\n## A\n- x: 1\n", "---\nversion: GC-v1\n---\n# C\n\n## A\n- x: 1\n"],
    ["no frontmatter, CRLF", "# C\r\n- x: 1\r\n", "---\r\nversion: GC-v1\r\n---\r\n# C\r\n- x: 1\r\n"],
    ["a version of its own", "---\nversion: GC-v9 # old\n---\n# C\n", "---\nversion: GC-v1 # old\n---\n# C\n"],
    [
      "two versions",
      "---\nversion: GC-v3\nversion: GC-v2\n---\n# C\n",
      "---\nversion: GC-v3\nversion: GC-v1\n---\n# C\n",
    ],
    ["nothing at all", "", "---\nversion: GC-v1\n---\n"],
  ])("of a text with %s is set by the server", async (what, text, expected) => {
    const demo = await open(`set-${what.replaceAll(/\W/g, "-")}`);
    await demo.publish(text);
    expect(await demo.file("global-context.md")).toBe(expected);
  });

  it("previewed, writes nothing", async () => {
    const demo = await open("preview");
    const preview = await demo.publish(CONTEXT, {}, PLAIN_REQUEST, true);
    expect(preview).toMatchObject({
      version: "GC-v1",
      changed: true,
      deliveries: [{ id: "" }, { id: "" }],
      etag: '""',
    });
    expect(await demo.file("global-context.md")).toBeNull();
    expect(await demo.file("orchestration-plan.md")).toBeNull();
    expect(await demo.pending("tester-1")).toEqual([]);
  });
});

describe("the next version", () => {
  it("goes as a delta to who confirmed the one before, and the message makes the new text of the old", async () => {
    const demo = await open("delta");
    await demo.publish(CONTEXT);
    // Who names nobody means everybody.
    expect((await demo.update("implementer-1")).text).toContain("- Affected teammates: all\n");
    await demo.ack("implementer-1", 1);
    const before = (await demo.file("global-context.md")) ?? "";
    const published = await demo.publish(V2, { affected: ["tester-1"], requiredActions: "re-read §Decisions Log" });
    expect(modesOf(published)).toEqual(["implementer-1 delta -", "tester-1 full FC-3"]);
    const { text, mode, total, fromVersion } = await demo.update("implementer-1");
    expect({ mode, total, fromVersion }).toEqual({ mode: "delta", total: 1, fromVersion: "GC-v1" });
    expect(text.split("\n")[0]).toMatch(/^\[CONTEXT-UPDATE\] GC-v1 → GC-v2 \(base [0-9a-f]{12}\)$/);
    expect(text).toContain("- ADDED §Decisions Log: D-3:");
    expect(text).toMatch(
      /- Affected teammates: tester-1\n- Required actions: re-read §Decisions Log\n- Published: \d{4}-\d\d-\d\d \d\d:\d\d UTC\n$/,
    );
    const applied = applyDelta(parseDelta(text), before);
    expect(applied).toMatchObject({ applied: 1, total: 1, unresolved: [] });
    expect(applied.text).toBe(await demo.file("global-context.md"));
    const full = await demo.update("tester-1");
    expect(full).toMatchObject({ mode: "full", reason: "FC-3", total: 1, version: "GC-v2" });
    expect(full.text.endsWith(`## Full Context\n${applied.text}`)).toBe(true);
    expect(full.text).toContain("FC-3");
  });

  it("is none where the text is that of the current one, whatever version it names", async () => {
    const demo = await open("unchanged");
    await demo.publish(CONTEXT);
    const story = await demo.session.story();
    for (const text of [CONTEXT, setVersion(CONTEXT, "GC-v1"), setVersion(CONTEXT, "GC-v40")]) {
      expect(await demo.publish(text)).toMatchObject({ version: "GC-v1", changed: false, deliveries: [] });
    }
    expect(await demo.session.story()).toEqual(story);
    expect(await demo.file("global-context.md")).toBe(setVersion(CONTEXT, "GC-v1"));
  });

  it("begins a full text with what changed since the version that was shown last, confirmed or not", async () => {
    const roles = ["behind-1", "new-1", "lost-1"];
    const demo = await open("shown", roles);
    const read = async (...names: string[]) => {
      for (const role of names)
        await demo.service.updates(actingAs(role), demo.params, { wait: 0 }, new AbortController().signal);
    };
    await demo.publish(CONTEXT);
    await read(...roles);
    await demo.ack("behind-1", 1);
    await demo.publish(V2);
    await read("behind-1", "lost-1");
    const lost = { role: "lost-1", status: "CONTEXT_LOST" } as const;
    await demo.service.reportLost(actingAs("lost-1"), demo.params, lost, PLAIN_REQUEST);
    expect(modesOf(await demo.publish(V3)).sort()).toEqual([
      "behind-1 full FC-1",
      "lost-1 full FC-2",
      "new-1 full FC-3",
    ]);
    expect((await demo.update("behind-1")).text).toContain("\n## Changed since GC-v2\n");
    expect((await demo.update("new-1")).text).toContain("\n## Changed since GC-v1\n");
    expect((await demo.update("lost-1")).text).not.toContain("Changed since");
  });

  it("falls back to the full text for each of the reasons, in the order of the tree", async () => {
    const roles = ["lost-1", "new-1", "gap-1", "current-1"];
    const demo = await open("fallbacks", roles);
    await demo.publish(CONTEXT);
    for (const role of ["lost-1", "gap-1", "current-1"]) await demo.ack(role, 1);
    await demo.publish(V2);
    await demo.ack("current-1", 2);
    await demo.ack("lost-1", 2);
    await demo.service.reportLost(
      actingAs("lost-1"),
      demo.params,
      { role: "lost-1", status: "CONTEXT_LOST" },
      PLAIN_REQUEST,
    );
    const v3 = await demo.publish(V3);
    expect(modesOf(v3).sort()).toEqual(["current-1 delta -", "gap-1 full FC-1", "lost-1 full FC-2", "new-1 full FC-3"]);
    // What is new comes first, for who has an older version alone; the text itself is unaltered and last.
    const gap = (await demo.update("gap-1")).text;
    expect(gap).toContain("\n## Changed since GC-v1\n");
    const changes = gap.slice(gap.indexOf("## Changed since"), gap.indexOf("## Impact Assessment"));
    expect(changes.length).toBeLessThanOrEqual(430);
    expect(changes).toMatch(/^- ADDED §Decisions/m);
    expect(changes).not.toContain("Decision number 3");
    for (const role of ["lost-1", "new-1"]) expect((await demo.update(role)).text).not.toContain("Changed since");
    for (const role of roles) await demo.ack(role, 3);
    const other = "# Another one\n\n## Everything\n- is: different now\n- in every line: of it\n";
    const v4 = await demo.publish(other);
    expect(modesOf(v4).sort()).toEqual(roles.map((role) => `${role} full FC-4`).sort());
    expect(v4.deliveries.every(({ tokens }) => tokens > v4.fullTokens)).toBe(true);
    expect(new Set(v4.deliveries.map(({ why }) => why))).toEqual(
      new Set(["in full: the changes cost over half of the full text"]),
    );
    const asked = v4.deliveries.find(({ role }) => role === "current-1")?.id ?? "";
    const full = await demo.service.full(actingAs("current-1"), { ...demo.params, delivery: asked }, PLAIN_REQUEST);
    expect(full).toMatchObject({ mode: "full", reason: "FC-5", role: "current-1" });
  });

  it("counts the gap from the last acknowledged version: three in quick succession end in the full text", async () => {
    const demo = await open("succession");
    await demo.publish(CONTEXT);
    for (const role of ["implementer-1", "tester-1"]) await demo.ack(role, 1);
    const published = [await demo.publish(V2), await demo.publish(V3), await demo.publish(V4)];
    expect(published.map((each) => each.version)).toEqual(["GC-v2", "GC-v3", "GC-v4"]);
    expect(published.map((each) => each.deliveries.map(({ mode, reason }) => reason ?? mode))).toEqual([
      ["delta", "delta"],
      ["FC-1", "FC-1"],
      ["FC-1", "FC-1"],
    ]);
    // Only the newest waits; the laggard may still confirm what it was sent first.
    expect(await demo.update("tester-1")).toMatchObject({ version: "GC-v4", mode: "full", fromVersion: "GC-v1" });
    expect((await demo.cell("tester-1", 2)).state).toBe("superseded");
    expect((await demo.ack("tester-1", 2)).ack.confirmed).toBe(true);
    expect(await demo.confirmed("tester-1")).toBe("GC-v2");
    expect((await demo.update("tester-1")).version).toBe("GC-v4");
    expect(await demo.file("global-context.md")).toBe(setVersion(V4, "GC-v4"));
    expect((await demo.file("TEAM-MEMORY.md")) ?? "").toContain("- GC Version: GC-v4\n");
  });

  it("goes once to a role that has two sections, and to nobody whose section is archived or replaced", async () => {
    const text = "# T\n\n## Lead\n\n## a-1\n- x\n\n## a-1\n- y\n\n## [REPLACED] b-1\n\n## c-1 [ARCHIVED — done]\n";
    const demo = new ContextSession(wardroom, await wardroom.session("sections", [], text));
    const published = await demo.publish(CONTEXT);
    expect(published.deliveries.map(({ role }) => role)).toEqual(["a-1"]);
    expect(await demo.file("TEAM-MEMORY.md")).toBe(text.replace("## Lead", "## Meta\n- GC Version: GC-v1\n\n## Lead"));
  });

  it("is answered again to the same key, and is another request with another body", async () => {
    const demo = await open("repeated");
    const first = await demo.publish(CONTEXT, {}, once("publish-1"));
    await demo.publish(V2);
    expect(await demo.publish(CONTEXT, {}, once("publish-1"))).toEqual(first);
    await refusal("idempotency_mismatch", demo.publish(V3, {}, once("publish-1", "other")));
    expect((await demo.service.list(OWNER, demo.params)).items.map((each) => each.version)).toEqual(["GC-v2", "GC-v1"]);
  });

  it("is the Lead's to publish", async () => {
    const demo = await open("rights");
    for (const caller of [actingAs("implementer-1"), VIEWER]) {
      const options = { dryRun: false };
      await refusal("forbidden", demo.service.publish(caller, demo.params, { text: CONTEXT }, options, PLAIN_REQUEST));
    }
    expect(await demo.file("global-context.md")).toBeNull();
  });

  it("reaches fifty teammates at once, each as it stands", async () => {
    const roles = Array.from({ length: 50 }, (_, n) => `implementer-${n + 1}`);
    const demo = await open("fifty", roles);
    await demo.publish(CONTEXT);
    await Promise.all(roles.slice(0, 40).map((role) => demo.ack(role, 1)));
    const [published] = await Promise.all([demo.publish(V2), ...roles.slice(40).map((role) => demo.ack(role, 1))]);
    const late = (index: number) => (index < 40 ? "delta" : null);
    expect(published.deliveries).toHaveLength(50);
    published.deliveries.forEach(({ mode }, index) => expect(late(index) ?? mode).toBe(mode));
    const { roles: rows } = await demo.service.matrix(OWNER, demo.params);
    expect(rows.map(({ confirmed }) => confirmed)).toEqual(roles.map(() => "GC-v1"));
    expect(rows.every(({ cells }) => cells[1]?.state === "pending")).toBe(true);
    const plan = readPlan((await demo.file("orchestration-plan.md")) ?? "", roles);
    expect(plan.versions).toEqual(Object.fromEntries(roles.map((role) => [role, "GC-v1"])));
    expect(Object.values(plan.lastDelta).map((last) => last.sentVersion)).toEqual(roles.map(() => "GC-v2"));
    expect(plan.diagnostics).toEqual([]);
  });
});

describe("a file changed on disk", () => {
  it("is a draft, published with If-Match alone, and never overwritten without", async () => {
    const demo = await open("draft");
    await demo.publish(CONTEXT);
    await demo.put("global-context.md", setVersion(V2, "GC-v1"));
    const read = await demo.service.read(OWNER, demo.params);
    expect(read).toMatchObject({ version: "GC-v1", draft: true, text: setVersion(V2, "GC-v1") });
    for (const text of [V2, V3, CONTEXT]) {
      const { details } = await refusal("conflict", demo.publish(text));
      expect(details.current).toMatchObject({ draft: true, etag: read.etag.replaceAll('"', "") });
    }
    await refusal("stale", demo.publish(V2, {}, ifMatch(sha256(setVersion(CONTEXT, "GC-v1")))));
    expect(await demo.file("global-context.md")).toBe(setVersion(V2, "GC-v1"));
    expect((await demo.publish(V2, {}, PLAIN_REQUEST, true)).version).toBe("GC-v2");
    expect((await demo.publishOver(V2)).version).toBe("GC-v2");
    expect(await demo.file("global-context.md")).toBe(setVersion(V2, "GC-v2"));
    expect((await demo.service.read(OWNER, demo.params)).draft).toBe(false);
  });

  it("is given up by publishing the current text over it", async () => {
    const demo = await open("given-up");
    await demo.publish(CONTEXT);
    await demo.put("global-context.md", "gone wrong\n");
    expect(await demo.publishOver(CONTEXT)).toMatchObject({ version: "GC-v1", changed: false });
    expect(await demo.file("global-context.md")).toBe(setVersion(CONTEXT, "GC-v1"));
  });

  it("is recorded before a version of the same text is published over it", async () => {
    const demo = await open("same");
    await demo.publish(CONTEXT);
    await demo.put("global-context.md", setVersion(V2, "GC-v2"));
    expect((await demo.publishOver(V2)).version).toBe("GC-v2");
    expect(await demo.file("global-context.md")).toBe(setVersion(V2, "GC-v2"));
    expect((await wardroom.services.events.verify(OWNER, { workspace: "demo" })).ok).toBe(true);
  });

  it("that is no text is shown and left alone", async () => {
    const demo = await open("binary");
    await demo.publish(CONTEXT);
    const bytes = Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x0a]);
    await demo.put("global-context.md", bytes);
    const { draft, diagnostics } = await demo.service.read(OWNER, demo.params);
    expect(draft).toBe(true);
    expect(diagnostics[0]?.code).toBe("not_utf8");
    await refusal("unparseable", demo.publish(V2, {}, ifMatch(sha256(bytes))));
    expect((await demo.service.readBytes(OWNER, demo.params)).bytes).toEqual(bytes);
  });

  it("that is removed is written again by the next version", async () => {
    const demo = await open("removed");
    await demo.publish(CONTEXT);
    await rm(`${demo.session.folder}/global-context.md`);
    expect((await demo.publish(V2)).version).toBe("GC-v2");
    expect(await demo.file("global-context.md")).toBe(setVersion(V2, "GC-v2"));
  });
});

describe("the plan", () => {
  const PLAN =
    "---\r\ngc_version: 'GC-v0' # keep\r\nteammate_gc_versions: {tester-1: GC-v1}  # confirmed\r\nphase: 3\r\n---\r\n# Plan\r\n\r\n| role | GC |\r\n|---|---|\r\n| tester-1 | GC-v1 |\r\n\tend";

  it("changes in its two keys alone, on every publish and ACK", async () => {
    const demo = await open("plan");
    await demo.put("orchestration-plan.md", PLAN);
    await demo.publish(CONTEXT);
    const published = (await demo.file("orchestration-plan.md")) ?? "";
    const inserted = /phase: 3\r\nteammate_gc_last_delta: \{[^\r\n]*\}\r\n---/.exec(published)?.[0] ?? "";
    expect(published).toBe(PLAN.replace("phase: 3\r\n---", inserted).replace("GC-v0", "GC-v1"));
    await demo.ack("implementer-1", 1);
    await demo.ack("tester-1", 1);
    const acknowledged = published.replace("{tester-1: GC-v1}", "{tester-1: GC-v1, implementer-1: GC-v1}");
    expect(await demo.file("orchestration-plan.md")).toBe(acknowledged);
  });

  it("that cannot be edited safely stays as it is, and the version is published", async () => {
    for (const [id, plan] of Object.entries({
      "plan-broken": "---\nteammate_gc_versions: {tester-1: [\n---\n# Plan\n",
      "plan-bytes": Buffer.from([0x2d, 0xff, 0x0a]),
    })) {
      const demo = await open(id);
      await demo.put("orchestration-plan.md", plan);
      expect((await demo.publish(CONTEXT)).version).toBe("GC-v1");
      expect(await demo.file("orchestration-plan.md")).toBe(plan.toString("utf8"));
    }
  });
});

describe("versions", () => {
  it("are compared by delta and by line, any two of them", async () => {
    const demo = await open("compared");
    for (const text of [CONTEXT, V2, V3]) await demo.publish(text);
    const range = { from: "GC-v1", to: "3" };
    const delta = await demo.service.delta(OWNER, demo.params, range);
    expect(delta.operations.map(({ kind, section }) => `${kind} ${section}`)).toEqual([
      "ADDED Decisions Log",
      "ADDED Decisions Log",
    ]);
    expect(delta.fallback).toBeNull();
    const text = async (version: string) => (await demo.service.get(OWNER, { ...demo.params, version })).text;
    const applied = await demo.service.apply(VIEWER, demo.params, { base: await text("1"), delta: delta.text });
    expect(applied).toEqual({ text: await text("3"), applied: 2, total: 2, unresolved: [] });
    const other = { base: await text("2"), delta: delta.text };
    await refusal("conflict", demo.service.apply(VIEWER, demo.params, other));
    expect((await demo.service.diff(OWNER, demo.params, { from: "0", to: "1" })).to).toBe(1);
    await refusal("invalid_input", demo.service.delta(OWNER, demo.params, { from: "one", to: "2" }));
    await refusal("not_found", demo.service.delta(OWNER, demo.params, { from: "1", to: "9" }));
  });
});
