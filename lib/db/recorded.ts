import type { Queries } from "@/lib/db/database";
import { DOCUMENT_COLUMNS, type DocumentRow } from "@/lib/db/history";
import type { RevisionStep } from "@/lib/db/revisions";

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
  hash: string;
  workspace: string;
  action: string;
  /** JSON list of covered revisions. */
  revisions: string | null;
}

/** The events after one, oldest first, as far as they tell which documents changed. */
export async function listChangesAfter({ direct }: Queries, id: number, limit: number): Promise<Change[]> {
  const rows = await direct.all(
    `SELECT "id", "hash", "workspaceId", "action", "revisions" FROM "Event" WHERE "id" > ? ORDER BY "id" LIMIT ?`,
    id,
    limit,
  );
  return rows.map(([event, hash, workspace, action, revisions]) => ({
    id: Number(event),
    hash: String(hash),
    workspace: String(workspace),
    action: String(action),
    revisions: typeof revisions === "string" ? revisions : null,
  }));
}

/** Number and hash of the last event of all; 0 and no hash where there is none. */
export async function findEnd({ direct }: Queries): Promise<Pick<Change, "id" | "hash">> {
  const [[id, hash] = [0, ""]] = await direct.all(`SELECT "id", "hash" FROM "Event" ORDER BY "id" DESC LIMIT 1`);
  return { id: Number(id), hash: String(hash) };
}

/** Where some documents stand, without those that are not there. */
export async function listStandingsOf({ direct }: Queries, ids: readonly number[]): Promise<Standing[]> {
  const { marks, args } = several(ids);
  const rows = await direct.all(
    `SELECT "id", "workspaceId", "path", "head", "headHash" FROM "Document" WHERE "id" IN (${marks})`,
    ...args,
  );
  return rows.map(standingOf);
}

/** The same with the ids of their items, which may be many. */
export async function listDocumentRows(queries: Queries, ids: readonly number[]): Promise<DocumentRow[]> {
  return queries.document.findMany({ where: { id: { in: [...ids] } }, ...DOCUMENT_COLUMNS });
}

/** From one revision of a document, left out, up to another. */
export interface Span {
  id: number;
  after: number;
  upTo: number;
}

/** The steps of several documents by their ids, in order: of each those of its span. */
export async function listStepsOf({ direct }: Queries, spans: readonly Span[]): Promise<Map<number, RevisionStep[]>> {
  const steps = new Map<number, RevisionStep[]>();
  if (spans.length === 0) return steps;
  const asked = filledUp(spans);
  const rows = await direct.all(
    `SELECT "documentId", "sequence", "patch", "snapshot" FROM "Revision"
      WHERE ${asked.map(() => '("documentId" = ? AND "sequence" > ? AND "sequence" <= ?)').join(" OR ")}
      ORDER BY "documentId", "sequence"`,
    ...asked.flatMap(({ id, after, upTo }) => [id, after, upTo]),
  );
  for (const [document, sequence, patch, snapshot] of rows) {
    const id = Number(document);
    const step = {
      sequence: Number(sequence),
      patch: typeof patch === "string" ? patch : null,
      snapshot: snapshot instanceof Uint8Array ? snapshot : null,
    };
    steps.set(id, [...(steps.get(id) ?? []), step]);
  }
  return steps;
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
  const { marks, args } = several(ids);
  const rows = await direct.all(
    `SELECT "Document"."id", "Revision"."sequence", "Revision"."snapshot" FROM "Document"
      JOIN "Revision" ON "Revision"."documentId" = "Document"."id" AND "Revision"."sequence" = "Document"."head"
      WHERE "Document"."id" IN (${marks}) AND "Revision"."snapshot" IS NOT NULL`,
    ...args,
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

/** The marks of several arguments, and these. */
function several(ids: readonly number[]): { marks: string; args: readonly number[] } {
  const args = filledUp(ids);
  return { marks: args.map(() => "?").join(", "), args };
}

/** As many as the next power of two, the last one repeated, so that a handful of texts is kept prepared; none stay none. */
function filledUp<T>(each: readonly T[]): readonly T[] {
  const size = 2 ** Math.ceil(Math.log2(Math.max(each.length, 1)));
  return each.concat(each.slice(-1).flatMap((last) => Array.from({ length: size - each.length }, () => last)));
}

function standingOf([id, workspace, path, head, hash]: unknown[]): Standing {
  return { id: Number(id), workspace: String(workspace), path: String(path), head: Number(head), hash: String(hash) };
}

/** The mark of the secret that the servers of a recorded workspace share; null for one in a folder, undefined for one that is not known. */
export async function findRecorded(queries: Queries, name: string): Promise<string | null | undefined> {
  return (await queries.workspace.findUnique({ where: { name }, select: { recorded: true } }))?.recorded;
}

/** Has a workspace's content in the history from now on, or in a folder again where `mark` is null. */
export async function putRecorded(queries: Queries, name: string, mark: string | null): Promise<void> {
  await queries.workspace.upsert({
    where: { name },
    update: { recorded: mark },
    create: { name, createdAt: new Date(), recorded: mark },
  });
}
