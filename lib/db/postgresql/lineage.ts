import type pg from "pg";
import { AppError } from "@/lib/core/errors";

/** The database and the timeline that it is on: a standby that takes over begins another one, as a backup does that is restored. */
const WHICH = `
  SELECT oid || '/' || CASE WHEN pg_is_in_recovery() THEN '' ELSE substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) END AS "which"
  FROM pg_database WHERE datname = current_database()`;

/**
 * Keeps what this process knows off a database that is not the one it was: commits may be missing there, and their numbers mean others.
 * Each connection is compared with the first before anybody uses it.
 */
export class Lineage {
  #first: string | null = null;
  #isReplaced = false;
  #tell = () => {};

  /** Calls back once, when the database turns out to be another one. */
  whenReplaced(tell: () => void): void {
    this.#tell = tell;
    if (this.#isReplaced) tell();
  }

  /** Throws `busy` for a connection to another history than the first. What PostgreSQL does not reveal counts as the same. */
  async compare(client: pg.ClientBase): Promise<void> {
    const found = await client.query<{ which: string }>(WHICH).then(
      ({ rows }) => rows[0]?.which ?? null,
      () => null,
    );
    this.#first ??= found;
    if (found === null || found === this.#first) return;
    if (!this.#isReplaced) {
      this.#isReplaced = true;
      this.#tell();
    }
    const hint = "Try again in a moment, and read what is there before you repeat a change without an Idempotency-Key.";
    throw new AppError("busy", "Another PostgreSQL has taken over. Wardroom reads its history anew.", { hint });
  }
}
