import { once } from "node:events";
import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Answer } from "@/lib/api/dispatch";
import { HOST, serve } from "@/lib/api/testing/api.fixture";
import { OWNER_TOKEN, PROJECT, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { drain } from "../../scripts/drain.mjs";
import { listener } from "../../scripts/listener.mjs";

let wardroom: TestWardroom;
beforeAll(async () => {
  wardroom = await TestWardroom.open();
});
afterAll(() => wardroom.dispose());

it("answers what was accepted, and what waits for news, before it closes the database", async () => {
  await wardroom.session("checkout", ["implementer-1"]);
  const order: string[] = [];
  const { runtime } = wardroom;
  const close = async () => {
    order.push("the database is closed");
    await wardroom.close();
  };
  serve({ runtime: { ...runtime, close } });
  const { answer } = (await import(/* @vite-ignore */ join(PROJECT, "app/api/answer.ts"))) as { answer: Answer };
  const api = listener(answer);
  const server = createServer((incoming, outgoing) => void api(incoming, outgoing));
  server.on("request", ({ method = "" }, response: ServerResponse) => {
    response.once("finish", () => order.push(`${method} ${String(response.statusCode)}`));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const ask = async (method: string, path: string, text = "") => {
    const headers = {
      ...{ host: HOST, authorization: `Bearer ${OWNER_TOKEN}`, "content-type": "application/json" },
      "x-wardroom-role": "implementer-1",
    };
    const sent = request({ port, method, path: `/api/v1/workspaces/demo/sessions/checkout/${path}`, headers });
    sent.on("response", (response) => response.resume());
    sent.write(text);
    await once(server, "request");
    return sent;
  };

  (await ask("GET", "inbox?wait=55")).end();
  // The second half of what it says comes only once the server ends.
  const change = await ask("POST", "memory/items", `{"tag": "Finding", `);
  const drained = drain(server, { close: () => Promise.resolve() }, { drainMs: 0, hurry: AbortSignal.abort() });
  await once(runtime.closing, "abort");
  change.end(`"text": "Said while it ended"}`);
  await drained;
  expect(order.slice(0, 2).sort()).toEqual(["GET 200", "POST 201"]);
  expect(order.slice(2)).toEqual(["the database is closed"]);
});
