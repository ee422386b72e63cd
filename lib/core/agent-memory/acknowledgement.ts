import type { AgentMemoryDocument } from "@/lib/core/agent-memory/model";
import type { AgentSectionName } from "@/lib/core/agent-memory/sections";

/**
 * One line that says which memory was read, for the agent's opening brief; also when there is none yet.
 * Source: agent memory (session start).
 */
export function acknowledgementOf(agent: string, document: AgentMemoryDocument | null, revision: number): string {
  if (document === null) {
    return `${agent} has no memory of this project yet: nothing was carried over, and closing this session begins it.`;
  }
  const count = (name: AgentSectionName) =>
    document.sections.filter((section) => section.name === name).reduce((sum, { entries }) => sum + entries.length, 0);
  const sessions = document.sessionCount ?? document.log.length;
  const last = document.lastUpdated === null || sessions === 0 ? "" : `, the last on ${document.lastUpdated}`;
  const holds = [
    counted(count("Accumulated Findings"), "finding"),
    `${String(count("What Worked"))} that worked`,
    counted(count("Watch Points"), "watch point"),
    counted(count("Open Threads"), "open thread"),
  ];
  return `Memory of ${agent} read (revision ${String(revision)}): ${counted(sessions, "session")}${last}; ${holds.join(", ")}.`;
}

function counted(count: number, what: string): string {
  return `${String(count)} ${what}${count === 1 ? "" : "s"}`;
}
