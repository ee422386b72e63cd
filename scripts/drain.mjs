import { setTimeout as wait } from "node:timers/promises";
import { Stop } from "./run.mjs";

/** Requests in flight may take this long once the server ends, then they are cut. */
const GRACE_MS = 3_000;
const MOST_SECONDS = 3_600;

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
 * another one; `hurry` ends that sooner. Then it takes no new requests, ends streams, lets what was accepted finish, and closes
 * the database. `answered` resolves when no request of the API is being answered: a client that has left keeps no connection, and what it
 * asked for still reads.
 * @param {import("node:http").Server} server @param {{close(): Promise<void>}} app
 * @param {{ drainMs: number, hurry: AbortSignal, answered: () => Promise<void> }} how
 */
export async function drain(server, app, { drainMs, hurry, answered }) {
  // Built by lib/runtime.ts in this process, from the server's bundle.
  (await globalThis.wardroomRuntime)?.drain();
  if (drainMs > 0) await wait(drainMs, undefined, { signal: hurry }).catch(() => undefined);
  const closed = new Promise((resolve) => server.close(resolve));
  // A connection whose request ends only now would be kept for the next one, which will not be answered.
  setInterval(() => server.closeIdleConnections(), 50).unref();
  const over = wait(GRACE_MS);
  void over.then(() => server.closeAllConnections());
  // What was waiting for something to happen ends with what there is, which is still to be read.
  (await globalThis.wardroomRuntime)?.endConnections();
  await closed;
  await Promise.race([answered(), over]);
  // A restore may have put another one in its place meanwhile.
  await (await globalThis.wardroomRuntime)?.close();
  await app.close();
}
