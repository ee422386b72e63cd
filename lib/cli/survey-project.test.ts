import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPaint } from "@/lib/cli/paint";
import { isNewProject, saySurvey, surveyProject } from "@/lib/cli/survey-project";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "survey-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const put = async (...paths: string[]) => {
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), "x");
  }
};
const said = async () => saySurvey(await surveyProject(folder), createPaint(false));

describe("the first look at a project", () => {
  it("offers what fits its agents and guides, and writes nothing", async () => {
    await put(".claude/agents/builder.md", ".claude/agents/README.md", "CLAUDE.md", "src/index.ts");
    const before = await readdir(folder, { recursive: true });
    const text = await said();
    expect(text).toContain("wardroom session create my-feature --role builder\n");
    expect(text).toContain("a section in CLAUDE.md");
    expect(text).toContain("1 agent definition of yours");
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });

  it("offers a folder without anything a session and AGENTS.md", async () => {
    expect(await said()).toContain("one question: AGENTS.md");
    expect(await said()).toContain("--role implementer-1 --role tester-1");
  });

  it("is not new once it has a session or knowledge", async () => {
    await put(".microai/knowledge/shared/a.md");
    expect(isNewProject(await surveyProject(folder))).toBe(false);
  });

  it("names the projects in folders of a monorepo, and none in what others made", async () => {
    await put(
      "apps/web/.agent/teams/a/TEAM-MEMORY.md",
      "apps/api/.kaizen/agents/tester/memory.md",
      "tools/.claude/settings.json",
      "packages/ui/.claude/agent-memory/x/MEMORY.md",
      "node_modules/pkg/.microai/a.md",
      "docs/.microai/a.md",
      "packages/api/.kaizen/knowledge/a.md",
      "packages/bot/.claude/teams/a.md",
    );
    await symlink(folder, join(folder, "loop"));
    const projects = ["apps/api", "apps/web", "docs", "packages/api", "packages/bot", "packages/ui"];
    expect((await surveyProject(folder)).subprojects).toEqual(projects);
    expect(await said()).toContain("wardroom serve --workspace ./apps/web\n");
  });
});
