import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { findPlace } from "@/lib/cli/find-place";
import { projectOf } from "@/lib/hook/server";

/** A monorepo with packages, a working tree of it, a submodule, and a folder of no project. */
const FOLDERS = [
  "mono",
  "mono/apps",
  "mono/apps/web",
  "mono/apps/web/src",
  "mono/lib",
  "mono/lib/deep",
  "fix",
  "fix/apps",
  "fix/apps/web",
  "plain",
  "plain/deep",
];
const MARKS = [".agent/teams/s1", ".kaizen", ".microai", ".git", ".claude"];

const base = await realpath(await mkdtemp(join(tmpdir(), "one-project-")));
afterAll(() => rm(base, { recursive: true, force: true }));

const project = fc.record({
  marks: fc.uniqueArray(fc.tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...MARKS)), {
    maxLength: 6,
    selector: ([folder, mark]) => `${folder}/${mark}`,
  }),
  hasWorktree: fc.boolean(),
  hasSubmodule: fc.boolean(),
  served: fc
    .uniqueArray(fc.constantFrom(...FOLDERS), { minLength: 2, maxLength: 3 })
    .map((found) => found.slice(found.length === 2 ? 0 : 1)),
  isUp: fc.boolean(),
  known: fc.uniqueArray(fc.constantFrom(...FOLDERS), { maxLength: 2 }),
  replica: fc.option(fc.constantFrom(...FOLDERS)),
});

it("the hook finds the project that the command finds, from any folder of any tree", async () => {
  let found = 0;
  const run = fc.asyncProperty(project, async ({ marks, hasWorktree, hasSubmodule, served, isUp, known, replica }) => {
    const root = await mkdtemp(join(base, "t"));
    const at = (path: string) => join(root, path);
    for (const folder of FOLDERS) await mkdir(at(folder), { recursive: true });
    for (const [folder, mark] of marks) await mkdir(at(`${folder}/${mark}`), { recursive: true });
    const link = async (folder: string, to: string) => {
      if (!marks.some(([each, mark]) => each === folder && mark === ".git"))
        await writeFile(at(`${folder}/.git`), `gitdir: ${to}\n`);
    };
    if (hasWorktree) {
      await mkdir(at("mono/.git/worktrees/fix"), { recursive: true });
      await writeFile(at("mono/.git/worktrees/fix/commondir"), "../..\n");
      await link("fix", at("mono/.git/worktrees/fix"));
    }
    if (hasSubmodule) await link("mono/lib", "../.git/modules/lib");
    for (const folder of ["data/workspaces", "data/replicas", "home"]) await mkdir(at(folder), { recursive: true });
    const workspaces = served.map((folder, n) => ({ name: `served-${n}`, folder: at(folder) }));
    // One whose process is gone serves nothing.
    const file = { url: "http://127.0.0.1:1", pid: isUp ? process.pid : 2 ** 30, workspaces };
    await writeFile(at("data/server.json"), JSON.stringify(file));
    for (const [n, folder] of known.entries())
      await writeFile(at(`data/workspaces/known-${n}`), `${at(folder)}\n1:${n}\n`);
    if (replica !== null) await writeFile(at("data/replicas/r.json"), JSON.stringify({ folder: at(replica) }));
    const places = {
      ...{ chosen: undefined, home: at("home"), project: at("home/wardroom"), configured: [], recorded: [] },
      server: isUp ? file : null,
      known: known.map((folder, n) => ({ name: `known-${n}`, folder: at(folder) })),
      replicas: replica === null ? [] : [{ folder: at(replica), origin: "http://x", workspace: "kept" }],
    };
    for (const folder of [...FOLDERS, "home"]) {
      const place = await findPlace({ ...places, cwd: at(folder) }).catch(() => null);
      const expected =
        place?.at === "here"
          ? place.wanted?.folder
          : place?.at === "elsewhere"
            ? place.checkout
            : workspaces.find(({ name }) => name === place?.workspace)?.folder;
      found += expected === undefined ? 0 : 1;
      const environment = { HOME: at("home"), WARDROOM_DATA: at("data") };
      expect(projectOf(at(folder), environment, "/nowhere/plugin/scripts"), folder).toBe(expected ?? null);
    }
  });
  await fc.assert(run, { numRuns: 60 });
  expect(found).toBeGreaterThan(300);
});
