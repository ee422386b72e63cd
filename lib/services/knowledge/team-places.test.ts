import { beforeAll, describe, expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestTeams } from "@/lib/services/testing/team.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };

describe("teams in other places of .microai", () => {
  let wardroom: TestWardroom;
  let teams: TestTeams;
  beforeAll(async () => {
    wardroom = await TestWardroom.open();
    teams = await TestTeams.make(wardroom);
    await teams.put("teams/dev-qa/knowledge/knowledge-index.yaml", "files: [{id: bugs, filename: 01-bugs.md}]\n");
    await teams.put("teams/dev-qa/knowledge/01-bugs.md", "# Bugs\n");
    await teams.put("teams/go-team/agents/go-dev.md", "# Go\n");
    await teams.put("agents/microai/teams/pm/knowledge/notes.md", "# Notes\n");
    await teams.put("agents/root-cause/knowledge/knowledge-index.yaml", "core_files: [templates.md]\n");
    await teams.put("agents/root-cause/knowledge/templates.md", "# Templates\n");
    await teams.put("agents/no-knowledge/config/a.yaml", "a: 1\n");
  });

  it("are listed after those of the usual place, and known by their folder's name", async () => {
    const { items } = await wardroom.services.knowledge.teams(VIEWER, DEMO);
    expect(items.map(({ id }) => id)).toEqual([
      "dev-qa",
      "dev-security",
      "pm-dev",
      "dev-qa@teams",
      "go-team@teams",
      "pm@agents.microai.teams",
      "root-cause@agents",
    ]);
    const found = await wardroom.services.knowledge.team(VIEWER, { ...DEMO, team: "root-cause" });
    expect(found).toMatchObject({
      team: "root-cause@agents",
      path: ".microai/agents/root-cause/knowledge/knowledge-index.yaml",
      entries: [{ id: "templates.md", core: true, state: "read" }],
    });
    const { personas } = await wardroom.services.knowledge.team(VIEWER, { ...DEMO, team: "go-team" });
    expect(personas).toEqual([".microai/teams/go-team/agents/go-dev.md"]);
  });

  it("load their knowledge and keep their sessions with them", async () => {
    const { started } = await teams.start("dev-qa@teams", { mode: "bug", topic: "A crash" });
    expect(started.team).toBe("dev-qa@teams");
    expect(await teams.file("teams/dev-qa/memory/sessions.yaml")).toContain(started.id);
    expect(await teams.file("agents/teams/dev-qa/memory/sessions.yaml")).toBeNull();
  });

  it("have their index changed where it lies", async () => {
    const params = { ...DEMO, team: "dev-qa@teams" };
    const body = { id: "owasp-top-10", priority: "medium" as const, keywords: ["injection"] };
    await wardroom.services.knowledge.edits.addToTeam(OWNER, params, body, PLAIN_REQUEST);
    expect(await teams.file("teams/dev-qa/knowledge/knowledge-index.yaml")).toContain(
      "../../../knowledge/shared/owasp-top-10.md",
    );
  });

  it("are found by the search under their names", async () => {
    const { items } = await wardroom.services.search.find(VIEWER, DEMO, { q: "Templates", limit: 5 });
    expect(items.map(({ path }) => path)).toContain(".microai/agents/root-cause/knowledge/templates.md");
  });
});

describe("a registry in its older place", () => {
  it("is read where it lies, and says where to move it before it is changed", async () => {
    const wardroom = await TestWardroom.open();
    const teams = await TestTeams.make(wardroom);
    await teams.remove("knowledge/shared/registry.yaml");
    await teams.put("knowledge/registry.yaml", "universal:\n  thinking: {file: shared/estimation-techniques.md}\n");
    const list = await wardroom.services.knowledge.list(VIEWER, DEMO, { limit: 10 });
    expect(list).toMatchObject({
      path: ".microai/knowledge/registry.yaml",
      items: [{ id: "thinking", path: ".microai/knowledge/shared/estimation-techniques.md", state: "read" }],
    });
    const body = { id: "a", path: "owasp-top-10.md" };
    const refused = await refusal("conflict", wardroom.services.knowledge.edits.add(OWNER, DEMO, body, PLAIN_REQUEST));
    expect(refused.details.hint).toContain("Move it to .microai/knowledge/shared/registry.yaml");
    const laidOut = await wardroom.services.knowledgeLayout.layOut(
      OWNER,
      DEMO,
      { dryRun: true, teams: [] },
      PLAIN_REQUEST,
    );
    expect(laidOut.changes.map(({ path }) => path)).not.toContain(".microai/knowledge/shared/registry.yaml");
  });
});
