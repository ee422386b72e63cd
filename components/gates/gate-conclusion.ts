import type { ConcludeGate, Gate, GateBlocker, GateResult } from "@/lib/contracts/gates";
import type { z } from "zod";
import { refuseConclusion } from "@/lib/core/context/decide-conclusion";

/** What the Lead has prepared for an open gate, before it is concluded. */
export interface Conclusion {
  result: GateResult | undefined;
  /** Reasons by id of the blocker they let through. */
  waivers: ReadonlyMap<string, string>;
  criteria: readonly { name: string; met: boolean }[];
  /** Items that are kept although they are proposed to be archived. */
  kept: ReadonlySet<string>;
}

export const NOTHING_PREPARED: Conclusion = { result: undefined, waivers: new Map(), criteria: [], kept: new Set() };

/** What still stands in the way of APPROVED: what blocks and is not waived. */
export function standing(gate: Gate, { waivers }: Conclusion): GateBlocker[] {
  return gate.blockers.filter((blocker) => !waivers.has(blocker.id));
}

/** Why the gate cannot be concluded with this result yet; none where it can. */
export function refusalOf(gate: Gate, conclusion: Conclusion, result: GateResult): string[] {
  const left = standing(gate, conclusion).length;
  return refuseConclusion({
    result,
    criteria: namedCriteria(gate, conclusion),
    waived: gate.blockers.length - left,
    standing: left,
    ...(gate.current ?? { current: 0, teammates: 0 }),
  });
}

/** The result that is concluded with: the chosen one, else APPROVED; undefined while that is refused. */
export function resultOf(gate: Gate, conclusion: Conclusion): GateResult | undefined {
  const wanted = conclusion.result ?? "APPROVED";
  return refusalOf(gate, conclusion, wanted).length > 0 ? undefined : wanted;
}

/** The criteria to be judged: those asked as the gate opened, unmet until the Lead ticks them, then those that were added. */
export function criteriaOf(gate: Gate, { criteria }: Pick<Conclusion, "criteria">): Conclusion["criteria"] {
  const asked = gate.criteria.map((name) => criteria.find((each) => each.name === name) ?? { name, met: false });
  return [...asked, ...criteria.filter(({ name }) => !gate.criteria.includes(name))];
}

function namedCriteria(gate: Gate, conclusion: Conclusion): { name: string; met: boolean }[] {
  return criteriaOf(gate, conclusion).flatMap(({ name, met }) =>
    name.trim() === "" ? [] : [{ name: name.trim(), met }],
  );
}

/** The request that concludes the gate: waivers of what blocks no more, and criteria without words, are left out. */
export function requestOf(gate: Gate, conclusion: Conclusion, result: GateResult): z.input<typeof ConcludeGate> {
  return {
    result,
    criteria: namedCriteria(gate, conclusion),
    waivers: gate.blockers.flatMap(({ id }) => {
      const reason = conclusion.waivers.get(id);
      return reason === undefined ? [] : [{ id, reason }];
    }),
    archive: gate.stale.filter((item) => !conclusion.kept.has(item)),
  };
}
