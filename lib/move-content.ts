import { mkdir, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { AppError } from "@/lib/core/errors";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import { openConfigured, type Runtime } from "@/lib/runtime";
import { Committer } from "@/lib/services/commit/committer";
import { LiveFeed } from "@/lib/services/commit/live-feed";
import { Metrics } from "@/lib/services/commit/metrics";
import { type Content, contentService, differs, type Fence, listDocuments } from "@/lib/services/history/content";
import { markOf } from "@/lib/services/history/settle-history";
import type { Caller } from "@/lib/services/workspace/caller";
import { Clock } from "@/lib/services/workspace/clock";
import { assertShared, type Configuration, sealsOf } from "@/lib/services/workspace/configuration";
import { ensureDataFolder, ensureSecret, insideOwnFolder } from "@/lib/store/data-folder";
import { openFileStore } from "@/lib/store/file-store";
import { findStats, listFiles, orMissing } from "@/lib/store/find-files";
import { sha256 } from "@/lib/store/read-file";
import { hasCode } from "@/lib/store/safe-path";
import { findOtherServer } from "@/lib/store/server-file";
import { removeEmpty } from "@/lib/store/write-file";
import { listKnownWorkspaces } from "@/lib/store/known-workspaces";

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
 * then the workspace as a whole. The folder stays as it is, and is compared file by file with what a server makes of the history, before and
 * after. Throws where anything differs, somebody wrote meanwhile, or it could not be done; the content is in the folder then, as before, unless
 * somebody has already written to it in the history. The hint says where it is. Throws `conflict` while a server serves it from another folder.
 * Repeated after a death, it finishes and compares what was moved already, as long as nobody has written to it since.
 */
export async function importContent(moving: Moving, { name, folder }: Place): Promise<Moved> {
  const { configuration, caller } = moving;
  const scope = { workspace: name };
  assertShared({ ...configuration, recorded: [name] });
  await assertMeant(configuration, name, folder);
  assertStopped(configuration);
  const moved = await inDatabase(moving, (content) => content.findLastMove(scope));
  if (moved !== null) {
    return finish(moving, { name, folder }, moved).catch((error: unknown) => {
      // Whether the move was whole is not known: it may be a finished one, and this another folder.
      const sentence = `The content of ${name} is in the history, as before. To keep what only ${folder} holds: export ${name} into another folder, copy what is missing into that folder, and import it.`;
      throw told(error, { isAsBefore: true, sentence });
    });
  }
  const state: Begun & { hasBegun: boolean } = { hasBegun: false, lastEvent: null, fence: null };
  try {
    const fence = await inFolder(moving, { name, folder }, async ({ services }) => {
      state.hasBegun = true;
      await services.content.takeIn(caller, scope);
      const lastEvent = await services.content.lastEvent(scope);
      await assertWhole(services, caller, name);
      for await (const { path, bytes } of services.content.list(caller, scope, isInFolder))
        await assertSame(join(folder, path), path, bytes);
      const mark = markOf(configuration.secret ?? "");
      state.lastEvent = lastEvent;
      return (state.fence = await services.content.keep(caller, scope, { mark, lastEvent }));
    });
    return await finish(moving, { name, folder }, fence);
  } catch (error) {
    if (!state.hasBegun) throw error;
    // A refusal is no lost answer: it was not this import that moved it.
    if (error instanceof AppError && error.code === "conflict") state.lastEvent = null;
    throw told(error, await goBack(moving, { name, folder }, state));
  }
}

/**
 * Takes in the trash of content that was moved into the history, up to the fence, and compares all of it with the folder: first what is no
 * trash, so that another folder's trash is not taken in.
 */
function finish(moving: Moving, { name, folder }: Place, fence: Fence): Promise<Moved> {
  const { configuration, caller } = moving;
  const scope = { workspace: name };
  return inHistory(moving, name, async ({ services }) => {
    const standing = new Set<string>();
    const compare = async (isWanted: (path: string) => boolean) => {
      for await (const { path, bytes } of services.content.list(caller, scope, isWanted)) {
        standing.add(path);
        await assertSame(placeOf(moving, folder, path), path, bytes);
      }
    };
    await compare(isInFolder);
    // Who saved while it was being moved is told of nothing: such a save makes no event.
    for (const path of await documentsIn(moving, folder)) if (!standing.has(path)) throw differs(path);
    await services.content.takeInTrash(caller, scope, readTrash(configuration.dataFolder, name), fence);
    await compare((path) => !isInFolder(path));
    await assertWhole(services, caller, name);
    return { name, folder, documents: standing.size };
  });
}

/**
 * Writes the content of a workspace from the history into a folder, where it goes on from then, and compares the two. Throws `conflict` where the
 * folder holds something, a server serves it or anything differs; the content is in the history then, as before, and what was written is removed again. Where the
 * database does not say so, everything stays, and the hint says what to do.
 */
export async function exportContent(moving: Moving, { name, folder }: Place): Promise<Moved> {
  const { configuration, caller } = moving;
  const scope = { workspace: name };
  assertShared({ ...configuration, recorded: [name] });
  await assertMeant(configuration, name);
  assertStopped(configuration);
  if ((await orMissing(readdir(folder), [])).length > 0) {
    throw new AppError("conflict", `The folder ${folder} is not empty.`, {
      hint: "Name a folder that is empty or does not exist. Nothing was changed.",
    });
  }
  if (!(await inDatabase(moving, (content) => content.isInHistory(scope)))) {
    throw new AppError("conflict", `The content of ${name} is not in the history.`, {
      hint: "There is nothing to take out: where it is in a folder, serve that. Correct the name otherwise. Nothing was changed.",
    });
  }
  const state = { hasBegun: false, isCompared: false, written: new Map<string, string>() };
  try {
    const work = async ({ services }: Runtime) => {
      state.hasBegun = true;
      const lastEvent = await services.content.lastEvent(scope);
      await assertWhole(services, caller, name);
      await mkdir(folder, { recursive: true });
      let documents = 0;
      for await (const { path, bytes } of services.content.list(caller, scope)) {
        await writeContent(placeOf(moving, folder, path), { path, bytes }, state.written);
        documents++;
      }
      for await (const { path, bytes } of services.content.list(caller, scope)) {
        if (!(await readFile(placeOf(moving, folder, path))).equals(bytes)) throw differs(path);
      }
      state.isCompared = true;
      await services.content.keep(caller, scope, { mark: null, lastEvent });
      return { name, folder, documents };
    };
    return await inHistory(moving, name, work, { isAlone: true });
  } catch (error) {
    if (!state.hasBegun) throw error;
    // A refusal is no lost answer: it was not this export that moved it.
    const isRefused = error instanceof AppError && error.code === "conflict";
    const isWhole = state.isCompared && !isRefused;
    throw told(error, await takeBack(moving, { name, folder }, { written: state.written, isWhole }));
  }
}

/** How far an import has come: the last event before that of the move, once that was sent, and the fence, once that was answered. */
interface Begun {
  lastEvent: number | null;
  fence: Fence | null;
}

/** Where the content is after a failure, and what to do next where it is not where it was. */
interface Whereabouts {
  isAsBefore: boolean;
  sentence: string;
}

/** What went wrong, with where the content is in its hint: what its own hint says to do is right only where that is as before. */
function told(error: unknown, { isAsBefore, sentence }: Whereabouts): AppError {
  const known = error instanceof AppError ? error : null;
  const code = known?.code ?? "internal";
  const message =
    known?.message ?? `The content was not moved: ${error instanceof Error ? error.message : String(error)}`;
  const before = isAsBefore ? known?.details.hint : undefined;
  const hint = before === undefined ? sentence : `${sentence} ${before}`;
  return new AppError(code, message, { ...known?.details, hint }, { cause: error });
}

/** Has the content of a workspace be in its folder again, unless somebody has written to it in the history since the fence. */
async function goBack(moving: Moving, { name, folder }: Place, { lastEvent, fence: known }: Begun) {
  const scope = { workspace: name };
  try {
    const isInHistory = await inDatabase(moving, async (content) => {
      const fence = known ?? (lastEvent === null ? null : await content.findMove(scope, { lastEvent }));
      // Whether it was refused, or only its answer was lost, is asked afterwards.
      if (fence !== null) await content.keep(moving.caller, scope, { mark: null, ...fence }).catch(() => undefined);
      return content.isInHistory(scope);
    });
    if (!isInHistory) return { isAsBefore: true, sentence: `The content of ${name} is in its folder, as before.` };
    return {
      isAsBefore: false,
      sentence: `The content of ${name} is in the history now, and could not go back to ${folder}. Stop the servers that write to it, take it out into another folder, add what only ${folder} holds, and import that one. See: wardroom export --help`,
    };
  } catch {
    return {
      isAsBefore: false,
      sentence: `Whether the content of ${name} is in ${folder} or in the history is not known, for the database could not be asked. Once it answers, repeat the import. If the content is in the history, the import compares it with ${folder}, or says why it cannot.`,
    };
  }
}

/** Removes what an export wrote, as long as the content is in the history. */
async function takeBack(
  moving: Moving,
  { name, folder }: Place,
  { written, isWhole }: { written: ReadonlyMap<string, string>; isWhole: boolean },
): Promise<Whereabouts> {
  let isInHistory: boolean;
  try {
    isInHistory = await inDatabase(moving, (content) => content.isInHistory({ workspace: name }));
  } catch {
    return {
      isAsBefore: false,
      sentence: `Whether the content of ${name} is in the history or in ${folder} is not known, for the database could not be asked. Nothing was removed from ${folder}. Once the database answers, serve ${folder}: where the content is in the history, that is refused; then empty the folder and export again.`,
    };
  }
  if (isInHistory) {
    for (const [place, hash] of written) {
      const bytes = await orMissing(readFile(place), null);
      if (bytes === null || sha256(bytes) !== hash) continue;
      await rm(place);
      const root = place.startsWith(folder + sep) ? folder : join(moving.configuration.dataFolder, TRASH.slice(0, -1));
      await removeEmpty(dirname(place), root + sep);
    }
    return { isAsBefore: true, sentence: `The content of ${name} is in the history, as before.` };
  }
  return {
    isAsBefore: false,
    sentence: isWhole
      ? `The content of ${name} is in ${folder} now, all of it. Serve that folder: WARDROOM_WORKSPACES=${name}=${folder}`
      : `The content of ${name} was exported to another folder meanwhile; what is in ${folder} may not be all of it. Serve the other one.`,
  };
}

/** Writes a document where nothing is; in the trash also over what an earlier import left there. Notes the files that were made. */
async function writeContent(place: string, { path, bytes }: Content, written: Map<string, string>): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  if (path.startsWith(TRASH) && (await findStats(place)) !== null) return writeFile(place, bytes, { flush: true });
  try {
    await writeFile(place, bytes, { flush: true, flag: "wx" });
    written.set(place, sha256(bytes));
  } catch (error) {
    // Somebody else's; anything else is a part of what was to be written.
    if (hasCode(error, "EEXIST")) throw differs(path);
    await rm(place, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Where a document lies: in the workspace's folder, or in the trash, which is of this machine. */
function placeOf({ configuration }: Moving, folder: string, path: string): string {
  return join(isInFolder(path) ? folder : configuration.dataFolder, path);
}

/** Whether a document lies in the workspace's folder, and not in the trash of the data folder. */
function isInFolder(path: string): boolean {
  return !path.startsWith(TRASH);
}

/** The documents in a workspace's folder, whoever put them there. */
async function documentsIn({ configuration }: Moving, folder: string): Promise<string[]> {
  const store = await openFileStore(folder, join(configuration.dataFolder, "trash"));
  try {
    return await listDocuments(store);
  } finally {
    store.close();
  }
}

/** Where the content is, asked and decided without opening its files: what is wrong with those, as a full disk, is no matter. */
async function inDatabase<T>(
  { configuration, project }: Moving,
  work: (content: ReturnType<typeof contentService>) => Promise<T>,
): Promise<T> {
  const { databaseUrl, databasePath, dataFolder } = configuration;
  // A machine that only moves content may have no data folder yet.
  const secret = await insideOwnFolder(dataFolder, async () => {
    await ensureDataFolder(dataFolder);
    return ensureSecret(dataFolder, "secret");
  });
  const seals = sealsOf(configuration, secret);
  const database = await openDatabase(databaseUrl ?? databasePath, migrationsFolder(project), seals);
  const clock = new Clock();
  clock.follow(() => database.clockOffset());
  const store = () => {
    throw new Error("no files are open");
  };
  const live = new LiveFeed(() => Promise.resolve([]));
  const committer = new Committer(database, store, live, clock.now, () => false, new Metrics());
  try {
    return await work(contentService({ committer, database, store }));
  } finally {
    await committer.close();
    await database.close();
  }
}

/** The workspace with its content in the folder, open for a moment. */
function inFolder<T>({ configuration, project }: Moving, place: Place, work: (runtime: Runtime) => Promise<T>) {
  return opened({ ...configuration, workspaces: [place], recorded: [] }, project, work);
}

/** The same with its content in the history. */
function inHistory<T>(
  { configuration, project }: Moving,
  name: string,
  work: (runtime: Runtime) => Promise<T>,
  how?: { isAlone: boolean },
) {
  return opened({ ...configuration, workspaces: [], recorded: [name] }, project, work, how);
}

async function opened<T>(
  configuration: Configuration,
  project: string,
  work: (runtime: Runtime) => Promise<T>,
  how?: { isAlone: boolean },
) {
  const runtime = await openConfigured(configuration, project, how);
  try {
    return await work(runtime);
  } finally {
    await runtime.close();
  }
}

/** Throws `conflict` while a server runs on the same data folder: one with a history of its own would not hear of the move. */
function assertStopped({ dataFolder }: Configuration): void {
  const url = findOtherServer(dataFolder);
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
      hint: "See `wardroom verify`, and accept what you know of.",
    });
  }
  const { items } = await services.unfinished.list(caller, { workspace });
  if (items.length === 0) return;
  throw new AppError("conflict", `${workspace} has changes that could not be finished.`, {
    hint: "Finish or discard them first: wardroom unfinished list.",
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

/**
 * Refuses to move content under a name that must be a mistake. Throws `not_found` where the settings list workspaces and this is not among
 * them, and `conflict` where the folder already belongs to a workspace of another name.
 */
async function assertMeant(
  { workspaces, recorded, dataFolder }: Pick<Configuration, "workspaces" | "recorded" | "dataFolder">,
  name: string,
  folder: string | null = null,
): Promise<void> {
  const named = [...workspaces.map((each) => each.name), ...recorded];
  if (named.length > 0 && !named.includes(name)) {
    throw new AppError("not_found", `There is no workspace ${name} in WARDROOM_WORKSPACES.`, {
      hint: `Correct the name, or add it there. Named are: ${named.join(", ")}. Nothing was changed.`,
    });
  }
  if (folder === null) return;
  const target = await realpath(folder).catch(() => folder);
  const others = (await listKnownWorkspaces(dataFolder)).filter((each) => each.folder === target);
  const [other] = others;
  if (other === undefined || others.some((each) => each.name === name)) return;
  throw new AppError("conflict", `The folder ${folder} is workspace ${other.name}, and not ${name}.`, {
    hint: `Use that name: its history goes on. For a second workspace with the same content, copy the folder first. Nothing was changed.`,
  });
}
