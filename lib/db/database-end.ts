import { stat } from "node:fs/promises";
import { createClient, type Client } from "@libsql/client";

/** Where a database ends: the number of its last transaction, and the last event of each workspace. */
export interface DatabaseEnd {
  turn: number;
  events: LastEvent[];
}

/** Reading waits for nobody but in the moment in which another process opens the database. */
const LOCK_TIMEOUT_MS = 1_000;

interface LastEvent {
  id: number;
  hash: string;
}

/** Where the database at `path` ends; null for one that is missing, empty, damaged or no database. Reads all of it. Throws while it is locked. */
export async function readEnd(path: string): Promise<DatabaseEnd | null> {
  return look(path, async (client) => {
    const { rows: faults } = await client.execute("PRAGMA quick_check(1)");
    if (faults[0]?.[0] !== "ok") return null;
    const turn = await select(client, "Lock", `SELECT "turn" FROM "Lock" WHERE "id" = 1`);
    const events = await select(
      client,
      "Event",
      `SELECT "id", "hash" FROM "Event" WHERE "id" IN (SELECT max("id") FROM "Event" GROUP BY "workspaceId")`,
    );
    return {
      turn: Number(turn[0]?.["turn"] ?? 0),
      events: events.map(({ id, hash }) => ({ id: Number(id), hash: typeof hash === "string" ? hash : "" })),
    };
  });
}

/** Whether all of these events are in the database at `path`. */
export async function holdsEvents(path: string, events: readonly LastEvent[]): Promise<boolean> {
  const held = await look(path, async (client) => {
    for (const { id, hash } of events) {
      const { rows } = await client.execute({
        sql: `SELECT 1 FROM "Event" WHERE "id" = ? AND "hash" = ?`,
        args: [id, hash],
      });
      if (rows.length === 0) return false;
    }
    return true;
  });
  return held ?? false;
}

async function look<T>(path: string, work: (client: Client) => Promise<T>): Promise<T | null> {
  const size = await stat(path).then(
    (info) => info.size,
    () => 0,
  );
  // SQLite would take an empty file for a new database, and delete the log that lies beside it.
  if (size === 0) return null;
  const client = createClient({ url: `file:${path}`, timeout: LOCK_TIMEOUT_MS });
  try {
    return await work(client);
  } catch (error) {
    if (/SQLITE_BUSY|database is locked/.test(String(error))) throw error;
    return null;
  } finally {
    client.close();
  }
}

/** The rows of a query; none where its table is not there yet. */
async function select(client: Client, table: string, sql: string) {
  const { rows } = await client.execute({ sql: "SELECT 1 FROM sqlite_master WHERE name = ?", args: [table] });
  return rows.length === 0 ? [] : (await client.execute(sql)).rows;
}
