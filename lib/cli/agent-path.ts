import { assertRoleId } from "@/lib/core/memory/role-id";
import { api } from "@/lib/client/paths";

/** The address of the agents of a workspace. */
export function agentsPath(workspace: string): string {
  return `${api.workspace(workspace)}/agents`;
}

/** The address of one agent; its name may hold anything. */
export function agentPath(agent: string): (workspace: string) => string {
  return (workspace) => `${agentsPath(workspace)}/${encodeURIComponent(agent)}`;
}

/**
 * Whom the owner acts as in a session of an agent: the role of its name, which `--as` changes; nobody else for a name that
 * no role can have.
 */
export function roleOfAgent(agent: string): { role?: string } {
  try {
    return { role: assertRoleId(agent) };
  } catch {
    return {}; // code reviewer
  }
}
