import { mkdir, open, stat } from "node:fs/promises";
import { dirname, join, basename } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { AppError } from "@/lib/core/errors";
import { DatabaseFiles, wipeDatabase } from "@/lib/db/database-files";
import type { Database } from "@/lib/db/database";
import { type Dialect, together } from "@/lib/db/direct";
import type { Claim } from "@/lib/db/postgresql/claims";
import { PrismaClient, Prisma } from "@/lib/db/generated/client";
import { migrate, pendingMigrations, readMigrations } from "@/lib/db/migrate";
import { Connection } from "@/lib/db/connection";
import { ConnectionAdapter, type Access } from "@/lib/db/connection-adapter";
import { Reads, locked, PATIENCE_MS, Turns } from "@/lib/db/turns";
import { Seals } from "@/lib/db/seals";
import { directOn, extended } from "@/lib/db/touch-rows";
import { isPostgresql } from "@/lib/db/database-address";
import { watch, type FSWatcher } from "node:fs";

/** Commits come in bursts; one look answers them all. Milliseconds. */
const PAUSE_MS = 15;

/** Where the system lets nothing more be watched, one looks this often. Milliseconds. */
const LOOK_EVERY_MS = 500;

/**
 * Calls back when any process may have committed to the SQLite database at `path`, until closed. A hint: it calls too often.
 * `onCommit` never rejects; `close` waits for it. It is called once at the beginning, for those that came before.
 */
function watchDatabase(path: string, onCommit: () => Promise<void>): { close(): Promise<void> } {
  const names = new Set<string | null>([basename(path), `${basename(path)}-wal`, null]);
  let timer: NodeJS.Timeout | undefined;
  let answered = Promise.resolve();
  const tell = () => {
    answered = Promise.all([answered, onCommit()]).then(() => undefined);
  };
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      tell();
    }, PAUSE_MS);
  };
  let looking: NodeJS.Timeout | undefined;
  const lookNow = () => {
    looking ??= setInterval(soon, LOOK_EVERY_MS);
  };
  const watcher = watchFolder(dirname(path), (name) => names.has(name) && soon(), lookNow);
  tell();
  return {
    close: async () => {
      watcher?.close();
      clearInterval(looking);
      clearTimeout(timer);
      await answered;
    },
  };
}

/** The folder and not the files, which may be made anew. Calls `onEnd` when it sees nothing, or nothing more. */
function watchFolder(folder: string, onChange: (name: string | null) => void, onEnd: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, (_, name) => onChange(name));
    watcher.on("error", onEnd);
    return watcher;
  } catch {
    onEnd();
    return null;
  }
}

/**
 * Opens the database at an address: a path of a SQLite file, or that of PostgreSQL, as `postgresql://user@host/database`. Rows are sealed
 * with `seals`; who is given none may only read, or copy all of it. What is claimed is claimed of PostgreSQL alone: throws `conflict` where
 * another process uses it as something else.
 */
export async function openDatabase(
  address: string,
  migrations: string,
  seals = new Seals([], false),
  claims: readonly Claim[] = [],
): Promise<Database> {
  if (!isPostgresql(address)) return openSqlite(address, migrations, seals);
  // What is loaded for it is of no use to anybody else.
  const { openPostgresql } = await import("@/lib/db/postgresql/open");
  return openPostgresql(address, migrations, seals, claims);
}

/** As long as a migration waits inside SQLite; it tries again outside. Milliseconds. */
const LOCK_TIMEOUT_MS = 5;

/**
 * Opens the SQLite database at `path`, brought to the newest migration. What is missing is made for this user alone: the
 * folder, and the database too, which may be put into a folder that others can enter. Throws `unparseable` when what stands
 * there is no database, and `busy` when the disk is full.
 */
