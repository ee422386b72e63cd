import { agentTools } from "@/lib/mcp/agent-tools";
import { contextTools } from "@/lib/mcp/context-tools";
import { inboxTool } from "@/lib/mcp/inbox-tool";
import type { Tool } from "@/lib/mcp/define-tool";
import { knowledgeTools } from "@/lib/mcp/knowledge-tools";
import { memoryTools } from "@/lib/mcp/memory-tools";
import { operationTool } from "@/lib/mcp/operation-tool";
import { searchTool } from "@/lib/mcp/search-tool";
import { statusTool } from "@/lib/mcp/status-tool";
import { tellTool } from "@/lib/mcp/tell-tool";
import { teamSessionTools } from "@/lib/mcp/team-session-tools";
import { OPERATIONS } from "@/lib/operations/operations";

/** Every tool, in the order a client shows them. */
export const TOOLS: readonly Tool[] = [
  statusTool,
  inboxTool,
  tellTool,
  ...memoryTools,
  ...contextTools,
  ...agentTools,
  ...knowledgeTools,
  ...teamSessionTools,
  searchTool,
  ...OPERATIONS.flatMap((operation) => (operation.leadTool ? [operationTool(operation, operation.leadTool)] : [])),
];
