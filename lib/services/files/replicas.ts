import type { AnnounceReplica, ReplicaList } from "@/lib/contracts/replicas";
import { AppError } from "@/lib/core/errors";
import { listReplicaKeys, listReplicas, type ReplicaKey } from "@/lib/db/replicas";
import { allowIn, personOf, signatureOf, type Caller, aloneBy } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** One that has said nothing for so long is away. Milliseconds. */
const AWAY = 150_000;
/** So many are kept of one person or credential, and of a workspace. */
const MOST = { own: 50, all: 200 };
/** One that has said nothing for so long is listed no longer. Milliseconds. */
const FORGOTTEN = 30 * 24 * 3_600_000;

/** Checkouts elsewhere that are kept in step with a workspace, as they say themselves. */
export function replicaService(context: ServiceContext) {
  const { committer, database, clock, store } = context;

  async function list(caller: Caller, { workspace }: { workspace: string }): Promise<ReplicaList> {
    allowIn({ store }, caller, "look", workspace);
    const now = clock().getTime();
    const rows = await listReplicas(database.queries, workspace, new Date(now - FORGOTTEN));
    const all = await database.queries.event.count({
      where: { workspaceId: workspace, id: { lte: Number.MAX_SAFE_INTEGER } },
    });
    const items = rows.map(async ({ conflicts, mark, pushedAt, seenAt, since, ...row }) => ({
      id: row.id,
      person: row.person,
      machine: row.machine,
      state: now - seenAt.getTime() < AWAY ? ("live" as const) : ("away" as const),
      behind: all - (await database.queries.event.count({ where: { workspaceId: workspace, id: { lte: mark } } })),
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

    /**
     * Notes how a replica stands. It is no event: a checkout that is there changes nothing. Nobody changes what another says of theirs.
     * Where there is no room for one more, the one that was silent longest gives way; throws `conflict` where all are live.
     */
    async announce(
      caller: Caller,
      { workspace, replica: id }: { workspace: string; replica: string },
      { conflicts, ...said }: AnnounceReplica,
    ): Promise<{ done: true }> {
      allowIn({ store }, caller, "keep a checkout in step", workspace);
      const [person, owner] = [signatureOf(caller), personOf(caller)];
      return committer.act(aloneBy(caller, workspace), async (draft) => {
        const known = await listReplicaKeys(draft.queries, workspace);
        const isNew = !known.some((each) => each.owner === owner && each.id === id);
        const silent = isNew ? findSilent(known, owner, draft.now) : null;
        if (silent !== null) draft.effect({ type: "drop-replica", workspace, replica: silent });
        const replica = { workspaceId: workspace, owner, id, person, conflicts: JSON.stringify(conflicts), ...said };
        draft.effect({ type: "put-replica", replica });
        return { done: true } as const;
      });
    },
  };
}

/** Which of these, silent longest first, gives way to a new one; null where there is room. */
function findSilent(known: ReplicaKey[], owner: string, now: Date): ReplicaKey | null {
  const own = known.filter((each) => each.owner === owner);
  const full = own.length >= MOST.own ? own : known.length >= MOST.all ? known : [];
  const [oldest] = full;
  if (oldest === undefined) return null;
  if (now.getTime() - oldest.seenAt.getTime() >= AWAY) return oldest;
  throw new AppError(
    "conflict",
    `${full.length} checkouts${full === own ? " of yours" : ""} are listed as kept in step already, and all of them are live.`,
    {
      hint: "This checkout is still kept in step, but is not listed. It will be once another one has been stopped for a few minutes.",
    },
  );
}
