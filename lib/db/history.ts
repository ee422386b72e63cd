import type { EventRow } from "@/lib/db/events";
import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";
import type { RevisionRow } from "@/lib/db/revisions";
import { storedTime } from "@/lib/db/direct";

export type DocumentRow = Omit<Prisma.DocumentModel, "createdAt">;

/** A revision to be stored. `snapshot` is the deflated text, or null when `patch` is given. */
export interface NewRevision extends Omit<RevisionRow, "at"> {
  documentId: number;
  patch: string | null;
  snapshot: Buffer | null;
  at: string;
}

export interface NewEvent extends Omit<EventRow, "at"> {
  at: string;
}

/** What of a document is read everywhere. */
export const DOCUMENT_COLUMNS = { omit: { createdAt: true } } as const;

export async function findDocument(queries: Queries, workspaceId: string, path: string): Promise<DocumentRow | null> {
  return queries.document.findFirst({ where: { workspaceId, path }, ...DOCUMENT_COLUMNS });
}

/** Where the document at a path stands, without the ids of its items, which may be many; null where it is not known. */
export async function findHead(queries: Queries, workspaceId: string, path: string) {
  const select = { id: true, head: true, headHash: true };
  return queries.document.findFirst({ where: { workspaceId, path }, select });
}

/** All documents of a workspace whose path begins so. */
export async function listDocuments(queries: Queries, workspaceId: string, prefix = ""): Promise<DocumentRow[]> {
  const rows = await queries.document.findMany({
    where: { workspaceId, path: { startsWith: queries.direct.dialect.literally(prefix) } },
    orderBy: { path: "asc" },
  });
  // SQLite's pattern takes `_` for any character and A for a.
  return rows.filter((row) => row.path.startsWith(prefix));
}

/** Where documents are, and what they hold, by their ids. */
export async function listDocumentsById(queries: Queries, workspaceId: string, ids: number[]) {
  return queries.document.findMany({ where: { workspaceId, id: { in: ids } }, select: { path: true, headHash: true } });
}

/** The paths of the team memories of a workspace that were changed since they were found, the one changed last first. */
export async function listMemoriesByChange(queries: Queries, workspaceId: string): Promise<string[]> {
  const rows = await queries.$queryRaw<{ path: string }[]>`
    SELECT "Document"."path" FROM "Document"
    JOIN "Revision" ON "Revision"."documentId" = "Document"."id" AND "Revision"."sequence" = "Document"."head"
    WHERE "Document"."workspaceId" = ${workspaceId} AND "Document"."kind" = 'memory'
      AND ("Document"."head" > 1 OR "Revision"."actorKind" <> 'disk')
    ORDER BY "Revision"."id" DESC`;
  return rows.map(({ path }) => path);
}

/** Begins a document, and answers its id. */
export async function createDocument(
  { direct }: Queries,
  workspaceId: string,
  kind: string,
  path: string,
): Promise<number> {
  const rows = await direct.all(
    `INSERT INTO "Document" ("workspaceId", "kind", "path", "createdAt") VALUES (?, ?, ?, ?) RETURNING "id"`,
    ...[workspaceId, kind, path, storedTime(new Date())],
  );
  return Number(rows[0]?.[0]);
}

/** Gives every document below `from` the same place below `to`: a session that goes to the trash or comes back. */
export async function moveDocuments(queries: Queries, workspaceId: string, from: string, to: string): Promise<void> {
  for (const row of await listDocuments(queries, workspaceId, `${from}/`)) {
    await queries.document.update({ where: { id: row.id }, data: { path: to + row.path.slice(from.length) } });
  }
}

/** How a document's head moves. */
export interface NewHead extends Pick<DocumentRow, "id" | "head" | "headHash" | "identity"> {
  /** What is known of the file: it holds the head and outlasts a power cut (`durable`), or it holds it in a moment, or until one (`placed`). */
  file: "durable" | "placed";
}

