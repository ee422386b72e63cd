import type { SessionSettings } from "@/lib/contracts/context";
import { allow, type Caller, aloneBy, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** What may be set for one session. */
export function sessionSettingsService({ committer, sessions }: ServiceContext) {
  return {
    async read(caller: Caller, params: SessionParams): Promise<SessionSettings> {
      const { ackDeadline } = await sessions.get(caller, params);
      return { ackDeadlineMinutes: ackDeadline };
    },

    /** Sets how long an acknowledgement may take before it counts as overdue. The Lead's. */
    async change(
      caller: Caller,
      params: SessionParams,
      body: SessionSettings,
      request: ChangeRequest,
    ): Promise<SessionSettings> {
      allow(caller, "change the settings");
      const session = await sessions.get(caller, params);
      return committer.submit({
        ...aloneBy(caller, params.workspace, request),
        decide: (draft) => {
          draft.effect({ type: "set-ack-deadline", key: session.key, minutes: body.ackDeadlineMinutes });
          draft.event("session.configured", params.session, session, { ...body });
          return Promise.resolve(body);
        },
      });
    },
  };
}
