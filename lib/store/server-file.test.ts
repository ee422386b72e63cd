import { mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { removeServerFile, serverFilePath, writeServerFile } from "@/lib/store/server-file";

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
