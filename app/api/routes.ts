import { z } from "zod";
import { mcpRoute } from "@/app/api/mcp-route";
import { defineRoute, type Route } from "@/lib/api/define-route";
import { openApiDocument } from "@/lib/api/openapi";
import { routeOf } from "@/lib/api/route-of";
import { SERVER_ROUTES } from "@/lib/api/server-routes";
import { OPERATIONS } from "@/lib/operations/operations";

/** The document's own route stands here, for it describes the table that it is in. */
const openApiRoute = defineRoute({
  http: "GET /api/openapi.json",
  summary: "This document",
  tag: "Server",
  response: z.record(z.string(), z.unknown()).meta({ description: "An OpenAPI 3.1 document" }),
  handle: () => Promise.resolve({ ...openApi() }),
});

/** Every route of the API. */
export const ROUTES: readonly Route[] = [...SERVER_ROUTES, openApiRoute, mcpRoute, ...OPERATIONS.map(routeOf)];

let document: ReturnType<typeof openApiDocument> | undefined;

/** The document of all routes, made when it is first asked for: most processes never are. */
export function openApi(): ReturnType<typeof openApiDocument> {
  document ??= openApiDocument(ROUTES);
  return document;
}
