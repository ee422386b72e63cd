import { api } from "@/lib/client/paths";

/** The address of the agents of a workspace. */
export function agentsPath(workspace: string): string {
  return `${api.workspace(workspace)}/agents`;
}

/** The address of one agent; its name may hold anything. */
export function agentPath(agent: string): (workspace: string) => string {
  return (workspace) => `${agentsPath(workspace)}/${encodeURIComponent(agent)}`;
}
