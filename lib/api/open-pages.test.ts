import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { atMost, openPages } from "@/lib/api/start-server";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  stops.push(() => server.close().closeAllConnections());
  return { host: "127.0.0.1", port: (server.address() as AddressInfo).port, publicOrigin: null };
}

it("opens one page after the other as the owner, under the name that browsers use", async () => {
  const seen: (string | undefined)[][] = [];
  let open = 0;
  const listening = await serve((request, response) => {
    expect(++open).toBe(1);
    seen.push([request.url, request.headers.host, request.headers.authorization]);
    setImmediate(() => {
      open--;
      response.end("page");
    });
  });
  await openPages(["/a", "/b%20c"], { listening, token: "secret", until: new AbortController().signal });
  const host = `wardroom.localhost:${listening.port}`;
  expect(seen).toEqual([
    ["/a", host, "Bearer secret"],
    ["/b%20c", host, "Bearer secret"],
  ]);
});

it("goes on after a page that breaks off", async () => {
  const seen: (string | undefined)[] = [];
  const listening = await serve((request, response) => {
    seen.push(request.url);
    if (request.url === "/early") return void request.socket.destroy();
    response.write("half");
    if (request.url === "/late") setImmediate(() => response.destroy());
    else response.end();
  });
  await openPages(["/early", "/late", "/well"], {
    listening,
    token: "secret",
    until: new AbortController().signal,
  });
  expect(seen).toEqual(["/early", "/late", "/well"]);
});

it("leaves a page that is being opened, and opens no other, once it is told to stop", async () => {
  const stop = new AbortController();
  const seen: (string | undefined)[] = [];
  const listening = await serve((request) => {
    seen.push(request.url);
    stop.abort();
  });
  await openPages(["/a", "/b"], { listening, token: "secret", until: stop.signal });
  expect(seen).toEqual(["/a"]);
});

it("waits for work that ends in time, and no longer than it may for work that does not", async () => {
  const done: string[] = [];
  await atMost(
    60_000,
    Promise.resolve().then(() => void done.push("in time")),
  );
  expect(done).toEqual(["in time"]);
  await atMost(1, new Promise(() => undefined));
  await expect(atMost(60_000, Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});
