import { keepPreviousData } from "@tanstack/react-query";
import { readQuery } from "@/lib/client/read-query";
import { api, query, type SessionScope } from "@/lib/client/paths";
import type { InsightsQuery } from "@/lib/contracts/insights";

/** The figures of a session, or one of them, over so many days; all of its time when left out. */
export const insightsQuery = (scope: SessionScope, { show, days }: InsightsQuery = {}) => ({
  ...readQuery("GET /sessions/{session}/insights", { params: scope, query: { show, days } }),
  // The figures of other days stay until those asked for are there.
  placeholderData: keepPreviousData,
});

/** The request that answers one figure with exactly what it shows. */
export function insightAddress(scope: SessionScope, { show, days }: InsightsQuery): string {
  return `GET ${api.session(scope)}/insights${query({ show, days })}`;
}
