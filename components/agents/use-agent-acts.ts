import { call } from "@/lib/client/call";
import type { z } from "zod";
import { useChange } from "@/components/shell/use-change";
import { agentsKey, closeAgentSession, undoAgentRevision } from "@/lib/client/agents";
import type { AgentScope } from "@/lib/client/paths";
import type { CloseAgentSession, EditAgentMemory } from "@/lib/contracts/agents";
import { say } from "@/lib/core/i18n/say";

/** Changes an agent's memory and its sessions, and says what came of it; each tells whether it was done. */
export function useAgentActs(scope: AgentScope) {
  const { busy, run } = useChange([agentsKey(scope.workspace)]);

  return {
    busy,
    init: () =>
      run({
        send: () => call("POST /agents/{agent}/memory", { params: scope, body: {} }),
        done: ({ path }) => ({ title: say("{agent} has a memory", { agent: scope.agent }), detail: path }),
        failed: say("No memory was made"),
      }),
    start: () =>
      run({
        send: () => call("POST /agents/{agent}/sessions", { params: scope }),
        done: ({ acknowledgement }) => ({ title: say("Session started"), detail: acknowledgement }),
        failed: say("No session was started"),
      }),
    close: (session: string, body: z.input<typeof CloseAgentSession>) =>
      run({
        send: () => closeAgentSession(scope, session, body, false),
        done: ({ log, revision }) =>
          revision === null
            ? { title: log }
            : { title: say("Session closed"), detail: log, undo: () => undoAgentRevision(scope, revision) },
        failed: say("The session was not closed"),
      }),
    edit: (body: z.input<typeof EditAgentMemory>, etag: string, title: string) =>
      run({
        send: () => call("PATCH /agents/{agent}/memory", { params: scope, body, ifMatch: etag }),
        done: ({ revision }) => ({ title, undo: () => undoAgentRevision(scope, revision) }),
        failed: say("Not changed"),
      }),
    clear: (confirm: string) =>
      run({
        send: () => call("DELETE /agents/{agent}/memory", { params: scope, query: { confirm } }),
        done: ({ revision, entries }) => ({
          title: say("The memory of {agent} is cleared", { agent: scope.agent }),
          detail:
            entries === 1
              ? say("1 entry is gone from the file; the history keeps it.")
              : say("{entries} entries are gone from the file; the history keeps them.", { entries }),
          undo: () => undoAgentRevision(scope, revision),
        }),
        failed: say("The memory was not cleared"),
      }),
  };
}

export type AgentActs = ReturnType<typeof useAgentActs>;
