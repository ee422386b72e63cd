import type { Workspace, WorkspaceList } from "@/lib/contracts/server";
import { AppError } from "@/lib/core/errors";
import type { Caller } from "@/lib/services/caller";
import type { ServiceContext } from "@/lib/services/context";

/** The workspaces that are served. */
export function workspaceService({ workspaces, sessions }: ServiceContext) {
  /** One whose folder is missing is told like the others: it takes none of them away. */
  async function describe(name: string): Promise<Workspace> {
    try {
      return { name, sessions: (await sessions.list(name)).length, isAway: false };
    } catch (error) {
      if (error instanceof AppError && error.code === "busy") return { name, sessions: 0, isAway: true };
      throw error;
    }
  }

  return {
    /** Those the caller may reach, with the number of their sessions. */
    async list(caller: Caller): Promise<WorkspaceList> {
      const reachable = workspaces.filter((name) => caller.workspace === null || caller.workspace === name);
      return { items: await Promise.all(reachable.map(describe)), nextCursor: null };
    },
  };
}
