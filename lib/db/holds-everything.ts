import { stat } from "node:fs/promises";
import { createClient, type Client } from "@libsql/client";

/** Reading waits for nobody but in the moment in which another process opens the database. Milliseconds. */
const LOCK_TIMEOUT_MS = 250;

/** Whether the database at `path` is sound, and holds everything up to a transaction. Reads all of it. */
export async function holdsEverything(path: string, turn: number): Promise<boolean> {
  // SQLite would take an empty file for a new database, and delete the log that lies beside it.
  if (await isEmpty(path)) return false;
  // A connection of its own has read nothing yet that it could remember.
  const client = createClient({ url: `file:${path}`, timeout: LOCK_TIMEOUT_MS });
  try {
    return (await isSound(client)) && (await lastTurn(client)) >= turn;
  } catch {
    return false;
  } finally {
    client.close();
  }
}

async function isEmpty(path: string): Promise<boolean> {
  return stat(path).then(
    ({ size }) => size === 0,
    () => true,
  );
}

async function isSound(client: Client): Promise<boolean> {
  const { rows } = await client.execute("PRAGMA quick_check(1)");
  return rows[0]?.[0] === "ok";
}

async function lastTurn(client: Client): Promise<number> {
  const { rows } = await client.execute(`SELECT "turn" FROM "Lock" WHERE "id" = 1`);
  return Number(rows[0]?.[0] ?? 0);
}
