import * as nowhere from "@/app/api/[...rest]/route";
import * as openApi from "@/app/api/openapi.json/route";
import { ROUTES } from "@/app/api/openapi.json/routes";
import { dispatch } from "@/lib/api/dispatch";
import { countRequest } from "@/lib/api/count-request";

/** Answers whatever is under /api: for the server's own listener, and for the command line where no server runs. */
export const answer = dispatch({ ...ROUTES, "/api/openapi.json": openApi }, nowhere, countRequest);

export { readRequestLine, refuseConnection } from "@/lib/api/request-line";
