import type { EventRow } from "@/lib/db/events";
import type { Queries } from "@/lib/db/database";
import type { StoredRevision } from "@/lib/db/revisions";

/** Columns that hold what somebody wrote: plain text, or JSON with such text in it. */
interface Place {
  table: string;
  key: readonly string[];
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
  { table: "Document", key: ["id"], text: [], json: ["identity"], of: IN_WORKSPACE },
  { table: "Relay", key: ["id"], text: ["text", "reason", "decidedBy"], json: [], of: IN_SESSION },
  { table: "Run", key: ["sessionKey", "reader"], text: ["how"], json: [], of: IN_SESSION },
  { table: "StateLine", key: ["sessionKey", "role"], text: ["text"], json: [], of: IN_SESSION },
  { table: "Comment", key: ["id"], text: ["author", "text"], json: [], of: IN_SESSION },
  { table: "Person", key: ["id"], text: ["name"], json: [], of: IN_WORKSPACE },
  { table: "Claim", key: ["id"], text: ["what"], json: ["paths"], of: IN_SESSION },
  { table: "Nudge", key: ["id"], text: ["text"], json: [], of: IN_SESSION },
  { table: "Question", key: ["sessionKey", "id"], text: ["answer"], json: [], of: IN_SESSION },
  {
    table: "ContextVersion",
    key: ["sessionKey", "number"],
    text: ["requiredActions"],
    json: ["affected"],
    of: IN_SESSION,
  },
  { table: "Delivery", key: ["id"], text: ["message", "reason"], json: [], of: IN_SESSION },
  {
    table: "Acknowledgement",
    key: ["id"],
    text: ["impact", "action", "leadAction"],
    json: ["unclear"],
    of: IN_SESSION,
  },
  { table: "Gate", key: ["id"], text: ["result"], json: ["record"], of: IN_SESSION },
  {
    table: "TeamSession",
    key: ["workspaceId", "team", "id"],
    text: ["mode", "topic", "currentSpeaker", "outcome"],
    json: ["loaded", "notes", "lastCheckpoint"],
    of: IN_WORKSPACE,
  },
  { table: "AgentSession", key: ["key"], text: ["summary", "outcome", "log"], json: [], of: IN_WORKSPACE },
  {
    table: "Credential",
    key: ["id"],
    text: ["label", "userAgent"],
    json: [],
    of: `("workspaceId" IS NULL OR ${IN_WORKSPACE})`,
  },
  {
    table: "Replica",
    key: ["workspaceId", "owner", "id"],
    text: ["person", "machine"],
    json: ["conflicts"],
    of: IN_WORKSPACE,
  },
  { table: "Webhook", key: ["workspaceId"], text: ["url", "lastSaid"], json: [], of: IN_WORKSPACE },
  { table: "Idempotency", key: ["credentialId", "key"], text: [], json: ["answer"], of: ANYWHERE },
  { table: "Journal", key: ["id"], text: ["reason"], json: [], of: ANYWHERE },
];

/** Replaces a text in plain text and in JSON. */
export interface Replacer {
  forms: readonly string[];
  in(text: string): string;
  inJson(json: string): string;
}

export interface RewrittenRow {
  table: string;
  key: Record<string, string | number>;
  values: Record<string, string>;
}

/** The rows of a workspace that hold a text, beside its events and revisions, as they are to be. */
export async function listRewrittenRows(queries: Queries, workspace: string, replacer: Replacer) {
  const { direct } = queries;
  const rewritten: RewrittenRow[] = [];
  for (const { table, key, text, json, of } of PLACES) {
    const columns = [...text, ...json];
    const { holds, values } = holdsAny(queries, columns, replacer.forms);
    const rows = await direct.all(
      `SELECT ${[...key, ...columns].map(quoted).join(", ")} FROM "${table}" WHERE ${of} AND ${holds}`,
      ...[workspace, ...values],
    );
    for (const row of rows) {
      const changed = columns.flatMap((name, index): [string, string][] => {
        const before = row[key.length + index];
        if (typeof before !== "string") return [];
        const after = json.includes(name) ? replacer.inJson(before) : replacer.in(before);
        return after === before ? [] : [[name, after]];
      });
      if (changed.length === 0) continue;
      const own = key.map((name, index): [string, string | number] => {
        const value = row[index];
        return [name, typeof value === "string" ? value : Number(value)];
      });
      rewritten.push({ table, key: Object.fromEntries(own), values: Object.fromEntries(changed) });
    }
  }
  return rewritten;
}

export async function rewriteRow({ direct }: Queries, { table, key, values }: RewrittenRow): Promise<void> {
  const set = Object.keys(values).map((name) => `${quoted(name)} = ?`);
  const own = Object.keys(key).map((name) => `${quoted(name)} = ?`);
  await direct.change(table, Object.values(key), `UPDATE "${table}" SET ${set.join(", ")} WHERE ${own.join(" AND ")}`, [
    ...Object.values(values),
    ...Object.values(key),
  ]);
}

const quoted = (name: string) => `"${name}"`;

/** The events of a workspace that hold any of these texts, oldest first. */
export async function listEventsHolding(queries: Queries, workspace: string, forms: readonly string[]) {
  const { holds, values } = holdsAny(queries, ["payload", "target"], forms);
  const rows = await queries.direct.all(
    `SELECT "id" FROM "Event" WHERE ${IN_WORKSPACE} AND ${holds} ORDER BY "id"`,
    ...[workspace, ...values],
  );
  const events: EventRow[] = [];
  for (const [id] of rows) events.push(await queries.event.findUniqueOrThrow({ where: { id: Number(id) } }));
  return events;
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
  const { holds, values } = holdsAny(queries, ["acts"], forms);
  const rows = await queries.direct.all(`SELECT "id" FROM "Journal" WHERE ${holds} ORDER BY "id"`, ...values);
  return rows.map(([id]) => Number(id));
}

function holdsAny({ direct }: Queries, columns: readonly string[], forms: readonly string[]) {
  const conditions = columns.flatMap((name) => forms.map(() => `${direct.dialect.position}("${name}", ?) > 0`));
  return { holds: `(${conditions.join(" OR ")})`, values: columns.flatMap(() => [...forms]) };
}
