import { mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findOtherServer, removeServerFile, serverFilePath, writeServerFile } from "@/lib/store/server-file";

const URL = "http://127.0.0.1:4100";

it("is for this user alone, and goes with the process that wrote it", async () => {
  const data = await mkdtemp(join(tmpdir(), "server-file-"));
  const workspaces = [{ name: "shop", folder: "/srv/shop" }];
  await writeServerFile(data, { url: URL, pid: process.pid + 1, workspaces });
  removeServerFile(data);
  expect(await readdir(data)).toEqual(["server.json"]);

  await writeServerFile(data, { url: URL, pid: process.pid, workspaces });
  expect(JSON.parse(await readFile(serverFilePath(data), "utf8"))).toEqual({ url: URL, pid: process.pid, workspaces });
  expect((await stat(serverFilePath(data))).mode & 0o777).toBe(0o600);
  removeServerFile(data);
  expect(await readdir(data)).toEqual([]);
  expect(() => removeServerFile(data)).not.toThrow();
  await rm(data, { recursive: true });
});

it("tells of another server as long as its process lives", async () => {
  const data = await mkdtemp(join(tmpdir(), "server-file-"));
  const found = async (pid: number) => {
    await writeServerFile(data, { url: URL, pid, workspaces: [] });
    return findOtherServer(data);
  };
  expect(await findOtherServer(data)).toBeNull();
  expect(await found(process.ppid)).toBe(URL);
  expect(await found(process.pid)).toBeNull();
  expect(await found(2 ** 31 - 1)).toBeNull();
  await rm(data, { recursive: true });
});
