import type { Changed } from "@/lib/contracts/memory";
import { AppError } from "@/lib/core/errors";
import { findOpenGate, type GateRow } from "@/lib/db/gates";
import { editMemory } from "@/lib/services/commit/edit-memory";
import { changeMemory, type MemoryChange } from "@/lib/services/memory/change-memory";
import { allow, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** Ends the work of sessions without deleting them. */
export function finishingService(context: ServiceContext) {
  return {
    /**
     * Finishes a session, or reopens it: its Meta says when, and what is in it stays as it is. While a gate is open, it is
     * `gate_open`. The Lead's.
     */
    async finish(
      caller: Caller,
      params: SessionParams,
      { finished }: { finished: boolean },
      request: ChangeRequest,
    ): Promise<Changed> {
      allow(caller, "finish a session");
      const decide = async ({ draft, state, session }: MemoryChange) => {
        const gate = finished ? await findOpenGate(draft.queries, session.key) : null;
        if (gate !== null) throw gateOpen(gate);
        const at = finished ? draft.now.toISOString().replace(/\.\d+Z$/, "Z") : null; // 2026-02-09T10:00:00.000Z
        const { revision } = await editMemory(
          draft,
          state,
          { type: "finish-session", at },
          {
            operation: finished ? "finish session" : "reopen session",
            action: finished ? "session.finished" : "session.reopened",
            session,
          },
        );
        return { revision };
      };
      return changeMemory(context, caller, params, request, decide, { alone: true });
    },
  };
}

/** A gate writes its result to the memory, which a finished session's does not take. */
function gateOpen({ id, phase }: GateRow): AppError {
  return new AppError("gate_open", `The gate of phase ${phase} is being evaluated.`, {
    hint: "Conclude or abandon the gate, which {gate.list} finds, then finish the session.",
    current: { gate: id, phase },
  });
}
