import { lstatSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openFileStore } from "@/lib/store/file-store";
import { Sights } from "@/lib/store/sights";

const TEAMS = ".agent/teams";
const PATHS = ["a", "b", "a/deep"].flatMap((folder) => [
  `${TEAMS}/${folder}`,
  `${TEAMS}/${folder}/TEAM-MEMORY.md`,
  `${TEAMS}/${folder}/global-context.md`,
]);

/** What somebody does to the files by hand; what cannot be done as they are does nothing. */
const deeds = {
  write: (at: string, n: number) => writeFileSync(at, `text ${n}`),
  makeFolder: (at: string) => mkdirSync(at, { recursive: true }),
  remove: (at: string) => rmSync(at, { recursive: true, force: true }),
  moveAway: (at: string) => renameSync(at, `${at}.moved`),
  moveBack: (at: string) => renameSync(`${at}.moved`, at),
  replaceByLink: (at: string, _n: number, outside: string) => {
    rmSync(at, { recursive: true, force: true });
    symlinkSync(outside, at);
  },
};

/** What is at a path: where it leads, and the very file or folder with the moment of its change. */
function lookAt(at: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = lstatSync(at, { bigint: true });
    return [realpathSync(at), ino, size, mtimeNs, ctimeNs].join(" ");
  } catch {
    return "none";
  }
}

async function inFolder(work: (root: string, outside: string) => Promise<void>): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "sights-")));
  try {
    mkdirSync(join(folder, "files", TEAMS, "a"), { recursive: true });
    mkdirSync(join(folder, "outside"));
    await work(join(folder, "files"), join(folder, "outside"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

it.runIf(Sights.areKept(tmpdir()))(
  "gives no path the sight it had once anything was done there, or in it",
  async () => {
    const deed = fc.record({
      what: fc.constantFrom(...(Object.keys(deeds) as (keyof typeof deeds)[])),
      at: fc.constantFrom(TEAMS, ".agent", ...PATHS),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 12 }), (story) =>
        inFolder(async (root, outside) => {
          const store = await openFileStore(root, join(outside, "trash"));
          const watching = store.watch(
            () => undefined,
            () => undefined,
          );
          await watching.ready;
          for (const [n, { what, at }] of story.entries()) {
            const before = await store.sights(PATHS);
            const found = PATHS.map((path) => lookAt(join(root, path)));
            try {
              deeds[what](join(root, at), n, outside);
            } catch {
              // As the files are, it cannot be done.
            }
            const after = await store.sights(PATHS);
            for (const [index, path] of PATHS.entries()) {
              const isAsFound = lookAt(join(root, path)) === found[index];
              const isSame = before[index] !== null && before[index] === after[index];
              expect(isSame && !isAsFound, `${what} ${at}: ${path}`).toBe(false);
            }
          }
          await watching.close();
          expect(await store.sights(PATHS)).toEqual(PATHS.map(() => null));
        }),
      ),
      { numRuns: 60 },
    );
  },
);

it("gives a sight to what is there, and to what is not, for some seconds and as long as nothing was told", async () => {
  await inFolder(async (root) => {
    let now = 0;
    const heard = new Set(["", ".agent", TEAMS, `${TEAMS}/a`]);
    const sights = new Sights(
      root,
      (folder) => heard.has(folder),
      () => now,
    );
    const paths = [`${TEAMS}/a`, `${TEAMS}/a/none.md`, `${TEAMS}/none/none.md`];
    const first = await sights.of(paths);
    expect(first).not.toContain(null);
    expect(await sights.of(paths)).toEqual(first);
    sights.hear(`${TEAMS}/a/none.md`);
    const next = await sights.of(paths);
    expect(next.map((sight, at) => sight === first[at])).toEqual([false, false, true]);
    now = 11_000;
    expect((await sights.of(paths)).map((sight, at) => sight === next[at])).toEqual([false, false, false]);
    heard.clear();
    now = 22_000;
    expect(await sights.of(paths)).toEqual([null, null, null]);
  });
});
