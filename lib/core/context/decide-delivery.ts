import { LARGEST_SHARE } from "@/lib/core/context/compute-delta";
import { versionNumber } from "@/lib/core/context/version-number";
import type { FallbackCode } from "@/lib/core/context/fallbacks";

/** What is known about one teammate and one update. */
export interface DeliveryCase {
  /** Reported CONTEXT_LOST since its last confirmation. */
  contextLost: boolean;
  /** The last version it acknowledged, never the last one sent; null for none. */
  confirmed: string | null;
  /** The version to be delivered. */
  version: string;
  deltaTokens: number;
  fullTokens: number;
  /** Asked for the full text: explicitly, or by finding more than half unclear. */
  fullRequested: boolean;
}

/** How an update goes to one teammate; `reason` is null for a delta. */
export type DeliveryDecision = { mode: "delta"; reason: null } | { mode: "full"; reason: FallbackCode };

/** Decides in this order, first match wins: FC-2, FC-3, FC-1, FC-4, FC-5. Source: context delta §6. */
export function decideDelivery(given: DeliveryCase): DeliveryDecision {
  if (given.contextLost) return { mode: "full", reason: "FC-2" };
  if (given.confirmed === null) return { mode: "full", reason: "FC-3" };
  if (gap(given.confirmed, given.version) > 1) return { mode: "full", reason: "FC-1" };
  if (given.deltaTokens > given.fullTokens * LARGEST_SHARE) return { mode: "full", reason: "FC-4" };
  if (given.fullRequested) return { mode: "full", reason: "FC-5" };
  return { mode: "delta", reason: null };
}

/** Steps from one version to another; from or to something that is not a version, too many. */
function gap(confirmed: string, version: string): number {
  const [from, to] = [versionNumber(confirmed), versionNumber(version)];
  return from === null || to === null ? Infinity : Math.abs(to - from);
}
