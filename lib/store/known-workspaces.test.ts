import { mkdir, mkdtemp, readdir, realpath, rm, symlink, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  claimWorkspace,
  listKnownWorkspaces,
  moveWorkspace,
  recallWorkspace,
  rememberWorkspace,
} from "@/lib/store/known-workspaces";

let folder: string;
let data: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "known-")));
  data = join(folder, "data");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function make(path: string): Promise<string> {
  await mkdir(join(folder, path), { recursive: true });
  return join(folder, path);
}

it("knows none in a data folder that is not there", async () => {
  expect(await listKnownWorkspaces(data)).toEqual([]);
});

it("names a folder after itself, and once", async () => {
  const shop = await make("My Shop (2026)");
  expect(await claimWorkspace(data, shop)).toBe("my-shop-2026");
  expect(await claimWorkspace(data, shop)).toBe("my-shop-2026");
  await symlink(shop, join(folder, "link"));
  expect(await claimWorkspace(data, join(folder, "link"))).toBe("my-shop-2026");
  expect(await listKnownWorkspaces(data)).toEqual([{ name: "my-shop-2026", folder: shop }]);
});

it.each([
  ["쇼핑", "project"],
  ["Über", "uber"],
  ["-_-", "project"],
  [".config", "config"],
])("makes a name that may stand in an address of %s", async (name, expected) => {
  expect(await claimWorkspace(data, await make(name))).toBe(expected);
});

it("never gives two folders one name, also at once", async () => {
  const folders = await Promise.all(["a", "b", "c", "d"].map((parent) => make(`${parent}/shop`)));
  const asked = [...folders, ...folders];
  const names = await Promise.all(asked.map((each) => claimWorkspace(data, each)));
  expect(new Set(names).size).toBe(4);
  expect(names.slice(4)).toEqual(names.slice(0, 4));
  expect((await listKnownWorkspaces(data)).map(({ folder: each }) => each).sort()).toEqual(folders);
  expect((await readdir(join(data, "workspaces"))).filter((name) => name.endsWith(".partial"))).toEqual([]);
});

it("goes by the name a folder was given last", async () => {
  const shop = await make("shop");
  await claimWorkspace(data, shop);
  await utimes(join(data, "workspaces/shop"), 1, 1);
  await rememberWorkspace(data, "a", { folder: shop, identity: "1:2" });
  await rememberWorkspace(data, "shop", { folder: shop, identity: "1:2" });
  expect(await claimWorkspace(data, shop)).toBe("a");
});

it("lets a chosen name mean another folder", async () => {
  const [before, after] = [await make("before"), await make("after")];
  await rememberWorkspace(data, "shop", { folder: before, identity: "1:2" });
  await rememberWorkspace(data, "shop", { folder: after, identity: "1:2" });
  expect(await listKnownWorkspaces(data)).toEqual([{ name: "shop", folder: after }]);
  expect(await claimWorkspace(data, after)).toBe("shop");
});

it("remembers which folder a name means, whatever the folder is called", async () => {
  for (const folder of ["/srv/shop", "/srv/two\nlines", "/srv/1:2", "/srv/ends in a line\n"]) {
    for (const identity of ["2049:131", null]) {
      await rememberWorkspace(data, "shop", { folder, identity });
      expect(await recallWorkspace(data, "shop")).toEqual({ folder, identity });
    }
  }
  expect(await recallWorkspace(data, "other")).toBeNull();
});

it("moves a known name to a folder that is there, and no other", async () => {
  const [before, after] = [await make("before"), await make("after")];
  await claimWorkspace(data, before);
  expect(await moveWorkspace(data, { name: "before", folder: after })).toEqual({ name: "before", folder: after });
  expect(await recallWorkspace(data, "before")).toEqual({ folder: after, identity: "confirmed" });
  expect(await claimWorkspace(data, after)).toBe("before");
  await expect(moveWorkspace(data, { name: "befroe", folder: after })).rejects.toMatchObject({ code: "not_found" });
  const missing = moveWorkspace(data, { name: "before", folder: join(folder, "none") });
  await expect(missing).rejects.toMatchObject({ code: "not_found" });
});
