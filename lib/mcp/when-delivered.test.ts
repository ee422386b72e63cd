import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { whenDelivered } from "@/lib/mcp/mcp-handler";
import { connectionOf } from "../../scripts/listener.mjs";

/** An answer in parts that the test gives, over a real connection. */
let parts: ReadableStreamDefaultController<Uint8Array>;
const asked = new EventEmitter();
const noted = vi.fn(() => Promise.resolve());

const listener = getRequestListener(
  (_, env) => {
    const { sentAll } = connectionOf((env as HttpBindings).incoming);
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (parts = controller) });
    const headers = { "content-type": "text/event-stream" };
    const answer = whenDelivered(new Response(body, { headers }), [noted], sentAll);
    asked.emit("now");
    return answer;
  },
  { overrideGlobalObjects: false },
);
const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));

beforeEach(async () => {
  noted.mockClear();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

async function turns() {
  for (let turn = 0; turn < 10; turn++) await new Promise((next) => setImmediate(next));
}

async function client() {
  const isAsked = once(asked, "now");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n");
  await isAsked;
  return socket;
}

it("begins what follows an answer once its client has all but the end of it", async () => {
  const socket = await client();
  const read = vi.fn();
  socket.setEncoding("utf8").on("data", read);
  parts.enqueue(Buffer.from("data: what is new\n\n"));
  parts.close();
  await vi.waitFor(() => expect(noted).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(read.mock.calls.join("")).toContain("what is new"));
  socket.destroy();
});

it("begins nothing for a client that left, though its end was not heard before the answer was sent", async () => {
  const socket = await client();
  socket.destroy();
  // In the same turn: the first part is refused by the other side, the next one fails, and the end is never read.
  parts.enqueue(Buffer.from("data: what"));
  parts.enqueue(Buffer.from(" is new\n\n"));
  parts.close();
  await vi.waitFor(async () => {
    const open = await new Promise<number>((count) => server.getConnections((_, number) => count(number)));
    expect(open).toBe(0);
  });
  await turns();
  expect(noted).not.toHaveBeenCalled();
});

it("begins nothing for a client that gave the answer up while it was made", async () => {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (parts = controller) });
  const followed = whenDelivered(new Response(body), [noted], new AbortController().signal).body?.getReader();
  const read = followed?.read();
  await turns();
  await followed?.cancel();
  await read;
  await turns();
  expect(noted).not.toHaveBeenCalled();
});
