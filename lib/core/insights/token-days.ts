import type { DeliveredUpdate } from "@/lib/core/context/savings";
import { dayOf } from "@/lib/core/insights/spans";

/** Tokens of some deliveries: `sent`, `ack` and `saved` add up to `full`, so `saved` may be negative. */
export interface TokenLine {
  sent: number;
  ack: number;
  saved: number;
  full: number;
}

/** What was spent and saved for each role on each day of UTC, in the order of time; the lines add up to the total. Source: context delta §7. */
export function tokensByDay(deliveries: readonly { at: Date; cost: DeliveredUpdate }[]): {
  days: (TokenLine & { day: string; role: string })[];
  total: TokenLine;
} {
  const days = new Map<string, TokenLine & { day: string; role: string }>();
  const total = { sent: 0, ack: 0, saved: 0, full: 0 };
  for (const { at, cost } of deliveries) {
    const day = dayOf(at);
    const key = `${day} ${cost.role}`;
    const line = days.get(key) ?? { day, role: cost.role, sent: 0, ack: 0, saved: 0, full: 0 };
    days.set(key, line);
    for (const each of [line, total]) {
      each.sent += cost.sentTokens;
      each.ack += cost.ackTokens;
      each.full += cost.fullTokens;
      each.saved += cost.fullTokens - cost.sentTokens - cost.ackTokens;
    }
  }
  return { days: [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)), total };
}
