import type { Observed } from "@/lib/api/dispatch";
import { runtime } from "@/lib/runtime";

/**
 * Counts an answered request among the metrics of this process, and tells the log of a server that has one. Never throws: an
 * answer does not depend on it.
 */
export function countRequest({ note, method, address, status, seconds }: Observed): void {
  const route = address ?? "none";
  const { id: requestId, ...known } = note;
  // Probes come every second. One that is told of trouble is of interest.
  if (!(status === 200 && route.startsWith("/api/health"))) {
    globalThis.wardroomLog?.answered({
      requestId,
      method,
      route,
      status,
      ms: Math.round(seconds * 10_000) / 10,
      ...known,
    });
  }
  runtime().then(
    ({ metrics }) => metrics.request(method, route, status, seconds),
    () => undefined,
  );
}
