import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Health } from "@/lib/contracts/server";
import { askHttp } from "@/lib/cli/ask-http";
import { ServerFile } from "@/lib/contracts/server-file";
import { parseJson } from "@/lib/core/text/parse-json";
import type { Silence, Surroundings } from "@/lib/cli/surroundings";

/** A server that does not say it is well within this time is not waited for. */
const PATIENCE_MS = 2000;
/** One that said nothing lately is only tried, as long as one that is busy may take. Milliseconds. */
const TRY_MS = 900;

/**
 * The server that runs on a data folder, or null: there is no `server.json`, its process is gone or another user's, or
 * nothing answers there as a Wardroom does. So the owner's token is never sent to who took a dead server's port.
 */
export async function findServer(dataFolder: string, { silenceOf }: Pick<Surroundings, "silenceOf"> = {}) {
  const file = await readServer(dataFolder);
  return file !== null && (await isWell(file.url, silenceOf?.(file.url))) ? file : null;
}

/** The same, whether or not it answers. */
export async function readServer(dataFolder: string): Promise<ServerFile | null> {
  const text = await readFile(join(dataFolder, "server.json"), "utf8").catch(() => null);
  if (text === null) return null;
  const file = ServerFile.safeParse(parseJson(text)).data;
  return file !== undefined && isOurs(file.pid) ? file : null;
}

function isOurs(pid: number): boolean {
  try {
    // Asks only; a process of another user refuses, and is not the one that wrote into our folder.
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether a Wardroom says at an address that it is one, within `patience` milliseconds. That it says nothing is remembered. */
export async function isWell(url: string, silence?: Silence, patience = PATIENCE_MS): Promise<boolean> {
  const isKnown = silence?.isKnown() === true;
  const signal = AbortSignal.timeout(isKnown ? TRY_MS : patience);
  try {
    const response = await askHttp({ url: `${url}/api/health`, signal });
    if (isKnown) silence.forget();
    // Asked for as little as says that it is one: it may be of another version.
    return Health.pick({ status: true, version: true }).safeParse(await response.json()).success;
  } catch {
    if (signal.aborted && !isKnown) silence?.note();
    return false;
  }
}
