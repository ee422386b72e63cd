import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

/** Whose a call is, and over whose connection it must come. */
export type AnnouncementRow = Prisma.AnnouncementModel;

/** Stores an announcement in place of one of the same call, and forgets those that are over. */
export async function putAnnouncement(queries: Queries, row: AnnouncementRow, at: Date): Promise<void> {
  await queries.announcement.deleteMany({ where: { expiresAt: { lte: at } } });
  await queries.announcement.upsert({ where: { toolUseId: row.toolUseId }, update: row, create: row });
}

export async function findAnnouncement(queries: Queries, toolUseId: string): Promise<AnnouncementRow | null> {
  return queries.announcement.findUnique({ where: { toolUseId } });
}
