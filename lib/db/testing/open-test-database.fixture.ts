import { resolve } from "node:path";
import type { Database } from "@/lib/db/database";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import { makeDatabase } from "@/lib/db/testing/make-database.fixture";

/** A new database, open: a file at `path`, or one of the run's PostgreSQL, which goes with its closing. */
export async function openTestDatabase(path: string): Promise<Database> {
  const made = await makeDatabase(path);
  const address = made.environment.DATABASE_URL ?? path;
  const database = await openDatabase(address, migrationsFolder(resolve(import.meta.dirname, "../../..")));
  return {
    ...database,
    close: async () => {
      await database.close();
      await made.drop();
    },
  };
}
