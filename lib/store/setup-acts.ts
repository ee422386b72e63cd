import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { SetupAct } from "@/lib/core/plugin-setup/take-back";
import { insideOwnFolder } from "@/lib/store/data-folder";
import { orMissing } from "@/lib/store/find-files";
import { changeFiles, findMissingFolders, readFiles, type ProjectEdits } from "@/lib/store/project-files";
import { TEMPORARY_SUFFIX, writeStored } from "@/lib/store/write-file";

/** Where a project is, and where what was done to it is kept. */
export interface SetupPlace {
  folder: string;
  dataFolder: string;
  workspace: string;
}

/** What was put into a workspace's project and not taken out since, the latest last; null where nothing ever was. */
export async function readSetupActs({ dataFolder, workspace }: Omit<SetupPlace, "folder">): Promise<SetupAct[] | null> {
  const read = () => orMissing(readFile(placeOf(dataFolder, workspace), "utf8"), "null");
  const text = await insideOwnFolder(dataFolder, read);
  return JSON.parse(text) as SetupAct[] | null;
}

/** Keeps these acts, durably, where this user alone may read them: files of a project may hold secrets. */
export async function keepSetupActs({ dataFolder, workspace }: Omit<SetupPlace, "folder">, acts: readonly SetupAct[]) {
  await insideOwnFolder(dataFolder, async () => {
    await mkdir(join(/* turbopackIgnore: true */ dataFolder, "setup"), { recursive: true, mode: 0o700 });
    await writeStored(placeOf(dataFolder, workspace), `${JSON.stringify(acts)}\n`, `setup/${workspace}.json`);
  });
}

/**
 * Changes a project's files, all or none, and keeps what they were before it begins: an act that is cut off anywhere can be taken
 * back like any other. `alsoMade` are files that are made after it and by others, whose folders go with it.
 */
export async function layOut(
  edits: ProjectEdits,
  place: SetupPlace,
  { alsoMade = [], ...act }: Omit<SetupAct, "folders"> & { alsoMade?: string[] },
): Promise<void> {
  const acts = (await readSetupActs(place)) ?? [];
  const made = [...act.files, ...alsoMade.map((path) => ({ path, before: null, after: "" }))];
  const folders = await findMissingFolders(edits, place.folder, made);
  await keepSetupActs(place, [...acts, { ...act, folders }]);
  try {
    await changeFiles(edits, place.folder, { files: act.files, folders: [] });
  } catch (error) {
    await keepSetupActs(place, acts);
    throw error;
  }
}

/** Carries out what the last act was cut off from, and deletes what that left beside its files. What was changed since stays. */
export async function finishLastAct(edits: ProjectEdits, { folder, ...place }: SetupPlace): Promise<void> {
  const last = (await readSetupActs(place))?.at(-1);
  if (last === undefined) return;
  await sweepActs(edits, folder, [last]);
  const paths = last.files.map(({ path }) => path);
  const { read } = await readFiles({ folder, locateFile: edits.locateFile }, paths);
  const files = last.files.filter(({ path, before }) => read(path) === before);
  await changeFiles(edits, folder, { files, folders: [] });
}

/** Deletes what writing the files of these acts has left beside them where it was cut off. */
export async function sweepActs(edits: ProjectEdits, folder: string, acts: readonly SetupAct[]): Promise<void> {
  for (const { path } of acts.flatMap(({ files }) => files)) {
    const place = await edits.locateFile(folder, path);
    const names = await orMissing(readdir(dirname(place)), []);
    const left = names.filter((name) => name.startsWith(`.${basename(place)}.`) && name.endsWith(TEMPORARY_SUFFIX));
    for (const name of left) await rm(join(dirname(place), name), { force: true });
  }
}

function placeOf(dataFolder: string, workspace: string): string {
  return join(/* turbopackIgnore: true */ dataFolder, "setup", `${workspace}.json`);
}
