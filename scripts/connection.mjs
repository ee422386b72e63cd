import { clientAddress, readProxies } from "./client-address.mjs";
import { roomOf } from "./open-files.mjs";

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
