import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { CLAIMS_FILE } from "@/lib/core/places/claims-file";
import { writeWhole } from "@/lib/store/server-file";

/** What stands in the file of active claims; "" where there is none, or it cannot be read. */
export function readClaimsFile(dataFolder: string): Promise<string> {
  return readFile(join(dataFolder, CLAIMS_FILE), "utf8").catch(() => "");
}

/** Puts a text there, whole and readable by this user alone; takes the file away for null. */
export async function writeClaimsFile(dataFolder: string, text: string | null): Promise<void> {
  const path = join(dataFolder, CLAIMS_FILE);
  await (text === null ? rm(path, { force: true }) : writeWhole(path, text));
}
