import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "@/lib/core/errors";
import { openConfigured, type Runtime } from "@/lib/runtime";
import { differs, type Content } from "@/lib/services/history/content";
import { markOf } from "@/lib/services/history/settle-recorded";
import type { Caller } from "@/lib/services/workspace/caller";
import { assertShared, type Configuration } from "@/lib/services/workspace/configuration";
import { findOtherServer } from "@/lib/store/server-file";
import { listFiles, orMissing } from "@/lib/store/find-files";

/** Begins the path of a document in the trash. */
const TRASH = "trash/";

/** A workspace and the folder that its content comes from or goes to. */
interface Place {
  name: string;
  folder: string;
}

/** The same once it was moved, and how many documents there are. */
interface Moved extends Place {
  documents: number;
}

/** What moves the content, on whose behalf, and where Wardroom lies. */
interface Moving {
  configuration: Configuration;
  caller: Caller;
  project: string;
}

/**
 * Takes the content of a workspace into the history, so that several servers serve it without its folder: first whatever is in no history yet,
 * then the workspace as a whole. The folder stays as it is, and is compared file by file with what a server makes of the history. Throws
 * `conflict` where anything differs, or somebody wrote meanwhile; the content is in the folder then, as before. A server that still runs on
 * the folder refuses from then on.
 */
export async function importContent(moving: Moving, { name, folder }: Place): Promise<Moved> {
  const { configuration, caller } = moving;
  const scope = { workspace: name };
  assertShared({ ...configuration, recorded: [name] });
  await assertStopped(configuration);
  await inFolder(moving, { name, folder }, async ({ services }) => {
    await services.content.takeIn(caller, scope);
    const lastEvent = await services.content.lastEvent(scope);
    await assertWhole(services, caller, name);
    for await (const { path, bytes } of services.content.list(caller, scope)) {
      if (!path.startsWith(TRASH)) await assertSame(join(folder, path), path, bytes);
    }
    await services.content.keep(caller, scope, { mark: markOf(configuration.secret ?? ""), lastEvent });
  });
  return inHistory(moving, name, async ({ services }) => {
    let lastEvent: number | null = null;
    try {
      await services.content.takeInTrash(caller, scope, readTrash(configuration.dataFolder, name));
      lastEvent = await services.content.lastEvent(scope);
      let documents = 0;
      for await (const { path, bytes } of services.content.list(caller, scope)) {
        documents++;
        if (path.startsWith(TRASH)) await assertSame(join(configuration.dataFolder, path), path, bytes);
      }
      await assertWhole(services, caller, name);
      return { name, folder, documents };
    } catch (error) {
      lastEvent ??= await services.content.lastEvent(scope);
      await services.content.keep(caller, scope, { mark: null, lastEvent });
      throw error;
    }
  });
}

/**
 * Writes the content of a workspace from the history into a folder, where it goes on from then, and compares the two. Throws `conflict` where the
 * folder holds something or anything differs; the content is in the history then, as before.
 */
export async function exportContent(moving: Moving, { name, folder }: Place): Promise<Moved> {
  const { configuration, caller } = moving;
  const scope = { workspace: name };
  assertShared({ ...configuration, recorded: [name] });
  await assertStopped(configuration);
  if ((await orMissing(readdir(folder), [])).length > 0) {
    throw new AppError("conflict", `The folder ${folder} is not empty.`, {
      hint: "Name a folder that is empty or does not exist. Nothing was changed.",
    });
  }
  return inHistory(moving, name, async ({ services }) => {
    const lastEvent = await services.content.lastEvent(scope);
    await assertWhole(services, caller, name);
    const placeOf = (path: string) =>
      path.startsWith(TRASH) ? join(configuration.dataFolder, path) : join(folder, path);
    await mkdir(folder, { recursive: true });
    try {
      let documents = 0;
      for await (const { path, bytes } of services.content.list(caller, scope)) {
        await mkdir(dirname(placeOf(path)), { recursive: true });
        await writeFile(placeOf(path), bytes, { flush: true });
        documents++;
      }
      for await (const { path, bytes } of services.content.list(caller, scope)) {
        if (!(await readFile(placeOf(path))).equals(bytes)) throw differs(path);
      }
      await services.content.keep(caller, scope, { mark: null, lastEvent });
      return { name, folder, documents };
    } catch (error) {
      // It was empty: so the next attempt finds it.
      for (const each of await readdir(folder)) await rm(join(folder, each), { recursive: true });
      throw error;
    }
  });
}

/** The workspace with its content in the folder, open for a moment. */
function inFolder<T>({ configuration, project }: Moving, place: Place, work: (runtime: Runtime) => Promise<T>) {
  return opened({ ...configuration, workspaces: [place], recorded: [] }, project, work);
}

/** The same with its content in the history. */
function inHistory<T>({ configuration, project }: Moving, name: string, work: (runtime: Runtime) => Promise<T>) {
  return opened({ ...configuration, workspaces: [], recorded: [name] }, project, work);
}

async function opened<T>(configuration: Configuration, project: string, work: (runtime: Runtime) => Promise<T>) {
  const runtime = await openConfigured(configuration, project);
  try {
    return await work(runtime);
  } finally {
    await runtime.close();
  }
}

/** Throws `conflict` while a server runs on the same data folder: one with a history of its own would not hear of the move. */
async function assertStopped({ dataFolder }: Configuration): Promise<void> {
  const url = await findOtherServer(dataFolder);
  if (url === null) return;
  throw new AppError("conflict", `A server of this data folder is running at ${url}.`, {
    hint: "Stop it first, and start it with the workspace's new place afterwards. Nothing was changed.",
  });
}

/** Throws `conflict` where the history does not add up, or holds a change that could not be finished: both are decided about first. */
async function assertWhole(services: Runtime["services"], caller: Caller, workspace: string): Promise<void> {
  const { ok, problems } = await services.events.verify(caller, { workspace });
  if (!ok) {
    throw new AppError("conflict", `The history of ${workspace} does not add up: ${problems[0]?.detail ?? ""}`.trim(), {
      hint: "See `wardroom verify`, and accept what you know of. Nothing was changed.",
    });
  }
  const { items } = await services.unfinished.list(caller, { workspace });
  if (items.length === 0) return;
  throw new AppError("conflict", `${workspace} has changes that could not be finished.`, {
    hint: "Finish or discard them first: wardroom unfinished list. Nothing was changed.",
  });
}

/** Throws `conflict` where a file holds something else. Of what somebody took out of the trash, the history is all that is left. */
async function assertSame(place: string, path: string, bytes: Buffer): Promise<void> {
  const file = await orMissing(readFile(place), null);
  if (file === null && path.startsWith(TRASH)) return;
  if (file?.equals(bytes) !== true) throw differs(path);
}

/** What lies in the trash of a workspace. */
async function* readTrash(dataFolder: string, workspace: string): AsyncGenerator<Content> {
  for (const path of await listFiles(join(dataFolder, TRASH, workspace)))
    yield { path: path.slice(dataFolder.length + 1), bytes: await readFile(path) };
}
