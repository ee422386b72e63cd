import type { WorkspaceList } from "@/lib/contracts/server";
import type { Caller } from "@/lib/services/caller";
import type { ServiceContext } from "@/lib/services/context";

/** The workspaces that are served. */
export function workspaceService({ workspaces, sessions }: ServiceContext) {
  return {
    /** Those the caller may reach, with the number of their sessions. */
    async list(caller: Caller): Promise<WorkspaceList> {
      const reachable = workspaces.filter((name) => caller.workspace === null || caller.workspace === name);
      const items = await Promise.all(
        reachable.map(async (name) => ({ name, sessions: (await sessions.list(name)).length })),
      );
      return { items, nextCursor: null };
    },
  };
}
