import { createClient } from "@libsql/client";

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
