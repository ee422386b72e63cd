import { createClient } from "@libsql/client";

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
