import { isAgentMemoryPath } from "@/lib/core/agent-memory/agent-paths";
import { indexPath, OLDER_REGISTRY_PATH, REGISTRY_PATH } from "@/lib/core/knowledge/knowledge-model";
import { teamFolder, teamOf } from "@/lib/core/knowledge/team-place";

/** What a path holds: decides which of the formats reads it. */
export type DocumentKind =
  | "memory"
  | "context"
  | "plan"
  | "gate-record"
  | "team-memory"
  | "agent-memory"
  | "registry"
  | "knowledge-index"
  | "knowledge"
  | "other";

/** Which format a path below the workspace has, such as `memory` for `.agent/teams/a/TEAM-MEMORY.md`. */
export function kindOf(path: string): DocumentKind {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "TEAM-MEMORY.md") return "memory";
  if (name === "global-context.md") return "context";
  if (name === "orchestration-plan.md") return "plan";
  if (name === "gate-record.yaml") return "gate-record";
  if (isAgentMemoryPath(path)) return "agent-memory";
  if (path === REGISTRY_PATH || path === OLDER_REGISTRY_PATH) return "registry";
  const team = teamOf(path);
  if (team === undefined) return SHARED_KNOWLEDGE.test(path) ? "knowledge" : "other";
  if (path === indexPath(team)) return "knowledge-index";
  const within = (folder: string) => path.startsWith(`${teamFolder(team)}/${folder}/`);
  if (within("memory") && TEAM_MEMORY.test(path)) return "team-memory";
  return within("knowledge") && path.endsWith(".md") ? "knowledge" : "other";
}

/** Example: `.microai/knowledge/shared/owasp-top-10.md`. */
const SHARED_KNOWLEDGE = /^\.microai\/knowledge\/.+\.md$/;

/** Example: `.microai/agents/teams/dev-qa/memory/checkpoints/qa-001.2.yaml`. */
const TEAM_MEMORY = /\/memory\/(?:context\.md|sessions\.yaml|learnings\.md|checkpoints\/[^/]+\.(?:ya?ml|json))$/;
