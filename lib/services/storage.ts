import { join } from "node:path";
import type { Storage } from "@/lib/contracts/server";
import { countEvents } from "@/lib/db/events";
import { assertLead, assertWorkspace, type Caller } from "@/lib/services/caller";
import type { ServiceContext } from "@/lib/services/context";
import { sizeOf } from "@/lib/store/folder-size";

/** Where things lie on this machine. */
export function storageService({ database, places, store }: ServiceContext) {
  return {
    /** The folders of a workspace and of the history, and what the history takes. The Lead's: paths tell about a machine. */
    async read(caller: Caller, { workspace }: { workspace: string }): Promise<Storage> {
      assertWorkspace(caller, workspace);
      assertLead(caller, "see where the data lies");
      store(workspace);
      // What was committed last is in the log beside the file until SQLite folds it in.
      const parts = await Promise.all([places.database, `${places.database}-wal`].map(sizeOf));
      return {
        workspaceFolder: places.workspaces.get(workspace) ?? "",
        dataFolder: places.data,
        databaseBytes: parts.reduce((sum, size) => sum + size, 0),
        trashBytes: await sizeOf(join(places.data, "trash", workspace)),
        events: await countEvents(database.queries, workspace),
      };
    },
  };
}
