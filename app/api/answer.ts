import { ROUTES } from "@/app/api/routes";
import { countRequest } from "@/lib/api/count-request";
import { dispatch } from "@/lib/api/dispatch";
import { nowhere, routeTable } from "@/lib/api/route-table";

/** Answers whatever is under /api: for the server's own listener, for Next's, and for the command where no server runs. */
export const answer = dispatch(routeTable(ROUTES), nowhere, countRequest);

export { allAnswered } from "@/lib/api/in-flight";
export { knownText } from "@/lib/api/known-text";
export { speakTo } from "@/lib/api/speak-to";
export { startServer } from "@/lib/api/start-server";
export { readRequestLine, refuseConnection } from "@/lib/api/request-line";
