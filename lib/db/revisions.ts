import { z } from "zod";
import { parseJson } from "@/lib/core/text/parse-json";
import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

/** A revision as stored, without its text. */
export type RevisionRow = Pick<Prisma.RevisionModel, keyof typeof WITHOUT_TEXT>;

const WITHOUT_TEXT = {
  sequence: true,
  hash: true,
  parentHash: true,
  lines: true,
  actor: true,
  actorKind: true,
  roles: true,
  source: true,
  operation: true,
  detail: true,
  at: true,
} as const;

/** A revision as stored, with its text and the document it is of. */
export interface StoredRevision extends RevisionRow {
  documentId: number;
  patch: string | null;
  snapshot: Uint8Array | null;
}

const WHOLE = { ...WITHOUT_TEXT, id: true, documentId: true, patch: true, snapshot: true } as const;

/** The newest id of any revision; 0 without one. */
export async function findLastRevisionId(queries: Queries): Promise<number> {
  return (await queries.revision.aggregate({ _max: { id: true } }))._max.id ?? 0;
}

/** Revisions of all documents of all workspaces after an id up to another, oldest first. To choose by workspace would sort all of them each time. */
export async function listStoredRevisions(
  queries: Queries,
  after: number,
  upTo: number,
  limit: number,
): Promise<(StoredRevision & { id: number })[]> {
  return queries.revision.findMany({
    where: { id: { gt: after, lte: upTo } },
    orderBy: { id: "asc" },
    take: limit,
    select: WHOLE,
  });
}

export async function findStoredRevision(
  queries: Queries,
  documentId: number,
  sequence: number,
): Promise<StoredRevision | null> {
  return queries.revision.findFirst({ where: { documentId, sequence }, select: WHOLE });
}

/** One step on the way to a text: a snapshot, or a patch against the step before. */
export interface RevisionStep {
  sequence: number;
  patch: string | null;
  snapshot: Uint8Array | null;
}

const STEP = { sequence: true, patch: true, snapshot: true } as const;

/** The steps from the nearest snapshot up to a revision, in order. */
export async function listRevisionSteps(
  queries: Queries,
  documentId: number,
  sequence: number,
): Promise<RevisionStep[]> {
  const start = await queries.revision.findFirst({
    where: { documentId, sequence: { lte: sequence }, snapshot: { not: null } },
    orderBy: { sequence: "desc" },
    select: { sequence: true },
  });
  return queries.revision.findMany({
    where: { documentId, sequence: { gte: start?.sequence ?? 1, lte: sequence } },
    orderBy: { sequence: "asc" },
    select: STEP,
  });
}

/** The steps after one revision up to another, in order. */
export async function listStepsBetween(
  queries: Queries,
  documentId: number,
  after: number,
  upTo: number,
): Promise<RevisionStep[]> {
  return queries.revision.findMany({
    where: { documentId, sequence: { gt: after, lte: upTo } },
    orderBy: { sequence: "asc" },
    select: STEP,
  });
}

/** A revision with its text, for telling who wrote its lines. */
export type BlameRow = RevisionRow & RevisionStep;

/** Revisions of a document after a sequence, oldest first, with their texts. */
export async function listBlameRows(
  queries: Queries,
  documentId: number,
  after: number,
  limit: number,
): Promise<BlameRow[]> {
  return queries.revision.findMany({
    where: { documentId, sequence: { gt: after } },
    orderBy: { sequence: "asc" },
    take: limit,
    select: { ...WITHOUT_TEXT, patch: true, snapshot: true },
  });
}

/** Revisions of a document, newest first, below a sequence when one is given. */
export async function listRevisions(
  queries: Queries,
  documentId: number,
  page: { limit: number; below: number | null },
): Promise<RevisionRow[]> {
  return queries.revision.findMany({
    where: page.below === null ? { documentId } : { documentId, sequence: { lt: page.below } },
    orderBy: { sequence: "desc" },
    take: page.limit,
    select: WITHOUT_TEXT,
  });
}

export async function findRevision(queries: Queries, documentId: number, sequence: number) {
  return queries.revision.findFirst({
    where: { documentId, sequence },
    select: WITHOUT_TEXT,
  });
}

/** The revisions whose detail mentions an item id, oldest first. */
export async function listRevisionsOfItem(queries: Queries, documentId: number, itemId: string) {
  const named = JSON.stringify(itemId);
  const rows = await queries.revision.findMany({
    where: { documentId, detail: { contains: queries.direct.dialect.literally(named) } },
    orderBy: { sequence: "asc" },
    take: 200,
    select: WITHOUT_TEXT,
  });
  // The database takes % and _ for wildcards.
  return rows.filter((row) => row.detail.includes(named));
}

/** The newest revision that came in from outside and took a file from one content to another, hashes as recorded. */
export async function findOutsideRevision(
  queries: Queries,
  documentId: number,
  step: { hash: string; parentHash: string },
): Promise<RevisionRow | null> {
  return queries.revision.findFirst({
    where: { documentId, ...step, source: "disk" },
    orderBy: { sequence: "desc" },
    select: WITHOUT_TEXT,
  });
}

/** Whether a document had that content in any revision after a sequence. */
export async function hasRevisionWith(queries: Queries, documentId: number, content: { hash: string; after: number }) {
  const where = { documentId, hash: content.hash, sequence: { gt: content.after } };
  return (await queries.revision.findFirst({ where, select: { id: true } })) !== null;
}

