import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "@/lib/core/errors";
import { findEventBounds, listEventsAfter } from "@/lib/db/events";
import type { Owners } from "@/lib/db/database";
import { withoutPassword } from "@/lib/db/database-address";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import { adoptRescued, guardDatabase } from "@/lib/services/history/adopt-rescued";
import { ensureWorkspace, findNewWorkspaces } from "@/lib/db/sessions";
import { CodeAnchors } from "@/lib/services/workspace/code-anchors";
import { Clock } from "@/lib/services/workspace/clock";
import { noteDown } from "@/lib/services/commit/commit-errors";
import { DISK } from "@/lib/services/commit/repair-text";
import { recordedStore } from "@/lib/services/commit/recorded-store";
import { Committer } from "@/lib/services/commit/committer";
import {
  findWorkspaces,
  assertOwnersToken,
  claimsOf,
  peerOf,
  readConfiguration,
  sealsOf,
  type Configuration,
} from "@/lib/services/workspace/configuration";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { CredentialBook } from "@/lib/services/workspace/credential-book";
import { Following } from "@/lib/services/workspace/following";
import { FolderMoves } from "@/lib/services/workspace/folder-moves";
import { eventOfRow } from "@/lib/services/commit/event-log";
import { ItemOrigins } from "@/lib/services/commit/item-origins";
import { LiveFeed } from "@/lib/services/commit/live-feed";
import { LateSaves } from "@/lib/services/commit/late-saves";
import { resumeRepairs } from "@/lib/services/history/repairs";
import { lookAtAll, sweepLeftovers, watchOutsideEdits } from "@/lib/services/history/outside-edits";
import { seedExample } from "@/lib/services/seed-example";
import { openWitness } from "@/lib/services/history/open-witness";
import { type Loss, settleHistory, settleRecorded } from "@/lib/services/history/settle-history";
import { createServices, type Services } from "@/lib/services/services";
import { LastKnown } from "@/lib/services/workspace/last-known";
import { SessionDirectory } from "@/lib/services/workspace/session-directory";
import { meterDatabase, Metrics } from "@/lib/services/commit/metrics";
import { countTokens } from "@/lib/services/workspace/token-counter";
import { TokenMint } from "@/lib/services/workspace/token-mint";
import { assertNotCopied, ensureDataFolder, ensureSecret, insideOwnFolder } from "@/lib/store/data-folder";
import { claimCopies } from "@/lib/store/copy-folder";
import { openFileStore } from "@/lib/store/file-store";
import { finishReplacing } from "@/lib/store/replace-files";
import { announceServer, findOtherServer, type ServerFile } from "@/lib/store/server-file";
import type { FoundFolder, Store } from "@/lib/store/store";

/** Everything of one process, built once from the environment. */
export interface Runtime {
  configuration: Configuration;
  /** The credential of the owner: the one chosen in the environment, or that of the data folder. */
  ownerToken: string;
  /** What it says of itself to other programs of this machine; null before it is announced. */
  announced(): ServerFile | null;
  services: Services;
  /** What this process has counted since it began. */
  metrics: Metrics;
  workspaces: string[];
  /** Which server answers for which recorded workspace; null where this one serves none, or is the only one. */
  owners: Owners | null;
  /** Calls back once the database is another one than it was: all of this is then of no use, and to be reopened. */
  whenReplaced(tell: () => void): void;
  /** The greatest number of an event that anybody was told of. */
  toldUpTo(): number;
  /** What is wrong with the database while it runs, as a sentence, or null. */
  fault(): Promise<string | null>;
  /** Why no change can be recorded now, as sentences, or null: the database may be read-only, or its disk full. */
  findRefusal(): Promise<string | null>;
  /** The same as it was when something was to be recorded last. */
  refusal(): string | null;
  /** What the start found missing in their histories. */
  losses: Loss[];
  /** The name of the copy that a server had saved of its database and the start put back in its place, or null. */
  adopted: string | null;
  /** Looks for edits made outside and for other processes' work until closed. Resolves once those made before are recorded, or it is closed. */
  watch(report: (error: unknown) => void): Promise<void>;
  /** Builds the search index of every workspace, so that the first person to search does not wait for it. */
  buildIndex(): Promise<void>;
  /** Tells other programs of this machine that a server answers at `url`, until closed; the address they had until now, or null. */
  announce(url: string): Promise<string | null>;
  /** The folder of package.json. */
  projectFolder: string;
  /** Has another runtime watch and be announced as this one was. */
  takeUp(next: Runtime): Promise<void>;
  /** Says that no new work should be sent here, and goes on answering what comes all the same. */
  drain(): void;
  draining: AbortSignal;
  /** Ends streams and long polls. */
  endConnections(): void;
  /** Finishes what waits and lets go of files and database. */
  close(): Promise<void>;
  /** What callers with a long connection wait for to end it. */
  closing: AbortSignal;
}

