import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";

/**
 * Waits so many milliseconds before another attempt. An attempt that itself takes as long, as SQLite's do where it is locked, would have
 * one timer after another due, and nothing that comes from files or the network would be taken in between.
 */
export async function pause(milliseconds: number): Promise<void> {
  await wait(milliseconds);
  await turn();
}
