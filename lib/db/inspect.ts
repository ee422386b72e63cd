import { type Client, createClient, type Value } from "@libsql/client";
import { compareMigrations, readMigrations } from "@/lib/db/migrate";
import type { PostgresqlInspection } from "@/lib/db/postgresql/inspect";
import type { Bound, Direct } from "@/lib/db/direct";
import { PROTECTED, type Protected } from "@/lib/db/protected";
import { addTo, keyOf, type Seals, type StoredRoot, type Sums } from "@/lib/db/seals";

/** What a look at a database without opening Wardroom shows. */
export interface DatabaseInspection {
  /** What SQLite's own check says is wrong; empty for a sound file. */
  damage: string[];
  /** Migrations this version has and the database lacks: the next start applies them. */
  pending: number;
  /** Migrations the database has and this version does not know: it was used by a newer one. */
  unknown: string[];
}

/** SQLite says at most so many faults: the first ones tell enough. */
const FAULTS_SHOWN = 5;

/**
 * Looks at an existing database and changes nothing in it. A file that is not a database is answered as damage; only what
 * keeps the file from being read at all is thrown.
 */
export async function inspectDatabase(path: string, migrationsFolder: string): Promise<DatabaseInspection> {
  const client = createClient({ url: `file:${path}`, timeout: 5_000 });
  try {
    const damage = await findDamage(client);
    if (damage.length > 0) return { damage, pending: 0, unknown: [] };
    const applied = await findApplied(client);
    const known = (await readMigrations(migrationsFolder)).migrationDirectories.map((migration) => migration.path);
    const { pending, unknown } = compareMigrations(applied, known);
    return { damage, pending: pending.length, unknown };
  } finally {
    client.close();
  }
}

/** The same for the PostgreSQL database at an address. Throws in a sentence what a start would throw. */
export async function inspectDatabaseAt(url: string, migrationsFolder: string): Promise<PostgresqlInspection> {
  // What is loaded for it is of no use to anybody else.
  const { inspectPostgresql } = await import("@/lib/db/postgresql/inspect");
  return inspectPostgresql(url, migrationsFolder);
}

/** The hash of every document that has a file, by its path, of a workspace in the PostgreSQL database at an address. */
export async function inspectDocumentsAt(url: string, workspace: string): Promise<Map<string, string>> {
  const { inspectDocuments } = await import("@/lib/db/postgresql/inspect");
  return inspectDocuments(url, workspace);
}

async function findDamage(client: Client): Promise<string[]> {
  try {
    const { rows } = await client.execute(`PRAGMA quick_check(${FAULTS_SHOWN})`);
    return rows.map((row) => textOf(row[0])).filter((line) => line !== "ok");
  } catch (error) {
    if (error instanceof Error && /SQLITE_(NOTADB|CORRUPT)/.test(String(error))) return [error.message];
    throw error;
  }
}

async function findApplied(client: Client): Promise<Set<string>> {
  const { rows: tables } = await client.execute("SELECT 1 FROM sqlite_master WHERE name = '_prisma_migrations'");
  if (tables.length === 0) return new Set();
  const { rows } = await client.execute(
    "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  return new Set(rows.map((row) => textOf(row[0])));
}

/** A value of a column that holds text. */
function textOf(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}

/** What is wrong with rows that are sealed. */
export type RowFault =
  /** One is not as it was sealed, was never sealed, or is gone; `row` is what is there. */
  | { why: "changed" | "unsealed" | "gone"; table: Protected; key: Bound[] }
  /** Rows went or came back together with their seals. */
  | { why: "sums"; table: Protected; had: number; has: number }
  /** The root is gone, or was changed. */
  | { why: "no root" | "root"; scope: string };

/** What a look at the sealed rows of a workspace finds, and of what belongs to no workspace. */
export interface InspectedRows {
  faults: RowFault[];
  /** Rows that are as they were sealed, and those of them that were there before. */
  rows: number;
  upgraded: number;
  /** Rows that servers with other secrets have sealed. */
  foreign: number;
}

/** Compares every sealed row of a workspace with its seal, and all seals with the root over them. */
export async function inspectRows(direct: Direct, seals: Seals, workspace: string, pause: () => Promise<void>) {
  const found: InspectedRows = { faults: [], rows: 0, upgraded: 0, foreign: 0 };
  const [own = "", ...former] = seals.nobodys;
  const others = await listOthers(direct, seals);
  for (const scope of [workspace, own, ...former]) {
    const root = await seals.root(direct, scope);
    if (root === null && former.includes(scope)) continue;
    if (root?.isSound !== true) found.faults.push({ why: root === null ? "no root" : "root", scope });
    for (const table of PROTECTED.values()) {
      await pause();
      await inspectTable(direct, seals, { table, scope, root, found, others: scope === workspace ? NONE : others });
    }
  }
  return found;
}

interface Looked {
  table: Protected;
  scope: string;
  root: StoredRoot | null;
  found: InspectedRows;
  /** Where a row of no workspace is sealed, by its key. */
  others: ReadonlyMap<string, string>;
}

const NONE: ReadonlyMap<string, string> = new Map();

async function inspectTable(direct: Direct, seals: Seals, { table, scope, root, found, others }: Looked) {
  const sealed = new Map<string, { seal: string; scope: string; upgraded: number }>();
  const sums: Sums = {};
  const all = await direct.all(
    `SELECT "key", "seal", "upgraded" FROM "Seal" WHERE "workspaceId" = ? AND "kind" = ?`,
    ...[scope, table.table],
  );
  for (const [key, seal, upgraded] of all) {
    const isSeal = /^[0-9a-f]{64}$/.test(String(seal));
    sealed.set(String(key), { seal: isSeal ? String(seal) : "", scope, upgraded: Number(upgraded) });
    if (isSeal) addTo(sums, table.table, null, String(seal));
  }
  for await (const row of seals.rowsOf(direct, table, scope)) {
    const key = keyOf(table, row);
    const id = JSON.stringify(key);
    const seal = sealed.get(id);
    sealed.delete(id);
    const by = others.get(id) ?? scope;
    if (by !== scope) {
      if (!seals.nobodys.includes(by)) found.foreign++;
    } else if (seal === undefined) found.faults.push({ why: "unsealed", table, key });
    else if (!seals.isSealed(table, row, seal)) found.faults.push({ why: "changed", table, key });
    else {
      found.rows++;
      found.upgraded += seal.upgraded;
    }
  }
  for (const id of sealed.keys()) found.faults.push({ why: "gone", table, key: JSON.parse(id) as Bound[] });
  if (root?.isSound !== true) return;
  const [[had, before], [has, now]] = [root.sums[table.table] ?? [0, "0"], sums[table.table] ?? [0, "0"]];
  if (had !== has || before !== now) found.faults.push({ why: "sums", table, had, has });
}

/**
 * Of rows that belong to no workspace, in which scope each is sealed: each server that has a secret of its own has its own. Where all
 * servers share one, a scope that is not ours is nobody's, and says nothing for a row.
 */
async function listOthers(direct: Direct, seals: Seals): Promise<Map<string, string>> {
  const rows = await direct.all(
    `SELECT "key", "workspaceId" FROM "Seal" WHERE "kind" = 'Credential' AND "workspaceId" LIKE '~%'`,
  );
  const scopes = rows.map(([key, scope]): [string, string] => [String(key), String(scope)]);
  return new Map(scopes.filter(([, scope]) => !seals.isShared || seals.nobodys.includes(scope)));
}
