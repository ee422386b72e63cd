import { changeMemory } from "@/lib/services/memory/change-memory";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { documentRevisions } from "@/lib/services/history/document-revisions";
import { noMemory } from "@/lib/services/commit/edit-memory";
import { memoryPath } from "@/lib/core/memory/session-paths";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** The history of a session's team memory. Bringing text back is the Lead's. */
export function revisionService(context: ServiceContext) {
  const { committer, sessions } = context;
  return documentRevisions<SessionParams>(context, {
    open: async (caller, params) => {
      await sessions.get(caller, params);
      const state = await committer.current(params.workspace, memoryPath(params.session));
      if (state.head === 0) throw noMemory(params.session);
      return state;
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
}
