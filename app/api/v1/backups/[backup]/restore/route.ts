import { defineRoute, methods } from "@/lib/api/define-route";
import { BackupParams } from "@/lib/api/params";
import { restoreBackup } from "@/lib/api/restore-backup";
import { Restored } from "@/lib/contracts/backup";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Restore a backup of the data folder",
    tag: "Server",
    params: BackupParams,
    response: Restored,
    errors: ["unparseable"],
    handle: ({ runtime, caller, params, request }) => restoreBackup(runtime, caller, params, request),
  }),
});
