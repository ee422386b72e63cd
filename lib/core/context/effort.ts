import type { Context } from "@/lib/core/context/context-model";
import { AppError } from "@/lib/core/errors";

/** What is left to spend on a context; none is set where nothing limits it. */
const left = new WeakMap<Context, number>();

/** Takes the limit of a context away, whatever is left of it. */
export function unlimitEffort(context: Context): void {
  left.delete(context);
}

/** Lets look-ups in this context cost so many steps altogether: one for each address tried and each thousand characters searched. */
export function limitEffort(context: Context, steps: number): void {
  left.set(context, steps);
}

/** Counts steps of work on a context; `too_large` once there were more than it may cost. */
export function spend(context: Context, steps: number): void {
  const now = left.get(context);
  if (now === undefined) return;
  if (now < steps) {
    throw new AppError("too_large", "The delta takes more work to place in this text than one request may cost.", {
      hint: "Split it into deltas of fewer operations, or replace the text as a whole.",
    });
  }
  left.set(context, now - steps);
}
