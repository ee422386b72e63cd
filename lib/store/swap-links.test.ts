import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { editProject } from "@/lib/store/project-files";
import { openFileStore } from "@/lib/store/file-store";
import { makeFolder } from "@/lib/store/make-folder";
import { swapLinks } from "@/lib/store/testing/swap-links.fixture";

/** Enough to meet each moment of a write many times; `npm run soak` takes many more. */
const SWAPS = 4_000;

let folder: string;
let files: string;
let outside: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "swap-links-")));
  files = join(folder, "files");
  outside = join(folder, "outside");
  await mkdir(join(files, ".agent/teams/a"), { recursive: true });
  await mkdir(join(outside, "a"), { recursive: true });
  await writeFile(join(outside, "a/TEAM-MEMORY.md"), "theirs");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const THEIRS = ["a", "a/TEAM-MEMORY.md"];

it("writes, moves and deletes nothing outside while links take the place of folders", async () => {
  const store = await openFileStore(files, join(folder, "trash"));
  const report = await swapLinks({
    folders: [join(files, ".agent"), join(files, ".agent/teams"), join(files, ".agent/teams/a")],
    outside,
    swaps: SWAPS,
    seed: 7,
    work: async (turn) => {
      await store.write(`.agent/teams/new-${turn}/deep/TEAM-MEMORY.md`, "mine");
      await store.write(".agent/teams/a/TEAM-MEMORY.md", `mine ${turn}`);
      await store.moveOut(`.agent/teams/new-${turn}`, `new-${turn}`);
      await store.moveIn(`new-${turn}`, `.agent/teams/new-${turn}`);
      await store.remove(".agent/teams/a/TEAM-MEMORY.md");
    },
  });
  expect(report).toMatchObject({ faults: [], outside: THEIRS });
  expect(report.swaps).toBeGreaterThanOrEqual(SWAPS);
  expect(report.done + report.refused).toBeGreaterThan(10);
  expect(await readFile(join(outside, "a/TEAM-MEMORY.md"), "utf8")).toBe("theirs");
});

it("gives nothing inside to whom it does not belong while links take the place of folders", async () => {
  const store = await openFileStore(files, join(folder, "trash"));
  const others = join(files, ".kaizen/agents/eve");
  await mkdir(others, { recursive: true });
  await mkdir(join(files, ".kaizen/agents/ada/notes"), { recursive: true });
  await writeFile(join(others, "memory.md"), "theirs");
  const report = await swapLinks({
    folders: [join(files, ".kaizen/agents/ada"), join(files, ".kaizen/agents/ada/notes")],
    outside: others,
    swaps: SWAPS,
    seed: 11,
    work: async (turn) => {
      await store.write(`.kaizen/agents/ada/notes/${turn}.md`, "mine");
      const path = await store.leadsTo(".kaizen/agents/ada/notes/memory.md", null);
      if (!path.startsWith(".kaizen/agents/ada/")) return;
      await store.write(path, `mine ${turn}`);
      (await store.prepare(path, [Buffer.from("prepared")], { hash: "", mark: null }))?.place();
      await store.remove(path);
    },
  });
  expect(report).toMatchObject({ faults: [], outside: ["memory.md"] });
  expect(await readFile(join(others, "memory.md"), "utf8")).toBe("theirs");
});

it("makes no folder behind a link that takes a folder's place after it was looked at", async () => {
  await symlink(outside, join(files, ".agent/teams/b"));
  await expect(makeFolder(join(files, ".agent/teams/b/new/deep"), "b")).rejects.toMatchObject({ code: "busy" });
  await symlink(join(outside, "not-there"), join(files, ".agent/teams/c"));
  await expect(makeFolder(join(files, ".agent/teams/c"), "c")).rejects.toMatchObject({ code: "busy" });
  const store = await openFileStore(files, join(folder, "trash"));
  await store.write(".agent/teams/new/a/b/c.md", "x");
  expect(await readFile(join(files, ".agent/teams/new/a/b/c.md"), "utf8")).toBe("x");
});

it("sets a project up without following a link out of it, whatever the link leads to", async () => {
  await symlink(outside, join(files, ".claude"));
  await symlink(join(outside, "not-yet.json"), join(files, ".mcp.json"));
  for (const path of [".claude/settings.json", ".claude/new/deep/hook.cjs", ".mcp.json", "../x.md"]) {
    const code = path.startsWith("..") ? "invalid_input" : "forbidden";
    await expect(editProject.writeFile(files, path, "{}")).rejects.toMatchObject({ code });
    await expect(editProject.removeFile(files, path)).rejects.toMatchObject({ code });
    await expect(editProject.removeFolder(files, path)).rejects.toMatchObject({ code });
  }
});
