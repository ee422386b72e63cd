import { versionOf } from "@/lib/core/context/version-number";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { findLatestVersion, listSent } from "@/lib/db/context";
import { listRoles, type RoleRow, type SessionRow } from "@/lib/db/sessions";
import type { Queries } from "@/lib/db/database";
import type { Author } from "@/lib/services/commit/act";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { isFound, loadContext } from "@/lib/services/context/context-state";
import { changesSince } from "@/lib/services/context/changes-since";
import { withDeltas } from "@/lib/services/context/with-deltas";
import { planDelivery, recipientsOf, send, sentNow, trackInPlan } from "@/lib/services/context/deliver";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/**
 * Sends the current version in full to a role that nothing of it was sent to: its section was made in an editor, or came back there or
 * with an earlier text. What nobody published is sent to nobody, and nothing to a session that is finished. Source: formats "Context
 * delta".
 */
export async function catchUp(
  context: ServiceContext,
  session: SessionRow,
  role: string,
  author: Author,
): Promise<void> {
  const { committer } = context;
  const path = memoryPath(session.id);
  await withDeltas(context.countTokens, (deltaOf) =>
    committer.submit({
      workspace: session.workspaceId,
      author,
      alone: true,
      decide: async (draft) => {
        const rows = await draft.roles(session.key);
        const all = await findLeftOut(draft.queries, session, await draft.document(path), rows);
        const left = all.find(({ id }) => id === role);
        const { latest, publishedText: text } = await loadContext(draft, context, session);
        if (left === undefined || latest === null) return;
        const { number, tokens: fullTokens, actor, requiredActions } = latest;
        const affected = JSON.parse(latest.affected) as string[];
        const publication = { number, text, fullTokens, author: actor, delta: null, affected, requiredActions };
        const older = left.lostAt === null ? left.confirmed : null;
        const since = await changesSince({ draft, session, deltaOf }, [older], { number, text });
        const planned = planDelivery(left, publication, { since, countTokens: context.countTokens });
        const plan = send(draft, context, session, publication, planned);
        await trackInPlan(draft, session, { lastDelta: { [role]: sentNow(draft, number, plan) } });
        const told = { version: versionOf(number), reason: plan.reason, tokens: plan.tokens };
        draft.event("context.resent", role, session, told);
      },
    }),
  );
}

/** The roles that `catchUp` has something to send to, as the files are now. */
export async function rolesLeftOut({ committer, database }: ServiceContext, session: SessionRow): Promise<Set<string>> {
  const [memory, rows] = await Promise.all([
    committer.readable(session.workspaceId, memoryPath(session.id)),
    listRoles(database.queries, session.key),
  ]);
  return new Set((await findLeftOut(database.queries, session, memory, rows)).map(({ id }) => id));
}

/** The active roles that have not confirmed the version published last and were sent nothing of it since they were added. */
async function findLeftOut(
  queries: Queries,
  session: SessionRow,
  memory: DocumentState,
  rows: RoleRow[],
): Promise<RoleRow[]> {
  const latest = await findLatestVersion(queries, session.key);
  if (latest === null || isFound(latest) || memoryOf(memory).meta.finished !== null) return [];
  const sent = await listSent(queries, session.key, latest.number);
  return recipientsOf(memory, rows).filter(
    (role) =>
      (role.confirmed ?? 0) < latest.number &&
      !sent.some((each) => each.role === role.id && each.kind !== "guidance" && each.sentAt >= role.addedAt),
  );
}
