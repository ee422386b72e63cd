import type { GateResult } from "@/lib/core/context/gate-result";
import type { RecordedCriterion } from "@/lib/core/context/decide-conclusion";

/** What a gate decided, in the record's own word: the memory, every inbox and the record say the same. */
export function wordVerdict(phase: number, result: GateResult): string {
  return `Phase ${phase} ${result}`;
}

/** The verdict with what was asked of the phase, for everybody's inbox. */
export function wordConclusion(phase: number, result: GateResult, criteria: readonly RecordedCriterion[]): string {
  const named = (wanted: boolean | undefined) => criteria.filter(({ met }) => met === wanted).map(({ name }) => name);
  const parts = [
    ["Met", named(true)],
    ["Not met", named(false)],
    ["Asked", named(undefined)],
  ] as const;
  const told = parts.flatMap(([word, names]) => (names.length === 0 ? [] : [`${word}: ${names.join("; ")}.`]));
  return [`${wordVerdict(phase, result)}.`, ...told].join(" ");
}
