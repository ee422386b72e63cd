import type { ChangeSessionSettings, SessionSettings } from "@/lib/contracts/context";
import { asksAll } from "@/lib/core/context/gate";
import { DEFAULT_LIMITS } from "@/lib/core/context/run";
import { AppError } from "@/lib/core/errors";
import { DIRECT_TYPES } from "@/lib/core/memory/access";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { findSessionByKey, listPins, type SessionSetup } from "@/lib/db/sessions";
import { type DocumentState, memoryOf } from "@/lib/services/commit/document-states";
import { editMemory, getMemory } from "@/lib/services/workspace/edit-memory";
import { allow, aloneBy, by, type Caller, type ChangeRequest, personOf } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import type { SessionNames } from "@/lib/contracts/sessions";
import { foldCase } from "@/lib/core/text/fold-name";

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
      return committer.act(aloneBy(caller, params.workspace, request), async (draft) => {
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

interface WorkspaceParams {
  workspace: string;
}

/** Which sessions a person keeps at the top, and how one is found among many thousands by its name alone. */
export function sessionPinService(
  { committer, database, sessions, store }: ServiceContext,
  names: { ids(caller: Caller, params: WorkspaceParams): Promise<string[]> },
) {
  return {
    /** The sessions that the caller pinned, in the order they were pinned. */
    async list(caller: Caller, { workspace }: WorkspaceParams): Promise<SessionNames> {
      allow(caller, "mark what waits for a person", { workspace, role: "Lead" });
      store(workspace);
      return { items: await listPins(database.queries, workspace, personOf(caller)), nextCursor: null };
    },

    /** Pins a session for the caller alone, or unpins it. */
    async pin(caller: Caller, params: SessionParams, { pinned }: { pinned: boolean }, request: ChangeRequest) {
      const { workspace } = params;
      allow(caller, "mark what waits for a person", { workspace, role: "Lead" });
      const session = await sessions.get(caller, params);
      return committer.act(by(caller, workspace, request), (draft) => {
        draft.effect({ type: "pin-session", person: personOf(caller), sessionKey: session.key, pinned });
        return Promise.resolve({ done: true as const });
      });
    },

    /** The ids of all sessions that have these letters in them, without looking into any. */
    async find(caller: Caller, params: WorkspaceParams, { q }: { q: string }): Promise<SessionNames> {
      const wanted = foldCase(q);
      const all = await names.ids(caller, params);
      return { items: all.filter((id) => foldCase(id).includes(wanted)), nextCursor: null };
    },
  };
}
