import type { Context } from "@/lib/core/context/context-model";
import { AppError } from "@/lib/core/errors";

/** Takes the limit of a context away, whatever is left of it. */
export function unlimitEffort(context: Context): void {
  context.effort.left = null;
}

/** Lets look-ups in this context cost so many steps altogether: one for each address tried and each thousand characters searched. */
export function limitEffort(context: Context, steps: number): void {
  context.effort.left = steps;
}

/** Counts steps of work on a context; `too_large` once there were more than it may cost. */
export function spend({ effort }: Context, steps: number): void {
  if (effort.left === null) return;
  if (effort.left < steps) {
    throw new AppError("too_large", "The delta takes more work to place in this text than one request may cost.", {
      hint: "Split it into deltas of fewer operations, or replace the text as a whole.",
    });
  }
  effort.left -= steps;
}
