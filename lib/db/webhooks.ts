import type { Queries } from "@/lib/db/open";

/** Where a workspace sends what comes to wait, as stored. */
export interface WebhookRow {
  workspaceId: string;
  url: string;
  kinds: string;
  quiet: string | null;
  lastAt: Date | null;
  lastOk: boolean | null;
  lastSaid: string | null;
}

/** The webhook of a workspace, or null. */
export async function findWebhook(queries: Queries, workspaceId: string): Promise<WebhookRow | null> {
  return queries.webhook.findUnique({ where: { workspaceId } });
}

/** Sets the webhook of a workspace; how its last message went is forgotten where it goes elsewhere now. */
export async function putWebhook(
  queries: Queries,
  { workspaceId, ...set }: Pick<WebhookRow, "workspaceId" | "url" | "kinds" | "quiet">,
): Promise<void> {
  const before = await findWebhook(queries, workspaceId);
  const forgotten = before?.url === set.url ? {} : { lastAt: null, lastOk: null, lastSaid: null };
  await queries.webhook.upsert({
    where: { workspaceId },
    create: { workspaceId, ...set },
    update: { ...set, ...forgotten },
  });
}

/** Forgets the webhook of a workspace. */
export async function dropWebhook(queries: Queries, workspaceId: string): Promise<void> {
  await queries.webhook.deleteMany({ where: { workspaceId } });
}

/** Notes how a message went, unless the webhook goes elsewhere by now. */
export async function noteWebhookResult(
  queries: Queries,
  { workspaceId, url, at, ok, said }: { workspaceId: string; url: string; at: Date; ok: boolean; said: string },
): Promise<void> {
  await queries.webhook.updateMany({
    where: { workspaceId, url },
    data: { lastAt: at, lastOk: ok, lastSaid: said },
  });
}
