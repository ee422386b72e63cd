import { versionOf } from "@/lib/core/context/version";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { findLatestVersion, listDeliveries } from "@/lib/db/context";
import { listRoles, type RoleRow, type SessionRow } from "@/lib/db/sessions";
import type { Queries } from "@/lib/db/open";
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
  const { committer, database } = context;
  const path = memoryPath(session.id);
  const [memory, rows] = await Promise.all([
    committer.current(session.workspaceId, path),
    listRoles(database.queries, session.key),
  ]);
  if ((await leftOut(database.queries, session, memory, rows, role)) === undefined) return;
  await withDeltas(context.countTokens, (deltaOf) =>
    committer.submit({
      workspace: session.workspaceId,
      author,
      alone: true,
      decide: async (draft) => {
        const rows = await draft.roles(session.key);
        const left = await leftOut(draft.queries, session, await draft.document(path), rows, role);
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

/** The role, where it is active, has not confirmed the version published last, and was sent nothing of it since it was added. */
async function leftOut(
  queries: Queries,
  session: SessionRow,
  memory: DocumentState,
  rows: RoleRow[],
  wanted: string,
): Promise<RoleRow | undefined> {
  const role = recipientsOf(memory, rows).find(({ id }) => id === wanted);
  const latest = await findLatestVersion(queries, session.key);
  if (role === undefined || latest === null || isFound(latest) || memoryOf(memory).meta.finished !== null) return;
  if ((role.confirmed ?? 0) >= latest.number) return;
  const sent = await listDeliveries(queries, session.key, wanted);
  const isSent = sent.some(
    ({ version, kind, sentAt }) => version === latest.number && kind !== "guidance" && sentAt >= role.addedAt,
  );
  return isSent ? undefined : role;
}
