import type { ConcludeGate, Gate, GateBlocker, GateResult } from "@/lib/contracts/gates";
import type { z } from "zod";
import { refuseConclusion } from "@/lib/core/context/gate";

export type Conclusion = NonNullable<Gate["prepared"]>;

export const NOTHING_PREPARED: Conclusion = { result: null, criteria: [], archive: [] };

/** What still stands in the way of APPROVED: what blocks and is not waived. */
export function standing({ blockers }: Gate): GateBlocker[] {
  return blockers.filter(({ waived }) => waived === null);
}

/** Why the gate cannot be concluded with this result yet; none where it can. */
export function refusalOf(gate: Gate, conclusion: Conclusion, result: GateResult): string[] {
  const left = standing(gate).length;
  return refuseConclusion({
    result,
    criteria: criteriaOf(gate, conclusion),
    waived: gate.blockers.length - left,
    standing: left,
    ...(gate.current ?? { current: 0, teammates: 0 }),
  });
}

/** The result that is concluded with: the one that somebody chose; undefined while there is none, or it is refused. */
export function resultOf(gate: Gate, conclusion: Conclusion): GateResult | undefined {
  const { result } = conclusion;
  return result === null || refusalOf(gate, conclusion, result).length > 0 ? undefined : result;
}

/** The criteria to be judged: those asked as the gate opened, unmet until the Lead ticks them, then those that were added. */
export function criteriaOf(gate: Gate, { criteria }: Pick<Conclusion, "criteria">): Conclusion["criteria"] {
  const asked = gate.criteria.map((name) => criteria.find((each) => each.name === name) ?? { name, met: false });
  return [...asked, ...criteria.filter(({ name }) => !gate.criteria.includes(name))];
}

/** The request that concludes the gate. Its waivers are kept with it already; what is stale no more is left out. */
export function requestOf(gate: Gate, conclusion: Conclusion, result: GateResult): z.input<typeof ConcludeGate> {
  const archive = gate.stale.filter((item) => conclusion.archive.includes(item));
  return { result, criteria: criteriaOf(gate, conclusion), archive };
}
