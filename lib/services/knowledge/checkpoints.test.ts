import { mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { parseCheckpoint } from "@/lib/core/knowledge/checkpoint";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestTeams, textOf, type TestTeamSession } from "@/lib/services/testing/team.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

let wardroom: TestWardroom;
let teams: TestTeams;
let session: TestTeamSession;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  teams = await TestTeams.make(wardroom);
  session = (await teams.start("dev-security", { id: "arch-001", mode: "review", topic: "OWASP" })).session;
});

const FOLDER = "agents/teams/dev-security/memory/checkpoints";
const EXAMPLE = {
  state: { mode: "design", turnCount: 5, currentSpeaker: "developer" },
  dialogueSummary: [{ turn: 1, speaker: "developer", summary: "Presented requirements" }],
  agreements: ["Use shared knowledge folder"],
  openIssues: ["Token enforcement"],
  resumeHints: { nextAction: "Architect to propose design" },
};
/** The same as the session tells it. */
const TOLD = {
  mode: "design",
  turns: 5,
  currentSpeaker: "developer",
  dialogueSummary: EXAMPLE.dialogueSummary,
  agreements: EXAMPLE.agreements,
  openIssues: EXAMPLE.openIssues,
  nextAction: "Architect to propose design",
};
const names = async () => (await session.checkpoints()).map(({ file }) => file);
const read = (file: string) => teams.file(`${FOLDER}/${file}`);
const put = (file: string, content: string | Buffer) => teams.put(`${FOLDER}/${file}`, content);

describe("a checkpoint", () => {
  it("is saved with the loaded set, and reads back verified", async () => {
    const saved = await session.save(EXAMPLE);
    expect(saved).toMatchObject({
      file: "arch-001.yaml",
      path: `.microai/${FOLDER}/arch-001.yaml`,
      kept: null,
      loaded: ["owasp-top-10", "secure-code-review"],
      warnings: [],
    });
    const owner = { team: "dev-security", sessionId: "arch-001" };
    const { content, verified } = parseCheckpoint((await read("arch-001.yaml")) ?? "", owner);
    expect(verified).toBe(true);
    expect(content).toMatchObject({
      turnCount: 5,
      mode: "design",
      agreements: EXAMPLE.agreements,
      team: "dev-security",
    });
    expect(content?.loaded.map(({ id, hash }) => [id, hash?.length])).toEqual([
      ["owasp-top-10", 64],
      ["secure-code-review", 64],
    ]);
    expect(await session.get()).toMatchObject({ ...TOLD, lastCheckpoint: { file: "arch-001.yaml", turn: 5 } });
    expect(await teams.memory("dev-security", "context.md")).toContain("- Checkpoint: arch-001.yaml (turn 5)\n");
  });

  it("keeps the earlier ones under numbers, and what is left out as it was", async () => {
    await session.save(EXAMPLE);
    const first = await read("arch-001.yaml");
    await session.save({ state: { turnCount: 6 } });
    const second = await read("arch-001.yaml");
    await session.save({ agreements: [] });
    expect(await names()).toEqual(["arch-001.yaml", "arch-001.2.yaml", "arch-001.1.yaml"]);
    expect([await read("arch-001.1.yaml"), await read("arch-001.2.yaml")]).toEqual([first, second]);
    expect(await session.get()).toMatchObject({ ...TOLD, turns: 6, agreements: [] });
    const listed = await session.checkpoints();
    expect(listed.map(({ valid, verified, newestGood }) => [valid, verified, newestGood])).toEqual([
      [true, true, true],
      [true, true, false],
      [true, true, false],
    ]);
    expect(await wardroom.services.events.verify(OWNER, { workspace: "demo" })).toMatchObject({ ok: true });
  });

  it("is for writers, and for a session that runs", async () => {
    await refusal("forbidden", session.service.checkpoints.save(VIEWER, session.params, {}, PLAIN_REQUEST));
    await refusal("forbidden", session.service.checkpoints.resume(VIEWER, session.params, {}, PLAIN_REQUEST));
    await session.service.checkpoints.save(actingAs("tester-1"), session.params, {}, PLAIN_REQUEST);
    await refusal("invalid_input", session.save({ agreements: ["a\u0000b"] }));
    expect((await session.service.checkpoints.list(VIEWER, session.params)).items).toHaveLength(1);
    await session.service.end(OWNER, session.params, { status: "completed", learnings: [] }, PLAIN_REQUEST);
    await refusal("conflict", session.save(EXAMPLE));
    await refusal("not_found", teams.session("dev-security", "none").save(EXAMPLE));
  });
});

