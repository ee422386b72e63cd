import { sayChanged } from "@/lib/core/places/code-anchor";
import { groupBy } from "@/lib/core/lists";
import { memoryPath } from "@/lib/core/memory/session-paths";
import type { SessionRow } from "@/lib/db/sessions";
import { noteDown } from "@/lib/services/commit/commit-errors";
import { DISK } from "@/lib/services/commit/repair-text";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/**
 * Notes for the authors of items that code which they name has changed, once for each, and answers what that is now, by item: nothing
 * is told any more of code that is as it was again.
 */
export async function noteOutdated(
  { anchors, committer, database }: ServiceContext,
  session: SessionRow,
): Promise<ReadonlyMap<string, string>> {
  const { workspaceId: workspace } = session;
  const path = memoryPath(session.id);
  const now = await anchors.outdated(database.queries, session, await committer.current(workspace, path));
  if (now.some(({ untold }) => untold.length > 0)) {
    await noteDown(() =>
      committer.submit({
        ...{ workspace, author: DISK, alone: true },
        decide: async (draft) => {
          const all = await anchors.outdated(draft.queries, session, await draft.document(path));
          const left = all.filter(({ untold }) => untold.length > 0);
          for (const [role, of] of groupBy(left, (each) => each.role))
            draft.event("item.outdated", role, session, {
              cited: of.map(({ id: item, untold: cites }) => ({ item, cites })),
            });
          return null;
        },
      }),
    );
  }
  return new Map(now.map(({ id, changed }) => [id, sayChanged(changed)]));
}
