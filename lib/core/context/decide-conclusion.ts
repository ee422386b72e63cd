import type { GateResult } from "@/lib/core/context/gate-result";

/** One thing that was asked of a phase; `met` is left out where nobody said. */
export interface RecordedCriterion {
  name: string;
  met?: boolean;
  note?: string;
}

/** A criterion as it is given: a sentence alone, or with whether it was met. */
export type GivenCriterion = string | { name: string; met: boolean; note?: string | undefined };

/** What a conclusion is judged by. */
export interface ConclusionCase {
  result: GateResult;
  criteria: readonly RecordedCriterion[];
  /** How many blockers are let through with a reason, and how many are not. */
  waived: number;
  standing: number;
  /** Teammates that have confirmed the current version, and all that should have. */
  current: number;
  teammates: number;
}

/**
 * The criteria as a record holds them: first those that were asked as the gate opened, each with what the conclusion says of
 * it, then the others. Approving a phase says of a sentence alone that it was met; any other result says nothing of it. Of
 * one that was asked and is not named nobody said anything.
 */
export function recordCriteria(
  result: GateResult,
  given: readonly GivenCriterion[],
  asked: readonly string[] = [],
): RecordedCriterion[] {
  const said = given.map((each) => {
    if (typeof each === "string") return result === "APPROVED" ? { name: each, met: true } : { name: each };
    const { name, met, note } = each;
    return note === undefined ? { name, met } : { name, met, note };
  });
  const isAsked = new Set(asked);
  const first = asked.map((name): RecordedCriterion => said.find((each) => each.name === name) ?? { name });
  return [...first, ...said.filter(({ name }) => !isAsked.has(name))];
}

/**
 * Why a gate cannot be concluded so, in one sentence each; none where it can. What APPROVED says must be so: nothing stands
 * in the way, and every criterion is met. A conditional pass that nobody is current for names its condition: a
 * criterion that is not met yet, or a waiver. A rejection claims nothing.
 */
export function refuseConclusion(given: ConclusionCase): string[] {
  const { result, criteria, waived, standing, current, teammates } = given;
  if (result === "APPROVED") {
    const unmet = criteria.filter(({ met }) => met === false).length;
    const unsaid = criteria.filter(({ met }) => met === undefined).length;
    return [
      ...(standing > 0 ? [`${standing === 1 ? "one blocker is" : `${standing} blockers are`} in the way`] : []),
      ...(unmet > 0 ? [`${unmet === 1 ? "one criterion is" : `${unmet} criteria are`} not met`] : []),
      ...(unsaid > 0 ? [`nobody said that ${unsaid === 1 ? "one criterion is" : `${unsaid} criteria are`} met`] : []),
    ];
  }
  if (result === "REJECTED") return [];
  const isNamed = waived > 0 || criteria.some(({ met }) => met !== true);
  const isNobody = teammates > 0 && current === 0;
  return isNobody && !isNamed ? ["nobody has confirmed the current version, and no condition is named"] : [];
}
