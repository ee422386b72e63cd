import type { ChangeSessionSettings, SessionSettings } from "@/lib/contracts/context";
import { asksAll } from "@/lib/core/context/gate";
import { DEFAULT_LIMITS } from "@/lib/core/context/run";
import { AppError } from "@/lib/core/errors";
import { DIRECT_TYPES } from "@/lib/core/memory/access";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { findSessionByKey, type SessionSetup } from "@/lib/db/sessions";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { editMemory, getMemory } from "@/lib/services/commit/edit-memory";
import { allow, type Caller, aloneBy, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

export function sessionSettingsService({ committer, sessions }: ServiceContext) {
  return {
    async read(caller: Caller, params: SessionParams): Promise<SessionSettings> {
      const session = await sessions.get(caller, params);
      return settingsOf(session, await committer.current(params.workspace, memoryPath(params.session)));
    },

    /** Sets what is named; the rest stays. The Lead's. Throws `invalid_input` where nothing is named, or a run would end before it is silent. */
    async change(caller: Caller, params: SessionParams, body: ChangeSessionSettings, request: ChangeRequest) {
      allow(caller, "change the settings");
      const { key } = await sessions.get(caller, params);
      if (Object.keys(body).length === 0)
        throw refused("No setting is named.", "Name at least one, such as ackDeadlineMinutes.");
      return committer.submit({
        ...aloneBy(caller, params.workspace, request),
        decide: async (draft) => {
          const session = await findSessionByKey(draft.queries, key);
          if (session === null) throw new Error("a session has no row");
          const { ackDeadlineMinutes, silentMinutes, endedMinutes, gateAsks, claimedEdits } = settingsOf(session, null);
          const set = {
            ackDeadline: body.ackDeadlineMinutes ?? ackDeadlineMinutes,
            silentAfter: body.silentMinutes ?? silentMinutes,
            endedAfter: body.endedMinutes ?? endedMinutes,
            gateAsks: body.gateAsks ?? gateAsks,
            claimedEdits: body.claimedEdits ?? claimedEdits,
          };
          if (set.silentAfter > set.endedAfter) {
            throw refused(
              `A run would be assumed to have ended after ${set.endedAfter} minutes, and be silent only after ${set.silentAfter}.`,
              "Let silentMinutes be at most endedMinutes; both can be set in one call.",
            );
          }
          draft.effect({ type: "configure-session", key, set });
          draft.event("session.configured", params.session, session, { ...body });
          const path = memoryPath(params.session);
          if (body.direct !== undefined) {
            const operation = { type: "set-direct", types: body.direct } as const;
            const recorded = { operation: "configure session", action: null, session };
            await editMemory(draft, await getMemory(draft, params.session), operation, recorded);
          }
          return settingsOf(set, await draft.document(path));
        },
      });
    },
  };
}

function settingsOf(session: SessionSetup, memory: DocumentState | null): SessionSettings {
  return {
    ackDeadlineMinutes: session.ackDeadline,
    silentMinutes: session.silentAfter ?? DEFAULT_LIMITS.silentAfter,
    endedMinutes: session.endedAfter ?? DEFAULT_LIMITS.endedAfter,
    gateAsks: asksAll(session) ? "all" : "present",
    claimedEdits: session.claimedEdits === "deny" ? "deny" : "warn",
    direct: [...((memory && memoryOf(memory).meta.direct) ?? DIRECT_TYPES)],
  };
}

function refused(message: string, hint: string): AppError {
  return new AppError("invalid_input", message, { hint });
}
