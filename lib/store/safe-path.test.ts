import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AppError } from "@/lib/core/errors";
import { readStored } from "@/lib/store/read-file";
import { locateInside } from "@/lib/store/safe-path";
import { removeStored, writeStored } from "@/lib/store/write-file";

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "safe-path-")));
  await mkdir(join(folder, "files/team"), { recursive: true });
  await writeFile(join(folder, "files/team/a.md"), "inside");
  await mkdir(join(folder, "outside"));
  await writeFile(join(folder, "outside/a.md"), "secret");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("stays in the workspace when a link takes a folder's place after it was looked at", async () => {
  const place = locateInside(join(folder, "files"), "team/a.md");
  await rename(join(folder, "files/team"), join(folder, "files/moved"));
  await symlink(join(folder, "outside"), join(folder, "files/team"));
  for (const work of [
    () => readStored(place, "a.md"),
    () => writeStored(place, "mine", "a.md"),
    () => removeStored(place, "a.md"),
  ]) {
    const error: unknown = await work().catch((reason: unknown) => reason);
    expect(error instanceof AppError && error.code).toBe("busy");
  }
  expect(await readFile(join(folder, "outside/a.md"), "utf8")).toBe("secret");
  expect(await readdir(join(folder, "outside"))).toEqual(["a.md"]);
});
