import { execFile } from "node:child_process";
import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { HookedTeam } from "@/lib/hook/hooked-team.fixture";

const run = promisify(execFile);
const AUTHOR = ["-c", "user.name=Mia", "-c", "user.email=mia@example.org"];

const team = await HookedTeam.open();
const trees = await realpath(await mkdtemp(join(tmpdir(), "worktree-")));
const tree = join(trees, "fix");
const git = (...words: string[]) => run("git", [...AUTHOR, ...words], { cwd: team.wardroom.files });
await git("init", "-q");
await git("add", "-A");
await git("commit", "-qm", "Begin");
await git("worktree", "add", "-q", "-b", "fix", tree);
afterAll(async () => {
  await team.close();
  await rm(trees, { recursive: true, force: true });
});

it("tells an agent in a git worktree of the main checkout's session", async () => {
  const told = await team.told("session-start", { cwd: tree });
  expect(told).toContain("checkout");
});

it("keeps an agent from editing the copy of the memory that the worktree has, and names the team's", async () => {
  const copy = join(tree, ".agent/teams/checkout/TEAM-MEMORY.md");
  const before = await readFile(copy, "utf8");
  const edit = { file_path: copy, old_string: "## implementer-1", new_string: "## implementer-1\n- [Finding] x" };
  const { said } = await team.hook("pre-tool-use-edit", { cwd: tree, tool_input: edit });
  expect(said.permissionDecision).toBe("deny");
  expect(said.permissionDecisionReason).toContain(team.memory);
  expect(await readFile(copy, "utf8")).toBe(before);
});
