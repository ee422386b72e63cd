import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

/** Where a workspace sends what comes to wait, as stored. */
export type WebhookRow = Prisma.WebhookModel;

/** What a server notes of a webhook while it is set. */
export type WebhookNote = Partial<Pick<WebhookRow, "lastAt" | "lastOk" | "lastSaid" | "told" | "claimedAt">>;

export async function findWebhook(queries: Queries, workspaceId: string): Promise<WebhookRow | null> {
  return queries.webhook.findUnique({ where: { workspaceId } });
}

/**
 * Sets the webhook of a workspace. How its last message went is forgotten where it goes elsewhere now, and what it was told of
 * where it is to be told of other kinds as well.
 */
export async function putWebhook(
  queries: Queries,
  { workspaceId, ...set }: Pick<WebhookRow, "workspaceId" | "url" | "kinds" | "quiet">,
): Promise<void> {
  const before = await findWebhook(queries, workspaceId);
  const goesElsewhere = before?.url !== set.url;
  const forgotten: WebhookNote = {
    ...(goesElsewhere && { lastAt: null, lastOk: null, lastSaid: null }),
    ...((goesElsewhere || before.kinds !== set.kinds) && { told: null, claimedAt: null }),
  };
  await queries.webhook.upsert({
    where: { workspaceId },
    create: { workspaceId, ...set },
    update: { ...set, ...forgotten },
  });
}
