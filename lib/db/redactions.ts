import type { EventRow } from "@/lib/db/events";
import type { Queries } from "@/lib/db/database";
import type { StoredRevision } from "@/lib/db/revisions";

/** Columns that hold what somebody wrote: plain text, or JSON with such text in it. */
interface Place {
  table: string;
  text: readonly string[];
  json: readonly string[];
  /** Which rows are a workspace's; its name is the parameter. */
  of: string;
}

const IN_SESSION = `"sessionKey" IN (SELECT "key" FROM "Session" WHERE "workspaceId" = ?)`;
const IN_WORKSPACE = `"workspaceId" = ?`;
/** These are about no workspace, or about several. */
const ANYWHERE = "? <> ''";

/** Every column in which words of people and agents stand, beside those of events and revisions. */
export const PLACES: readonly Place[] = [
  { table: "Document", text: [], json: ["identity"], of: IN_WORKSPACE },
  { table: "Relay", text: ["text", "reason", "decidedBy"], json: [], of: IN_SESSION },
  { table: "StateLine", text: ["text"], json: [], of: IN_SESSION },
  { table: "Comment", text: ["author", "text"], json: [], of: IN_SESSION },
  { table: "Person", text: ["name"], json: [], of: IN_WORKSPACE },
  { table: "Claim", text: ["what"], json: [], of: IN_SESSION },
  { table: "Nudge", text: ["text"], json: [], of: IN_SESSION },
  { table: "Question", text: ["answer"], json: [], of: IN_SESSION },
  { table: "ContextVersion", text: ["requiredActions"], json: ["affected"], of: IN_SESSION },
  { table: "Delivery", text: ["message", "reason"], json: [], of: IN_SESSION },
  { table: "Acknowledgement", text: ["impact", "action", "leadAction"], json: ["unclear"], of: IN_SESSION },
  { table: "Gate", text: ["result"], json: ["record"], of: IN_SESSION },
  {
    table: "TeamSession",
    text: ["mode", "topic", "currentSpeaker", "outcome"],
    json: ["loaded", "notes", "lastCheckpoint"],
    of: IN_WORKSPACE,
  },
  { table: "AgentSession", text: ["summary", "outcome", "log"], json: [], of: IN_WORKSPACE },
  { table: "Credential", text: ["label", "userAgent"], json: [], of: `("workspaceId" IS NULL OR ${IN_WORKSPACE})` },
  { table: "Webhook", text: ["url", "lastSaid"], json: [], of: IN_WORKSPACE },
  { table: "Idempotency", text: [], json: ["answer"], of: ANYWHERE },
  { table: "Journal", text: ["reason"], json: [], of: ANYWHERE },
];

/** Replaces a text in plain text and in JSON. */
export interface Replacer {
  forms: readonly string[];
  in(text: string): string;
  inJson(json: string): string;
}

/** The new values of one row. */
export interface RewrittenRow {
  table: string;
  row: number;
  values: Record<string, string>;
}

/** The rows of a workspace that hold a text, beside its events and revisions, as they are to be. */
export async function listRewrittenRows(
  queries: Queries,
  workspace: string,
  replacer: Replacer,
): Promise<RewrittenRow[]> {
  const rewritten: RewrittenRow[] = [];
  for (const { table, text, json, of } of PLACES) {
    const columns = [...text, ...json];
    const { holds, values } = holdsAny(columns, replacer.forms);
    const names = columns.map((name) => `"${name}"`).join(", ");
    const rows = await queries.$queryRawUnsafe<Record<string, unknown>[]>(
      `SELECT rowid AS "row", ${names} FROM "${table}" WHERE ${of} AND ${holds}`,
      ...[workspace, ...values],
    );
    for (const row of rows) {
      const changed = columns.flatMap((name): [string, string][] => {
        const before = row[name];
        if (typeof before !== "string") return [];
        const after = json.includes(name) ? replacer.inJson(before) : replacer.in(before);
        return after === before ? [] : [[name, after]];
      });
      if (changed.length > 0) rewritten.push({ table, row: Number(row["row"]), values: Object.fromEntries(changed) });
    }
  }
  return rewritten;
}

export async function rewriteRow(queries: Queries, { table, row, values }: RewrittenRow): Promise<void> {
  const names = Object.keys(values).map((name) => `"${name}" = ?`);
  await queries.$executeRawUnsafe(
    `UPDATE "${table}" SET ${names.join(", ")} WHERE rowid = ?`,
    ...[...Object.values(values), row],
  );
}

/** The events of a workspace that hold any of these texts, oldest first. */
export async function listEventsHolding(
  queries: Queries,
  workspace: string,
  forms: readonly string[],
): Promise<EventRow[]> {
  const { holds, values } = holdsAny(["payload", "target"], forms);
  const rows = await queries.$queryRawUnsafe<{ id: number | bigint }[]>(
    `SELECT "id" FROM "Event" WHERE ${IN_WORKSPACE} AND ${holds} ORDER BY "id"`,
    ...[workspace, ...values],
  );
  const events: EventRow[] = [];
  for (const { id } of rows) events.push(await queries.event.findUniqueOrThrow({ where: { id: Number(id) } }));
  return events;
}

export async function rewriteEvent(
  queries: Queries,
  { id, payload, target }: Pick<EventRow, "id" | "payload" | "target">,
): Promise<void> {
  await queries.event.update({ where: { id }, data: { payload, target } });
}

/** Whole revisions of a document after a sequence, in order. */
export async function listWholeRevisions(
  queries: Queries,
  documentId: number,
  after: number,
  limit: number,
): Promise<StoredRevision[]> {
  return queries.revision.findMany({
    where: { documentId, sequence: { gt: after } },
    orderBy: { sequence: "asc" },
    take: limit,
  });
}

/** What of a revision a redaction changes. A snapshot is base64. */
export interface RewrittenRevision extends Pick<
  StoredRevision,
  "documentId" | "sequence" | "hash" | "parentHash" | "lines" | "detail" | "patch"
> {
  snapshot: string | null;
}

/** Rewrites a revision, and the hash of its text wherever else that stands. */
export async function rewriteRevision(queries: Queries, revision: RewrittenRevision): Promise<void> {
  const { documentId, sequence, snapshot, ...row } = revision;
  const data = { ...row, snapshot: snapshot === null ? null : Buffer.from(snapshot, "base64") };
  await queries.revision.update({ where: { documentId_sequence: { documentId, sequence } }, data });
  await queries.contextVersion.updateMany({ where: { documentId, revision: sequence }, data: { hash: row.hash } });
  await queries.document.updateMany({ where: { id: documentId, head: sequence }, data: { headHash: row.hash } });
}

/** The ids of journaled changes that hold any of these texts. */
export async function listJournalsHolding(queries: Queries, forms: readonly string[]): Promise<number[]> {
  const { holds, values } = holdsAny(["acts"], forms);
  const rows = await queries.$queryRawUnsafe<{ id: number | bigint }[]>(
    `SELECT "id" FROM "Journal" WHERE ${holds} ORDER BY "id"`,
    ...values,
  );
  return rows.map(({ id }) => Number(id));
}

function holdsAny(columns: readonly string[], forms: readonly string[]): { holds: string; values: string[] } {
  const conditions = columns.flatMap((name) => forms.map(() => `instr("${name}", ?) > 0`));
  return { holds: `(${conditions.join(" OR ")})`, values: columns.flatMap(() => [...forms]) };
}