/** A copy that nobody asks for is brought up this often. Milliseconds. */
const BRING_EVERY_MS = 10_000;

/** A server that was told to stop is waited for so long. Milliseconds. */
const ENDING_MS = 6_000;
const LOOK_MS = 200;

declare global {
  // The server's bundles have module variables of their own; a process has one runtime all the same.
  var wardroomRuntime: Promise<Runtime> | undefined;
}

/** The runtime of this process. What another process left unfinished is finished before it answers. */
export function runtime(): Promise<Runtime> {
  globalThis.wardroomRuntime ??= openRuntime(process.env, process.cwd());
  return globalThis.wardroomRuntime;
}

/** Opens a runtime of its own, for tools and tests. `projectFolder` is the folder of package.json. */
export async function openRuntime(env: Record<string, string | undefined>, projectFolder: string): Promise<Runtime> {
  const configuration = readConfiguration(env, projectFolder);
  assertOwnersToken(configuration);
  return openConfigured(configuration, projectFolder);
}

/**
 * The same for a configuration that was not made from the environment alone. `isAlone` shares the recorded workspaces with no other server. `opened`
 * gets what lets go of all that was opened by then, for whoever tries again where this throws.
 */
export async function openConfigured(
  configuration: Configuration,
  projectFolder: string,
  { isAlone = false, doubtedUpTo = 0, opened = [] as (() => unknown)[] } = {},
): Promise<Runtime> {
  const { dataFolder, databasePath, databaseUrl, paceMs } = configuration;
  const databaseName = withoutPassword(databaseUrl ?? databasePath);
  const [ownerToken, secret] = await insideOwnFolder(dataFolder, async () => {
    await ensureDataFolder(dataFolder);
    await finishReplacing(dataFolder);
    await assertNotCopied(dataFolder, databaseName);
    return [configuration.token ?? (await ensureSecret(dataFolder, "token")), await ensureSecret(dataFolder, "secret")];
  });
  const commandKey = randomBytes(32).toString("base64url");
  const shared = configuration.secret ?? secret;
  const copies = configuration.recorded.length === 0 ? null : await claimCopies(dataFolder);
  opened.push(() => copies?.release());
  const copyOf = new Map(configuration.recorded.map((name) => [name, join(copies?.folder ?? "", name)]));
  const { folders, example } = await findWorkspaces(configuration, projectFolder);
  const stores = new Map<string, Store>();
  opened.push(() => stores.forEach((files) => files.close()));
  const openStore = async (name: string, folder: string, recognise: (found: FoundFolder) => Promise<boolean>) =>
    stores.set(name, await openFileStore(folder, join(dataFolder, "trash"), { name, recognise }));
  for (const { name, folder } of folders) await openStore(name, folder, (found) => moves.recognise(name, found));
  for (const [name, folder] of copyOf) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Nobody else has it: whatever is there was put there by us, or is put right.
    await openStore(name, folder, () => Promise.resolve(true));
  }
  const store = (workspace: string) => stores.get(workspace) ?? noWorkspace(workspace, [...stores.keys()]);

  const clock = new Clock();
  const witness = openWitness(dataFolder, databaseName, secret, clock.now, shared);
  const metrics = new Metrics();
  const { database, adopted } = await insideOwnFolder(dirname(databasePath), async () => {
    const migrations = migrationsFolder(projectFolder);
    const isOwn = databaseUrl === null;
    const adopted = isOwn ? await adoptRescued(configuration, () => witness.read(), clock.now()) : null;
    const claims = claimsOf(configuration, folders, { secret, isAlone });
    const bare = await openDatabase(databaseUrl ?? databasePath, migrations, sealsOf(configuration, secret), claims);
    return { adopted, database: meterDatabase(bare, metrics) };
  });
  opened.push(() => database.close());
  // Servers whose clocks disagree tell one time.
  clock.follow(() => database.clockOffset());
  const live = new LiveFeed(async (id, limit) => {
    const rows = await listEventsAfter(database.queries, id, limit);
    const placed = rows.map((row) => ({ ...row, workspace: row.workspaceId }));
    if (!held.note(id, placed)) await held.look(database.queries);
    // Whoever hears of a change finds it in the files.
    for (const name of new Set(rows.map(({ workspaceId }) => workspaceId)))
      if (live.isFollowed(name)) await held.bring(database.queries, name);
    return rows.map((row) => ({ ...eventOfRow(row), workspace: row.workspaceId }));
  });
  const serves = (workspace: string) => stores.has(workspace);
  const hasFolders = folders.length > 0;
  const watched = [live, clock.now, serves, metrics, witness] as const;
  const committer = new Committer(database, store, ...watched, copyOf, paceMs, hasFolders);
  let reportLate: (error: unknown) => void = () => undefined;
  const moves = new FolderMoves({
    queries: database.queries,
    committer,
    dataFolder,
    store,
    report: (error) => reportLate(error),
  });
  const { copies: held } = committer.documents;
  /** The files as everybody but the committer reads them. */
  const files = new Map([...stores.keys()].map((name) => [name, committer.documents.files.readThrough(name)]));
  for (const workspace of copyOf.keys()) {
    const tell = (error: AppError) => reportLate(error);
    const about = { workspace, copies: held, queries: database.queries, tell };
    files.set(workspace, recordedStore(store(workspace), about));
  }
  const filesOf = (workspace: string) => files.get(workspace) ?? store(workspace);
  const credentials = new CredentialBook({ database, committer, clock: clock.now }, live);
  const roots = new Map([...folders.map(({ name, folder }) => [name, folder] as const), ...copyOf]);
  const context: ServiceContext = {
    database,
    committer,
    live,
    metrics,
    credentials,
    sessions: new SessionDirectory(database, committer, filesOf, live, clock.now),
    tokens: new TokenMint(shared),
    origins: new ItemOrigins(),
    anchors: new CodeAnchors(filesOf, roots, committer.documents.code),
    lastKnown: new LastKnown(() => database.changes()),
    witness,
    store: filesOf,
    workspaces: [...stores.keys()],
    inFolders: folders.map(({ name }) => name),
    // A database that only this machine opens has no other servers; and while it is away, nobody commits to it.
    freshen: (workspace, isItsOwn = false) =>
      databaseUrl === null ? Promise.resolve() : following.freshen(workspace, isItsOwn),
    clock: clock.now,
    places: { data: dataFolder, workspaces: roots, wardroom: projectFolder },
    newId: () => randomBytes(8).toString("hex"),
    countTokens,
  };
  // Who only comes to read waits for nobody's lock.
  await settleRecorded(database, { ...configuration, secret: shared }).catch(async (error: unknown) => {
    // Nothing stays claimed by a server that does not start.
    await database.close();
    throw error;
  });
  const added = await findNewWorkspaces(database.queries, [...stores.keys()]);
  if (added.length > 0) {
    await database.transaction(async (queries) => {
      for (const name of added) await ensureWorkspace(queries, name);
    });
  }
  await held.follow(database.queries);
  for (const each of stores.values()) await each.look();
  const losses = await settleHistory({
    database,
    witness,
    committer,
    workspaces: context.workspaces,
    clock: clock.now,
  });
  await committer.recover();
  await moves.recordEarly();
  await resumeRepairs(context);
  const lateSaves: LateSaves[] = [];
  for (const [name, files] of stores) {
    if (copyOf.has(name)) continue;
    const saves = new LateSaves(committer, name, context.newId);
    lateSaves.push(saves);
    await files.onLateSave((save) =>
      saves.record(save).catch((error: unknown) => {
        reportLate(error);
        throw error;
      }),
    );
  }
  const recheck = () => services.authentication.recheck();
  const following = new Following({ database, live, copies: held, recheck });
  live.startAfter((await findEventBounds(database.queries)).last, doubtedUpTo);
  const services = createServices(context, {
    owner: [ownerToken, commandKey],
    ...configuration,
  });
  if (example?.isUnfinished === true) {
    const read = (path: string) => readFile(join(projectFolder, "example", path), "utf8");
    await seedExample({ context, services, clock, workspace: "example", read });
    await example.finish();
  }
  // What the example tells of happened long ago.
  live.subscribe((event) => metrics.announced((clock.now().getTime() - Date.parse(event.at)) / 1000));

  const owners = configuration.recorded.length > 0 ? database.owners : null;
  const closing = new AbortController();
  const draining = new AbortController();
  // Every request that takes its time listens.
  setMaxListeners(0, closing.signal);
  const served: { report: ((error: unknown) => void) | null; file: ServerFile | null } = { report: null, file: null };
  const watchers: { close(): Promise<void> }[] = [];
  return {
    configuration,
    ownerToken,
    announced: () => served.file,
    services,
    metrics,
    workspaces: context.workspaces,
    losses,
    adopted,
    owners,
    whenReplaced: (tell) => database.whenReplaced(tell),
    toldUpTo: () => live.lastId,
    fault: () => database.fault(),
    findRefusal: async () => {
      // A turn of the committer's: after anybody else's, it forgets all documents.
      const nothing = { workspace: "", author: DISK, decide: () => Promise.resolve(null) };
      await noteDown(() => committer.submit(nothing));
      return metrics.refusal;
    },
    refusal: () => metrics.refusal,
    projectFolder,
    closing: closing.signal,
    draining: draining.signal,
    drain: () => draining.abort(),
    endConnections: () => closing.abort(),
    takeUp: async (next) => {
      if (served.report !== null) await next.watch(served.report);
      void next.buildIndex().catch(reportLate);
      if (served.file !== null) await next.announce(served.file.url);
    },
    watch: async (report) => {
      reportLate = report;
      served.report = report;
      const files = watchOutsideEdits(context, report);
      const commits = database.watch(() => following.catchUp().catch(report), services.lookers.hear);
      const bringing = setInterval(() => void held.ensure(database.queries).catch(report), BRING_EVERY_MS);
      closing.signal.addEventListener("abort", () => clearInterval(bringing));
      sweepLeftovers(context, report, closing.signal);
      watchers.push(files, commits);
      if (databaseUrl === null) watchers.push(guardDatabase(database, databasePath, report));
      watchers.push(services.webhooks.watch(report), services.claimsFile.watch(report));
      await files.ready;
      const looking = lookAtAll(context, closing.signal);
      watchers.push({ close: () => looking.catch(() => undefined) });
      await looking;
    },
    buildIndex: () => services.search.warm(),
    announce: async (url) => {
      await database.owners?.announce(peerOf(configuration), configuration.recorded.length > 0 ? shared : null);
      // A folder has one server; the one before may still be ending.
      if (database.owners !== null) for (const name of context.inFolders) await ownAlone(database.owners, name);
      const before = findOtherServer(dataFolder);
      const workspaces = [...context.places.workspaces].map(([name, folder]) => ({ name, folder }));
      // Who has the address needs no file: a disk that is full, or may not be written, keeps no server from answering reads.
      const up = process.env["WARDROOM_UP"] === "1";
      const file = { ...(up && { up }), url, pid: process.pid, key: commandKey, workspaces };
      served.file = file;
      closing.signal.addEventListener("abort", await announceServer(dataFolder, file, reportLate));
      return before;
    },
    close: async () => {
      draining.abort();
      closing.abort();
      services.authentication.close();
      services.lookers.close();
      await Promise.all([...watchers.map((watcher) => watcher.close()), services.claimsFile.idle()]);
      await services.search.close();
      // When a token was used is worth no failure, and all that follows must be let go of on a full disk too.
      await services.authentication.flush().catch(() => undefined);
      for (const files of stores.values()) files.close();
      await Promise.all(lateSaves.map((saves) => saves.idle()));
      await committer.close();
      await witness.close();
      await database.close();
      await copies?.release();
    },
  };
}

/** Throws `conflict` where another server of the folder goes on. */
async function ownAlone(owners: Owners, workspace: string): Promise<void> {
  for (const until = performance.now() + ENDING_MS; ;) {
    const owner = await owners.ownerOf(workspace, { isDoubted: true });
    if (owner === null) return;
    if (performance.now() > until) {
      const hint = "Stop that one first. Several servers share a workspace without a folder.";
      throw new AppError(
        "conflict",
        `The folder of workspace ${workspace} is served by another Wardroom at ${owner}.`,
        { hint },
      );
    }
    await wait(LOOK_MS);
  }
}

function noWorkspace(name: string, names: string[]): never {
  throw new AppError("not_found", `There is no workspace ${name}.`, {
    hint: `Workspaces here: ${names.join(", ")}. Others are added with WARDROOM_WORKSPACES=name=/path.`,
  });
}
