import type { Queries } from "@/lib/db/database";

/** Where a document of a recorded workspace stands: its file, where it has one, holds what `hash` is of. */
export interface Standing {
  id: number;
  workspace: string;
  path: string;
  head: number;
  hash: string;
}

/** What an event says of documents: which of them have another revision, and what happened. */
export interface Change {
  id: number;
  workspace: string;
  action: string;
  /** JSON list of covered revisions. */
  revisions: string | null;
}

/** The events after one, oldest first, as far as they tell which documents changed. */
export async function listChangesAfter({ direct }: Queries, id: number, limit: number): Promise<Change[]> {
  const rows = await direct.all(
    `SELECT "id", "workspaceId", "action", "revisions" FROM "Event" WHERE "id" > ? ORDER BY "id" LIMIT ?`,
    id,
    limit,
  );
  return rows.map(([event, workspace, action, revisions]) => ({
    id: Number(event),
    workspace: String(workspace),
    action: String(action),
    revisions: typeof revisions === "string" ? revisions : null,
  }));
}

/** Where one document stands; null for one that is not there. */
export async function findStanding({ direct }: Queries, id: number): Promise<Standing | null> {
  const [row] = await direct.all(
    `SELECT "id", "workspaceId", "path", "head", "headHash" FROM "Document" WHERE "id" = ?`,
    id,
  );
  return row === undefined ? null : standingOf(row);
}

/** Where every document of a workspace stands. */
export async function listStandings({ direct }: Queries, workspace: string): Promise<Standing[]> {
  const rows = await direct.all(
    `SELECT "id", "workspaceId", "path", "head", "headHash" FROM "Document" WHERE "workspaceId" = ?`,
    workspace,
  );
  return rows.map(standingOf);
}

/**
 * What documents hold at their newest revisions, by their ids: of those alone that keep it whole there, as every document does that was
 * never changed.
 */
export async function listWholeHeads({ direct }: Queries, ids: number[]): Promise<Map<number, WholeHead>> {
  if (ids.length === 0) return new Map();
  const rows = await direct.all(
    `SELECT "Document"."id", "Revision"."sequence", "Revision"."snapshot" FROM "Document"
      JOIN "Revision" ON "Revision"."documentId" = "Document"."id" AND "Revision"."sequence" = "Document"."head"
      WHERE "Document"."id" IN (${ids.map(() => "?").join(", ")}) AND "Revision"."snapshot" IS NOT NULL`,
    ...ids,
  );
  return new Map(
    rows.map(([id, head, snapshot]) => [Number(id), { head: Number(head), snapshot: snapshot as Buffer }]),
  );
}

/** The content of a document at a revision, deflated. */
export interface WholeHead {
  head: number;
  snapshot: Uint8Array;
}

function standingOf([id, workspace, path, head, hash]: unknown[]): Standing {
  return { id: Number(id), workspace: String(workspace), path: String(path), head: Number(head), hash: String(hash) };
}

/** The mark of the secret that the servers of a recorded workspace share; null for one in a folder, undefined for one that is not known. */
export async function findRecorded(queries: Queries, name: string): Promise<string | null | undefined> {
  return (await queries.workspace.findUnique({ where: { name }, select: { recorded: true } }))?.recorded;
}

/** The same of all workspaces, by name. */
export async function listRecorded({ direct }: Queries): Promise<Map<string, string | null>> {
  const rows = await direct.all(`SELECT "name", "recorded" FROM "Workspace"`);
  return new Map(rows.map(([name, recorded]) => [String(name), typeof recorded === "string" ? recorded : null]));
}

/** Has a workspace's content in the history from now on, or in a folder again where `mark` is null. */
export async function putRecorded(queries: Queries, name: string, mark: string | null): Promise<void> {
  await queries.workspace.upsert({
    where: { name },
    update: { recorded: mark },
    create: { name, createdAt: new Date(), recorded: mark },
  });
}
