import type { Workspace, WorkspaceList } from "@/lib/contracts/server";
import { reaches, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { FolderState } from "@/lib/store/workspace-root";

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
