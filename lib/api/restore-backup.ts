import { join } from "node:path";
import type { Restored } from "@/lib/contracts/backup";
import { othersAnswered } from "@/lib/api/in-flight";
import { reopenRuntime, type Runtime } from "@/lib/runtime";
import { allow, type Caller } from "@/lib/services/caller";
import { putBack, readBackup } from "@/lib/services/restore-backup";

/**
 * Restores a backup of the data folder while the server runs: requests that come meanwhile wait, streams end and come back.
 * What happened since the backup is recorded as `history.restored` in every workspace, and as edits made outside where files
 * differ. A damaged backup is refused before anything is closed or changed.
 */
export async function restoreBackup(
  runtime: Runtime,
  caller: Caller,
  { backup }: { backup: string },
  request: Request,
): Promise<Restored> {
  allow(caller, "restore a backup");
  const { configuration } = runtime;
  const folder = join(configuration.dataFolder, "backups", backup);
  await readBackup(folder);
  let restored: Restored | undefined;
  const next = await reopenRuntime(
    runtime,
    () => othersAnswered(request),
    async () => {
      restored = await putBack(configuration, folder);
    },
  );
  if (restored === undefined) throw new Error("the backup was neither restored nor refused");
  await next.services.backups.recordRestored(caller, restored);
  return restored;
}