describe("a session is resumed", () => {
  it("with all the checkpoint has, whatever came after", async () => {
    await session.save(EXAMPLE);
    await session.run("*unload: owasp-top-10");
    await session.report({ turns: 3, agreements: ["Lost"], nextAction: "Lost" });
    const resumed = await session.resume();
    expect(resumed).toMatchObject({ ...TOLD, status: "active", warnings: [] });
    expect(resumed.loaded.map(({ id }) => id)).toEqual(["owasp-top-10", "secure-code-review"]);
    expect(resumed.resumed).toMatchObject({
      checkpoint: "arch-001.yaml",
      state: EXAMPLE.state,
      restored: ["owasp-top-10", "secure-code-review"],
      faults: [],
      changes: [],
    });
    expect(resumed.message).toBe(
      "Resumed from arch-001.yaml, at turn 5. 3 later turns are not in it. Knowledge loaded: [owasp-top-10, secure-code-review]. Next: Architect to propose design",
    );
    expect(await session.get()).toMatchObject(TOLD);
    expect(await teams.memory("dev-security", "context.md")).toContain(
      "## Next Action\n\n- Architect to propose design\n",
    );
  });

  it("by the command too, also one that has ended", async () => {
    await session.save(EXAMPLE);
    await session.service.end(
      OWNER,
      session.params,
      { status: "completed", outcome: "x", learnings: [] },
      PLAIN_REQUEST,
    );
    const done = await session.run("*resume");
    expect(done).toMatchObject({ ...TOLD, command: "resume", status: "active", outcome: null, endedAt: null });
    expect(done.resumed).toMatchObject({ checkpoint: "arch-001.yaml", openIssues: EXAMPLE.openIssues });
  });

  it("from an earlier one that is named, by its file or its number", async () => {
    await session.save({ state: { turnCount: 1 } });
    await session.save({ state: { turnCount: 2 } });
    await session.save({ state: { turnCount: 3 } });
    expect((await session.run("*resume: 1")).turns).toBe(1);
    expect((await session.resume("arch-001.2.yaml")).turns).toBe(2);
    expect((await session.resume("arch-001")).turns).toBe(3);
    expect((await refusal("not_found", session.resume("9"))).details.hint).toContain("arch-001.yaml");
    await refusal("not_found", session.resume("../../../context.md"));
  });

  it("and told what changed meanwhile; what is gone is left out", async () => {
    await session.save(EXAMPLE);
    await teams.put("knowledge/shared/owasp-top-10.md", textOf(310));
    await teams.remove("agents/teams/dev-security/knowledge/01-secure-code-review.md");
    const { resumed, warnings } = await session.resume();
    expect(resumed.restored).toEqual(["owasp-top-10"]);
    expect(resumed.changes.map(({ id, change }) => `${id} ${change}`)).toEqual([
      "owasp-top-10 changed",
      "secure-code-review gone",
    ]);
    expect(resumed.skipped).toMatchObject([{ id: "secure-code-review" }]);
    expect(warnings).toHaveLength(2);
  });

  it("within the budget of now, but for what a person forced", async () => {
    await session.run("*load: threat-modeling", { force: true });
    await session.save();
    expect((await session.resume()).resumed.restored).toHaveLength(3);
    // Whoever writes a checkpoint by hand has forced nothing.
    const text = (await read("arch-001.yaml")) ?? "";
    await put("arch-001.yaml", text.replace(/^checksum.*\n/, ""));
    const { resumed } = await session.resume();
    expect(resumed.restored).toEqual(["owasp-top-10", "secure-code-review"]);
    expect(resumed.skipped).toMatchObject([
      { id: "threat-modeling", why: expect.stringMatching(/do not fit/) as string },
    ]);
    await put("arch-001.yaml", text);
    await teams.put("knowledge/shared/owasp-top-10.md", textOf(1100));
    expect((await session.resume()).resumed.restored).toEqual(["secure-code-review", "threat-modeling"]);
  });

  it("from its files alone, when nothing else is known of it", async () => {
    await session.save(EXAMPLE);
    const text = (await read("arch-001.yaml")) ?? "";
    await put("elsewhere.yaml", text.replace(/^checksum.*\n/, "").replace("arch-001", "elsewhere"));
    const other = teams.session("dev-security", "elsewhere");
    const resumed = await other.resume();
    expect(resumed).toMatchObject({ ...TOLD, id: "elsewhere", startedBy: "Lead", checkpointEvery: 10 });
    expect(resumed.warnings.join(" ")).toContain("no checksum");
    expect(await other.loaded()).toEqual(["owasp-top-10", "secure-code-review"]);
    await put("json.json", JSON.stringify({ ...JSON.parse(EXAMPLE_JSON), session_id: "json" }));
    expect((await teams.session("dev-security", "json").run("*resume")).resumed?.checkpoint).toBe("json.json");
    expect(await teams.memory("dev-security", "sessions.yaml")).toContain("- session_id: elsewhere\n");
  });

  it("loads nothing that a checkpoint names outside of the knowledge", async () => {
    await writeFile(join(wardroom.files, "secret.md"), "secret");
    const loaded = [
      { id: "s", path: "secret.md" },
      { id: "t", path: "../../etc/passwd" },
      { id: "u", path: ".microai/../secret.md" },
    ];
    await put("arch-001.yaml", JSON.stringify({ ...JSON.parse(EXAMPLE_JSON), session_id: "arch-001", loaded }));
    expect((await session.resume()).resumed).toMatchObject({
      restored: [],
      skipped: [{ id: "s" }, { id: "t" }, { id: "u" }],
    });
  });

  it("only where there is something to go on from", async () => {
    const none = teams.session("dev-security", "none");
    await session.save();
    expect((await refusal("not_found", none.resume())).details.hint).toContain("arch-001");
    await refusal("not_found", teams.session("pm-dev", "none").resume());
    const { session: fresh } = await teams.start("dev-security", { id: "fresh" });
    expect((await fresh.run("*resume")).warnings).toContain("It has no checkpoint yet. Sessions that have: arch-001.");
    await put("none.yaml", "broken: [");
    const error = await refusal("unparseable", none.resume());
    expect(error.details.current).toMatchObject({ faults: [{ file: "none.yaml", kind: "truncated" }] });
    await refusal("invalid_input", teams.session("dev-security", "../x").resume());
  });
});

