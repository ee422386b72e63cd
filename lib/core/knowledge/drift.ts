/** Beyond this share an estimate misleads. Source: formats §3 ("a drift over 20 % is flagged"). */
const TOLERATED = 0.2;

/** How far the counted tokens are from an estimate, as a share of the estimate; null where nothing can be compared. */
export interface Drift {
  /** 0.5 when the count is half as much again as the estimate, -0.5 when it is half of it. */
  share: number;
  flagged: boolean;
}

/** The drift of an estimate, flagged above 20 % either way; null without an estimate or a count. */
export function driftOf(counted: number | null, estimate: number | null): Drift | null {
  if (counted === null || estimate === null) return null;
  if (estimate === 0) return counted === 0 ? { share: 0, flagged: false } : { share: 1, flagged: true };
  const share = (counted - estimate) / estimate;
  // Compared as whole numbers: a fifth is no exact fraction in binary.
  return { share, flagged: Math.abs(counted - estimate) > Math.abs(estimate) * TOLERATED };
}
