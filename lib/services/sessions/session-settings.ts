import type { ChangeSessionSettings, SessionSettings } from "@/lib/contracts/context";
import { asksAll } from "@/lib/core/context/gate";
import { DEFAULT_LIMITS } from "@/lib/core/context/run";
import { AppError } from "@/lib/core/errors";
import { findSessionByKey, type SessionSetup } from "@/lib/db/sessions";
import { allow, type Caller, aloneBy, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** What may be set for one session. */
export function sessionSettingsService({ committer, sessions }: ServiceContext) {
  return {
    async read(caller: Caller, params: SessionParams): Promise<SessionSettings> {
      return settingsOf(await sessions.get(caller, params));
    },

    /** Sets what is named; the rest stays. The Lead's. Throws `invalid_input` where nothing is named, or a run would end before it is silent. */
    async change(
      caller: Caller,
      params: SessionParams,
      body: ChangeSessionSettings,
      request: ChangeRequest,
    ): Promise<SessionSettings> {
      allow(caller, "change the settings");
      const { key } = await sessions.get(caller, params);
      if (Object.keys(body).length === 0)
        throw refused("No setting is named.", "Name at least one, such as ackDeadlineMinutes.");
      return committer.submit({
        ...aloneBy(caller, params.workspace, request),
        decide: async (draft) => {
          const session = await findSessionByKey(draft.queries, key);
          if (session === null) throw new Error("a session has no row");
          const { ackDeadlineMinutes, silentMinutes, endedMinutes, gateAsks } = settingsOf(session);
          const set = {
            ackDeadline: body.ackDeadlineMinutes ?? ackDeadlineMinutes,
            silentAfter: body.silentMinutes ?? silentMinutes,
            endedAfter: body.endedMinutes ?? endedMinutes,
            gateAsks: body.gateAsks ?? gateAsks,
          };
          if (set.silentAfter > set.endedAfter) {
            throw refused(
              `A run would be assumed to have ended after ${set.endedAfter} minutes, and be silent only after ${set.silentAfter}.`,
              "Let silentMinutes be at most endedMinutes; both can be set in one call.",
            );
          }
          draft.effect({ type: "configure-session", key, set });
          draft.event("session.configured", params.session, session, { ...body });
          return settingsOf(set);
        },
      });
    },
  };
}

function settingsOf(session: SessionSetup): SessionSettings {
  return {
    ackDeadlineMinutes: session.ackDeadline,
    silentMinutes: session.silentAfter ?? DEFAULT_LIMITS.silentAfter,
    endedMinutes: session.endedAfter ?? DEFAULT_LIMITS.endedAfter,
    gateAsks: asksAll(session) ? "all" : "present",
  };
}

function refused(message: string, hint: string): AppError {
  return new AppError("invalid_input", message, { hint });
}
