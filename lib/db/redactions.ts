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
  place("Document", "id", IN_WORKSPACE, { json: "identity" }),
  place("Relay", "id", IN_SESSION, { text: "text reason decidedBy" }),
  place("Run", "sessionKey reader", IN_SESSION, { text: "how" }),
  place("StateLine", "sessionKey role", IN_SESSION, { text: "text" }),
  place("Comment", "id", IN_SESSION, { text: "author text" }),
  place("Person", "id", IN_WORKSPACE, { text: "name" }),
  place("Claim", "id", IN_SESSION, { text: "what", json: "paths" }),
  place("Nudge", "id", IN_SESSION, { text: "text" }),
  place("Question", "sessionKey id", IN_SESSION, { text: "answer" }),
  place("ContextVersion", "sessionKey number", IN_SESSION, { text: "requiredActions", json: "affected" }),
  place("Delivery", "id", IN_SESSION, { text: "message reason" }),
  place("Acknowledgement", "id", IN_SESSION, { text: "impact action leadAction", json: "unclear" }),
  place("Gate", "id", IN_SESSION, { text: "result", json: "record" }),
  place("TeamSession", "workspaceId team id", IN_WORKSPACE, {
    text: "mode topic currentSpeaker outcome",
    json: "loaded notes lastCheckpoint",
  }),
  place("AgentSession", "key", IN_WORKSPACE, { text: "summary outcome log" }),
  place("Credential", "id", `("workspaceId" IS NULL OR ${IN_WORKSPACE})`, { text: "label userAgent" }),
  place("Replica", "workspaceId owner id", IN_WORKSPACE, { text: "person machine", json: "conflicts" }),
  place("Webhook", "workspaceId", IN_WORKSPACE, { text: "url lastSaid" }),
  place("Idempotency", "credentialId key", ANYWHERE, { json: "answer" }),
  place("Journal", "id", ANYWHERE, { text: "reason" }),
];

/** A table with its columns by name, separated by blanks. */
function place(table: string, key: string, of: string, { text = "", json = "" }): Place {
  const [keys, texts, jsons] = [key, text, json].map((names) => names.split(" ").filter((name) => name !== ""));
  return { table, key: keys ?? [], text: texts ?? [], json: jsons ?? [], of };
}

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
