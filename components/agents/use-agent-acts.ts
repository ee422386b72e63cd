"use client";
import type { z } from "zod";
import { useActing } from "@/components/shell/use-acting";
import type { ToastMessage } from "@/components/ui/toast-queue";
import {
  clearAgentMemory,
  closeAgentSession,
  editAgentMemory,
  initAgentMemory,
  startAgentSession,
  undoAgentRevision,
} from "@/lib/client/mutations/agents";
import type { AgentScope } from "@/lib/client/paths";
import { agentsKey } from "@/lib/client/queries/agents";
import type { CloseAgentSession, EditAgentMemory } from "@/lib/contracts/agents";

/** Changes an agent's memory and its sessions, and says what came of it; each tells whether it was done. */
export function useAgentActs(scope: AgentScope) {
  const { busy, run } = useActing(agentsKey(scope.workspace));

  const undo = (revision: number) =>
    run(async () => {
      await undoAgentRevision(scope, revision);
      return { title: "Undone" };
    }, "Not undone");
  const undoable = (title: string, revision: number): ToastMessage => ({
    title,
    action: { label: "Undo", run: () => void undo(revision) },
  });

  return {
    busy,
    init: () =>
      run(async () => {
        const { path } = await initAgentMemory(scope);
        return { title: `${scope.agent} has a memory`, detail: path };
      }, "No memory was made"),
    start: () =>
      run(async () => {
        const { acknowledgement } = await startAgentSession(scope);
        return { title: "Session started", detail: acknowledgement };
      }, "No session was started"),
    close: (session: string, body: z.input<typeof CloseAgentSession>) =>
      run(async () => {
        const { log, revision } = await closeAgentSession(scope, session, body, false);
        return revision === null ? { title: log } : { ...undoable("Session closed", revision), detail: log };
      }, "The session was not closed"),
    edit: (body: z.input<typeof EditAgentMemory>, etag: string, title: string) =>
      run(async () => {
        const { revision } = await editAgentMemory(scope, body, etag);
        return undoable(title, revision);
      }, "Nothing was changed"),
    clear: (confirm: string) =>
      run(async () => {
        const { revision, entries } = await clearAgentMemory(scope, confirm);
        return {
          ...undoable(`The memory of ${scope.agent} is cleared`, revision),
          detail:
            entries === 1
              ? "1 entry is gone from the file; the history keeps it."
              : `${entries} entries are gone from the file; the history keeps them.`,
        };
      }, "The memory was not cleared"),
  };
}

export type AgentActs = ReturnType<typeof useAgentActs>;
