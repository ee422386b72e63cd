import type { Changed } from "@/lib/contracts/memory";
import { editMemory } from "@/lib/services/commit/edit-memory";
import { changeMemory } from "@/lib/services/memory/change-memory";
import { allow, type Caller } from "@/lib/services/workspace/caller";
import type { ChangeRequest } from "@/lib/services/workspace/change-request";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** Ends the work of sessions without deleting them. */
export function finishingService(context: ServiceContext) {
  return {
    /** Finishes a session, or reopens it: its Meta says when, and what is in it stays as it is. The Lead's. */
    async finish(
      caller: Caller,
      params: SessionParams,
      { finished }: { finished: boolean },
      request: ChangeRequest,
    ): Promise<Changed> {
      allow(caller, "finish a session");
      return changeMemory(context, caller, params, request, async ({ draft, state, session }) => {
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
      });
    },
  };
}
