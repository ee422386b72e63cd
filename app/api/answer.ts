import { commandRoute } from "@/app/api/command-route";
import { ROUTES } from "@/app/api/routes";
import { type Answer, dispatch, type Observed, nowhere, routeTable } from "@/lib/api/dispatch";
import { forward } from "@/lib/api/forward";
import { runtime } from "@/lib/runtime";

/** Answers whatever is under /api: for the server's own listener, for Next's, and for the command where no server runs. */
export const answer: Answer = dispatch(
  routeTable([...ROUTES, commandRoute((request) => answer(request))]),
  nowhere,
  countRequest,
  forward,
);

export { isElsewhere, sendPage } from "@/lib/api/forward";
export { allAnswered } from "@/lib/api/request-note";
export { speakTo } from "@/lib/api/speak-to";
export { startServer } from "@/lib/api/start-server";
export { readRequestLine, refuseConnection } from "@/lib/api/request-line";
export { knownContent } from "@/lib/api/written";

/**
 * Counts an answered request among the metrics of this process, and tells the log of a server that has one. Never throws: an
 * answer does not depend on it.
 */
function countRequest({ note, method, address, status, seconds }: Observed): void {
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
