import { once } from "node:events";
import { createServer, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Answer } from "@/lib/api/dispatch";
import { HOST, serve } from "@/lib/api/testing/api.fixture";
import { OWNER_TOKEN, PROJECT, TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";
import { drain, listener } from "../../scripts/listener.mjs";

interface Api {
  answer: Answer;
  allAnswered: () => Promise<void>;
}

let wardroom: TestWardroom;
let session: TestSession;
let server: Server;
/** What was done and what was sent, and when the database was closed. */
let order: string[];
let drained: () => Promise<void>;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  session = await wardroom.session("checkout", ["implementer-1"]);
  order = [];
  const { runtime } = wardroom;
  const close = async () => {
    order.push("the database is closed");
    await wardroom.close();
  };
  serve({ runtime: { ...runtime, close } });
  const api = (await import(/* @vite-ignore */ join(PROJECT, "app/api/answer.ts"))) as Api;
  const answering = listener(async (asked, connection) => {
    const response = await api.answer(asked, connection);
    order.push(`done with ${asked.method}`);
    return response;
  });
  server = createServer((incoming, outgoing) => void answering(incoming, outgoing));
  server.on("request", ({ method = "" }, response: ServerResponse) => {
    response.once("finish", () => order.push(`${method} ${String(response.statusCode)}`));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const how = { drainMs: 0, hurry: AbortSignal.abort(), answered: api.allAnswered };
  drained = () => drain(server, { close: () => Promise.resolve() }, how);
});
afterEach(() => wardroom.dispose());

async function ask(method: string, path: string, text = "") {
  const { port } = server.address() as AddressInfo;
  const headers = {
    ...{ host: HOST, authorization: `Bearer ${OWNER_TOKEN}`, "content-type": "application/json" },
    ...{ "x-wardroom-role": "implementer-1", accept: "application/json, text/event-stream" },
  };
  const whole = path.startsWith("/") ? path : `/api/v1/workspaces/demo/sessions/checkout/${path}`;
  const sent = request({ port, method, path: whole, headers });
  sent.on("response", (response) => response.resume());
  sent.write(text);
  await once(server, "request");
  return sent;
}

it("answers what was accepted, and what waits for news, before it closes the database", async () => {
  const { closing } = wardroom.runtime;
  (await ask("GET", "inbox?wait=55")).end();
  // The second half of what it says comes only once the server ends.
  const change = await ask("POST", "memory/items", `{"tag": "Finding", `);
  const over = drained();
  await once(closing, "abort");
  change.end(`"text": "Said while it ended"}`);
  await over;
  expect(order.slice(0, -1).sort()).toEqual(["GET 200", "POST 201", "done with GET", "done with POST"]);
  expect(order.slice(-1)).toEqual(["the database is closed"]);
});

it("has a call of a tool that comes while it ends repeated, and calls it no fault of ours", async () => {
  const list = `{"jsonrpc": "2.0", "id": 1, "method": "tools/list"`;
  const first = await ask("POST", "/api/mcp", list);
  first.end("}");
  await once(first, "close");
  const late = await ask("POST", "/api/mcp", list);
  const over = drained();
  await once(wardroom.runtime.closing, "abort");
  late.end("}");
  await over;
  expect(order.filter((each) => /\d/.test(each))).toEqual(["POST 200", "POST 503"]);
});

it("does not wait for a database that is away to be opened again", async () => {
  globalThis.wardroomRuntime = new Promise(() => {});
  await drained();
  expect(order).toEqual([]);
});

it("finishes what a client asked for that has left, before it closes the database", async () => {
  // Whoever reads what was edited outside records it, and waits for as long as somebody else has the lock.
  await session.put((await session.text()).replace("## implementer-1\n", "## implementer-1\n- [Finding] by hand\n"));
  const beside = await wardroom.openDatabase();
  const release = await new Promise<() => void>((locked) => {
    void beside.locked(() => new Promise<void>(locked));
  });
  const left = await ask("GET", "memory");
  left.on("error", () => undefined).destroy();
  const over = drained();
  await once(server, "close");
  release();
  await over;
  expect(order).toEqual(["done with GET", "the database is closed"]);
  await beside.close();
});
