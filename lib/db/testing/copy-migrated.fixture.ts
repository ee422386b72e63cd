import { copyFile, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { inject } from "vitest";

/** Puts a new database, migrated already, at `path`, where nothing is yet; as private as the one Wardroom makes. */
export async function copyMigrated(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await copyFile(inject("migratedDatabase"), path);
}
