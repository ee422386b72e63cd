import type { Restored } from "@/lib/contracts/backup";
import { othersAnswered } from "@/lib/api/in-flight";
import { reopenRuntime, type Runtime } from "@/lib/runtime";
import { allow, type Caller } from "@/lib/services/workspace/caller";
import { assertRestorable, findBackup, putBack } from "@/lib/services/history/restore-backup";

/**
 * Restores a backup of the data folder while the server runs: requests that come meanwhile wait, streams end and come back.
 * What happened since the backup is recorded as `history.restored` in every workspace, and as edits made outside where files
 * differ. A copy that a server saved of its database is restored by its name, as a backup is. What is damaged is refused
 * before anything is closed or changed.
 */
export async function restoreBackup(
  runtime: Runtime,
  caller: Caller,
  { backup }: { backup: string },
  request: Request,
): Promise<Restored> {
  allow(caller, "restore a backup");
  const { configuration } = runtime;
  const place = await findBackup(configuration, backup);
  await assertRestorable(place);
  let restored: Restored | undefined;
  const next = await reopenRuntime(
    runtime,
    () => othersAnswered(request),
    async () => {
      restored = await putBack(configuration, place);
    },
  );
  if (restored === undefined) throw new Error("the backup was neither restored nor refused");
  await next.services.backups.recordRestored(caller, restored);
  return restored;
}
