import { readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { findStats, orMissing } from "@/lib/store/find-files";
import { syncFolder } from "@/lib/store/make-folder";
import { writeStored } from "@/lib/store/write-file";

/** What is being replaced: `at` names where the former files stay, paths are absolute. */
const Plan = z.object({ at: z.string(), replaced: z.array(z.string()), removed: z.array(z.string()) });

/** Where a new file waits to take the place of `path`. */
export function waitingPath(path: string): string {
  return `${path}.restoring`;
}

/** Where the former file stays. */
function formerPath(path: string, at: string): string {
  return `${path}.replaced-${at}`;
}

/**
 * Has new files take the places of `replaced` and moves `removed` away: all of it or nothing, also when the process dies in
 * between. A new file waits at `waitingPath`. The former files stay beside the new ones, marked with `at`.
 */
export async function replaceFiles(
  dataFolder: string,
  at: string,
  { replaced, removed }: { replaced: string[]; removed: string[] },
): Promise<void> {
  // From here on the work is finished, at the latest by the next start.
  await writeStored(planPath(dataFolder), JSON.stringify({ at, replaced, removed }), "restore.json");
  await finishReplacing(dataFolder);
}

/** Finishes a replacement that a death cut short; does nothing where there is none. Must run before the files are opened. */
export async function finishReplacing(dataFolder: string): Promise<void> {
  const text = await orMissing(readFile(planPath(dataFolder), "utf8"), null);
  if (text === null) return;
  const { at, replaced, removed } = Plan.parse(JSON.parse(text));
  for (const path of removed) await moveAway(path, formerPath(path, at));
  for (const path of replaced) {
    // None waits where the new one is in its place already.
    if ((await findStats(waitingPath(path))) === null) continue;
    await moveAway(path, formerPath(path, at));
    await moveIfThere(waitingPath(path), path);
  }
  for (const folder of new Set([...replaced, ...removed].map((path) => dirname(path)))) await syncFolder(folder);
  await rm(planPath(dataFolder), { force: true });
  await syncFolder(dataFolder);
}

function planPath(dataFolder: string): string {
  return join(dataFolder, "restore.json");
}

/** A former file that is there already was moved before the process died; what stands at `path` is then not it. */
async function moveAway(path: string, former: string): Promise<void> {
  if ((await findStats(former)) === null) await moveIfThere(path, former);
}

async function moveIfThere(from: string, to: string): Promise<void> {
  await orMissing(rename(from, to), undefined);
}
