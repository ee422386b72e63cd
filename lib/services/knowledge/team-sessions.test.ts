import { beforeEach, describe, expect, it } from "vitest";
import { readSessionsFile } from "@/lib/core/knowledge/sessions-file";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, once, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestTeams, textOf } from "@/lib/services/testing/team.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

let wardroom: TestWardroom;
let teams: TestTeams;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  teams = await TestTeams.make(wardroom);
});

const DEMO = { workspace: "demo" };
const start = { checkpointEvery: null };

describe("a session begins", () => {
  it("with what its mode and topic load, as the example of the conventions has it", async () => {
    const { started, session } = await teams.start("dev-security", { mode: "review", topic: "SQL injection" });
    expect(started).toMatchObject({
      message: "Knowledge loaded: [owasp-top-10, secure-code-review]",
      team: "dev-security",
      mode: "review",
      topic: "SQL injection",
      status: "active",
      turns: 0,
      startedBy: "Lead",
      skipped: [],
      budget: { limit: 1000, from: "index", warning: null },
    });
    expect(started.id).toMatch(/^dev-security-\d{4}-\d{2}-\d{2}-001$/);
    expect(started.loaded.map(({ why }) => why)).toEqual(["mode review, keyword injection", "mode review"]);
    expect(started.loaded.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
    expect(started.tokens).toBe(started.loaded[0]!.tokens + started.loaded[1]!.tokens);
    const { message: _m, warnings: _w, skipped: _s, ...kept } = started;
    expect(await session.get()).toEqual(kept);
  });

  it("with one shared file that several teams may load", async () => {
    const security = await teams.start("dev-security", { topic: "injection" });
    const qa = await teams.start("dev-qa", { topic: "about Security." });
    const paths = [security, qa].map(({ started }) => started.loaded.map(({ id, path, hash }) => ({ id, path, hash })));
    expect(paths[0]).toEqual(paths[1]);
    expect(paths[0]).toMatchObject([{ id: "owasp-top-10", path: ".microai/knowledge/shared/owasp-top-10.md" }]);
  });

  it("with the persona alone where nothing matches, and says so", async () => {
    const { started } = await teams.start("pm-dev", { mode: "unknown", topic: "nothing" });
    expect(started.message).toBe("Knowledge loaded: []. Nothing matches, so the agent persona stands alone");
    expect(started.warnings.join(" ")).toContain("unknown");
  });

  it("and tells what is skipped for want of room, and warns near the budget", async () => {
    const { started } = await teams.start("dev-security", { mode: "review", budget: 320 });
    expect(started.loaded.map(({ id }) => id)).toEqual(["owasp-top-10"]);
    expect(started.skipped).toMatchObject([
      { id: "secure-code-review", why: expect.stringContaining("do not fit") as string },
    ]);
    expect(started.warnings.join(" ")).toContain("warning threshold");
    expect(started.budget.warning).toContain("warning threshold");
  });

  it("under a free id of the day, or the one that is asked for", async () => {
    const first = await teams.start("dev-qa");
    const second = await teams.start("dev-qa");
    expect([first, second].map(({ session }) => session.id.slice(-3))).toEqual(["001", "002"]);
    await teams.start("dev-qa", { id: "검토-1" });
    expect((await refusal("conflict", teams.start("dev-qa", { id: "검토-1" }))).details.hint).toContain("resume");
    await refusal("invalid_input", teams.start("dev-qa", { id: "../escape" }));
    await refusal("invalid_input", teams.start("dev-qa", { id: "a.2" }));
    await teams.put("agents/teams/dev-qa/memory/checkpoints/old.yaml", "session_id: old\n");
    await refusal("conflict", teams.start("dev-qa", { id: "old" }));
    await teams.put("agents/teams/dev-qa/memory/sessions.yaml", "- session_id: listed\n");
    await refusal("conflict", teams.start("dev-qa", { id: "listed" }));
  });

  it("for a team that is one, and for whoever may write", async () => {
    const { hint } = (await refusal("not_found", teams.start("none"))).details;
    expect(hint).toContain("dev-qa");
    await refusal("not_found", teams.start("../teams/dev-qa"));
    await refusal("forbidden", teams.start("dev-qa", {}, VIEWER));
    await refusal("forbidden", teams.start("dev-qa", {}, { ...OWNER, workspace: "other" }));
    const { started } = await teams.start("dev-qa", {}, actingAs("tester-1"));
    expect(started.startedBy).toBe("tester-1");
    const wide = { budget: 9000 };
    expect((await refusal("forbidden", teams.start("dev-qa", wide, actingAs("tester-1")))).message).toContain("5000");
    expect((await teams.start("dev-qa", wide)).started.budget.limit).toBe(9000);
    await refusal("invalid_input", teams.start("dev-qa", { topic: "a\u0000b" }));
  });

  it("once per idempotency key", async () => {
    const again = () => wardroom.services.teams.start(OWNER, { ...DEMO, team: "dev-qa" }, start, once("k"));
    expect((await again()).id).toBe((await again()).id);
    expect((await wardroom.services.teams.sessions(OWNER, { ...DEMO, team: "dev-qa" })).items).toHaveLength(1);
  });
});

describe("a session goes on", () => {
  it("by turns that are reported", async () => {
    const { session } = await teams.start("dev-qa");
    await session.report({
      turns: 2,
      speaker: "tester",
      summary: "Asked for\ncoverage",
      agreements: ["A"],
      openIssues: ["I", "J"],
    });
    await session.report({ agreements: ["A", "B"], closedIssues: ["I"], nextAction: "Write the test" });
    expect(await session.get()).toMatchObject({
      turns: 3,
      currentSpeaker: "tester",
      dialogueSummary: [{ turn: 2, speaker: "tester", summary: "Asked for coverage" }],
      agreements: ["A", "B"],
      openIssues: ["J"],
      nextAction: "Write the test",
    });
    await session.report({ nextAction: null });
    expect((await session.get()).nextAction).toBeNull();
    await refusal("invalid_input", session.report({ summary: " \n" }));
  });

  it("with a checkpoint by itself at the chosen number of turns, the earlier ones kept", async () => {
    const { session } = await teams.start("dev-qa", { id: "auto", checkpointEvery: 3 });
    const saved = [];
    for (let turn = 1; turn <= 7; turn++) saved.push((await session.report()).checkpoint?.kept);
    expect(saved).toEqual([undefined, undefined, null, undefined, undefined, "auto.1.yaml", undefined]);
    expect(await teams.checkpoints("dev-qa")).toEqual(["auto.1.yaml", "auto.yaml"]);
    expect((await session.checkpoints()).map(({ state }) => state?.turnCount)).toEqual([6, 3]);
    await session.service.configure(OWNER, session.params, { checkpointEvery: null }, PLAIN_REQUEST);
    expect((await session.report({ turns: 100 })).checkpoint).toBeNull();
    await session.service.configure(OWNER, session.params, { checkpointEvery: 5 }, PLAIN_REQUEST);
    expect((await session.report()).checkpoint).toMatchObject({ file: "auto.yaml", kept: "auto.2.yaml" });
  });

  it("until it ends, with its outcome and what was learnt", async () => {
    const { session } = await teams.start("dev-qa", { mode: "review" });
    const body = { outcome: "Approved", status: "completed", learnings: ["Test the\nedges", "Name things"] } as const;
    const ended = await session.service.end(
      OWNER,
      session.params,
      { ...body, learnings: [...body.learnings] },
      PLAIN_REQUEST,
    );
    expect(ended).toMatchObject({ status: "completed", outcome: "Approved", endedAt: expect.any(String) as string });
    const learnt = await teams.memory("dev-qa", "learnings.md");
    expect(learnt).toMatch(
      /^# Learnings — dev-qa\n\n## \d{4}-\d{2}\n- \d{4}-\d{2}-\d{2}: Test the edges\n- .*: Name things\n$/,
    );
    const again = await refusal("conflict", session.report());
    expect(again.details.hint).toContain("{team-session.resume}");
    await refusal("conflict", session.run("*load: owasp-top-10"));
    expect((await session.run("*knowledge")).message).toBe("Knowledge loaded: []");
    await session.service.learn(OWNER, session.params, { text: "One more" }, PLAIN_REQUEST);
    expect(await teams.memory("dev-qa", "learnings.md")).toContain(": One more\n");
  });

  it("through a restart", async () => {
    const { session } = await teams.start("dev-security", { mode: "review" });
    await session.run("*load: estimation");
    await session.report({ summary: "Said", speaker: "a" });
    const before = await session.get();
    await wardroom.reopen();
    expect(await session.get()).toEqual(before);
  });
});

describe("a team's files", () => {
  it("follow the session, in one act with its history", async () => {
    const { session } = await teams.start("dev-security", { id: "s-1", mode: "review", topic: "OWASP" });
    await session.run("*unload: secure-code-review");
    await session.report({ turns: 4, openIssues: ["Limits?"], nextAction: "Ask the owner" });
    const { sessions } = readSessionsFile((await teams.memory("dev-security", "sessions.yaml")) ?? "");
    const date = new Date().toISOString().slice(0, 4);
    expect(sessions).toMatchObject([
      {
        sessionId: "s-1",
        mode: "review",
        topic: "OWASP",
        turns: 4,
        status: "active",
        loaded: ["owasp-top-10"],
        outcome: null,
      },
    ]);
    expect(sessions[0]?.date?.slice(0, 4)).toBe(date);
    const context = await teams.memory("dev-security", "context.md");
    expect(context).toMatch(/## Session\n\n- ID: s-1\n- Status: active\n- Mode: review\n- Topic: OWASP\n- Turns: 4\n/);
    expect(context).toMatch(/## Loaded Knowledge\n\n- owasp-top-10 \(\d+ tokens\): \.microai\/knowledge/);
    expect(context).toContain("## Open Issues\n\n- Limits?\n");
    expect(context).toContain("## Next Action\n\n- Ask the owner\n");
    const { items } = await wardroom.services.events.list(OWNER, DEMO, { limit: 100, format: "json" });
    const told = items.filter(({ actor }) => actor === "Lead").map(({ action, target }) => `${action} ${target}`);
    expect(told.reverse()).toEqual([
      "team_session.started dev-security/s-1",
      "knowledge.unloaded dev-security/s-1",
      "team_session.continued dev-security/s-1",
    ]);
    expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
  });

  it("keep what others wrote in them", async () => {
    const list = "# ours\n- session_id: old # first\n  status: completed\n  turns: 9\n";
    const context = "# Mine\r\n\r\n## Rules\r\n- keep\r\n\r\n## Session\r\nold\r\n";
    await teams.put("agents/teams/dev-qa/memory/sessions.yaml", list);
    await teams.put("agents/teams/dev-qa/memory/context.md", context);
    await teams.start("dev-qa", { id: "new" });
    expect((await teams.memory("dev-qa", "sessions.yaml"))?.startsWith(list)).toBe(true);
    expect((await teams.memory("dev-qa", "context.md"))?.startsWith(context.replace("old\r\n", "- ID: new\r\n"))).toBe(
      true,
    );
  });

  it("that are broken are never rewritten, and stop no session", async () => {
    const broken = { "sessions.yaml": "- session_id: [\n", "context.md": "```\nopen\n", "learnings.md": "<!-- open\n" };
    for (const [name, text] of Object.entries(broken)) await teams.put(`agents/teams/dev-qa/memory/${name}`, text);
    const { started, session } = await teams.start("dev-qa");
    expect(started.warnings.join("\n")).toMatch(/sessions\.yaml was left as it is[^]*context\.md was left as it is/);
    await session.service.end(OWNER, session.params, { status: "completed", learnings: ["x"] }, PLAIN_REQUEST);
    await refusal("unparseable", session.service.learn(OWNER, session.params, { text: "x" }, PLAIN_REQUEST));
    for (const [name, text] of Object.entries(broken)) expect(await teams.memory("dev-qa", name)).toBe(text);

    await teams.put("agents/teams/dev-qa/memory/sessions.yaml", Buffer.from([0xff, 0xfe]));
    await teams.remove("agents/teams/dev-qa/memory/context.md");
    await teams.put("agents/teams/dev-qa/memory/context.md/folder", "in its place");
    const { started: again } = await teams.start("dev-qa");
    expect(again.warnings.join("\n")).toMatch(/not valid UTF-8[^]*not a file/);
  });

  it("tell of sessions nobody started here, and an older sessions.md is shown and left alone", async () => {
    await teams.put("agents/teams/dev-qa/memory/sessions.yaml", "- session_id: a\n  status: done\n- session_id: b\n");
    await teams.put("agents/teams/dev-qa/memory/sessions.md", "# Old list\n");
    await teams.put("agents/teams/dev-qa/memory/checkpoints/c.1.yaml", "session_id: c\n");
    await teams.start("dev-qa", { id: "d" });
    const { items } = await wardroom.services.teams.sessions(OWNER, { ...DEMO, team: "dev-qa" });
    expect(items.map(({ id, known, status, checkpoints }) => [id, known, status, checkpoints])).toEqual([
      ["d", true, "active", 0],
      ["b", false, "unknown", 0],
      ["a", false, "done", 0],
      ["c", false, "unknown", 1],
    ]);
    const memory = await wardroom.services.teams.memory(VIEWER, { ...DEMO, team: "dev-qa" });
    expect(memory).toMatchObject({
      olderSessions: "# Old list\n",
      warnings: [],
      learnings: { text: null, months: [] },
    });
    expect(memory.context.sections.map(({ name }) => name)).toHaveLength(4);
    expect(await teams.memory("dev-qa", "sessions.md")).toBe("# Old list\n");
  });

  it("keep a history of what others do to them", async () => {
    const { session } = await teams.start("dev-qa", { id: "h" });
    await session.save();
    const folder = "agents/teams/dev-qa/memory";
    await teams.put(`${folder}/context.md`, "# Mine\n");
    await teams.put(`${folder}/learnings.md`, "# New\n");
    await teams.put(`${folder}/checkpoints/other.yaml`, "x");
    await teams.remove(`${folder}/checkpoints/h.yaml`);
    expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
    const { items } = await wardroom.services.events.list(OWNER, DEMO, { limit: 100, format: "json" });
    const outside = items.filter(({ actor }) => actor === "disk").map(({ action, target }) => `${action} ${target}`);
    expect(outside.sort().filter((line) => line.includes("/memory/"))).toEqual([
      `document.edited_outside .microai/${folder}/checkpoints/other.yaml`,
      `document.edited_outside .microai/${folder}/context.md`,
      `document.edited_outside .microai/${folder}/learnings.md`,
      `document.removed_outside .microai/${folder}/checkpoints/h.yaml`,
    ]);
  });

  it("show a session that still runs when another has ended", async () => {
    const { session: first } = await teams.start("dev-qa", { id: "first" });
    await teams.start("dev-qa", { id: "second" });
    await first.service.end(OWNER, first.params, { status: "abandoned", learnings: [] }, PLAIN_REQUEST);
    expect(await teams.memory("dev-qa", "context.md")).toContain("- ID: second\n");
    expect(await teams.memory("dev-qa", "sessions.yaml")).toContain("status: abandoned");
  });
});

it("keeps a file of 5 MB out of a budget it does not fit", async () => {
  await teams.put("knowledge/shared/owasp-top-10.md", textOf(10).padEnd(5_000_000, "lorem ipsum dolor "));
  const { started } = await teams.start("dev-security", { topic: "injection" });
  expect(started.loaded).toEqual([]);
  expect(started.skipped.map(({ id }) => id)).toEqual(["owasp-top-10"]);
});
