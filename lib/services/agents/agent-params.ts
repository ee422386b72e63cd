/** Names an agent. */
export interface AgentParams {
  workspace: string;
  agent: string;
}
