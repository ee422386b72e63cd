import { listRoles, type SessionRow } from "@/lib/db/sessions";
import { authorOf, type Caller } from "@/lib/services/caller";
import type { ServiceContext } from "@/lib/services/context";

/**
 * Records that the caller's role has read the team memory up to a revision, durably before the text is handed out. Who
 * reads the same revision again leaves no further trace. Source: team memory §8 (reading before work).
 */
export async function recordReceipt(
  context: ServiceContext,
  caller: Caller,
  session: SessionRow,
  revision: number,
): Promise<void> {
  const { role } = caller;
  if (role === null || role === "Lead") return;
  const known = (await listRoles(context.database.queries, session.key)).find((each) => each.id === role);
  if (known?.readRevision === revision) return;
  await context.committer.submit({
    workspace: session.workspaceId,
    author: authorOf(caller),
    decide: (draft) => {
      draft.effect({ type: "put-receipt", sessionKey: session.key, role, revision });
      return Promise.resolve(null);
    },
  });
}
