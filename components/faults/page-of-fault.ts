import { pages } from "@/lib/client/paths";
import type { Fault } from "@/lib/contracts/faults";
import { teamOf } from "@/lib/core/knowledge/knowledge-model";

/** The page that shows a fault's file, at its line where the page has lines. */
export function pageOfFault(workspace: string, { path, session, range }: Fault): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (session !== null) {
    if (name === "TEAM-MEMORY.md") return `${pages.memory(workspace, session)}?view=file&line=${range.start.line}`;
    const isContext = name === "global-context.md" || name === "orchestration-plan.md";
    return isContext ? pages.context(workspace, session) : pages.gates(workspace, session);
  }
  const agent = /^\.kaizen\/agents\/([^/]+)\//.exec(path)?.[1]; // matches ".kaizen/agents/tester/memory.md"
  if (agent !== undefined) return pages.agentLine(workspace, agent, range.start.line);
  if (!path.startsWith(".microai/")) return pages.agents(workspace);
  const team = teamOf(path);
  return team === undefined ? `${pages.knowledge(workspace)}?view=registry` : pages.team(workspace, team);
}