async function openSqlite(path: string, migrationsFolder: string, seals: Seals): Promise<Database> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await createEmpty(path);
  const config = { url: `file:${path}`, timeout: LOCK_TIMEOUT_MS };
  let isFrozen = false;
  await migrate(new PrismaLibSql(config), migrationsFolder).catch(async (error: unknown) => {
    // There is no room for a log, and none is needed to read.
    isFrozen = (isNoRoom(error) || isReadOnly(error)) && (await isReadableAlone(path, migrationsFolder));
    if (isFrozen) return;
    if (isNoRoom(error)) throw noRoomToOpen(error);
    throw isDamaged(error) ? damaged(path, error) : error;
  });
  const files = new DatabaseFiles(path);
  const explained = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw await files.explain(error);
    }
  };
  const connection = await retryWhileBusy(() => Promise.resolve(new Connection(path, isFrozen)));
  const turns = new Turns(connection);
  const inside = queriesOn(connection, turns.inside, explained, seals);
  // What is read over a connection of its own neither waits for a transaction nor sees the inside of one.
  const beside = await retryWhileBusy(() => Promise.resolve(new Connection(path, isFrozen, true)));
  const reads = new Reads(beside);
  const client = queriesOn(beside, reads, explained);
  await retryWhileBusy(() => client.$connect());
  await files.fault();
  files.noteTurn((await client.lock.findUnique({ where: { id: 1 } }))?.turn ?? 0);
  /** As one that nobody may come into; answers once what it left is on the disk. */
  const inTurn = async <T>(work: () => Promise<T>, limit: number, onCommit?: () => void): Promise<T> => {
    await files.assertSound();
    return retryWhileBusy(() => explained(turns.take(work, limit, onCommit))).catch((error: unknown) => {
      if (!isReadOnly(error)) throw error;
      throw isFrozen ? noRoomToOpen(error) : readOnly(error);
    });
  };
  const settled = () =>
    connection.syncLog().catch((error: unknown) => {
      throw noSpace(error);
    });
  return {
    queries: client,
    seals,
    owners: null,
    settled,
    transaction: async (work, { isLong = false } = {}) => {
      const { answer, turn } = await inTurn(
        async () => {
          const turn = Number((await inside.direct.all(TAKE_TURN))[0]?.[0]);
          return { answer: await seals.during(inside.direct, turn, () => work(inside, turn)), turn };
        },
        (isLong ? 360 : 10) * PATIENCE_MS,
        () => seals.committed(),
      );
      files.noteTurn(turn);
      await settled();
      // What was committed to a file that is gone meanwhile is not promised to anybody.
      await files.assertSound();
      return answer;
    },
    locked: (work) => inTurn(async () => work(Number((await inside.direct.all(LAST_TURN))[0]?.[0] ?? 0)), PATIENCE_MS),
    // While this connection has a transaction open, nobody else commits.
    version: () => explained(asked(() => versionOn(connection))),
    // Other connections of this process write.
    changes: () => explained(reads.use(() => versionOn(beside))),
    fault: () => files.fault(),
    // Over the connection that writes, which may remember what its files no longer hold.
    whenReplaced: () => undefined,
    rescue: (target) => turns.between(() => void connection.execute("VACUUM INTO ?", [target])),
    watch: (onCommit) => watchDatabase(path, onCommit),
    tell: () => undefined,
    size: () => databaseSize(path),
    clockOffset: () => 0,
    pools: () => [],
    wipe: async () => {
      await files.assertSound();
      await retryWhileBusy(() => wipeDatabase(config.url));
      return [];
    },
    close: async () => {
      await Promise.all([client.$disconnect(), inside.$disconnect()]);
      await Promise.all([reads.close(), turns.close()]);
    },
  };
}

