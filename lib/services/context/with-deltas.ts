import { deltaSteps, type DeltaOptions } from "@/lib/core/context/compute-delta";
import type { CountTokens, Delta } from "@/lib/core/context/delta";
import { AppError } from "@/lib/core/errors";
import { inSlices } from "@/lib/services/workspace/in-slices";

/** The delta from one text to another. Throws, where it is not computed yet, what `withDeltas` waits for. */
export type DeltaOf = (before: string, after: string, options: DeltaOptions) => Delta;

/** An act asks for one delta after the other; beyond that the texts change only where somebody else publishes each time. */
const ATTEMPTS = 20;

/** Asks for a delta that is not computed yet. */
class Wanted extends Error {
  constructor(
    readonly before: string,
    readonly after: string,
    readonly options: DeltaOptions,
  ) {
    super("a delta is to be computed first");
  }
}

/**
 * Lets an act decide with a delta that was computed before it, in slices: nobody waits for the write lock meanwhile. An act
 * that meets other texts than those is decided again.
 */
export async function withDeltas<Result>(
  countTokens: CountTokens,
  decide: (deltaOf: DeltaOf) => Promise<Result>,
): Promise<Result> {
  const ready: { wanted: Wanted; delta: Delta }[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      return await decide((before, after, options) => {
        const known = ready.find(
          ({ wanted }) =>
            wanted.before === before &&
            wanted.after === after &&
            wanted.options.from === options.from &&
            wanted.options.to === options.to,
        );
        if (known !== undefined) return known.delta;
        throw new Wanted(before, after, options);
      });
    } catch (error) {
      if (!(error instanceof Wanted)) throw error;
      const steps = deltaSteps(error.before, error.after, countTokens, error.options);
      ready.push({ wanted: error, delta: await inSlices(steps) });
    }
  }
  throw new AppError("busy", "Others publish faster than the difference to their text can be computed.", {
    hint: "Read the context and publish again in a moment; nothing was changed.",
  });
}
