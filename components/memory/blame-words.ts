import type { LineChange } from "@/lib/contracts/blame";

/** Over which door, in words. */
export const DOORS: Record<LineChange["source"], string> = {
  ui: "in the dashboard",
  api: "over HTTP",
  mcp: "over MCP",
  cli: "on the command line",
  disk: "in the file",
};
