import { join } from "node:path";
import type { Storage } from "@/lib/contracts/server";
import { countEvents } from "@/lib/db/events";
import { allowIn, allow, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { findSubprojects } from "@/lib/store/find-subprojects";
import { sizeOf } from "@/lib/store/find-files";

/** Where things lie on this machine. */
export function storageService({ database, places, store, workspaces, live, metrics }: ServiceContext) {
  return {
    /** What this process has counted, as Prometheus reads it. For the owner and viewers: it names routes and numbers, no content. */
    async metrics(caller: Caller): Promise<{ text: string; contentType: string }> {
      allow(caller, "read the metrics");
      const text = await metrics.text({
        workspaces: workspaces.length,
        listeners: live.listeners,
        lastEvent: live.lastId,
        databaseBytes: await database.size(),
        pools: database.pools(),
      });
      return { text, contentType: metrics.contentType };
    },

    /** The folders of a workspace and of the history, and what the history takes. The Lead's: paths tell about a machine. */
    async read(caller: Caller, { workspace }: { workspace: string }): Promise<Storage> {
      allowIn({ store }, caller, "see where the data lies", workspace);
      const folder = places.workspaces.get(workspace) ?? "";
      return {
        workspaceFolder: folder,
        subprojects: await findSubprojects(folder),
        dataFolder: places.data,
        databaseBytes: await database.size(),
        trashBytes: await sizeOf(join(places.data, "trash", workspace)),
        events: await countEvents(database.queries, workspace),
      };
    },
  };
}
