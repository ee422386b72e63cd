import { createHash } from "node:crypto";
import { isAbsolute, join, relative } from "node:path";
import { Witness } from "@/lib/services/commit/witness";
import { LineFile } from "@/lib/store/line-file";

/**
 * The record of where the histories of one database end, as kept in a data folder: each database has one of its own, whether it is
 * a file or elsewhere, at an address.
 */
export function openWitness(
  dataFolder: string,
  databasePath: string,
  secret: string,
  clock: () => Date,
  shared = secret,
): Witness {
  return new Witness(new LineFile(witnessPath(dataFolder, databasePath)), secret, clock, shared);
}

/** Where that record lies. */
export function witnessPath(dataFolder: string, databasePath: string): string {
  return join(dataFolder, `${nameOf(dataFolder, databasePath)}.witness`);
}

/** A data folder may be moved with the database in it; one that lies elsewhere is told by where. */
function nameOf(dataFolder: string, databasePath: string): string {
  const inside = relative(dataFolder, databasePath);
  const isInside = !inside.startsWith("..") && !isAbsolute(inside);
  if (isInside && !/[/\\]/.test(inside)) return inside; // wardroom.db
  return `database-${createHash("sha256").update(databasePath).digest("hex").slice(0, 12)}`;
}
