import { performance } from "node:perf_hooks";
import { setImmediate as breathe, setTimeout as wait } from "node:timers/promises";
import type { Steps } from "@/lib/core/steps";

/** Work is done for so long at a time; then others that wait come first. */
const SLICE_MS = 8;

/** So long is looked at how much else the process does. Milliseconds. */
const LOOK_MS = 10;
/** Whatever else is done, work that nobody waits for goes on after so long: it comes to its end on a busy server too. */
const LONGEST_REST_MS = 100;
/** A process is quiet while it waits at least half of the time. */
const QUIET = 0.5;

/** The result of work that yields after each small piece of it: other requests are answered between slices of it. */
export async function inSlices<Result>(work: Steps<Result>): Promise<Result> {
  const pause = pauses();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (pause.isDue()) await pause.take();
  }
}

/**
 * The same for work that waits in between, such as for the database, which answers without letting others come first: `isDue` tells
 * when a slice is over, and `take` lets others come first.
 */
export function pauses(): { isDue: () => boolean; take: () => Promise<void> } {
  let began = performance.now();
  return {
    isDue: () => performance.now() - began >= SLICE_MS,
    async take() {
      await breathe();
      began = performance.now();
    },
  };
}

/** For work that nobody waits for: resolves once the process has little else to do, or has had a good share of the time for it. */
export async function whenQuiet(): Promise<void> {
  for (const until = performance.now() + LONGEST_REST_MS; performance.now() < until;) {
    const before = performance.eventLoopUtilization();
    await wait(LOOK_MS);
    if (performance.eventLoopUtilization(before).utilization < QUIET) return;
  }
}

/** For work that may not be put down, such as in a transaction: others wait for it anyway. */
export const withoutPause = (): Promise<void> => Promise.resolve();
