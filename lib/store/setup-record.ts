import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SetupFile } from "@/lib/core/plugin-setup/plan-setup";
import { isMissing } from "@/lib/store/safe-path";
import { writeStored } from "@/lib/store/write-file";

/** What one act put into a project: its files before and after, and the folders that it made, the innermost first. */
export interface SetupAct {
  at: string;
  files: SetupFile[];
  folders: string[];
}

/** Older ones are not kept. */
const KEPT = 20;

/** The acts that can still be undone for a workspace, the latest last. */
export async function readSetupActs(dataFolder: string, workspace: string): Promise<SetupAct[]> {
  try {
    return JSON.parse(await readFile(placeOf(dataFolder, workspace), "utf8")) as SetupAct[];
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Keeps these acts, durably, where this user alone may read them: files of a project may hold secrets. */
export async function keepSetupActs(dataFolder: string, workspace: string, acts: readonly SetupAct[]): Promise<void> {
  const place = placeOf(dataFolder, workspace);
  await mkdir(join(/* turbopackIgnore: true */ dataFolder, "setup"), { recursive: true, mode: 0o700 });
  await writeStored(place, `${JSON.stringify(acts.slice(-KEPT))}\n`, `setup/${workspace}.json`);
}

function placeOf(dataFolder: string, workspace: string): string {
  return join(/* turbopackIgnore: true */ dataFolder, "setup", `${workspace}.json`);
}
