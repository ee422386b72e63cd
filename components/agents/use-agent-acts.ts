"use client";
import type { z } from "zod";
import { useChange } from "@/components/shell/use-change";
import {
  agentsKey,
  clearAgentMemory,
  closeAgentSession,
  editAgentMemory,
  initAgentMemory,
  startAgentSession,
  undoAgentRevision,
} from "@/lib/client/agents";
import type { AgentScope } from "@/lib/client/paths";
import type { CloseAgentSession, EditAgentMemory } from "@/lib/contracts/agents";

/** Changes an agent's memory and its sessions, and says what came of it; each tells whether it was done. */
export function useAgentActs(scope: AgentScope) {
  const { busy, run } = useChange([agentsKey(scope.workspace)]);

  return {
    busy,
    init: () =>
      run({
        send: () => initAgentMemory(scope),
        done: ({ path }) => ({ title: `${scope.agent} has a memory`, detail: path }),
        failed: "No memory was made",
      }),
    start: () =>
      run({
        send: () => startAgentSession(scope),
        done: ({ acknowledgement }) => ({ title: "Session started", detail: acknowledgement }),
        failed: "No session was started",
      }),
    close: (session: string, body: z.input<typeof CloseAgentSession>) =>
      run({
        send: () => closeAgentSession(scope, session, body, false),
        done: ({ log, revision }) =>
          revision === null
            ? { title: log }
            : { title: "Session closed", detail: log, undo: () => undoAgentRevision(scope, revision) },
        failed: "The session was not closed",
      }),
    edit: (body: z.input<typeof EditAgentMemory>, etag: string, title: string) =>
      run({
        send: () => editAgentMemory(scope, body, etag),
        done: ({ revision }) => ({ title, undo: () => undoAgentRevision(scope, revision) }),
        failed: "Not changed",
      }),
    clear: (confirm: string) =>
      run({
        send: () => clearAgentMemory(scope, confirm),
        done: ({ revision, entries }) => ({
          title: `The memory of ${scope.agent} is cleared`,
          detail:
            entries === 1
              ? "1 entry is gone from the file; the history keeps it."
              : `${entries} entries are gone from the file; the history keeps them.`,
          undo: () => undoAgentRevision(scope, revision),
        }),
        failed: "The memory was not cleared",
      }),
  };
}

export type AgentActs = ReturnType<typeof useAgentActs>;
