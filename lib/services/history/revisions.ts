import type { Changed } from "@/lib/contracts/memory";
import type { RevertMemory } from "@/lib/contracts/revisions";
import { changeMemory } from "@/lib/services/memory/change-memory";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { ChangeRequest } from "@/lib/services/workspace/change-request";
import type { Blames } from "@/lib/services/memory/blames";
import { allow, type Caller } from "@/lib/services/workspace/caller";
import { restorePart } from "@/lib/services/history/restore-part";
import { documentRevisions } from "@/lib/services/history/document-revisions";
import { memoryPath } from "@/lib/core/memory/session-paths";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** The history of a session's team memory. Bringing a whole text back is the Lead's. */
export function revisionService(context: ServiceContext, blames: Blames) {
  const { committer, sessions } = context;
  const { open, ...whole } = documentRevisions<SessionParams>(context, {
    open: async (caller, params) => {
      await sessions.get(caller, params);
      return committer.readable(params.workspace, memoryPath(params.session));
    },
    list: "memory.revisions",
    deeds: {
      revert: "bring an earlier text of the team memory back",
      undo: "undo a revision of the team memory",
    },
    change: (caller, params, request, decide) =>
      changeMemory(context, caller, params, request, decide, { bringBack: true }),
    sessionOf: ({ session }) => session,
    actions: { reverted: "memory.reverted", undone: "memory.undone" },
  });
  return {
    ...whole,
    /** Brings the whole text of a revision back, or only one item or one section of it. */
    async revert(caller: Caller, params: SessionParams, body: RevertMemory, request: ChangeRequest): Promise<Changed> {
      if (body.item === undefined && body.section === undefined) return whole.revert(caller, params, body, request);
      allow(caller, "change the team memory", { workspace: params.workspace });
      return restorePart(context, blames, await open(caller, params), caller, params, body, request);
    },
  };
}
