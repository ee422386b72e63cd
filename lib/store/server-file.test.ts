import { mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import {
  announceServer,
  findOtherServer,
  removeServerFile,
  serverFilePath,
  writeServerFile,
} from "@/lib/store/server-file";

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
  expect(findOtherServer(data)).toBeNull();
  expect(await found(process.ppid)).toBe(URL);
  expect(await found(process.pid)).toBeNull();
  expect(await found(2 ** 31 - 1)).toBeNull();
  await rm(data, { recursive: true });
});

it("is there again once another server of the folder has ended, however it did", async () => {
  const data = await mkdtemp(join(tmpdir(), "server-file-"));
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const report = vi.fn();
  const own = { url: URL, pid: process.pid, key: "first", workspaces: [] };
  const other = { url: "http://127.0.0.1:4101", pid: process.ppid, workspaces: [] };
  const stop = await announceServer(data, own, report);
  const found = async () => JSON.parse(await readFile(serverFilePath(data), "utf8")) as unknown;
  const later = async (expected: object) => {
    vi.advanceTimersByTime(60_000);
    await vi.waitFor(async () => expect(await found()).toEqual(expected));
  };
  await writeServerFile(data, other);
  await later(other);
  await rm(serverFilePath(data));
  await later(own);
  await writeServerFile(data, { ...other, pid: 2 ** 31 - 1 });
  await later(own);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(await readdir(data)).toEqual([]);
  expect(report).not.toHaveBeenCalled();
  vi.useRealTimers();
  await rm(data, { recursive: true });
});
