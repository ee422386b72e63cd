import { readFileSync, rmSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ServerFile } from "@/lib/contracts/server-file";
import { isAlive } from "@/lib/store/data-folder";
import { explainWrite } from "@/lib/store/write-file";

export type { ServerFile };

/** Where a server says that it runs, below its data folder. */
export function serverFilePath(dataFolder: string): string {
  return join(dataFolder, "server.json");
}

/** The address another server of the data folder has left in `server.json`, or null when none did, or its process is gone. */
export function findOtherServer(dataFolder: string): string | null {
  const file = readServerFile(dataFolder);
  return file !== null && isAlive(file.pid) ? file.url : null;
}

/** The same, of this process too. */
export function findRunningServer(dataFolder: string): string | null {
  const file = readServerFile(dataFolder);
  return file?.pid === process.pid ? file.url : findOtherServer(dataFolder);
}

/** What is there; null where nothing is, or nothing that names a server. */
function readServerFile(dataFolder: string): ServerFile | null {
  try {
    return ServerFile.parse(JSON.parse(readFileSync(serverFilePath(dataFolder), "utf8")));
  } catch {
    return null;
  }
}

/** So long after its file has gone, a server writes it again. Milliseconds. */
const AGAIN_MS = 1_000;

/** The same where one that is there may have lost its file just now: it is given the time to write it again. */
export async function awaitOtherServer(dataFolder: string): Promise<string | null> {
  const found = findOtherServer(dataFolder);
  if (found !== null) return found;
  await new Promise((resolve) => setTimeout(resolve, 2 * AGAIN_MS));
  return findOtherServer(dataFolder);
}

/**
 * Leaves `server.json` in the data folder, over that of a server before, until the answered function is called: also where another server
 * puts its own there in place of it, and takes that along when it ends. Who has the address needs no file: `report` is told why there is none.
 */
export async function announceServer(
  dataFolder: string,
  content: ServerFile,
  report: (error: unknown) => void,
): Promise<() => void> {
  await writeServerFile(dataFolder, content).catch(report);
  const again = setInterval(() => {
    const file = readServerFile(dataFolder);
    if (file?.pid === content.pid || (file !== null && isAlive(file.pid))) return;
    writeServerFile(dataFolder, content).catch(() => undefined);
  }, AGAIN_MS).unref();
  return () => {
    clearInterval(again);
    removeServerFile(dataFolder);
  };
}

export async function writeServerFile(dataFolder: string, content: ServerFile): Promise<void> {
  await writeWhole(serverFilePath(dataFolder), `${JSON.stringify(content)}\n`);
}

/** Whole and readable by this user alone; throws a sentence where it cannot. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const partial = `${path}.${process.pid}.partial`;
  try {
    await writeFile(partial, text, { mode: 0o600 });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw explainWrite(error, path);
  }
}

/** Takes the file of this process away; that of another server, started on the same folder since, stays. */
export function removeServerFile(dataFolder: string): void {
  if (readServerFile(dataFolder)?.pid === process.pid) rmSync(serverFilePath(dataFolder), { force: true });
}
