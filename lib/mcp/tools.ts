import { contextTools } from "@/lib/mcp/context-tools";
import type { Tool } from "@/lib/mcp/define-tool";
import { memoryTools } from "@/lib/mcp/memory-tools";
import { statusTool } from "@/lib/mcp/status-tool";

/** Every tool, in the order a client shows them. */
export const TOOLS: readonly Tool[] = [statusTool, ...memoryTools, ...contextTools];
