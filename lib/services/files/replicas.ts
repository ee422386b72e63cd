import type { AnnounceReplica, ReplicaList } from "@/lib/contracts/replicas";
import { countEventsUpTo } from "@/lib/db/events";
import { listReplicas } from "@/lib/db/replicas";
import { allow, authorOf, signatureOf, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** One that has said nothing for so long is away. Milliseconds. */
const AWAY = 150_000;
/** One that has said nothing for so long is listed no longer. Milliseconds. */
const FORGOTTEN = 30 * 24 * 3_600_000;

/** Checkouts elsewhere that are kept in step with a workspace, as they say themselves. */
export function replicaService(context: ServiceContext) {
  const { committer, database, clock, store } = context;

  async function list(caller: Caller, { workspace }: { workspace: string }): Promise<ReplicaList> {
    allow(caller, "look", { workspace });
    store(workspace);
    const now = clock().getTime();
    const rows = await listReplicas(database.queries, workspace, new Date(now - FORGOTTEN));
    const all = await countEventsUpTo(database.queries, workspace, Number.MAX_SAFE_INTEGER);
    const items = rows.map(async ({ conflicts, mark, pushedAt, seenAt, since, ...row }) => ({
      id: row.id,
      person: row.person,
      machine: row.machine,
      state: now - seenAt.getTime() < AWAY ? ("live" as const) : ("away" as const),
      behind: all - (await countEventsUpTo(database.queries, workspace, mark)),
      waiting: row.waiting,
      conflicts: JSON.parse(conflicts) as string[],
      pushedAt: pushedAt?.toISOString() ?? null,
      seenAt: seenAt.toISOString(),
      since: since.toISOString(),
    }));
    return { items: await Promise.all(items), nextCursor: null };
  }

  return {
    /** Those that were heard of in the last month, the latest first. */
    list,

    /** Notes how a replica stands. It is no event: a checkout that is there changes nothing. */
    async announce(
      caller: Caller,
      { workspace, replica: id }: { workspace: string; replica: string },
      { conflicts, ...said }: AnnounceReplica,
    ): Promise<{ done: true }> {
      allow(caller, "keep a checkout in step", { workspace });
      store(workspace);
      const person = signatureOf(caller);
      return committer.submit({
        workspace,
        author: authorOf(caller),
        decide: (draft) => {
          const replica = { workspaceId: workspace, id, person, conflicts: JSON.stringify(conflicts), ...said };
          draft.effect({ type: "put-replica", replica });
          return Promise.resolve({ done: true } as const);
        },
      });
    },
  };
}
