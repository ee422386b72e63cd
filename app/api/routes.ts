import { z } from "zod";
import { defineRoute, type Route, routeOf } from "@/lib/api/define-route";
import { openApiDocument } from "@/lib/api/openapi";
import { SERVER_ROUTES } from "@/lib/api/server-routes";
import { OPERATIONS } from "@/lib/operations/operations";
import { nameInHeader } from "@/lib/api/guard";
import { whileOpen } from "@/lib/api/open-request";
import { problemOf } from "@/lib/api/problem";
import { responseOf } from "@/lib/api/written";

/** What a client of the Model Context Protocol posts. Its shape is the protocol's, and checked where that is spoken. */
const McpMessage = z
  .unknown()
  .meta({ description: "One JSON-RPC message, of the revision 2026-07-28 or an earlier one" });

/** The Model Context Protocol, over the same server. */
export const mcpRoute = defineRoute({
  http: "POST /api/mcp",
  summary: "The Model Context Protocol",
  tag: "Server",
  body: McpMessage,
  response: null,
  media: {
    "application/json": "The answer as JSON-RPC.",
    "text/event-stream": "The answer, or changes that were subscribed to, as Server-Sent Events.",
  },
  // Keys and ETags are of REST: calls of tools have neither.
  headers: ["ActAs", "FromRun", "AboutWorkspace", "AboutSession"],
  examples: [{ body: { jsonrpc: "2.0", id: 1, method: "tools/list" } }],
  handle: async (input) => {
    const { runtime: own, caller, request, body } = input;
    // Loaded by the first who speaks it: the command, which has all routes, seldom does.
    const { mcpOf } = await import("@/lib/mcp/mcp-handler");
    const mcp = await mcpOf(own, problemOf, responseOf);
    const place = {
      workspace: nameInHeader(request.headers, "x-wardroom-workspace") ?? undefined,
      session: nameInHeader(request.headers, "x-wardroom-session") ?? undefined,
    };
    return whileOpen(input, (signal) => mcp.answer({ request, body, caller, place, signal }));
  },
});

/** The document's own route stands here, for it describes the table that it is in. */
const openApiRoute = defineRoute({
  http: "GET /api/openapi.json",
  summary: "This document",
  tag: "Server",
  response: z.record(z.string(), z.unknown()).meta({ description: "An OpenAPI 3.1 document" }),
  handle: () => Promise.resolve({ ...openApi() }),
});

export const ROUTES: readonly Route[] = [...SERVER_ROUTES, openApiRoute, mcpRoute, ...OPERATIONS.map(routeOf)];

let document: ReturnType<typeof openApiDocument> | undefined;

/** The document of all routes, made when it is first asked for: most processes never are. */
export function openApi(): ReturnType<typeof openApiDocument> {
  document ??= openApiDocument(ROUTES);
  return document;
}
