import { mkdir, mkdtemp, readdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listKnownReplicas, recallReplica, rememberReplica } from "@/lib/store/known-replicas";

let root: string;
let data: string;
let folder: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "replicas-")));
  data = join(root, "data");
  folder = join(root, "shop");
  await mkdir(folder);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const of = (more = {}) => ({
  folder,
  id: "1",
  origin: "https://wardroom.example.org",
  workspace: "shop",
  history: "h",
  ...more,
});

it("remembers where a checkout belongs, by its path and for this user alone, and the last of several", async () => {
  expect(await listKnownReplicas(data)).toEqual([]);
  expect(await recallReplica(data, folder)).toBeNull();
  await rememberReplica(data, of());
  await rememberReplica(data, of({ origin: "http://127.0.0.1:4100" }));
  expect(await recallReplica(data, folder)).toEqual(of({ origin: "http://127.0.0.1:4100" }));
  expect(await listKnownReplicas(data)).toEqual([of({ origin: "http://127.0.0.1:4100" })]);
  const [name = "", ...more] = await readdir(join(data, "replicas"));
  expect(more).toEqual([]);
  expect((await stat(join(data, "replicas", name))).mode & 0o777).toBe(0o600);
  expect((await stat(join(data, "replicas"))).mode & 0o777).toBe(0o700);
});

it("knows nothing of another folder that took the checkout's place, nor of one that was moved or is gone", async () => {
  await rememberReplica(data, of());
  const moved = join(root, "moved");
  await rename(folder, moved);
  expect(await recallReplica(data, folder)).toBeNull();
  expect(await recallReplica(data, moved)).toBeNull();
  await mkdir(folder);
  expect(await recallReplica(data, folder)).toBeNull();
  expect(await listKnownReplicas(data)).toEqual([]);
});

it("takes what is no such file for nothing", async () => {
  await rememberReplica(data, of());
  const [name = ""] = await readdir(join(data, "replicas"));
  await writeFile(join(data, "replicas", name), '{"folder":');
  await mkdir(join(data, "replicas/folder.json"));
  expect(await recallReplica(data, folder)).toBeNull();
  expect(await listKnownReplicas(data)).toEqual([]);
});
