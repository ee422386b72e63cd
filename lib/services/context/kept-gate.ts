import type { RecordedCriterion } from "@/lib/core/context/decide-conclusion";
import type { GateBlocker } from "@/lib/core/context/decide-gate";
import type { GateResult } from "@/lib/core/context/gate-result";
import { wordAbandoned, wordConclusion, wordOpened } from "@/lib/core/context/gate-words";
import { versionOf } from "@/lib/core/context/version";
import type { GateRow } from "@/lib/db/gates";

/** What is kept with a gate: what was asked of the phase, and once it was concluded, its blockers. */
export function keptIn({ record }: GateRow): { criteria: RecordedCriterion[]; blockers: GateBlocker[] } {
  const kept = JSON.parse(record) as { criteria?: (string | RecordedCriterion)[]; blockers?: GateBlocker[] };
  const criteria = (kept.criteria ?? []).map((each) => (typeof each === "string" ? { name: each } : each));
  return { criteria, blockers: kept.blockers ?? [] };
}

/** How a gate stands, in the words that every inbox has. */
export function wordsOf({ state, phase, gcVersion, result }: GateRow, criteria: readonly RecordedCriterion[]): string {
  if (state === "abandoned") return wordAbandoned(phase);
  if (result !== null) return wordConclusion(phase, result as GateResult, criteria);
  return wordOpened(
    phase,
    versionOf(gcVersion),
    criteria.map(({ name }) => name),
  );
}
