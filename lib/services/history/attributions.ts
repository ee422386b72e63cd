import type { AttributeEdit, EditAttributed } from "@/lib/contracts/attributions";
import { assertRoleId } from "@/lib/core/memory/role-id";
import { findOutsideRevision } from "@/lib/db/revisions";
import { allow, type Caller } from "@/lib/services/workspace/caller";
import { changeMemory } from "@/lib/services/memory/change-memory";
import type { ChangeRequest } from "@/lib/services/workspace/change-request";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** Says who made an edit that came in from outside: the files show what was changed, and only the client knows by whom. */
export function attributionService(context: ServiceContext) {
  return {
    /**
     * Gives an edit made outside to the role that made it. The file is looked at first, so that the edit is in the history
     * by then; a revision that took in more than this one edit stays the disk's. The same said twice is said once. A role
     * speaks for itself, the Lead for anybody.
     */
    async attribute(
      caller: Caller,
      params: SessionParams,
      body: AttributeEdit,
      request: ChangeRequest,
    ): Promise<EditAttributed> {
      const role = assertRoleId(body.role);
      allow(caller, "say what another role has done", { role });
      return changeMemory<EditAttributed>(
        context,
        caller,
        params,
        request,
        async ({ draft, state, session }) => {
          const { before, after, toolUseId } = body;
          const found = await findOutsideRevision(draft.queries, state.id, { hash: after, parentHash: before });
          if (found === null) return { attributed: false, revision: null };
          const { sequence: revision, actor } = found;
          if (actor !== "disk") return { attributed: actor === role, revision: actor === role ? revision : null };
          draft.effect({ type: "attribute-revision", documentId: state.id, sequence: revision, role });
          draft.event("memory.attributed", role, session, { revision, ...(toolUseId !== undefined && { toolUseId }) });
          return { attributed: true, revision };
        },
        { alone: true },
      );
    },
  };
}
