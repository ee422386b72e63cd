import { readFileSync, rmSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ServerFile } from "@/lib/contracts/server-file";

/** Where a server says that it runs, below its data folder. */
export function serverFilePath(dataFolder: string): string {
  return join(dataFolder, "server.json");
}

/** Writes `server.json`, whole and readable by this user alone, over that of a server before. */
export async function writeServerFile(dataFolder: string, content: ServerFile): Promise<void> {
  const path = serverFilePath(dataFolder);
  const partial = `${path}.${content.pid}.partial`;
  await writeFile(partial, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  await rename(partial, path);
}

/** Takes the file of this process away; that of another server, started on the same folder since, stays. */
export function removeServerFile(dataFolder: string): void {
  const path = serverFilePath(dataFolder);
  try {
    if (ServerFile.parse(JSON.parse(readFileSync(path, "utf8"))).pid === process.pid) rmSync(path);
  } catch {
    // Gone already, or nothing that names us.
  }
}
