import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forward, sendPage } from "@/lib/api/forward";
import { NO_CONNECTION } from "@/lib/api/connection";
import { AppError } from "@/lib/core/errors";
import { problemResponse } from "@/lib/api/problem";
import type { Runtime } from "@/lib/runtime";
import { TeamServers } from "@/lib/services/testing/team-servers.fixture";
import { OWNER_TOKEN } from "@/lib/services/testing/test-wardroom.fixture";

const MISDIRECTED = 421;

let servers: TeamServers;
let a: Runtime;
beforeEach(async () => {
  servers = await TeamServers.open();
  a = await servers.start("a");
  await a.owners?.announce("http://127.0.0.1:9", null);
  globalThis.wardroomRuntime = Promise.resolve(a);
});
afterEach(() => {
  vi.useRealTimers();
  globalThis.wardroomRuntime = undefined;
});

const secretOf = ({ configuration: { secret } }: Runtime) => secret ?? "";
const markOf = (secret: string, what = "forwarded") => createHmac("sha256", secret).update(what).digest("base64url");

interface Given {
  mark?: string;
  from?: string;
  here?: (address: string | null, request: Request) => Response;
}

/** What a request for the workspace is answered: the address that whoever answers it here takes for the client's, unless it does otherwise. */
async function ask({ mark, from, here = (address) => new Response(address) }: Given = {}): Promise<[number, string]> {
  const headers = new Headers({ authorization: `Bearer ${OWNER_TOKEN}`, host: "127.0.0.1:4100" });
  if (mark !== undefined) headers.set("x-wardroom-forwarded", mark);
  if (from !== undefined) headers.set("x-forwarded-for", from);
  const init = { method: "POST", headers, body: "{}" };
  const request = new Request("http://127.0.0.1:4100/api/v1/workspaces/demo/sessions", init);
  const connection = { ...NO_CONNECTION, address: "198.51.100.7" };
  const arrived = { request, connection, address: "/api/v1/workspaces/{workspace}/sessions", workspace: "%64emo" };
  const answer = await forward(arrived, (asked) => Promise.resolve(here(asked.connection.address, asked.request)));
  return [answer.status, await answer.text()];
}

it("what a server sends on is of the client that it names, and of nobody whom anybody else names", async () => {
  const from = "203.0.113.9";
  expect(await ask({ mark: markOf(secretOf(a)), from })).toEqual([MISDIRECTED, ""]);
  expect(await ask()).toEqual([200, "198.51.100.7"]);
  expect(await ask({ mark: markOf(secretOf(a)), from })).toEqual([200, from]);
  for (const mark of ["", "1", markOf("another secret"), markOf(secretOf(a)).toLowerCase()])
    expect(await ask({ mark, from })).toEqual([200, "198.51.100.7"]);
});

it("leaves a workspace that it is asked for by another server alone, for half a minute, to that one", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const forwarded = { mark: markOf(secretOf(a)), from: "203.0.113.9" };
  expect((await ask())[0]).toBe(200);
  vi.advanceTimersByTime(29_000);
  expect((await ask(forwarded))[0]).toBe(200);
  expect((await ask())[0]).toBe(200);
  vi.advanceTimersByTime(29_000);
  expect((await ask(forwarded))[0]).toBe(200);
  vi.advanceTimersByTime(2_000);
  expect((await ask(forwarded))[0]).toBe(MISDIRECTED);
  expect(a.owners?.isOwn("demo")).toBe(false);
  const b = await servers.start("b");
  await b.owners?.announce("http://127.0.0.1:10", null);
  expect(await b.owners?.ownerOf("demo")).toBe(null);
});

it("does again what failed because the workspace had another owner by then, once it is its own", async () => {
  const moved = new AppError("busy", "Another server answers.", { isElsewhere: true });
  let times = 0;
  const here = (_: unknown, request: Request) =>
    times++ === 0 ? problemResponse(moved, request) : new Response("done");
  expect(await ask({ here })).toEqual([200, "done"]);
  times = 0;
  expect(await ask({ mark: markOf(secretOf(a)), here })).toEqual([MISDIRECTED, ""]);
});