/** The sequences of a document's revisions from one on that were recorded with exactly that detail. */
export async function listSequencesWith(
  queries: Queries,
  documentId: number,
  detail: Record<string, unknown>,
  from: number,
): Promise<number[]> {
  const rows = await queries.revision.findMany({
    where: { documentId, sequence: { gte: from }, detail: JSON.stringify(detail) },
    select: { sequence: true },
  });
  return rows.map(({ sequence }) => sequence);
}

const Joined = z.object({ base: z.int(), pushed: z.string() });

/** The revision that a pushed text was based on which was joined with later ones, as the detail of the joined one says; null where none was. */
export async function findBaseOfPushed(queries: Queries, documentId: number, hash: string): Promise<number | null> {
  const found = await queries.revision.findFirst({
    where: { documentId, source: "disk", detail: { contains: hash } },
    orderBy: { sequence: "desc" },
    select: { detail: true },
  });
  const joined = Joined.safeParse(parseJson(found?.detail ?? "")).data;
  return joined?.pushed === hash ? joined.base : null;
}

export async function findNewestWith(queries: Queries, documentId: number, hash: string): Promise<number | null> {
  const found = await queries.revision.findFirst({
    where: { documentId, hash },
    orderBy: { sequence: "desc" },
    select: { sequence: true },
  });
  return found?.sequence ?? null;
}

/** Who made a revision that came in from outside: all of it, or the parts that its detail then names. */
export type Attribution = { role: string; detail?: string } | { detail: string };

/** The newest revisions that came in from outside and are not wholly somebody's. */
export async function listUnattributed(queries: Queries, documentId: number, limit: number): Promise<RevisionRow[]> {
  return queries.revision.findMany({
    where: { documentId, source: "disk", actorKind: "disk" },
    orderBy: { sequence: "desc" },
    take: limit,
    select: WITHOUT_TEXT,
  });
}

/** What announcements have said of a document's revisions up to a sequence: what changes whenever they say more. */
export async function readAnnounced(queries: Queries, documentId: number, upTo: number): Promise<string> {
  const rows = await queries.revision.findMany({
    where: {
      documentId,
      sequence: { lte: upTo },
      source: "disk",
      OR: [{ actorKind: { not: "disk" } }, { detail: { contains: '"by":' } }],
    },
    orderBy: { sequence: "asc" },
    select: { sequence: true, actor: true, detail: true },
  });
  return JSON.stringify(rows.map(({ sequence, actor, detail }) => [sequence, actor, detail]));
}

export async function listRevisionsAt(
  queries: Queries,
  workspaceId: string,
  wanted: readonly { path: string; sequence: number }[],
): Promise<(RevisionRow & { path: string })[]> {
  if (wanted.length === 0) return [];
  const rows = await queries.revision.findMany({
    where: {
      sequence: { in: [...new Set(wanted.map(({ sequence }) => sequence))] },
      document: { workspaceId, path: { in: [...new Set(wanted.map(({ path }) => path))] } },
    },
    select: { ...WITHOUT_TEXT, document: { select: { path: true } } },
  });
  return rows.map(({ document, ...row }) => ({ ...row, path: document.path }));
}

/** What some revisions of a document hold beside their text, by sequence. */
export async function listDetails(queries: Queries, documentId: number, sequences: readonly number[]) {
  if (sequences.length === 0) return new Map<number, string>();
  const rows = await queries.revision.findMany({
    where: { documentId, sequence: { in: [...sequences] } },
    select: { sequence: true, detail: true },
  });
  return new Map(rows.map(({ sequence, detail }) => [sequence, detail]));
}

/** The newest revision that a role made or whose section it touched; of anybody when no role is given. */
export async function findLastRevisionOf(queries: Queries, documentId: number, role: string | null) {
  const about =
    role === null
      ? {}
      : { OR: [{ actor: role }, { roles: { contains: queries.direct.dialect.literally(JSON.stringify(role)) } }] };
  return queries.revision.findFirst({
    where: { documentId, ...about },
    orderBy: { sequence: "desc" },
    select: WITHOUT_TEXT,
  });
}

/** The revisions that several documents are at, by the document's id; none for one without any. */
export async function listHeads(
  queries: Queries,
  documents: readonly { id: number; head: number }[],
): Promise<Map<number, RevisionRow>> {
  if (documents.length === 0) return new Map();
  const heads = documents.map(({ id, head }) => ({ documentId: id, sequence: head }));
  const rows = await queries.revision.findMany({ where: { OR: heads }, select: { ...WITHOUT_TEXT, documentId: true } });
  return new Map(rows.map((row) => [row.documentId, row]));
}

/** The newest revision of a document that was made at a moment or before; 0 for none. */
export async function sequenceAt(queries: Queries, documentId: number, at: Date): Promise<number> {
  const row = await queries.revision.findFirst({
    where: { documentId, at: { lte: at } },
    orderBy: { sequence: "desc" },
    select: { sequence: true },
  });
  return row?.sequence ?? 0;
}

/** When a revision was made, by whom, and how long the text then was. */
export type RevisionTime = Pick<RevisionRow, "sequence" | "at" | "actor" | "lines" | "hash">;
