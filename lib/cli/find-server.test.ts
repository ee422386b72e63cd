import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findServer } from "@/lib/cli/find-server";

const HEALTH = JSON.stringify({ status: "ok", version: "1", database: "sqlite", workspaces: 1 });
let data: string;
let server: Server;
let answer: string;
let url: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "find-server-"));
  answer = HEALTH;
  server = createServer((_, response) => response.end(answer));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(data, { recursive: true, force: true });
});

async function write(content: unknown): Promise<void> {
  await writeFile(join(data, "server.json"), typeof content === "string" ? content : JSON.stringify(content));
}

const file = (pid = process.pid) => ({ url, pid, workspaces: [{ name: "shop", folder: "/srv/shop" }] });

it("finds one that runs and answers", async () => {
  expect(await findServer(data)).toBeNull();
  await write(file());
  expect(await findServer(data)).toEqual(file());
});

it("takes no file for a server whose process is gone", async () => {
  // Larger than any number a system gives.
  await write(file(2 ** 30));
  expect(await findServer(data)).toBeNull();
});

it("does not take who got a dead server's port for it", async () => {
  await write(file());
  answer = "<h1>Another program</h1>";
  expect(await findServer(data)).toBeNull();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await findServer(data)).toBeNull();
});

it.each(["", "{", "[]", '{"url":"x"}', '{"url":"http://x","pid":0,"workspaces":[]}'])(
  "reads nothing into %j",
  async (text) => {
    await write(text);
    expect(await findServer(data)).toBeNull();
  },
);
