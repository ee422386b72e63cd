import pg from "pg";
import { describePlace, placeOf, type Place } from "@/lib/db/postgresql/address";
import { explain } from "@/lib/db/postgresql/explain";
import { comparePostgresql } from "@/lib/db/postgresql/migrate";

export interface PostgresqlInspection {
  /** The database and where it is, without a password. */
  where: string;
  /** As in `18.4`. */
  version: string;
  bytes: number;
  /** Migrations this version has and the database lacks: the next start applies them. */
  pending: number;
  /** Migrations the database has and this version does not know: it was used by a newer one. */
  unknown: string[];
  /** What of its settings keeps it from being written, or from keeping what it has acknowledged; empty where nothing does. */
  warnings: string[];
}

/** Waits as long for a server that does not answer. Milliseconds. */
const PATIENCE_MS = 5_000;

/** Looks at the database at `url` and changes nothing in it. Throws in a sentence what a start would throw. */
export async function inspectPostgresql(url: string, folder: string): Promise<PostgresqlInspection> {
  return looking(url, async (client, place) => {
    const compared = await comparePostgresql(client, folder, place);
    const { rows } = await client.query<Record<"version" | "bytes" | "fsync" | "readonly", string>>(
      `SELECT current_setting('server_version') AS "version", pg_database_size(current_database()) AS "bytes",
         current_setting('fsync') AS "fsync", current_setting('transaction_read_only') AS "readonly"`,
    );
    const { version = "", bytes = "0", fsync, readonly } = rows[0] ?? {};
    const warnings = [
      ...(readonly === "on" ? ["It is read-only."] : []),
      ...(fsync === "off" ? ["fsync is off: a power cut can cost what it has acknowledged."] : []),
    ];
    return { where: describePlace(place), version, bytes: Number(bytes), warnings, ...compared };
  });
}

/** The hash of every document of a workspace that has a file, by its path. */
export async function inspectDocuments(url: string, workspace: string): Promise<Map<string, string>> {
  return looking(url, async (client) => {
    const { rows } = await client.query<{ path: string; hash: string }>(
      `SELECT "path", "headHash" AS "hash" FROM "Document"
         WHERE "workspaceId" = $1 AND "headHash" <> '' AND "path" NOT LIKE 'trash/%'`,
      [workspace],
    );
    return new Map(rows.map(({ path, hash }) => [path, hash]));
  });
}

async function looking<T>(url: string, look: (client: pg.Client, place: Place) => Promise<T>): Promise<T> {
  const place = placeOf(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await look(client, place);
  } catch (error) {
    throw explain(error, place);
  } finally {
    await client.end().catch(() => undefined);
  }
}
