import { teamFolder } from "@/lib/core/knowledge/knowledge-model";

/** The files of a team's memory. Source: formats §3. */
export function teamMemoryPaths(team: string) {
  const folder = `${teamFolder(team)}/memory`;
  return {
    context: `${folder}/context.md`,
    sessions: `${folder}/sessions.yaml`,
    olderSessions: `${folder}/sessions.md`,
    learnings: `${folder}/learnings.md`,
    checkpoints: `${folder}/checkpoints`,
  };
}
