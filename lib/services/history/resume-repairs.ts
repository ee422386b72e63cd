import { listRepairs } from "@/lib/db/repairs";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** More than so many are resumed by the next start. */
const RESUMED = 1000;

/** Has the repairs made that were due when the process which found them died. Waits for none of them. */
export async function resumeRepairs({ committer, database, workspaces }: ServiceContext): Promise<void> {
  for (const workspace of workspaces) {
    const due = await listRepairs(database.queries, workspace, {
      folder: "",
      states: ["due"],
      skip: 0,
      limit: RESUMED,
    });
    // Oldest first, as they would have been made.
    for (const { id } of due.toReversed()) committer.repairSoon(workspace, id);
  }
}
