import { setImmediate as breathe } from "node:timers/promises";

/** Work is done for so long at a time; then whoever else waits comes first. */
const SLICE_MS = 8;

/** The result of work that yields after each small piece of it: other requests are answered between slices of it. */
export async function inSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < SLICE_MS) continue;
    await breathe();
    began = performance.now();
  }
}
