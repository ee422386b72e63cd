import { execFile } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { mainCheckoutOf } from "@/lib/hook/workspace";

const run = promisify(execFile);
const AUTHOR = ["-c", "user.name=Mia", "-c", "user.email=mia@example.org"];
const git = (cwd: string, ...words: string[]) => run("git", [...AUTHOR, ...words], { cwd });

const folder = await realpath(await mkdtemp(join(tmpdir(), "bare-")));
await git(folder, "init", "-q", "-b", "trunk", "first");
await git(join(folder, "first"), "commit", "-q", "--allow-empty", "-m", "Begin");
await git(folder, "clone", "-q", "--bare", "first", "shop/.git");
await git(join(folder, "shop"), "worktree", "add", "-q", "main-tree", "trunk");
await git(join(folder, "shop"), "worktree", "add", "-q", "-b", "fix", "fix");
afterAll(() => rm(folder, { recursive: true, force: true }));

it("takes the working tree of a bare repository's own branch for its main checkout", () => {
  const shop = join(folder, "shop");
  expect(mainCheckoutOf(join(shop, "fix"))).toBe(join(shop, "main-tree"));
  expect(mainCheckoutOf(join(shop, "fix/apps/web"))).toBe(join(shop, "main-tree/apps/web"));
  expect(mainCheckoutOf(join(shop, "main-tree"))).toBeNull();
});

it("has no main checkout where that branch is not checked out", async () => {
  const shop = join(folder, "shop");
  await git(shop, "worktree", "remove", "main-tree");
  expect(mainCheckoutOf(join(shop, "fix"))).toBeNull();
});