const EXAMPLE_JSON = JSON.stringify({
  session_id: "arch-001",
  created: "2024-12-31T10:00:00Z",
  state: { mode: "design", turn_count: 5, current_speaker: "developer" },
  dialogue_summary: [],
  agreements: [],
  open_issues: [],
  resume_hints: { next_action: "x" },
});

describe("a broken checkpoint never blocks", () => {
  beforeEach(async () => {
    await session.save({ state: { turnCount: 1 } });
    await session.save({ state: { turnCount: 2 } });
  });

  it.each([
    ["truncated", (text: string) => text.slice(0, text.length - 40)],
    ["truncated", () => ""],
    ["checksum", (text: string) => text.replace("turn_count: 2", "turn_count: 7")],
    ["invalid", (text: string) => text.replace("state:", "state: }{")],
    ["other_team", (text: string) => text.replace(/^checksum.*\n/, "").replace("team: dev-security", "team: dev-qa")],
    ["other_session", (text: string) => text.replace(/^checksum.*\n/, "").replace("arch-001", "arch-002")],
    ["missing_fields", (text: string) => text.replace(/^checksum.*\n/, "").replace(/^created.*\n/m, "")],
    ["unreadable", () => Buffer.from([0x73, 0xff, 0xfe])],
  ] as const)("when it is %s: the newest good one is taken, and the fault explained", async (kind, damage) => {
    await put("arch-001.yaml", damage((await read("arch-001.yaml")) ?? ""));
    const [newest, earlier] = await session.checkpoints();
    expect(newest).toMatchObject({ file: "arch-001.yaml", valid: false, newestGood: false, fault: { kind } });
    expect(earlier).toMatchObject({ file: "arch-001.1.yaml", valid: true, newestGood: true });
    const error = await refusal("unparseable", session.resume("arch-001.yaml"));
    expect(error.details.hint).toContain("arch-001.1.yaml");

    const resumed = await session.resume();
    expect(resumed.resumed).toMatchObject({ checkpoint: "arch-001.1.yaml", faults: [{ file: "arch-001.yaml", kind }] });
    expect(resumed.turns).toBe(1);
    expect(resumed.warnings[0]).toMatch(/^arch-001\.yaml cannot be used\. \S.{10,}/);

    const damaged = await read("arch-001.yaml");
    const saved = await session.save({ state: { turnCount: 3 } });
    // What was broken is kept as it was, and the session can be saved and resumed all the same.
    expect(await read(kind === "unreadable" ? "arch-001.yaml" : (saved.kept ?? ""))).toBe(damaged);
    expect((await session.resume()).turns).toBe(3);
  });

  it("when all are: the session goes on from what is kept here", async () => {
    for (const file of await names()) await put(file, "broken: [");
    const resumed = await session.resume();
    expect(resumed.resumed).toMatchObject({ checkpoint: null, faults: [{ kind: "truncated" }, { kind: "truncated" }] });
    expect(resumed.turns).toBe(2);
    expect(resumed.message).toContain("for want of a good checkpoint");
  });

  it("when their whole folder leads out of the workspace: the session goes on all the same", async () => {
    const outside = await mkdtemp(join(tmpdir(), "outside-"));
    await teams.remove(FOLDER);
    await symlink(outside, join(wardroom.files, ".microai", FOLDER));
    await session.service.configure(OWNER, session.params, { checkpointEvery: 1 }, PLAIN_REQUEST);
    const reported = await session.report();
    expect(reported).toMatchObject({ turns: 3, checkpoint: null });
    expect(reported.warnings[0]).toMatch(/^No checkpoint was saved\. \S/);
    expect(await session.checkpoints()).toEqual([]);
    expect((await session.resume()).turns).toBe(3);
    await refusal("forbidden", session.save());
    expect((await teams.start("dev-security")).started.status).toBe("active");
  });

  it("when it leads out of the workspace, or is no file", async () => {
    const outside = await mkdtemp(join(tmpdir(), "outside-"));
    await writeFile(join(outside, "x.yaml"), "secret");
    await teams.remove(`${FOLDER}/arch-001.yaml`);
    await symlink(join(outside, "x.yaml"), join(wardroom.files, ".microai", FOLDER, "arch-001.yaml"));
    await put("arch-001.9.yaml/inside", "a folder");
    expect((await session.checkpoints()).map(({ file, fault }) => [file, fault?.kind ?? null])).toEqual([
      ["arch-001.yaml", "unreadable"],
      ["arch-001.9.yaml", "unreadable"],
      ["arch-001.1.yaml", null],
    ]);
    expect((await session.resume()).turns).toBe(1);
    const saved = await session.save({ state: { turnCount: 4 } });
    expect(saved).toMatchObject({ file: "arch-001.10.yaml", kept: null });
    expect(saved.warnings[0]).toContain("was saved as arch-001.10.yaml instead");
    expect((await session.resume()).turns).toBe(4);
  });
});
