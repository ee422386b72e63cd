import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Listening } from "@/lib/api/listening";
import { browserOrigin, programOrigin } from "@/lib/api/origin";

interface Opening {
  listening: Listening;
  token: string;
  until: AbortSignal;
}

/**
 * Opens pages of this server one after the other, as a browser does, until told to stop: what they need is loaded and read by
 * that, and the next to open them waits for neither. Resolves even if one cannot be opened.
 */
export async function openPages(paths: readonly string[], opening: Opening): Promise<void> {
  for (const path of paths) {
    if (opening.until.aborted) return;
    await openPage(path, opening);
  }
}

/** Resolves when work is done, or after so many milliseconds: then the work goes on by itself. Rejects as the work does, until then. */
export async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = wait(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([work, late]).finally(() => timer.abort());
}

function openPage(path: string, { listening, token, until }: Opening): Promise<void> {
  const headers = { host: new URL(browserOrigin(listening)).host, authorization: `Bearer ${token}` };
  return new Promise((resolve) => {
    const sent = request(programOrigin(listening) + path, { headers, signal: until }, (response) => {
      response
        .on("error", () => resolve())
        .on("close", resolve)
        .resume();
    });
    sent.on("error", () => resolve()).end();
  });
}