/** Moves the heads of documents and stores their revisions and the events of a batch: sent together, in this order. */
export async function insertHistory(
  { direct }: Queries,
  documents: NewHead[],
  revisions: NewRevision[],
  events: NewEvent[],
): Promise<void> {
  await Promise.all([
    direct.run(
      MOVE_HEAD,
      ...documents.map(({ file, head, headHash, identity, id }) => [
        id,
        head,
        headHash,
        identity,
        file === "durable" ? head : 0,
      ]),
    ),
    direct.run(
      INSERT_REVISION,
      ...revisions.map((row) => [
        row.documentId,
        row.sequence,
        row.hash,
        row.parentHash,
        row.patch,
        row.snapshot,
        row.lines,
        row.actor,
        row.actorKind,
        row.roles,
        row.source,
        row.operation,
        row.detail,
        row.at,
      ]),
    ),
    direct.run(
      INSERT_EVENT,
      ...events.map((row) => [
        row.id,
        row.workspaceId,
        row.at,
        row.actor,
        row.actorKind,
        row.source,
        row.action,
        row.target,
        row.session,
        row.payload,
        row.revisions,
        row.previousHash,
        row.hash,
      ]),
    ),
  ]);
}

/** Both databases take a whole number for a text where nobody says what it is. */
const MOVE_HEAD = `
  WITH "Moved" ("id", "head", "headHash", "identity", "synced") AS (
    VALUES (CAST(? AS bigint), CAST(? AS bigint), ?, ?, CAST(? AS bigint))
  )
  UPDATE "Document" SET "head" = "Moved"."head", "headHash" = "Moved"."headHash", "identity" = "Moved"."identity",
    "synced" = CASE WHEN "Moved"."synced" = 0 THEN "Document"."synced" ELSE "Moved"."synced" END
  FROM "Moved" WHERE "Document"."id" = "Moved"."id"`;

const INSERT_REVISION = `
  INSERT INTO "Revision" ("documentId", "sequence", "hash", "parentHash", "patch", "snapshot", "lines", "actor", "actorKind",
    "roles", "source", "operation", "detail", "at")
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const INSERT_EVENT = `
  INSERT INTO "Event" ("id", "workspaceId", "at", "actor", "actorKind", "source", "action", "target", "session",
    "payload", "revisions", "previousHash", "hash")
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** A document whose file may not hold its head yet, or not outlast a power cut. */
export type UnsyncedRow = Pick<DocumentRow, "id" | "workspaceId" | "path" | "head">;

/** The documents whose files may be behind their heads. */
export async function listUnsynced({ direct }: Queries): Promise<UnsyncedRow[]> {
  const rows = await direct.all(`SELECT "id", "workspaceId", "path", "head" FROM "Document" WHERE "synced" < "head"`);
  return rows.map(([id, workspaceId, path, head]) => ({
    id: Number(id),
    workspaceId: String(workspaceId),
    path: String(path),
    head: Number(head),
  }));
}

/** Notes that a file outlasts a power cut with a revision in it, or a later one. */
export async function markSynced({ direct }: Queries, documents: readonly { id: number; head: number }[]) {
  await direct.run(
    `UPDATE "Document" SET "synced" = CASE WHEN ? < "head" THEN ? ELSE "head" END WHERE "id" = ? AND "synced" < ?`,
    ...documents.map(({ id, head }) => [head, head, id, head]),
  );
}

/** The newest event of a workspace, and the newest id of all: where both go on from. */
export async function findLastEvent({ direct }: Queries, workspaceId: string) {
  const own = `(SELECT "hash" FROM "Event" WHERE "workspaceId" = ? ORDER BY "id" DESC LIMIT 1)`;
  const [row] = await direct.all(`SELECT (SELECT MAX("id") FROM "Event"), ${own}`, workspaceId);
  return { lastId: Number(row?.[0] ?? 0), hash: typeof row?.[1] === "string" ? row[1] : null };
}
