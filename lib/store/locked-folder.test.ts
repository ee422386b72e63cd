import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listReadable } from "@/lib/store/list-readable";
import { openFileStore } from "@/lib/store/file-store";
import type { Store } from "@/lib/store/store";

const NOBODY = 65534;

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "locked-")));
  const locked = join(folder, "files/locked");
  await mkdir(locked, { recursive: true });
  await writeFile(join(locked, "TEAM-MEMORY.md"), "## Lead\n");
  await mkdir(join(folder, "files/.agent/teams/s"), { recursive: true });
  await writeFile(join(folder, "files/.agent/teams/s/secret.md"), "words\n", { mode: 0o000 });
  store = await openFileStore(join(folder, "files"), join(folder, "trash"));
  await chmod(folder, 0o755);
  await chmod(locked, 0o000);
});
afterEach(async () => {
  await chmod(join(folder, "files/locked"), 0o700);
  await rm(folder, { recursive: true, force: true });
});

/** What is thrown by work done as a user that nothing of this belongs to: whoever may enter every folder is refused none. */
async function refusal(work: () => Promise<unknown>): Promise<unknown> {
  const before = process.geteuid?.();
  if (before === 0) process.seteuid?.(NOBODY);
  try {
    return await work().then(
      () => null,
      (error: unknown) => error,
    );
  } finally {
    if (before === 0) process.seteuid?.(before);
  }
}

it("says of a folder that may not be entered, and of a file that may not be read, that it is so", async () => {
  expect(await refusal(() => store.list("locked"))).toMatchObject({
    code: "unparseable",
    message: "The folder locked may not be entered by this user.",
  });
  expect(await refusal(() => store.read("locked/TEAM-MEMORY.md"))).toMatchObject({
    code: "unparseable",
    message: "A folder on the way to locked/TEAM-MEMORY.md may not be entered by this user.",
  });
  expect(await refusal(() => store.read(".agent/teams/s/secret.md"))).toMatchObject({
    code: "unparseable",
    message: ".agent/teams/s/secret.md may not be read by this user.",
  });
  expect(await refusal(() => listReadable(store, "locked"))).toBeNull();
});

it("watches and sweeps the others beside a folder that may not be entered", async () => {
  const locked = join(folder, "files/.agent/teams/locked");
  await mkdir(locked, { recursive: true });
  await chmod(locked, 0o000);
  const faults: unknown[] = [];
  const watching = async () => {
    const watcher = store.watch(
      () => undefined,
      (error) => faults.push(error),
    );
    await watcher.ready;
    await watcher.close();
  };
  expect(await refusal(watching)).toBeNull();
  expect(await refusal(() => store.sweep())).toBeNull();
  expect(faults).toEqual([]);
});
