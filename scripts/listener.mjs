import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { setMaxListeners } from "node:events";
import { clientAddress, readProxies } from "./client-address.mjs";
import { roomOf } from "./open-files.mjs";
import { setTimeout as wait } from "node:timers/promises";
import { Stop } from "./run.mjs";

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
        // Each request of those that a client sends without waiting for answers listens.
        setMaxListeners(0, ending.signal);
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

/** Requests in flight may take this long once the server ends, then they are cut. */
const GRACE_MS = 3_000;
const MOST_SECONDS = 3_600;

/** So long before it ends, a server that drains leaves its workspaces to others, and again at each step: who asks for one directly makes it own it. */
const LEAVING_MS = 1_000;
const STEP_MS = 100;

/** How long a server that was told to stop goes on before it ends, from WARDROOM_DRAIN in seconds. Milliseconds. */
export function readDrain() {
  const value = process.env["WARDROOM_DRAIN"] || "0";
  const seconds = Number(value);
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > MOST_SECONDS) {
    throw new Stop(`WARDROOM_DRAIN must be a number of seconds from 0 to ${MOST_SECONDS}, not "${value}".`);
  }
  return seconds * 1_000;
}

/**
 * Ends a server. First it says that it is not ready, and goes on for `drainMs`, in which whoever sends it requests can turn to
 * another one; `hurry` ends that sooner. At last other servers own its workspaces, so that none sends it anything on while it closes.
 * Then it takes no new requests, ends streams, lets what was accepted finish, and closes the database. `answered` resolves when no
 * request of the API is being answered: a client that has left keeps no connection, and what it asked for still reads.
 * @param {import("node:http").Server} server @param {{close(): Promise<void>}} app
 * @param {{ drainMs: number, hurry: AbortSignal, answered: () => Promise<void> }} how
 */
export async function drain(server, app, { drainMs, hurry, answered }) {
  // Built by lib/runtime.ts in this process, from the server's bundle. One that waits for its database has nothing to end.
  const away = wait(GRACE_MS);
  const opened = () => Promise.race([globalThis.wardroomRuntime, away]);
  (await opened())?.drain();
  for (let left = drainMs; left > 0 && !hurry.aborted; left -= STEP_MS) {
    const { owners, configuration } = (left <= LEAVING_MS && (await opened())) || {};
    owners?.leave(configuration?.recorded ?? []);
    await wait(STEP_MS, undefined, { signal: hurry }).catch(() => undefined);
  }
  const closed = new Promise((resolve) => server.close(resolve));
  // A connection whose request ends only now would be kept for the next one, which will not be answered.
  setInterval(() => server.closeIdleConnections(), 50).unref();
  const over = wait(GRACE_MS);
  void over.then(() => server.closeAllConnections());
  // What was waiting for something to happen ends with what there is, which is still to be read.
  (await opened())?.endConnections();
  await closed;
  await Promise.race([answered(), over]);
  // A restore may have put another one in its place meanwhile.
  await (await opened())?.close();
  await app.close();
}
