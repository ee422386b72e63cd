import type { LineChange } from "@/lib/contracts/blame";

/** Who made a change, as far as it is known: a name, a name with "probably", that nobody knows, or that it was there before. */
export function sayWriter({
  actor,
  certainty,
  operation,
}: Pick<LineChange, "actor" | "certainty" | "operation">): string {
  if (certainty === "unknown") return operation === "found" ? "before Wardroom" : "unknown (on disk)";
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
