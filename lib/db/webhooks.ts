import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

/** Where a workspace sends what comes to wait, as stored. */
export type WebhookRow = Prisma.WebhookModel;

/** What a server notes of a webhook while it is set. */
export type WebhookNote = Partial<Pick<WebhookRow, "lastAt" | "lastOk" | "lastSaid" | "told" | "claimedAt">>;

export async function findWebhook(queries: Queries, workspaceId: string): Promise<WebhookRow | null> {
  return queries.webhook.findUnique({ where: { workspaceId } });
}
