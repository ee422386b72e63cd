import { type Stats, statSync } from "node:fs";
import { AppError } from "@/lib/core/errors";
import { readEnd } from "@/lib/db/database-end";
import { createClient } from "@libsql/client";

/** A file as it was when it was sound. */
type Mark = Pick<Stats, "ino" | "dev" | "size">;

/** What SQLite says when it finds other bytes than it wrote. */
const DAMAGED = /SQLITE_(?:CORRUPT|NOTADB|IOERR_SHORT_READ)|malformed|not a database/;

/**
 * Tells whether the files that a connection has open are still the ones at its path, and hold what was committed: a database
 * that was deleted, moved, replaced or cut short goes on answering as if nothing had happened, and is gone after a restart.
 * Files that became smaller are sound if nothing is missing in them, as after a VACUUM or checkpoint of another program.
 */
export class DatabaseFiles {
  readonly #seen = new Map<string, Mark>();
  #turn = 0;
  /** SQLite has said that the content is damaged. */
  #isSuspect = false;
  #judging: Promise<string | null> | undefined;
  /** The last judgement that found a fault, and the files it was about. */
  #judged: { state: string; fault: string } | undefined;

  constructor(private readonly path: string) {}

  /** Notes that a transaction was committed: it has to be there from now on. */
  noteTurn(turn: number): void {
    this.#turn = Math.max(this.#turn, turn);
  }

  /**
   * What is wrong with the files, as a sentence, or null. Two looks at a folder entry, and at the content where it is in doubt. Never
   * throws.
   */
  async fault(): Promise<string | null> {
    let short: string | null;
    try {
      const gone = this.#missing(this.path, "The database") ?? this.#missing(this.#log, "The database's log");
      if (gone !== null) return gone;
      short = this.#short(this.path, "The database") ?? this.#short(this.#log, "The database's log");
    } catch (error) {
      return `The database cannot be looked at: ${String(error)}.`;
    }
    if (short === null && !this.#isSuspect) return null;
    this.#judging ??= this.#judge(short ?? "The database is damaged.").finally(() => {
      this.#judging = undefined;
    });
    return this.#judging;
  }

  /** Throws `busy` where something is wrong. */
  async assertSound(): Promise<void> {
    const fault = await this.fault();
    if (fault !== null) throw refusal(fault);
  }

  /** The error of a query: one that says what is wrong with the files, where something is. */
  async explain(error: unknown): Promise<unknown> {
    if (error instanceof AppError) return error;
    if (DAMAGED.test(String(error))) this.#isSuspect = true;
    const fault = await this.fault();
    return fault === null ? error : refusal(fault, error);
  }

  get #log(): string {
    return `${this.path}-wal`;
  }

  #missing(path: string, name: string): string | null {
    const now = statSync(path, { throwIfNoEntry: false });
    const before = this.#seen.get(path);
    if (before === undefined) {
      if (now !== undefined) this.#seen.set(path, { ino: now.ino, dev: now.dev, size: now.size });
      return null;
    }
    if (now === undefined) return `${name} was deleted or moved while Wardroom runs.`;
    if (now.ino !== before.ino || now.dev !== before.dev)
      return `${name} was replaced by another file while Wardroom runs.`;
    return null;
  }

  #short(path: string, name: string): string | null {
    const now = statSync(path, { throwIfNoEntry: false });
    const before = this.#seen.get(path);
    if (now === undefined || before === undefined) return null;
    if (now.size < before.size) return `${name} was cut short while Wardroom runs.`;
    before.size = now.size;
    return null;
  }

  async #judge(fault: string): Promise<string | null> {
    const files = [this.path, this.#log].map(stateOf);
    const state = JSON.stringify(files);
    // A database that is damaged is asked for all the time, and stays so until its files change.
    if (this.#judged?.state === state) return this.#judged.fault;
    const end = await readEnd(this.path).catch(() => null);
    const isSound = end !== null && end.turn >= this.#turn;
    this.#judged = isSound ? undefined : { state, fault };
    if (!isSound) return fault;
    this.#isSuspect = false;
    for (const { path, size } of files) {
      const mark = this.#seen.get(path);
      if (mark !== undefined) mark.size = size;
    }
    return null;
  }
}

function stateOf(path: string) {
  const { ino = 0, size = 0, mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return { path, ino, size, mtimeMs };
}

function refusal(fault: string, cause?: unknown): AppError {
  const hint = "Put the file back where it was, or restart Wardroom; what is in the files of the projects is safe.";
  return new AppError("busy", `${fault} No change is accepted.`, { hint }, { cause });
}

/** A database that others write to is waited for as long as this. */
const PATIENCE_MS = 30_000;

/**
 * Writes a copy of the database at `path` to a file that does not exist yet: one moment of it, everything committed
 * before and nothing after, while others go on reading and writing.
 */
export async function copyDatabase(path: string, target: string): Promise<void> {
  const client = createClient({ url: `file:${path}`, timeout: PATIENCE_MS });
  try {
    await client.execute({ sql: "VACUUM INTO ?", args: [target] });
  } finally {
    client.close();
  }
}

/** Waiting inside SQLite stops everything else of this process, which may hold the lock itself: the caller tries again. */
const LOCK_TIMEOUT_MS = 5;

/**
 * Has SQLite write every page anew and empty its log, over a connection of its own: pages that are free, and rows that were
 * replaced, keep their bytes otherwise. Throws that the database is locked while anybody else is in it.
 */
export async function wipeDatabase(url: string): Promise<void> {
  const client = createClient({ url, timeout: LOCK_TIMEOUT_MS });
  try {
    await client.executeMultiple("VACUUM");
    const { rows } = await client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    if (Number(rows[0]?.["busy"]) !== 0) throw new Error("SQLITE_BUSY: the log is in use");
  } finally {
    client.close();
  }
}
