import { groupBy } from "@/lib/core/lists";
/** One delivery of one version to one role, in tokens. */
export interface DeliveredUpdate {
  version: string;
  role: string;
  mode: "delta" | "full";
  /** FC-1 … FC-5, or null for a delta. */
  reason: string | null;
  /** What sending the full text would have cost. */
  fullTokens: number;
  sentTokens: number;
  /** What the acknowledgement cost; 0 while there is none. */
  ackTokens: number;
}

/** Tokens of one or more deliveries. `net` is what was saved after paying for acknowledgements; it may be negative. */
export interface SavingsLine {
  deliveries: number;
  /** How many of them went in full. */
  inFull: number;
  full: number;
  sent: number;
  ack: number;
  saved: number;
  net: number;
  /** `saved` as a share of `full`, from 0 to 1; 0 when nothing was sent. */
  share: number;
}

/** The ledger of a session. Source: context delta §7. */
export interface Savings {
  deliveries: (DeliveredUpdate & { saved: number; net: number })[];
  byUpdate: (SavingsLine & { version: string })[];
  byRole: (SavingsLine & { role: string })[];
  total: SavingsLine;
}

/** Adds up what deltas saved, fallbacks included, per update and role in the order in which they first occur. */
export function computeSavings(deliveries: readonly DeliveredUpdate[]): Savings {
  return {
    deliveries: deliveries.map((one) => {
      const saved = one.fullTokens - one.sentTokens;
      return { ...one, saved, net: saved - one.ackTokens };
    }),
    byUpdate: [...groupBy(deliveries, (one) => one.version)].map(([version, group]) => ({ version, ...sumUp(group) })),
    byRole: [...groupBy(deliveries, (one) => one.role)].map(([role, group]) => ({ role, ...sumUp(group) })),
    total: sumUp(deliveries),
  };
}

function sumUp(deliveries: readonly DeliveredUpdate[]): SavingsLine {
  const add = (pick: (one: DeliveredUpdate) => number): number => deliveries.reduce((sum, one) => sum + pick(one), 0);
  const full = add((one) => one.fullTokens);
  const sent = add((one) => one.sentTokens);
  const ack = add((one) => one.ackTokens);
  const saved = full - sent;
  const inFull = deliveries.filter((one) => one.mode === "full").length;
  return {
    deliveries: deliveries.length,
    inFull,
    full,
    sent,
    ack,
    saved,
    net: saved - ack,
    share: full === 0 ? 0 : saved / full,
  };
}
