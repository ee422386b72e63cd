import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type CacheHint,
  type ServerContext,
  type ServerOptions,
} from "@modelcontextprotocol/server";
import packageJson from "@/package.json";
import { didYouMean } from "@/lib/core/text/did-you-mean";
import type { Call } from "@/lib/mcp/call";
import { complete } from "@/lib/mcp/complete";
import { INSTRUCTIONS } from "@/lib/mcp/instructions";
import { offeredTools } from "@/lib/mcp/offered-tools";
import { getPrompt, listPrompts } from "@/lib/mcp/prompts";
import { listResources, listTemplates, readResource } from "@/lib/mcp/resources";
import { TOOLS } from "@/lib/mcp/tools";

/** What Claude Code calls the tool call that a request is made for, as its hooks do. */
const TOOL_USE_ID = "claudecode/toolUseId";

/** What is the same for everybody and changes with a new version alone. */
const FIXED: CacheHint = { ttlMs: 60 * 60 * 1000, cacheScope: "public" };

/** What others may change at any moment, and not everybody may see. */
const LIVE: CacheHint = { ttlMs: 0, cacheScope: "private" };

const CACHE_HINTS: NonNullable<ServerOptions["cacheHints"]> = {
  "server/discover": FIXED,
  // What is offered depends on who asks, and on whether teams have knowledge by now.
  "tools/list": { ttlMs: 60 * 1000, cacheScope: "private" },
  "prompts/list": FIXED,
  "resources/templates/list": FIXED,
  "resources/list": LIVE,
  "resources/read": LIVE,
};

const BY_NAME = new Map(TOOLS.map((tool) => [tool.name, tool]));

/** Makes the call of one request: who is calling may depend on the tool call it is made for. */
export type MakeCall = (toolUseId: string | null) => Promise<Call>;

/**
 * A server that answers one request of either era. Listening to changes needs a stream, which only the newer era has here,
 * and is promised to that one alone.
 */
export function mcpServer(era: "legacy" | "modern", makeCall: MakeCall): McpServer {
  const changes = era === "modern";
  const mcp = new McpServer(
    { name: "wardroom", title: "Wardroom", version: packageJson.version },
    {
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        completions: {},
        resources: { listChanged: changes, subscribe: changes },
      },
      instructions: INSTRUCTIONS,
      cacheHints: CACHE_HINTS,
    },
  );
  // The package would describe every tool anew for each request; here they are described once.
  const { server } = mcp;
  const callOf = ({ mcpReq }: ServerContext) => {
    const id: unknown = mcpReq._meta?.[TOOL_USE_ID];
    return makeCall(typeof id === "string" ? id : null);
  };
  server.setRequestHandler("tools/list", async ({ params }, context) =>
    onlyPage(params?.cursor, { tools: await offeredTools(await callOf(context)) }),
  );
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = BY_NAME.get(params.name);
    if (tool === undefined) {
      const hint = didYouMean(params.name, [...BY_NAME.keys()]).trim();
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}. ${hint}`.trim());
    }
    return tool.call(await callOf(context), params.arguments);
  });
  server.setRequestHandler("resources/list", async ({ params }, context) =>
    listResources(await callOf(context), params?.cursor),
  );
  server.setRequestHandler("resources/templates/list", ({ params }) => onlyPage(params?.cursor, listTemplates()));
  server.setRequestHandler("resources/read", async ({ params }, context) =>
    readResource(await callOf(context), params.uri),
  );
  server.setRequestHandler("prompts/list", ({ params }) => onlyPage(params?.cursor, listPrompts()));
  server.setRequestHandler("prompts/get", ({ params }) => getPrompt(params.name, params.arguments));
  server.setRequestHandler("completion/complete", async ({ params }, context) =>
    complete(await callOf(context), params),
  );
  return mcp;
}

/** A list that is one page: any cursor is one that nobody gave out. */
function onlyPage<T>(cursor: string | undefined, list: T): T {
  if (cursor === undefined) return list;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The cursor is not one of this list.");
}
