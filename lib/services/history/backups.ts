import type { Restored } from "@/lib/contracts/backup";
import { allow, authorOf, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** What the history says about backups. */
export function backupService({ committer, workspaces }: ServiceContext) {
  return {
    /** Records in every workspace that its history was restored, from which moment, and where the former one stays. */
    async recordRestored(caller: Caller, { from, former }: Restored): Promise<void> {
      allow(caller, "restore a backup");
      for (const workspace of workspaces) {
        await committer.submit({
          workspace,
          author: authorOf(caller),
          decide: (draft) => {
            draft.event("history.restored", from, null, { former });
            return Promise.resolve({ done: true });
          },
        });
      }
    },
  };
}
