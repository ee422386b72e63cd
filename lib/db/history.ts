import { findLastEventOf, type EventRow } from "@/lib/db/events";
import type { Queries } from "@/lib/db/open";
import type { RevisionRow } from "@/lib/db/revisions";

/** A document whose changes are recorded, as stored. */
export interface DocumentRow {
  id: number;
  workspaceId: string;
  kind: string;
  path: string;
  head: number;
  headHash: string;
  identity: string;
}

/** A revision to be stored. `snapshot` is base64 of the deflated text, or null when `patch` is given. */
export interface NewRevision extends Omit<RevisionRow, "at"> {
  documentId: number;
  patch: string | null;
  snapshot: string | null;
  at: string;
}

/** An event to be stored. */
export interface NewEvent extends Omit<EventRow, "at"> {
  at: string;
}

/** The documents at the given paths, those that are known. */
export async function findDocuments(queries: Queries, workspaceId: string, paths: string[]): Promise<DocumentRow[]> {
  return queries.document.findMany({ where: { workspaceId, path: { in: paths } } });
}

/** All documents of a workspace whose path begins so. */
export async function listDocuments(queries: Queries, workspaceId: string, prefix = ""): Promise<DocumentRow[]> {
  const rows = await queries.document.findMany({
    where: { workspaceId, path: { startsWith: prefix } },
    orderBy: { path: "asc" },
  });
  // SQL's pattern takes `_` for any character and A for a.
  return rows.filter((row) => row.path.startsWith(prefix));
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

/** The documents of a workspace that have a file as far as the history knows, those begun last first. */
export async function listHeldDocuments(queries: Queries, workspaceId: string, limit: number): Promise<DocumentRow[]> {
  return queries.document.findMany({
    where: { workspaceId, headHash: { not: "" }, NOT: { path: { startsWith: "trash/" } } },
    orderBy: { id: "desc" },
    take: limit,
  });
}

/** Begins the record of a document that has none yet. */
export async function createDocument(
  queries: Queries,
  workspaceId: string,
  kind: string,
  path: string,
): Promise<DocumentRow> {
  return queries.document.create({ data: { workspaceId, kind, path, createdAt: new Date() } });
}

/** Gives every document below `from` the same place below `to`: a session that goes to the trash or comes back. */
export async function moveDocuments(queries: Queries, workspaceId: string, from: string, to: string): Promise<void> {
  for (const row of await listDocuments(queries, workspaceId, `${from}/`)) {
    await queries.document.update({ where: { id: row.id }, data: { path: to + row.path.slice(from.length) } });
  }
}

/**
 * Moves the heads of documents and stores their revisions and the events of a batch. Three statements whatever the
 * number of rows, given as JSON: through the query builder, which binds each value by itself, a batch of thirty took
 * ten times as long.
 */
export async function insertHistory(
  queries: Queries,
  documents: Pick<DocumentRow, "id" | "head" | "headHash" | "identity">[],
  revisions: NewRevision[],
  events: NewEvent[],
): Promise<void> {
  if (documents.length > 0) {
    await queries.$executeRaw`
      UPDATE "Document" SET
        "head" = new.value ->> 'head', "headHash" = new.value ->> 'headHash',
        "identity" = new.value ->> 'identity'
      FROM json_each(${JSON.stringify(documents)}) AS new WHERE "Document"."id" = new.value ->> 'id'`;
  }
  // SQLite reads base64 in none of its versions; hex it does, but only for the one row that holds a snapshot.
  const patched = revisions.filter((revision) => revision.snapshot === null);
  if (patched.length > 0) {
    await queries.$executeRaw`
      INSERT INTO "Revision" ("documentId", "sequence", "hash", "parentHash", "patch", "lines", "actor", "actorKind",
        "roles", "source", "operation", "detail", "at")
      SELECT value ->> 'documentId', value ->> 'sequence', value ->> 'hash', value ->> 'parentHash', value ->> 'patch',
        value ->> 'lines', value ->> 'actor', value ->> 'actorKind', value ->> 'roles', value ->> 'source',
        value ->> 'operation', value ->> 'detail', value ->> 'at'
      FROM json_each(${JSON.stringify(patched)})`;
  }
  for (const revision of revisions) {
    if (revision.snapshot === null) continue;
    const snapshot = Buffer.from(revision.snapshot, "base64");
    await queries.revision.create({ data: { ...revision, snapshot, at: new Date(revision.at) } });
  }
  if (events.length > 0) {
    await queries.$executeRaw`
      INSERT INTO "Event" ("id", "workspaceId", "at", "actor", "actorKind", "source", "action", "target", "session",
        "payload", "revisions", "previousHash", "hash")
      SELECT value ->> 'id', value ->> 'workspaceId', value ->> 'at', value ->> 'actor', value ->> 'actorKind',
        value ->> 'source', value ->> 'action', value ->> 'target', value ->> 'session', value ->> 'payload',
        value ->> 'revisions', value ->> 'previousHash', value ->> 'hash'
      FROM json_each(${JSON.stringify(events)})`;
  }
}

/** A moment as the database stores it, so that rows written as JSON compare with those written by the query builder. */
export function storedTime(at: Date): string {
  return at.toISOString().replace("Z", "+00:00");
}

/** The newest event of a workspace, and the newest id of all: where both go on from. */
export async function findLastEvent(
  queries: Queries,
  workspaceId: string,
): Promise<{ lastId: number; hash: string | null }> {
  const newest = await queries.event.findFirst({ orderBy: { id: "desc" }, select: { id: true } });
  const own = await findLastEventOf(queries, workspaceId);
  return { lastId: newest?.id ?? 0, hash: own?.hash ?? null };
}
