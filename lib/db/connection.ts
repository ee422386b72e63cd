import { open, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { LibsqlError } from "@libsql/client";
import Libsql from "libsql";

/** What a statement answered: rows as lists in the order of the columns, or how many rows it changed. */
export interface Answer {
  columns: string[];
  columnTypes: string[];
  rows: unknown[][];
  changes: number;
  lastRowId: bigint;
}

/** Statements that stay prepared; the one used longest ago goes first. */
const MOST_PREPARED = 300;

interface Prepared {
  statement: Libsql.Statement;
  /** Null for one that answers no rows. */
  columns: { names: string[]; types: string[] } | null;
}

/**
 * One connection to a SQLite database in its log's mode. Each statement is prepared once. A commit is not synced by SQLite, which
 * would keep every other request waiting: it is in the log, outlasts the death of the process, and outlasts a power cut once
 * `syncLog` has answered. SQLite itself syncs the log before it moves pages of it into the database.
 */
export class Connection {
  /** Null once it is closed: the library ends the whole process over what reaches it then. */
  #database: Libsql.Database | null;
  readonly #prepared = new Map<string, Prepared>();
  #log: Promise<FileHandle | null> | null = null;
  /** Whether the system has no log for it, as on some network disks: then SQLite syncs each commit. */
  #hasLog = true;
  /** Whether the log could not be synced once: a disk says so once, and may have lost what was in it. */
  #isLogTorn = false;
  /** The last sync of the log, once it is closing: the log goes with the last connection to it. */
  #lastSync: Promise<void> | null = null;

  /**
   * `isFrozen` is for a database that nobody can write to: it is read as it lies, without a log. One that `onlyReads` refuses every
   * change: a change that meets a lock outside of a transaction would stay unfinished in the library, and what comes after it with it.
   */
  constructor(
    private readonly path: string,
    private readonly isFrozen = false,
    private readonly onlyReads = false,
  ) {
    this.#database = this.#open();
  }

  /** Runs one statement. What it fails with begins with SQLite's code, such as `SQLITE_BUSY`. */
  execute(sql: string, args: readonly unknown[] = []): Answer {
    try {
      const { statement, columns } = this.#prepare(sql);
      if (columns === null) {
        const { changes, lastInsertRowid } = statement.run(args);
        return { columns: [], columnTypes: [], rows: [], changes, lastRowId: BigInt(lastInsertRowid) };
      }
      const rows = statement.all(args) as unknown[][];
      return { columns: columns.names, columnTypes: columns.types, rows, changes: 0, lastRowId: 0n };
    } catch (error) {
      // One that failed in the middle would keep its connection from committing.
      this.#prepared.delete(sql);
      throw asLibsqlError(error);
    }
  }

  /** Runs a script of statements, each from the beginning. */
  script(sql: string): void {
    try {
      this.#opened.exec(sql);
    } catch (error) {
      throw asLibsqlError(error);
    }
  }

  /** Whether a transaction has begun and not ended: a full disk ends one by itself. */
  get isInTransaction(): boolean {
    return this.#database?.inTransaction ?? false;
  }

  /** Answers once everything that was committed before the call outlasts a power cut. */
  syncLog(): Promise<void> {
    return this.#lastSync ?? this.#syncLog();
  }

  async #syncLog(): Promise<void> {
    this.#log ??= this.#openLog();
    const log = await this.#log.catch((error: unknown) => {
      this.#log = null;
      throw error;
    });
    try {
      if (this.#isLogTorn) this.#moveLog();
      else await log?.datasync();
    } catch (error) {
      this.#isLogTorn = true;
      throw error;
    }
  }

  /** Moves what the log holds into the database, synced, and begins it anew: whoever asks a disk again hears of no failure. */
  #moveLog(): void {
    if (this.isInTransaction) throw new Error("SQLITE_IOERR: the log could not be synced");
    const [[busy] = []] = this.execute("PRAGMA wal_checkpoint(TRUNCATE)").rows;
    if (Number(busy) !== 0) throw new Error("SQLITE_IOERR: the log could not be synced");
    this.#isLogTorn = false;
  }

  /** Syncs what was committed. Whatever comes after fails. */
  async close(): Promise<void> {
    this.#lastSync ??= this.#syncLog();
    // Told to whoever waits for a commit of theirs to last.
    await this.#lastSync.catch(() => undefined);
    this.#prepared.clear();
    this.#database?.close();
    this.#database = null;
    await (await this.#log)?.close();
    this.#log = null;
  }

  get #opened(): Libsql.Database {
    if (this.#database === null) throw new Error("The database is closed.");
    return this.#database;
  }

  #open(): Libsql.Database {
    if (this.isFrozen) {
      this.#hasLog = false;
      return new Libsql(`${pathToFileURL(this.path).href}?immutable=1`);
    }
    // Waiting for a lock inside SQLite stops the event loop, for a holder in this process too: it gives up at once, and we wait outside.
    const database = new Libsql(this.path, { timeout: 0 });
    // A single statement that meets a lock stays unfinished in the library until it is collected; a script does not.
    database.exec("PRAGMA journal_mode=WAL");
    const mode = database.prepare("PRAGMA journal_mode").raw(true).all() as string[][];
    this.#hasLog = mode[0]?.[0] === "wal";
    database.exec(`PRAGMA synchronous=${this.#hasLog ? "NORMAL" : "FULL"}`);
    if (this.onlyReads) database.exec("PRAGMA query_only=ON");
    return database;
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) {
      this.#prepared.delete(sql);
      this.#prepared.set(sql, known);
      return known;
    }
    const statement = this.#opened.prepare(sql);
    statement.safeIntegers(true);
    const columns = statement.reader ? statement.raw(true).columns() : null;
    const prepared = {
      statement,
      columns: columns && { names: columns.map(({ name }) => name), types: columns.map(({ type }) => type ?? "") },
    };
    this.#prepared.set(sql, prepared);
    if (this.#prepared.size > MOST_PREPARED) this.#prepared.delete(this.#prepared.keys().next().value ?? "");
    return prepared;
  }

  /** Opening the log lets go of no lock: SQLite holds them on its other files. */
  async #openLog(): Promise<FileHandle | null> {
    if (!this.#hasLog) return null;
    // SQLite syncs the name of a new log with its head, which is not said anywhere.
    const folder = await open(dirname(this.path), "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
    return open(`${this.path}-wal`, "r+");
  }
}

function asLibsqlError(error: unknown): unknown {
  if (!(error instanceof Libsql.SqliteError)) return error;
  const { message, code, rawCode } = error as Error & { code: string; rawCode?: number };
  return new LibsqlError(message, code, undefined, rawCode, error);
}
