import type { SessionNames } from "@/lib/contracts/sessions";
import { foldCase } from "@/lib/core/text/fold-name";
import { listPins } from "@/lib/db/sessions";
import { allow, personOf, type Caller, by, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

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
      return committer.submit({
        ...by(caller, workspace, request),
        decide: (draft) => {
          draft.effect({ type: "pin-session", person: personOf(caller), sessionKey: session.key, pinned });
          return Promise.resolve({ done: true as const });
        },
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
