import { findSection } from "@/lib/core/memory/find-section";
import { listRoles, type SessionRow } from "@/lib/db/sessions";
import { authorOf, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { noteDown } from "@/lib/services/commit/note-down";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";

/**
 * Records that the caller's role has read this team memory, durably before the text is handed out. On a full disk the
 * text is handed out without. Who reads the same
 * revision again leaves no further trace, and neither does a role that the session does not have. Source: team memory §8
 * (reading before work).
 */
export async function recordReceipt(
  context: ServiceContext,
  caller: Caller,
  session: SessionRow,
  state: DocumentState,
): Promise<void> {
  const { role } = caller;
  if (role === null || role === "Lead") return;
  const known = (await listRoles(context.database.queries, session.key)).find((each) => each.id === role);
  if (known === undefined && findSection(memoryOf(state), role) === undefined) return;
  const revision = state.head;
  if (known?.readRevision === revision) return;
  await noteDown(() =>
    context.committer.submit({
      workspace: session.workspaceId,
      author: authorOf(caller),
      decide: (draft) => {
        draft.effect({ type: "put-receipt", sessionKey: session.key, role, revision });
        return Promise.resolve(null);
      },
    }),
  );
}
