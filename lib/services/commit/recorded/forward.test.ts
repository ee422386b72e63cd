import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forward } from "@/lib/api/forward";
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
  await a.owners?.announce("http://127.0.0.1:9");
  globalThis.wardroomRuntime = Promise.resolve(a);
});
afterEach(() => {
  vi.useRealTimers();
  globalThis.wardroomRuntime = undefined;
});

const secretOf = ({ configuration: { secret } }: Runtime) => secret ?? "";
const markOf = (secret: string) => createHmac("sha256", secret).update("forwarded").digest("base64url");

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
  const arrived = { request, connection, address: null, workspace: "%64emo" };
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
  vi.useFakeTimers({ toFake: ["Date"] });
  const forwarded = { mark: markOf(secretOf(a)), from: "203.0.113.9" };
  expect((await ask())[0]).toBe(200);
  vi.setSystemTime(Date.now() + 29_000);
  expect((await ask(forwarded))[0]).toBe(200);
  expect((await ask())[0]).toBe(200);
  vi.setSystemTime(Date.now() + 29_000);
  expect((await ask(forwarded))[0]).toBe(200);
  vi.setSystemTime(Date.now() + 2_000);
  expect((await ask(forwarded))[0]).toBe(MISDIRECTED);
  expect(a.owners?.isOwn("demo")).toBe(false);
  const b = await servers.start("b");
  await b.owners?.announce("http://127.0.0.1:10");
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
  const owner = createServer((_, response) => response.end("the owner")).listen(0, "127.0.0.1");
  await once(owner, "listening");
  const b = await servers.start("b");
  await b.owners?.announce(`http://127.0.0.1:${(owner.address() as AddressInfo).port}`);
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
