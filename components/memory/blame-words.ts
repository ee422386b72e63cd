import type { LineChange } from "@/lib/contracts/blame";

/** Who made a change, as far as it is known: a name, a name with "probably", or that nobody knows. */
export function sayWriter({ actor, certainty }: Pick<LineChange, "actor" | "certainty">): string {
  if (certainty === "unknown") return "unknown (edited on disk)";
  return certainty === "probably" ? `probably ${actor}` : actor;
}

/** Over which door, in words. */
export const DOORS: Record<LineChange["source"], string> = {
  ui: "in the dashboard",
  api: "over HTTP",
  mcp: "over MCP",
  cli: "on the command line",
  disk: "in the file",
};
