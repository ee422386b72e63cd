import { readFileSync, rmSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ServerFile } from "@/lib/contracts/server-file";
import { isAlive } from "@/lib/store/data-folder";
import { explainWrite } from "@/lib/store/write-file";

/** Where a server says that it runs, below its data folder. */
export function serverFilePath(dataFolder: string): string {
  return join(dataFolder, "server.json");
}

/** The address another server of the data folder has left in `server.json`, or null when none did, or its process is gone. */
export async function findOtherServer(dataFolder: string): Promise<string | null> {
  try {
    const { url, pid } = ServerFile.parse(JSON.parse(await readFile(serverFilePath(dataFolder), "utf8")));
    return isAlive(pid) ? url : null;
  } catch {
    // Not there, or nothing that names a server.
    return null;
  }
}

/** Writes `server.json`, whole and readable by this user alone, over that of a server before; throws a sentence where it cannot. */
export async function writeServerFile(dataFolder: string, content: ServerFile): Promise<void> {
  const path = serverFilePath(dataFolder);
  const partial = `${path}.${content.pid}.partial`;
  try {
    await writeFile(partial, `${JSON.stringify(content)}\n`, { mode: 0o600 });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw explainWrite(error, path);
  }
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
