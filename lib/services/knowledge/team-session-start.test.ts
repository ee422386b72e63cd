import { beforeEach, describe, expect, it } from "vitest";
import { readSessionsFile } from "@/lib/core/knowledge/sessions-file";
import { listDocuments } from "@/lib/db/history";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestTeams, textOf } from "@/lib/services/testing/team.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };

let wardroom: TestWardroom;
let teams: TestTeams;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  teams = await TestTeams.make(wardroom);
});

describe("a session that begins with an entry beside its mode", () => {
  const begin = (load: string, more: object = {}) =>
    wardroom.services.teams.start(
      OWNER,
      { ...DEMO, team: "dev-security" },
      { checkpointEvery: null, load, ...more },
      PLAIN_REQUEST,
    );
  const told = async () => {
    const { items } = await wardroom.services.events.list(OWNER, DEMO, { limit: 50, format: "json" });
    // What it reads is found there first, as written by somebody else.
    return items.filter(({ source }) => source !== "disk").map(({ action, payload }) => [action, payload["ids"]]);
  };

  const revisions = async () => {
    const memory = ".microai/agents/teams/dev-security/memory/";
    const database = await wardroom.openDatabase();
    const documents = await listDocuments(database.queries, "demo", memory);
    await database.close();
    return Object.fromEntries(documents.map(({ path, head }) => [path.slice(memory.length), head]));
  };

  it("has it loaded in the same change", async () => {
    const started = await begin("Estimation", { mode: "review" });
    expect(started).toMatchObject({
      message: "Knowledge loaded: [owasp-top-10, secure-code-review, estimation]",
      skipped: [],
    });
    const ids = ["owasp-top-10", "secure-code-review", "estimation"];
    expect(started.loaded.map(({ id, why }) => [id, why])).toEqual([
      ["owasp-top-10", "mode review"],
      ["secure-code-review", "mode review"],
      ["estimation", "Lead gave *load"],
    ]);
    const { message: _m, warnings: _w, skipped: _s, ...kept } = started;
    expect(await teams.session("dev-security", started.id).get()).toEqual(kept);
    expect(await told()).toEqual([["team_session.started", ids]]);
    const { sessions } = readSessionsFile((await teams.memory("dev-security", "sessions.yaml")) ?? "");
    expect(sessions).toMatchObject([{ sessionId: started.id, loaded: ids }]);
    expect(await revisions()).toEqual({ "context.md": 1, "sessions.yaml": 1 });
  });

  it.each([
    ["not_found", "nothing", "Neither the team's index"],
    ["over_budget", "threat-modeling", "has"],
    ["invalid_input", "estimation, owasp-top-10", "one id at a time"],
  ] as const)("does not begin where that is %s", async (code, id, message) => {
    const error = await refusal(code, begin(id, { mode: "review" }));
    expect(error.message).toContain(message);
    expect((await wardroom.services.teams.sessions(OWNER, { ...DEMO, team: "dev-security" })).items).toEqual([]);
    expect(await told()).toEqual([]);
    expect(await teams.memory("dev-security", "sessions.yaml")).toBeNull();
    expect(await teams.memory("dev-security", "context.md")).toBeNull();
  });

  it("says how to have it where there is no room", async () => {
    const { details } = await refusal("over_budget", begin("threat-modeling", { mode: "review" }));
    expect(details.hint).toBe(
      "No session was started. Start it without threat-modeling, unload secure-code-review, and load it then.",
    );
    expect(details.current).toMatchObject({ enough: ["secure-code-review"] });
    const alone = await refusal("over_budget", begin("threat-modeling", { budget: 300 }));
    expect(alone.details.hint).toMatch(/^No session was started\. Even alone it does not fit/);
  });

  it("says of both together only what is so", async () => {
    const only = await begin("estimation", { topic: "nothing of this matches" });
    expect(only).toMatchObject({ message: "Knowledge loaded: [estimation]", warnings: [] });
    const twice = await begin("owasp-top-10", { mode: "review" });
    expect(twice.message).toBe("Knowledge loaded: [owasp-top-10, secure-code-review]. owasp-top-10 is loaded already.");
    await teams.put("agents/teams/dev-security/knowledge/03-near.md", textOf(280));
    await teams.put(
      "agents/teams/dev-security/knowledge/knowledge-index.yaml",
      [
        "files:",
        "  - {id: near, path: ./03-near.md}",
        "auto_load: {by_mode: {review: [owasp-top-10]}}",
        "token_budget: {max_auto_load: 700, warning_threshold: 0.4}",
      ].join("\n"),
    );
    const { warnings, budget } = await begin("near", { mode: "review" });
    expect(warnings).toEqual([budget.warning]);
  });
});
