import {
  type RecordedCriterion,
  type GateBlocker,
  type GateWaiver,
  type GateResult,
  wordAbandoned,
  wordConclusion,
  wordOpened,
} from "@/lib/core/context/gate";
import { versionOf } from "@/lib/core/context/version-number";
import type { GateRow } from "@/lib/db/gates";

/** What somebody chose for the conclusion of an open gate. */
export interface Prepared {
  result: GateResult | null;
  criteria: { name: string; met: boolean }[];
  archive: string[];
  waivers: GateWaiver[];
}

/** What is kept with a gate: what was asked of the phase, what is prepared for its end, and once it was concluded, its blockers. */
export interface KeptGate {
  criteria: RecordedCriterion[];
  blockers: GateBlocker[];
  prepared: Prepared;
}

const NOTHING: Prepared = { result: null, criteria: [], archive: [], waivers: [] };

export function keptIn({ record }: GateRow): KeptGate {
  const kept = JSON.parse(record) as {
    criteria?: (string | RecordedCriterion)[];
    blockers?: (Omit<GateBlocker, "role"> & { role?: string })[];
    prepared?: Prepared;
  };
  const criteria = (kept.criteria ?? []).map((each) => (typeof each === "string" ? { name: each } : each));
  // Gates that ended earlier did not keep whose their blockers were.
  const blockers = (kept.blockers ?? []).map((each) => ({ ...each, role: each.role ?? "" }));
  return { criteria, blockers, prepared: kept.prepared ?? NOTHING };
}

/** The record of a gate with another preparation. */
export function withPrepared({ record }: GateRow, prepared: Prepared): string {
  return JSON.stringify({ ...(JSON.parse(record) as object), prepared });
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
