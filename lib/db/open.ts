import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { AppError } from "@/lib/core/errors";
import { DatabaseFiles } from "@/lib/db/database-files";
import { PrismaClient, Prisma } from "@/lib/db/generated/client";
import { migrate } from "@/lib/db/migrate";
import { SqliteAdapter } from "@/lib/db/sqlite-client";
import { wipeDatabase } from "@/lib/db/wipe-database";

/** What a repository function is given: queries of an open transaction, or of the database by itself. */
export type Queries = Prisma.TransactionClient;

/** The database, with the one way to write to it. */
export interface Database {
  /** Queries outside of a transaction. They wait while a transaction of this process is open. */
  queries: Queries;
  /**
   * Runs `work` alone among all processes: nobody else writes before it ends. `turn` is one more than that of the
   * transaction before; so whoever remembers its own last turn knows whether anybody wrote in between. Throws `busy`
   * when the lock cannot be had in ten seconds, the disk is full, or the database may not be written. It may
   * take a hundred seconds, and an hour where it `isLong`.
   */
  transaction<T>(work: (queries: Queries, turn: number) => Promise<T>, options?: { isLong?: boolean }): Promise<T>;
  /** What is wrong with the database's files, as a sentence, or null; while something is, no change is accepted. */
  fault(): Promise<string | null>;
  /** Writes what the open database holds to a new file, also when its own is gone. */
  rescue(target: string): Promise<void>;
  /**
   * Writes the database's files anew, so that nothing is left in them of what was deleted or replaced. Throws `busy` where
   * others read or write all the time.
   */
  wipe(): Promise<void>;
  close(): Promise<void>;
}

/** Waiting inside SQLite stops the event loop: it gives up at once, and we wait outside. */
const LOCK_TIMEOUT_MS = 5;
/** A healthy transaction takes milliseconds; who cannot get in for this long should be told. */
const PATIENCE_MS = 10_000;

/**
 * Opens the SQLite database at `path`, brought to the newest migration. What is missing is made for this user alone: the
 * folder, and the database too, which may be put into a folder that others can enter. Throws `unparseable` when what stands
 * there is no database, and `busy` when the disk is full.
 */
export async function openDatabase(path: string, migrationsFolder: string): Promise<Database> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await createEmpty(path);
  const config = { url: `file:${path}`, timeout: LOCK_TIMEOUT_MS };
  await migrate(new PrismaLibSql(config), migrationsFolder).catch((error: unknown) => {
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
  const client = explaining(new PrismaClient({ adapter: new SqliteAdapter(config, files) }), explained);
  await retryWhileBusy(() => client.$connect());
  await files.fault();
  files.noteTurn((await client.lock.findUnique({ where: { id: 1 } }))?.turn ?? 0);
  return {
    queries: client,
    transaction: async (work, { isLong = false } = {}) => {
      await files.assertSound();
      const { answer, turn } = await retryWhileBusy(() =>
        explained(
          client.$transaction(
            async (queries) => {
              const turn = await takeTurn(queries);
              return { answer: await work(queries, turn), turn };
            },
            { maxWait: PATIENCE_MS, timeout: (isLong ? 360 : 10) * PATIENCE_MS },
          ),
        ),
      ).catch((error: unknown) => {
        throw isReadOnly(error) ? readOnly(error) : error;
      });
      files.noteTurn(turn);
      // What was committed to a file that is gone meanwhile is not promised to anybody.
      await files.assertSound();
      return answer;
    },
    fault: () => files.fault(),
    rescue: async (target) => {
      await client.$executeRaw`VACUUM INTO ${target}`;
    },
    wipe: async () => {
      await files.assertSound();
      await retryWhileBusy(() => wipeDatabase(config.url));
    },
    close: () => client.$disconnect(),
  };
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

/** The same client, each query of which goes through `explained`. An extension of queries alone leaves its type as it is. */
function explaining(client: PrismaClient, explained: <T>(work: Promise<T>) => Promise<T>): PrismaClient {
  const extended: unknown = client.$extends({
    query: { $allOperations: ({ query, args }) => explained(query(args)) },
  });
  return extended as PrismaClient;
}

/** Where the migrations lie, seen from the folder of package.json. */
export function migrationsFolder(projectFolder: string): string {
  return join(projectFolder, "prisma", "migrations");
}

async function takeTurn(queries: Queries): Promise<number> {
  const rows = await queries.$queryRaw<
    { turn: number | bigint }[]
  >`INSERT INTO "Lock" ("id", "turn") VALUES (1, 1) ON CONFLICT ("id") DO UPDATE SET "turn" = "turn" + 1 RETURNING "turn"`;
  return Number(rows[0]?.turn);
}

async function retryWhileBusy<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let pause = 1; ; pause = Math.min(pause * 2, 20)) {
    try {
      return await attempt();
    } catch (error) {
      if (isNoRoom(error)) throw noSpace(error);
      if (!isBusy(error)) throw error;
      if (Date.now() > deadline) {
        throw new AppError("busy", "Another process keeps the database locked.", {
          hint: "Try again in a moment; nothing was changed.",
        });
      }
      await wait(pause);
    }
  }
}

/** Whether the disk took no more; a limit on the size of files reads as a fault of the disk. */
export function isNoRoom(error: unknown): boolean {
  return error instanceof Error && /SQLITE_FULL|SQLITE_IOERR|disk is full|disk I\/O error/.test(String(error));
}

function noRoomToOpen(cause: unknown): AppError {
  const hint = "Free some space and start it again; nothing is lost.";
  return new AppError("busy", "Wardroom cannot write its data: the disk is full, or fails.", { hint }, { cause });
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
  return error instanceof Error && /^(PrismaClient|DriverAdapter|Libsql)/.test(error.name);
}

/** Prisma words a locked database differently by place: as its own code, or as the driver's error. */
function isBusy(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P1008") return true;
  return (
    error instanceof Error && /SQLITE_BUSY|database is locked|SocketTimeout/.test(`${error.name} ${error.message}`)
  );
}
