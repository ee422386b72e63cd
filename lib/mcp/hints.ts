import type { Problem } from "@/lib/contracts/primitives";
import { rewordHint, type NextStep } from "@/lib/operations/next-steps";

/** The problem with its hint in the words of tools: what no tool does is done in the dashboard. */
export function forTools(problem: Problem): Problem {
  const { hint, next, ...rest } = problem;
  if (hint === undefined || next === undefined) return problem;
  return { ...rest, hint: rewordHint(hint, next, toolFor) };
}

/** How the next step is taken over MCP. */
export function toolFor({ operation: { tools, leadTool } }: NextStep): string {
  if (tools?.[0] !== undefined) return `the tool \`${tools[0]}\``;
  return leadTool === undefined ? "the dashboard" : `the Lead's tool \`${leadTool.name}\``;
}
