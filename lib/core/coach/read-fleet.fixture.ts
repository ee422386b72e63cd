import type { CoachInput } from "@/lib/core/coach/read-sources";
import { type Fleet, fleetSteps } from "@/lib/core/coach/statement";
import { finish } from "@/lib/core/steps";

/** As `fleetSteps`, at once. */
export function readFleet(input: CoachInput): Fleet {
  return finish(fleetSteps(input));
}
