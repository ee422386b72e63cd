import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { clientAddress, readProxies } from "./client-address.mjs";
import { roomOf } from "./open-files.mjs";

/** @typedef {import("@hono/node-server").HttpBindings} HttpBindings */

/**
 * Answers a server's requests as web requests are answered.
 * @param {(request: Request, connection: import("../lib/api/connection.ts").Connection) => Promise<Response>} answer
 * @param {(response: Response) => string | Buffer | undefined} [knownContent] What a response was made from, which is sent at once.
 */
export function listener(answer, knownContent = () => undefined) {
  return getRequestListener(
    async (request, env) => {
      const { incoming, outgoing } = /** @type {HttpBindings} */ (env);
      const response = await answer(request, connectionOf(incoming));
      const content = knownContent(response);
      if (content === undefined) return response;
      const headers = Object.fromEntries(response.headers);
      outgoing.writeHead(response.status, { ...headers, "content-length": Buffer.byteLength(content) });
      outgoing.end(content);
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false },
  );
}

/** @typedef {import("../lib/api/connection.ts").Connection} Connection */

/** One for each connection, however many requests it carries. @type {WeakMap<import("node:net").Socket, AbortSignal>} */
const signals = new WeakMap();

/**
 * What the connection of a request tells of its client.
 * @param {import("node:http").IncomingMessage} incoming
 * @returns {Connection}
 */
export function connectionOf({ socket, headers }) {
  return {
    room: roomOf(socket),
    get address() {
      const forwarded = [headers["x-forwarded-for"] ?? []].flat().join();
      return clientAddress(socket.remoteAddress, forwarded, readProxies());
    },
    get sentAll() {
      let signal = signals.get(socket);
      if (signal === undefined) {
        const ending = new AbortController();
        const end = () => ending.abort();
        if (socket.readableEnded || socket.destroyed) end();
        // A write that fails closes the connection before its end was read.
        else socket.once("end", end).once("close", end);
        signals.set(socket, (signal = ending.signal));
      }
      return signal;
    },
  };
}
