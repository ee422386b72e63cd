import { versionOf } from "@/lib/core/context/version";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { findLatestVersion, listSentOf } from "@/lib/db/context";
import { listRoles, type RoleRow, type SessionRow } from "@/lib/db/sessions";
import type { Queries } from "@/lib/db/open";
import type { Author } from "@/lib/services/commit/act";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { isFound, loadContext } from "@/lib/services/context/context-state";
import { planDelivery, recipientsOf, send, sentNow, trackInPlan } from "@/lib/services/context/deliver";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/**
 * Sends the current version in full to each active role that nothing of it was sent to: its section was made in an editor, or came
 * back there or with an earlier text. What nobody published is sent to nobody, and nothing to a session that is finished. Source: formats "Context delta".
 */
export async function catchUp(context: ServiceContext, session: SessionRow, author: Author): Promise<void> {
  const { committer, database } = context;
  const path = memoryPath(session.id);
  const memory = await committer.current(session.workspaceId, path);
  if ((await leftOut(database.queries, session, memory, await listRoles(database.queries, session.key))).length === 0)
    return;
  await committer.submit({
    workspace: session.workspaceId,
    author,
    alone: true,
    decide: async (draft) => {
      const rows = await draft.roles(session.key);
      const roles = await leftOut(draft.queries, session, await draft.document(path), rows);
      const { latest, publishedText: text } = await loadContext(draft, context, session);
      if (latest === null) return;
      const { number, tokens: fullTokens, actor, requiredActions } = latest;
      const affected = JSON.parse(latest.affected) as string[];
      const publication = { number, text, fullTokens, author: actor, delta: null, affected, requiredActions };
      for (const role of roles) {
        const plan = send(draft, context, session, publication, planDelivery(role, publication));
        await trackInPlan(draft, session, { lastDelta: { [role.id]: sentNow(draft, number, plan) } });
        draft.event("context.resent", role.id, session, {
          version: versionOf(number),
          reason: plan.reason,
          tokens: plan.tokens,
        });
      }
    },
  });
}

/** Active roles that have not confirmed the version published last, and to whom nothing of it was sent since they were added. */
async function leftOut(
  queries: Queries,
  session: SessionRow,
  memory: DocumentState,
  rows: RoleRow[],
): Promise<RoleRow[]> {
  const latest = await findLatestVersion(queries, session.key);
  if (latest === null || isFound(latest) || memoryOf(memory).meta.finished !== null) return [];
  const sent = await listSentOf(queries, session.key, latest.number);
  return recipientsOf(memory, rows).filter(
    ({ id, confirmed, addedAt }) =>
      (confirmed ?? 0) < latest.number && !sent.some(({ role, sentAt }) => role === id && sentAt >= addedAt),
  );
}
