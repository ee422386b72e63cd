import { beforeEach, describe, expect, it } from "vitest";
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
  // The budget is 1000 tokens; these two take 550 of them.
  session = (await teams.start("dev-security", { mode: "review" })).session;
});

const KNOWLEDGE = "knowledge/shared/owasp-top-10.md";
const TEAM = "agents/teams/dev-security/knowledge";

describe("*load", () => {
  it("adds to the loaded set and says it, however it is typed", async () => {
    const done = await session.run(" * LOAD:  Estimation ");
    expect(done).toMatchObject({
      command: "load",
      message: "Knowledge loaded: [owasp-top-10, secure-code-review, estimation]",
      warnings: [],
      changes: [],
      resumed: null,
    });
    expect(done.tokens).toBe(done.loaded.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(done.loaded.at(-1)).toMatchObject({ id: "estimation", why: "Lead gave *load", forced: false });
    expect((await session.run("*knowledge")).message).toBe(done.message);
  });

  it("beyond the budget is refused with what could go, and done when a person forces it", async () => {
    const error = await refusal("over_budget", session.run("*load: threat-modeling"));
    expect(error.details.current).toMatchObject({
      budget: 1000,
      couldUnload: [{ id: "owasp-top-10" }, { id: "secure-code-review" }],
      enough: ["secure-code-review"],
    });
    expect(error.details.hint).toContain("Unload secure-code-review first");
    expect(await session.loaded()).toEqual(["owasp-top-10", "secure-code-review"]);

    const tester = actingAs("tester-1");
    await refusal("over_budget", session.run("*load: threat-modeling", { caller: tester }));
    await refusal("forbidden", session.run("*load: threat-modeling", { caller: tester, force: true }));
    await refusal("forbidden", session.run("*load: estimation", { caller: tester, force: true }));
    const forced = await session.run("*load: threat-modeling", { force: true });
    expect(forced.loaded.at(-1)).toMatchObject({ id: "threat-modeling", forced: true });
    expect(forced.warnings.join(" ")).toContain("forced by a person");
    expect(forced.budget.left).toBeLessThan(0);
    await refusal("over_budget", session.run("*load: estimation"));
    await session.run("*unload: threat-modeling");
    expect((await session.run("*load: estimation", { force: true })).loaded.at(-1)?.forced).toBe(false);
  });

  it("takes the summary where the full text does not fit", async () => {
    await teams.put(`${TEAM}/summaries/threat-modeling.md`, textOf(50));
    const done = await session.run("*load: threat-modeling");
    expect(done.loaded.at(-1)).toMatchObject({ path: `.microai/${TEAM}/summaries/threat-modeling.md`, summary: true });
    expect(done.warnings.join(" ")).toContain("its summary is loaded");
    await session.run("*unload: owasp-top-10");
    const full = await session.run("*load: threat-modeling");
    expect(full.loaded.at(-1)).toMatchObject({ path: `.microai/${TEAM}/02-threat-modeling.md`, summary: false });
    expect(full.loaded).toHaveLength(2);
  });

  it("warns near the budget, and when the knowledge is meant for other teams", async () => {
    expect((await session.run("*load: estimation")).warnings).toEqual([]);
    await teams.put(
      "knowledge/shared/registry.yaml",
      "knowledge:\n  near:\n    path: near.md\n    applicable_teams: [pm-dev]\n",
    );
    await teams.put("knowledge/shared/near.md", textOf(200));
    const { warnings } = await session.run("*load: near");
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toBe("The registry has near for pm-dev, not for dev-security.");
    expect(warnings[1]).toContain("warning threshold");
  });

  it("of what is loaded already changes nothing", async () => {
    const before = await session.get();
    expect((await session.run("*load: owasp-top-10")).message).toContain("owasp-top-10 is loaded already.");
    await teams.put(
      "knowledge/shared/registry.yaml",
      "knowledge:\n  owasp-top-10:\n    path: owasp-top-10.md\n  twin:\n    path: ./owasp-top-10.md\n",
    );
    expect((await session.run("*load: twin")).message).toContain("the same file as owasp-top-10");
    expect(await session.get()).toEqual(before);
  });

  it("of what cannot be loaded says why", async () => {
    await teams.put(
      `${TEAM}/knowledge-index.yaml`,
      [
        "files:",
        "  - {id: missing, path: ./none.md}",
        "  - {id: outside, path: ../../../../../../etc/passwd}",
        "  - {id: absolute, path: 'C:\\windows\\notes.md'}",
        "  - {id: binary, path: ./binary.md}",
        "  - {id: nowhere}",
        "  - {id: folder, path: .}",
        "  - {id: Case, path: ./a.md}",
        "  - {id: case, path: ./a.md}",
      ].join("\n"),
    );
    await teams.put(`${TEAM}/binary.md`, Buffer.from([0xff, 0xfe, 0xfd]));
    for (const [id, why] of [
      ["missing", "There is no file"],
      ["outside", "workspace"],
      ["absolute", "drive"],
      ["binary", "not valid UTF-8"],
      ["nowhere", "names no file"],
      ["folder", "cannot be loaded"],
      ["CASE", "Neither the team's index nor the registry has CASE"],
      ["unknown", "Neither the team's index nor the registry has unknown"],
    ] as const) {
      expect((await refusal("not_found", session.run(`*load: ${id}`))).message).toContain(why);
    }
    expect(await session.loaded()).toEqual(["owasp-top-10", "secure-code-review"]);
  });

  it("by one id in any Unicode form", async () => {
    await teams.put("knowledge/shared/registry.yaml", `knowledge:\n  ${"보안".normalize("NFC")}:\n    path: a.md\n`);
    await teams.put("knowledge/shared/a.md", textOf(10));
    const { loaded } = await session.run(`*load: ${"보안".normalize("NFD")}`);
    expect(loaded.at(-1)?.id).toBe("보안");
    await session.run(`*unload: ${"보안".normalize("NFD")}`);
    expect(await session.loaded()).not.toContain("보안");
  });

  it("keeps to a budget that several callers spend at once", async () => {
    for (const id of ["a", "b", "c", "d"]) await teams.put(`knowledge/shared/${id}.md`, `${id} ${textOf(300)}`);
    const entries = ["a", "b", "c", "d"].map((id) => `  ${id}:\n    path: ${id}.md\n`).join("");
    await teams.put("knowledge/shared/registry.yaml", `knowledge:\n${entries}`);
    const results = await Promise.allSettled(["a", "b", "c", "d"].map((id) => session.run(`*load: ${id}`)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await session.get()).budget.left).toBeGreaterThanOrEqual(0);
  });
});

describe("*unload", () => {
  it("takes one away, and refuses what is not loaded", async () => {
    expect((await session.run("*unload: OWASP-top-10")).message).toBe("Knowledge loaded: [secure-code-review]");
    const error = await refusal("not_found", session.run("*unload: owasp-top-10"));
    expect(error.details.hint).toBe("Loaded: secure-code-review.");
    await session.run("*unload: secure-code-review");
    expect((await session.run("*knowledge")).message).toBe("Knowledge loaded: []");
    await refusal("not_found", session.run("*unload: secure-code-review"));
  });
});

describe("*reload", () => {
  it("tells what changed on disk, and how much larger or smaller it is", async () => {
    expect((await session.run("*reload")).message).toContain("Nothing changed on disk.");
    const [before] = (await session.get()).loaded;
    await teams.put(KNOWLEDGE, textOf(350));
    const larger = await session.run("*reload");
    expect(larger.changes).toMatchObject([{ id: "owasp-top-10", change: "changed", tokensBefore: before?.tokens }]);
    expect(larger.message).toMatch(/owasp-top-10 has changed, now \d+ tokens larger \(\d+\)\./);
    await teams.put(KNOWLEDGE, textOf(100));
    const smaller = await session.run("*reload");
    expect(smaller.message).toMatch(/tokens smaller/);
    expect(smaller.tokens).toBeLessThan(larger.tokens);
    expect((await session.run("*reload")).changes).toEqual([]);
  });

  it("tells what is gone or lies elsewhere, and what outgrew the budget", async () => {
    await teams.remove(`${TEAM}/01-secure-code-review.md`);
    await teams.put("knowledge/shared/security/owasp.md", textOf(1200));
    await teams.put(
      `${TEAM}/knowledge-index.yaml`,
      "token_budget:\n  max_auto_load: 1000\nfiles:\n  - {id: secure-code-review, path: ./01-secure-code-review.md}\n",
    );
    await teams.put("knowledge/shared/registry.yaml", "knowledge:\n  owasp-top-10:\n    path: security/owasp.md\n");
    const { changes, loaded, warnings } = await session.run("*reload");
    expect(changes.map(({ id, change }) => `${id} ${change}`)).toEqual([
      "owasp-top-10 moved",
      "secure-code-review gone",
    ]);
    expect(loaded).toMatchObject([{ id: "owasp-top-10", path: ".microai/knowledge/shared/security/owasp.md" }]);
    expect(warnings.join(" ")).toMatch(/tokens over the budget of 1000/);
  });

  it("looks for what is listed no more where it was", async () => {
    await teams.put(`${TEAM}/knowledge-index.yaml`, "token_budget: {max_auto_load: 1000}\n");
    await teams.put("knowledge/shared/registry.yaml", "knowledge: {}\n");
    expect((await session.run("*reload")).changes).toEqual([]);
    await teams.remove(KNOWLEDGE);
    expect((await session.run("*reload")).changes).toMatchObject([
      { id: "owasp-top-10", change: "gone", tokensAfter: null },
    ]);
  });
});

describe("a command", () => {
  it("that is none is refused before anything is looked at", async () => {
    await refusal("invalid_input", session.run("load: a"));
    await refusal("invalid_input", teams.session("none", "none").run("*fetch: a"));
  });

  it("is for writers; looking is for everybody", async () => {
    for (const command of ["*load: estimation", "*unload: owasp-top-10", "*reload", "*resume"]) {
      await refusal("forbidden", session.run(command, { caller: VIEWER }));
    }
    const caller = { ...VIEWER };
    expect((await session.run("*knowledge", { caller })).loaded).toHaveLength(2);
    await refusal("forbidden", session.run("*knowledge", { caller: { ...OWNER, workspace: "other" } }));
  });

  it("needs a session of this team", async () => {
    await refusal("not_found", teams.session("dev-qa", session.id).run("*knowledge"));
    await refusal("not_found", teams.session("dev-security", "none").run("*load: estimation"));
    await refusal("invalid_input", teams.session("dev-security", "../x").run("*load: estimation"));
  });

  it("is in the history, with who gave it", async () => {
    await session.run("*load: estimation", { caller: actingAs("architect-1") });
    await session.run("*reload");
    const { items } = await wardroom.services.events.list(OWNER, { workspace: "demo" }, { limit: 50, format: "json" });
    const told = items.filter(({ action }) => action.startsWith("knowledge."));
    expect(told.map(({ actor, action, payload }) => [actor, action, payload["ids"]])).toEqual([
      ["Lead", "knowledge.reloaded", []],
      ["architect-1", "knowledge.loaded", ["estimation"]],
    ]);
  });
});
