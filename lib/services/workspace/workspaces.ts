import type { Storage, Workspace, WorkspaceList } from "@/lib/contracts/server";
import { allow, allowIn, type Caller, reaches } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { FolderState } from "@/lib/store/workspace-root";
import { join } from "node:path";
import { countEvents } from "@/lib/db/events";
import { recentProjectLines } from "@/lib/services/workspace/project-lines";
import { findSubprojects } from "@/lib/store/find-subprojects";
import { sizeOf } from "@/lib/store/find-files";

export function workspaceService({ workspaces, sessions, store }: ServiceContext) {
  /** One whose folder cannot be used is told like the others: it takes none of them away. */
  async function describe(name: string): Promise<Workspace> {
    const folder = await store(name).look();
    return { name, sessions: folder === "there" ? (await sessions.list(name)).length : 0, folder };
  }

  return {
    /** Those the caller may reach, with the number of their sessions. */
    async list(caller: Caller): Promise<WorkspaceList> {
      const reachable = workspaces.filter((name) => reaches(caller, name));
      return { items: await Promise.all(reachable.map(describe)), nextCursor: null };
    },

    /** Those that are closed, because their folder is missing or holds another project. */
    async listClosed(): Promise<{ name: string; folder: Exclude<FolderState, "there"> }[]> {
      const looked = await Promise.all(workspaces.map(async (name) => ({ name, folder: await store(name).look() })));
      return looked.flatMap(({ name, folder }) => (folder === "there" ? [] : [{ name, folder }]));
    },
  };
}

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
        projectFiles: (await recentProjectLines(folder)).paths,
        dataFolder: places.data,
        databaseBytes: await database.size(),
        trashBytes: await sizeOf(join(places.data, "trash", workspace)),
        events: await countEvents(database.queries, workspace),
      };
    },
  };
}
