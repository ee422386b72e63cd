import { getAgent } from "@/lib/services/agents/agent-directory";
import type { AgentParams } from "@/lib/services/agents/agent-params";
import { changeAgentMemory, noAgentMemory } from "@/lib/services/agents/change-agent-memory";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { documentRevisions } from "@/lib/services/history/document-revisions";

/** The history of an agent's memory, of one that was cleared too. Bringing text back is the Lead's. */
export function agentRevisionService(context: ServiceContext) {
  return documentRevisions<AgentParams>(context, {
    open: async (caller, params) => {
      const agent = await getAgent(context, caller, params);
      const state = await context.committer.current(params.workspace, agent.path);
      if (state.head === 0) throw noAgentMemory(agent, state);
      return state;
    },
    list: "agent.revisions",
    deeds: {
      revert: "bring an earlier text of an agent's memory back",
      undo: "undo a revision of an agent's memory",
    },
    change: (caller, params, request, decide) =>
      changeAgentMemory(context, caller, params, request, decide, { bringBack: true }),
    sessionOf: () => null,
    actions: { reverted: "agent.reverted", undone: "agent.undone" },
  });
}
