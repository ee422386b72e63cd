import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { migrationsFolder, openDatabase } from "@/lib/db/open";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of a new database that is brought to the newest migration, and holds nothing: to be copied, never opened. */
    migratedDatabase: string;
  }
}

/** Migrates one database for all tests of a run. To migrate takes far longer than to copy what comes of it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "migrated-"));
  const path = join(folder, "wardroom.db");
  const database = await openDatabase(path, migrationsFolder(resolve(import.meta.dirname, "../../..")));
  // Closed, it is one file: nothing of it is left in a log.
  await database.close();
  project.provide("migratedDatabase", path);
  return () => rm(folder, { recursive: true, force: true });
}
