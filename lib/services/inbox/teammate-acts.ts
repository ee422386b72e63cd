import type { Deed } from "@/lib/core/access/deeds";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { listRoles, type SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import { assertTeammate } from "@/lib/services/context/deliver";
import { actorOf, allow, by, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** How teammates do what changes no file. */
export function teammateActs({ committer, database, sessions }: ServiceContext) {
  return { act, assertPresent };

  /**
   * One act of a teammate that changes no file; of the role that it names as its own, where it names one; alone, where it reads rows that
   * others change.
   */
  async function act<R>(
    caller: Caller,
    params: SessionParams,
    { idempotency }: ChangeRequest,
    decide: (draft: Draft, session: SessionRow) => R | Promise<R>,
    own?: { role: string; deed: Deed; alone?: true },
  ): Promise<R> {
    allow(caller, "tell teammates how far it is", { workspace: params.workspace });
    const session = await sessions.get(caller, params);
    await assertPresent(session, own?.role ?? actorOf(caller));
    if (own !== undefined) allow(caller, own.deed, { role: own.role });
    return committer.act(
      { ...by(caller, params.workspace, { idempotency }), ...(own?.alone === true && { alone: true }) },
      async (draft) => decide(draft, session),
    );
  }

  async function assertPresent(session: SessionRow, role: string): Promise<void> {
    if (role === "Lead") return;
    const memory = await committer.readable(session.workspaceId, memoryPath(session.id));
    assertTeammate(memory, await listRoles(database.queries, session.key), role);
  }
}
