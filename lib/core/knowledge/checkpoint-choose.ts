import type { CheckpointReading } from "@/lib/core/knowledge/checkpoint";

/** A checkpoint's file and what it says. */
export interface CheckpointCandidate {
  file: string;
  reading: CheckpointReading;
}

/**
 * The newest good one of a session's checkpoints, given the newest first, and those before it that cannot be used; all of them when
 * none can. Source: knowledge, risks ("YAML validation on load, graceful fallback").
 */
export function chooseCheckpoint<C extends CheckpointCandidate>(
  ordered: readonly C[],
): { chosen: C | null; faulty: C[] } {
  const index = ordered.findIndex(({ reading }) => reading.content !== null);
  if (index === -1) return { chosen: null, faulty: [...ordered] };
  return { chosen: ordered[index] ?? null, faulty: ordered.slice(0, index) };
}
