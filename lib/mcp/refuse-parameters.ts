import { ProtocolErrorCode, specTypeSchemas } from "@modelcontextprotocol/server";
import { z } from "zod";

/** Requests whose parameters the package checks too late: what does not fit would be told as a fault of the server. */
const SHAPES = new Map<string, (typeof specTypeSchemas)[keyof typeof specTypeSchemas]>([
  ["initialize", specTypeSchemas.InitializeRequest],
  ["tools/list", specTypeSchemas.ListToolsRequest],
  ["resources/list", specTypeSchemas.ListResourcesRequest],
  ["resources/templates/list", specTypeSchemas.ListResourceTemplatesRequest],
  ["resources/read", specTypeSchemas.ReadResourceRequest],
  ["prompts/list", specTypeSchemas.ListPromptsRequest],
  ["prompts/get", specTypeSchemas.GetPromptRequest],
  ["completion/complete", specTypeSchemas.CompleteRequest],
]);

/** A message that waits for an answer; what is none is the package's to refuse. */
const Asking = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.int()]),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});

/** The answer to a request whose parameters are not those of its method, which names what is wrong; null for any other message. */
export function refuseParameters(message: unknown): Response | null {
  const asking = Asking.safeParse(message).data;
  const shape = asking && SHAPES.get(asking.method);
  if (asking === undefined || shape === undefined) return null;
  const { method, params, id } = asking;
  const { issues } = shape["~standard"].validate({ method, params });
  if (issues === undefined) return null;
  const said = issues.map(({ message: what, path = [] }) => `${path.map((part) => pathPart(part)).join(".")}: ${what}`);
  const error = { code: ProtocolErrorCode.InvalidParams, message: `Invalid ${method} request: ${said.join("; ")}` };
  return Response.json({ jsonrpc: "2.0", id, error });
}

function pathPart(part: PropertyKey | { readonly key: PropertyKey }): string {
  return String(typeof part === "object" ? part.key : part);
}