/** Whether a database holds everything itself, nothing in a log, as this version wants it. */
async function isReadableAlone(path: string, migrationsFolder: string): Promise<boolean> {
  const log = await stat(`${path}-wal`).catch(() => null);
  if (log !== null && log.size > 0) return false;
  const connection = new Connection(path, true);
  try {
    const { rows } = connection.execute(
      "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
    );
    const known = (await readMigrations(migrationsFolder)).migrationDirectories.map(({ path }) => path);
    const applied = rows.map(([name]) => String(name));
    return pendingMigrations(applied, known).length === 0;
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}

const SQLITE: Dialect = {
  seconds: (column) => `CAST(strftime('%s', ${column}) AS INTEGER)`,
  position: "instr",
  columns: `SELECT "name" FROM pragma_table_info(?) ORDER BY 1`,
  numberAfter: () => null,
  // Its patterns have no sign that takes their meaning from the others.
  literally: (text) => text,
};

function versionOn(connection: Connection): number {
  return Number(connection.execute("PRAGMA data_version").rows[0]?.[0]);
}

const TAKE_TURN = `INSERT INTO "Lock" ("id", "turn") VALUES (1, 1) ON CONFLICT ("id") DO UPDATE SET "turn" = "Lock"."turn" + 1 RETURNING "turn"`;
const LAST_TURN = `SELECT "turn" FROM "Lock" WHERE "id" = 1`;

/** As a promise also where it throws. */
async function asked<T>(work: () => T): Promise<T> {
  return Promise.resolve().then(work);
}

/** Prisma's client and our own statements on a connection, what both fail with told by `explained`. `seals` notes which rows they change. */
function queriesOn(
  connection: Connection,
  access: Access,
  explained: <T>(work: Promise<T>) => Promise<T>,
  seals: Seals | null = null,
) {
  const client = new PrismaClient({ adapter: new ConnectionAdapter(connection, access) });
  const direct = directOn(seals, SQLITE, {
    all: (sql, ...args) => explained(access.use(() => connection.execute(sql, args).rows)),
    run: (sql, ...rows) =>
      explained(
        access.use(() => {
          for (const [some, args] of together(sql, rows)) connection.execute(some, args);
        }),
      ),
  });
  return Object.assign(extended(client, { explained, seals, direct }), { direct });
}

/**
 * Makes an empty file, which SQLite takes for a new database, giving the files beside it the same permissions. One that is
 * there is not opened: to close it would let go of every lock that this process holds on it.
 */
async function createEmpty(path: string): Promise<void> {
  try {
    await (await open(path, "ax", 0o600)).close();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

/** Where the migrations lie, seen from the folder of package.json. */
export function migrationsFolder(projectFolder: string): string {
  return join(projectFolder, "prisma", "migrations");
}

/** Between two attempts at a lock; among those who keep taking it, who looks seldom hardly ever finds it free. */
const LONGEST_PAUSE_MS = 5;

async function retryWhileBusy<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (isNoRoom(error)) throw noSpace(error);
      if (!isBusy(error)) throw error;
      if (performance.now() > deadline) {
        throw locked();
      }
      await wait(pause);
    }
  }
}

/** Whether the disk took no more; a limit on the size of files reads as a fault of the disk. */
export function isNoRoom(error: unknown): boolean {
  return (
    error instanceof Error &&
    /SQLITE_FULL|SQLITE_IOERR|disk is full|disk I\/O error|disk of PostgreSQL/.test(String(error))
  );
}

function noRoomToOpen(cause: unknown): AppError {
  const hint = "Free some space, or mount the disk for writing, and start it again; nothing is lost.";
  return new AppError(
    "busy",
    "Wardroom cannot write its data: the disk is full or read-only, or fails.",
    { hint },
    { cause },
  );
}

function noSpace(cause: unknown): AppError {
  const hint = "Free some space, read what is there, and repeat what is missing.";
  return new AppError("busy", "The history could not be written: the disk is full, or fails.", { hint }, { cause });
}

function isReadOnly(error: unknown): boolean {
  return error instanceof Error && /SQLITE_(READONLY|CANTOPEN)/.test(String(error));
}

function readOnly(cause: unknown): AppError {
  const hint =
    "Give this user the permission to write the database and its folder, and mount their disk for writing. Reads go on; nothing was changed.";
  return new AppError("busy", "The history cannot be written: its database is read-only.", { hint }, { cause });
}

function isDamaged(error: unknown): boolean {
  return error instanceof Error && /SQLITE_(NOTADB|CORRUPT)/.test(String(error));
}

function damaged(path: string, cause: unknown): AppError {
  const hint =
    "Put a copy from your backup in its place, or move it away to begin a new history; the files of your projects are as they were.";
  return new AppError("unparseable", `${path} is not a database, or a damaged one.`, { hint }, { cause });
}

/** Whether an error is the database's own: what it holds cannot be read, or is not what it should be. */
export function isDatabaseFault(error: unknown): boolean {
  if (error instanceof AppError) return isDatabaseFault(error.cause);
  return error instanceof Error && /^(PrismaClient|DriverAdapter|Libsql|error$)/.test(error.name);
}

/** Prisma words a locked database differently by place: as its own code, or as the driver's error. */
function isBusy(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P1008") return true;
  return (
    error instanceof Error && /SQLITE_BUSY|database is locked|SocketTimeout/.test(`${error.name} ${error.message}`)
  );
}

/** Bytes of a database on disk. What was committed last is in the log beside the file until SQLite folds it in. */
async function databaseSize(path: string): Promise<number> {
  const parts = await Promise.all(
    [path, `${path}-wal`].map((each) =>
      stat(each).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return parts.reduce((sum, size) => sum + size, 0);
}
