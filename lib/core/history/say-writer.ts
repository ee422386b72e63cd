import { doerOf } from "@/lib/core/history/signed-by";
import type { Certainty } from "@/lib/core/history/blame";

/** Who changed a line, as far as the history can tell. An edit outside has no name, nor what was there before the first reading. */
export function sayWriter({
  actor,
  person,
  certainty,
  operation,
}: {
  actor: string;
  /** The person with a name who acted for it. */
  person?: { name: string } | undefined;
  certainty: Certainty;
  operation: string;
}): string {
  if (certainty === "unknown") return operation === "found" ? "before Wardroom" : "unknown (on disk)";
  return certainty === "probably" ? `probably ${actor}` : doerOf({ actor, person });
}
