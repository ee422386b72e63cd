import type { Problem } from "@/lib/contracts/primitives";
import { shortRefusal, type ToldRefusal } from "@/lib/core/text/short-answer";
import { LISTED, MORE } from "@/lib/mcp/more-tool";
import { rewordHint, type NextStep } from "@/lib/operations/next-steps";

/** The problem in short, with its hint in the words of tools: what no tool does is done in the dashboard. */
export function forTools({ next = [], hint = "", ...problem }: Problem): ToldRefusal {
  return shortRefusal({ ...problem, hint: rewordHint(hint, next, toolFor) });
}

/** How the next step is taken over MCP. */
export function toolFor({ operation: { tools, leadTool } }: NextStep): string {
  const [tool] = tools ?? [];
  if (tool !== undefined) return `the tool \`${tool}\`${LISTED.has(tool) ? "" : ` of \`${MORE}\``}`;
  return leadTool === undefined ? "the dashboard" : `the Lead's tool \`${leadTool.name}\``;
}
