import { setImmediate as breathe } from "node:timers/promises";
import type { Steps } from "@/lib/core/steps";

/** Work is done for so long at a time; then whoever else waits comes first. */
const SLICE_MS = 8;

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

/** For work that may not be put down, such as in a transaction: others wait for it anyway. */
export const withoutPause = (): Promise<void> => Promise.resolve();
