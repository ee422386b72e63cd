import { appendFile, mkdir, mkdtemp, open, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from "vitest";
import { openFileStore } from "@/lib/store/file-store";
import type { LateSave, Store } from "@/lib/store/store";

let folder: string;
const PATH = ".agent/teams/one/TEAM-MEMORY.md";
const opened: Store[] = [];
let clock: MockInstance | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "replaced-"));
  await mkdir(join(folder, "files"));
});
afterEach(async () => {
  clock?.mockRestore();
  for (const store of opened.splice(0)) store.close();
  await rm(folder, { recursive: true, force: true });
});

async function openStore(listener: (save: LateSave) => Promise<unknown>): Promise<Store> {
  const store = await openFileStore(join(folder, "files"), join(folder, "data/trash"));
  opened.push(store);
  await store.onLateSave(listener);
  return store;
}

/** Replaces a file while a program has it open, which writes afterwards. */
async function appendLate(store: Store, line: string, meanwhile = () => Promise.resolve()): Promise<void> {
  await store.write(PATH, "former\n");
  const former = await store.read(PATH);
  const handle = await open(join(folder, "files", PATH), "a");
  expect(await store.replace(PATH, "newer\n", former?.hash ?? "")).toBe(true);
  await meanwhile();
  await handle.writeFile(line);
  await handle.close();
}

const textOf = ({ file }: LateSave) => file.text ?? "";

it("tells a late save again until it is taken, and then no more", async () => {
  const told: string[] = [];
  const store = await openStore((save) => {
    told.push(textOf(save));
    return told.length < 3 ? Promise.reject(new Error("the database is busy")) : Promise.resolve();
  });
  await appendLate(store, "late\n");
  await vi.waitFor(() => expect(told).toHaveLength(3));
  // It is let go of once it is taken and two seconds old.
  await vi.waitFor(async () => expect(await heldLinks()).toEqual([]));
  expect(told).toEqual(Array(3).fill("former\nlate\n"));
});

it.each([-3_600_000, 3_600_000])("tells a late save as soon where the clock is set, by %i ms", async (step) => {
  const told: string[] = [];
  const store = await openStore((save) => Promise.resolve(void told.push(textOf(save))));
  await appendLate(store, "late\n", async () => {
    // Looked at a few times by now, and at rest until the next.
    await wait(300);
    clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + step);
    await wait(300);
  });
  await vi.waitFor(() => expect(told).toEqual(["former\nlate\n"]));
});

it("keeps what nobody took for the next start, however long that takes", async () => {
  let isAsked = false;
  const store = await openStore(() => {
    isAsked = true;
    return new Promise(() => undefined);
  });
  await appendLate(store, "late\n");
  await vi.waitFor(() => expect(isAsked).toBe(true));
  store.close();
  const told: string[] = [];
  await openStore((save) => Promise.resolve(told.push(textOf(save))));
  await vi.waitFor(() => expect(told).toEqual(["former\nlate\n"]));
});

it("replaces a file that changed meanwhile only where it is told to insist, and keeps what it held", async () => {
  const told: string[] = [];
  const store = await openStore((save) => Promise.resolve(told.push(textOf(save))));
  await store.write(PATH, "former\n");
  const former = (await store.read(PATH))?.hash ?? "";
  await appendFile(join(folder, "files", PATH), "theirs\n");
  expect(await store.replace(PATH, "ours\n", former)).toBe(false);
  expect((await store.read(PATH))?.text).toBe("former\ntheirs\n");
  expect(await store.replace(PATH, "ours\n", former, { insists: true })).toBe(true);
  expect((await store.read(PATH))?.text).toBe("ours\n");
  await vi.waitFor(() => expect(told).toEqual(["former\ntheirs\n"]));
});

it("makes no file anew that somebody removed, even where it is told to insist", async () => {
  const store = await openStore(() => Promise.resolve());
  await store.write(PATH, "former\n");
  const former = (await store.read(PATH))?.hash ?? "";
  await rm(join(folder, "files", PATH));
  expect(await store.replace(PATH, "ours\n", former, { insists: true })).toBe(false);
  expect(await store.read(PATH)).toBeNull();
});

async function heldLinks(): Promise<string[]> {
  const entries = await readdir(join(folder, "data/replaced"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
