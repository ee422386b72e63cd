import type { Deed } from "@/lib/core/access/deeds";
import { AppError } from "@/lib/core/errors";
import { allowAgent, type AgentParams } from "@/lib/services/agents/allow-agent";
import type { Draft } from "@/lib/services/commit/act";
import { getAgent, type FoundAgent } from "@/lib/services/agents/agent-directory";
import { type Caller, by, assertMatch, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { DocumentState } from "@/lib/services/commit/document-states";

export interface AgentMemoryChange {
  draft: Draft;
  state: DocumentState;
  agent: FoundAgent;
}

/**
 * One change of an agent's memory by that agent or the Lead, decided under the lock on the text as it is then; answers what `decide`
 * does, and the file's ETag afterwards. `If-Match` is checked before anything else. An agent without a memory is
 * `not_found` unless the change is told to `bringBack` one.
 */
export async function changeAgentMemory<R extends object>(
  context: ServiceContext,
  caller: Caller,
  params: AgentParams,
  request: ChangeRequest,
  decide: (change: AgentMemoryChange) => Promise<R>,
  options: { deed?: Deed; bringBack?: boolean } = {},
): Promise<R & { etag: string }> {
  await allowAgent(context, caller, options.deed ?? "change the memory of the agent", params);
  const agent = await getAgent(context, caller, params);
  return context.committer.act<R & { etag: string }>(
    { ...by(caller, params.workspace, request), etagOf: agent.path },
    async (draft) => {
      const state = await draft.document(agent.path);
      if (state.hash === "" && options.bringBack !== true) throw noAgentMemory(agent, state);
      assertMatch(request, state);
      return { ...(await decide({ draft, state, agent })), etag: "" };
    },
  );
}

/** There is an agent, but it has no memory (anymore). */
export function noAgentMemory(agent: FoundAgent, state: DocumentState): AppError {
  const undo = `To bring it back, undo revision ${String(state.head)} with {agent.undo}. `;
  return new AppError("not_found", `The agent ${agent.name} has no memory.`, {
    hint:
      (state.head > 0 ? undo : "") +
      (agent.disabled
        ? `Its definition opts out with memory: disabled (${agent.definitions.map(({ path }) => path).join(", ")}).`
        : "Begin one with {agent.init}."),
    about: { agent: agent.name },
  });
}

/** Throws `conflict` for an agent that opted out of memory. Source: agent memory (opt-out); formats §2. */
export function assertMemoryEnabled(agent: FoundAgent, what: string): void {
  if (!agent.disabled) return;
  const paths = agent.definitions.filter(({ memory }) => memory === "disabled").map(({ path }) => path);
  throw new AppError("conflict", `${agent.name} opted out of memory, so ${what}.`, {
    hint: `First take "memory: disabled" out of ${paths.join(" and ")}.`,
    current: { memory: "disabled", definitions: paths },
  });
}
