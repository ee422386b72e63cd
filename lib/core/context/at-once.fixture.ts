import { type AppliedDelta, applySteps } from "@/lib/core/context/apply-delta";
import { type DeltaOptions, deltaSteps } from "@/lib/core/context/compute-delta";
import type { Context } from "@/lib/core/context/context-model";
import type { CountTokens, Delta, ParsedDelta } from "@/lib/core/context/delta";
import { joinLogicalLines } from "@/lib/core/context/logical-lines";
import { parseContext } from "@/lib/core/context/parse-context";
import { finish } from "@/lib/core/steps";

/** As `applySteps`, at once and on a text. */
export function applyDelta(delta: ParsedDelta, base: string): AppliedDelta {
  return finish(applySteps(delta, parseContext(base)));
}

/** As `deltaSteps`, at once. */
export function computeDelta(
  before: string,
  after: string,
  countTokens: CountTokens,
  options: DeltaOptions = {},
): Delta {
  return finish(deltaSteps(before, after, countTokens, options));
}

/** The text that a context was read from, by its lines. */
export function renderContext(context: Context): string {
  return joinLogicalLines(context);
}
