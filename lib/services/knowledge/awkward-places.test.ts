import { execFileSync } from "node:child_process";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { VIEWER } from "@/lib/services/testing/callers.fixture";
import { TestTeams } from "@/lib/services/testing/team.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };
const STRANGE = ['a "quoted" team', "two\nlines", "\u202Eright to left", "보안", "x@teams"];

it.runIf(process.platform !== "win32")(
  "lists every team beside pipes, broken links, loops and strange names, and keeps nobody waiting",
  async () => {
    const wardroom = await TestWardroom.open();
    const teams = await TestTeams.make(wardroom);
    const at = (path: string) => join(wardroom.files, ".microai", path);
    for (const name of STRANGE) await teams.put(`teams/${name}/knowledge/knowledge-index.yaml`, "core_files: [a.md]\n");
    await mkdir(at("teams/pipe/knowledge"), { recursive: true });
    execFileSync("mkfifo", [at("teams/pipe/knowledge/knowledge-index.yaml")]);
    await mkdir(at("teams/broken/knowledge"), { recursive: true });
    await symlink("nowhere", at("teams/broken/knowledge/knowledge-index.yaml"));
    await symlink(".", at("teams/loop"));
    await rm(at("agents/teams/dev-qa"), { recursive: true });
    await writeFile(at("agents/teams/dev-qa"), "a file in a folder's place\n");

    const { items } = await wardroom.services.knowledge.teams(VIEWER, DEMO);
    const named = items.map(({ id }) => id);
    expect(named).toEqual(expect.arrayContaining(["dev-security", "pipe@teams", "broken@teams"]));
    expect(named).toEqual(expect.arrayContaining(STRANGE.slice(0, 4).map((name) => `${name}@teams`)));
    const pipe = items.find(({ id }) => id === "pipe@teams");
    expect(pipe?.warnings).toMatchObject([{ code: "unreadable", severity: "error" }]);
    for (const id of named) {
      expect(await wardroom.services.knowledge.team(VIEWER, { ...DEMO, team: id })).toMatchObject({ team: id });
    }
    await wardroom.dispose();
  },
);
