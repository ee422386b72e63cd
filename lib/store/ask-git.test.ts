import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findChangedElsewhere, findRenamed } from "@/lib/store/ask-git";

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

const CODE = Array.from({ length: 20 }, (_, line) => `line ${line}`).join("\n");

function repository() {
  const folder = mkdtempSync(join(tmpdir(), "wardroom-git-"));
  made.push(folder);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd: folder,
      stdio: "pipe",
    });
  git("init", "-q");
  mkdirSync(join(folder, "app/src"), { recursive: true });
  writeFileSync(join(folder, "app/src/a.ts"), CODE);
  git("add", ".");
  git("commit", "-qm", "one");
  return { folder, git, at: (path: string) => join(folder, path) };
}

test("finds where a file went: moved, staged and committed, in a folder of a repository too", async () => {
  const { folder, git, at } = repository();
  const find = () => Promise.all([findRenamed(folder, "app/src/a.ts"), findRenamed(at("app"), "src/a.ts")]);
  expect(await find()).toEqual([[], []]);
  mkdirSync(at("app/lib"));
  renameSync(at("app/src/a.ts"), at("app/lib/a.ts"));
  expect(await find()).toEqual([["app/lib/a.ts"], ["lib/a.ts"]]);
  renameSync(at("app/lib/a.ts"), at("app/lib/b.ts"));
  git("add", "-A");
  expect(await find()).toEqual([["app/lib/b.ts"], ["lib/b.ts"]]);
  git("commit", "-qm", "two");
  writeFileSync(at("other"), "");
  git("add", "-A");
  git("commit", "-qm", "three");
  expect(await find()).toEqual([["app/lib/b.ts"], ["lib/b.ts"]]);
  expect(await findRenamed(tmpdir(), "a.ts")).toEqual([]);
  expect(await findRenamed(folder, "--output=stolen")).toEqual([]);
  expect(existsSync(at("stolen"))).toBe(false);
});

test("runs nothing that a repository names", async () => {
  const { folder, git, at } = repository();
  const ran = at("ran");
  const evil = at("evil.sh");
  writeFileSync(evil, `#!/bin/sh\necho "$0 $*" >> ${ran}\ncat\n`);
  chmodSync(evil, 0o755);
  writeFileSync(at(".gitattributes"), "* filter=evil diff=evil\n");
  for (const hook of ["post-index-change", "reference-transaction", "fsmonitor-watchman"]) {
    writeFileSync(at(`.git/hooks/${hook}`), `#!/bin/sh\necho ${hook} >> ${ran}\n`);
    chmodSync(at(`.git/hooks/${hook}`), 0o755);
  }
  renameSync(at("app/src/a.ts"), at("app/src/b.ts"));
  git("add", "-A");
  const keys = ["core.fsmonitor", "filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "diff.external"];
  const more = ["diff.evil.command", "diff.evil.textconv", "core.pager", "pager.log", "core.sshCommand", "gpg.program"];
  for (const key of [...keys, ...more, "core.editor", "core.alternateRefsCommand"]) git("config", key, evil);
  git("config", "log.showSignature", "true");
  git("config", "core.hooksPath", at(".git/hooks"));
  writeFileSync(at("app/src/b.ts"), `${CODE}\nmore`);
  git("status");
  expect(existsSync(ran)).toBe(true);
  rmSync(ran);
  expect(await findRenamed(folder, "app/src/a.ts")).toEqual(["app/src/b.ts"]);
  expect(existsSync(ran)).toBe(false);
  git("-c", "filter.evil.clean=cat", "-c", "filter.evil.process=", "worktree", "add", "-q", "-b", "side", at("side"));
  rmSync(ran, { force: true });
  writeFileSync(at("side/app/src/a.ts"), `${CODE}\nside`);
  expect(await findChangedElsewhere(folder, new Date(0))).toMatchObject([{ branch: "side", committed: false }]);
  expect(existsSync(ran)).toBe(false);
  const config = readFileSync(at(".git/config"), "utf8");
  const many = Array.from({ length: 15_000 }, (_, at) => `[filter "${"f".repeat(60)}${at}"]\n\tclean = ${evil}\n`);
  writeFileSync(at(".git/config"), config + many.join(""));
  expect(await findChangedElsewhere(folder, new Date(0))).toEqual([]);
  writeFileSync(at(".git/config"), config);
  git("config", "filter.a=b.clean", evil);
  writeFileSync(at(".git/info/attributes"), "* filter=a=b\n");
  expect(await findChangedElsewhere(folder, new Date(0))).toEqual([]);
  expect(existsSync(ran)).toBe(false);
});

test("tells what other branches and working trees changed, in a folder of a repository too, and of no other repository", async () => {
  const { folder, git, at } = repository();
  const find = (below = folder) => findChangedElsewhere(below, new Date(0));
  expect(await find()).toEqual([]);
  git("switch", "-qc", "fix/cart");
  writeFileSync(at("app/src/a.ts"), "fixed");
  writeFileSync(at("app/new.ts"), "");
  git("add", "-A");
  git("commit", "-qm", "fix");
  git("switch", "-q", "-");
  writeFileSync(at("app/here.ts"), "");
  git("worktree", "add", "-qb", "side", at("side"));
  writeFileSync(at("side/app/src/a.ts"), "side");
  writeFileSync(at("side/app/café.ts"), "");
  const side = (files: string[]) => ({ branch: "side", files, committed: false });
  const fix = (files: string[]) => ({ branch: "fix/cart", files, committed: true });
  expect(await find()).toEqual([side(["app/src/a.ts", "app/café.ts"]), fix(["app/new.ts", "app/src/a.ts"])]);
  expect(await find(at("app"))).toEqual([side(["src/a.ts", "café.ts"]), fix(["new.ts", "src/a.ts"])]);
  expect(await findChangedElsewhere(folder, new Date(Date.now() + 60_000))).toEqual([
    side(["app/src/a.ts", "app/café.ts"]),
  ]);
  git("merge", "-q", "fix/cart");
  expect(await find()).toEqual([side(["app/src/a.ts", "app/café.ts"])]);
  const other = repository();
  writeFileSync(other.at("secret-plan.ts"), "");
  writeFileSync(at(".git/worktrees/side/gitdir"), `${other.at(".git")}\n`);
  expect(await find()).toEqual([]);
  expect(await find(tmpdir())).toEqual([]);
});

test("does not wait forever for a repository that answers nothing", async () => {
  const { folder, at, git } = repository();
  execFileSync("mkfifo", [at("pipe")]);
  git("config", "include.path", at("pipe"));
  expect(await findRenamed(folder, "app/src/a.ts")).toEqual([]);
});