it("sends a call of a tool to the owner of the workspace that it is about, however that is said", async () => {
  const answered = { "x-wardroom-forwarded": markOf(secretOf(a), "answered") };
  const owner = createServer((_, response) => response.writeHead(200, answered).end("the owner"));
  owner.listen(0, "127.0.0.1");
  await once(owner, "listening");
  const b = await servers.start("b");
  await b.owners?.announce(`http://127.0.0.1:${(owner.address() as AddressInfo).port}`, null);
  await b.owners?.ownerOf("demo");
  const call = async (params: object, more: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${OWNER_TOKEN}`, host: "127.0.0.1:4100", ...more };
    const init = { method: "POST", headers, body: JSON.stringify({ method: "tools/call", params }) };
    const request = new Request("http://127.0.0.1:4100/api/mcp", init);
    const here = () => Promise.resolve(new Response("here"));
    const arrived = { request, connection: NO_CONNECTION, address: "/api/mcp", workspace: undefined };
    return (await forward(arrived, here)).text();
  };
  const named = { arguments: { workspace: "demo" } };
  expect(await call(named)).toBe("the owner");
  expect(await call(named, { "x-wardroom-workspace": "other" })).toBe("the owner");
  expect(await call({}, { "x-wardroom-workspace": "demo" })).toBe("the owner");
  expect(await call({ arguments: {} })).toBe("the owner");
  expect(await call({ arguments: { workspace: "other" } }, { "x-wardroom-workspace": "demo" })).toBe("here");
  owner.close();
  owner.closeAllConnections();
});

it("takes the answer of nobody for the owner's who is none: what it was asked is asked again, or may be stored", async () => {
  let asked = 0;
  const stranger = createServer((_, response) => response.writeHead(201).end(`stored ${String(++asked)}`));
  await once(stranger.listen(0, "127.0.0.1"), "listening");
  const b = await servers.start("b");
  await b.owners?.announce(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}`, null);
  await b.owners?.ownerOf("demo");
  const [status, text] = await ask();
  expect([status, text]).toEqual([503, expect.stringContaining("outcome_unknown")]);
  expect(await ask()).toEqual([200, "198.51.100.7"]);
  expect(asked).toBe(1);
  stranger.close();
  stranger.closeAllConnections();
});

/** A server in a thread of its own that answers probes at once and everything else later, as the owner of the workspace. */
async function slowOwner(ms: number): Promise<Worker> {
  const code = `
    const { parentPort, workerData } = require("node:worker_threads");
    const answer = (url, response) => response.writeHead(200, workerData.answered).end(url);
    const server = require("node:http").createServer(({ url }, response) =>
      setTimeout(answer, url.includes("health") ? 0 : workerData.ms, url, response));
    server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`;
  const answered = { "x-wardroom-forwarded": markOf(secretOf(a), "answered") };
  const worker = new Worker(code, { eval: true, workerData: { answered, ms } });
  const [port] = (await once(worker, "message")) as [number];
  const b = await servers.start("b");
  await b.owners?.announce(`http://127.0.0.1:${port}`, null);
  await b.owners?.ownerOf("demo");
  return worker;
}

it("blames no owner for what it did not hear while it did not run itself, as on a full machine", async () => {
  const owner = await slowOwner(3_000);
  const asking = ask();
  const asleep = new Int32Array(new SharedArrayBuffer(4));
  await wait(150);
  for (let times = 0; times < 4; times++) {
    await wait(1);
    Atomics.wait(asleep, 0, 0, 1_600);
  }
  expect(await asking).toEqual([200, "/api/v1/workspaces/demo/sessions"]);
  await owner.terminate();
});

it("waits for an owner that answers probes as long as its client does", async () => {
  const owner = await slowOwner(6_000);
  expect(await ask()).toEqual([200, "/api/v1/workspaces/demo/sessions"]);
  await owner.terminate();
});

it("a browser that comes by a name that others have too is led to the name of this server, not of the owner", async () => {
  const b = await servers.start("b");
  await b.owners?.announce("http://127.0.0.1:10", null);
  await b.owners?.ownerOf("demo");
  const page = (host: string) => new Request(`http://${host}/demo/needs?role=Lead`, { headers: { host } });
  const { status, headers } = await sendPage(page("127.0.0.1:4100"), NO_CONNECTION);
  expect([status, headers.get("location")]).toEqual([307, "http://wardroom.localhost:4100/demo/needs?role=Lead"]);
  expect((await sendPage(page("127.0.0.1:10"), NO_CONNECTION)).status).toBe(403);
});
