import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "@/lib/core/errors";
import { findEventBounds, listEventsAfter } from "@/lib/db/events";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import { ensureWorkspace, findNewWorkspaces } from "@/lib/db/sessions";
import { watchDatabase } from "@/lib/db/watch-database";
import { Clock } from "@/lib/services/clock";
import { Committer } from "@/lib/services/committer";
import { assertOwnersToken, readConfiguration, type Configuration } from "@/lib/services/configuration";
import type { ServiceContext } from "@/lib/services/context";
import { eventOfRow } from "@/lib/services/events";
import { ItemOrigins } from "@/lib/services/item-origins";
import { LiveFeed } from "@/lib/services/live-feed";
import { lookAtAll, watchOutsideEdits } from "@/lib/services/outside-edits";
import { seedExample } from "@/lib/services/seed-example";
import { createServices, type Services } from "@/lib/services/services";
import { SessionDirectory } from "@/lib/services/session-directory";
import { countTokens } from "@/lib/services/token-counter";
import { TokenMint } from "@/lib/services/token-mint";
import {
  ensureDataFolder,
  ensureExample,
  ensureSecret,
  insideOwnFolder,
  type ExampleCopy,
} from "@/lib/store/data-folder";
import { openFileStore } from "@/lib/store/file-store";
import { rememberWorkspace } from "@/lib/store/known-workspaces";
import { findOtherServer, removeServerFile, writeServerFile } from "@/lib/store/server-file";
import type { Store } from "@/lib/store/store";

/** Everything of one process, built once from the environment. */
export interface Runtime {
  configuration: Configuration;
  services: Services;
  /** The names of the workspaces that are served. */
  workspaces: string[];
  /** Looks for edits made outside and for other processes' work until closed. Resolves once it would notice. */
  watch(report: (error: unknown) => void): Promise<void>;
  /** Tells other programs of this machine that a server answers at `url`, until closed; the address they had until now, or null. */
  announce(url: string): Promise<string | null>;
  /** Finishes what waits and lets go of files and database. */
  close(): Promise<void>;
  /** What callers with a long connection wait for to end it. */
  closing: AbortSignal;
}

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

/** The same for a configuration that was not made from the environment alone. */
export async function openConfigured(configuration: Configuration, projectFolder: string): Promise<Runtime> {
  const { dataFolder, databasePath } = configuration;
  const [ownerToken, secret] = await insideOwnFolder(dataFolder, async () => {
    await ensureDataFolder(dataFolder);
    return [configuration.token ?? (await ensureSecret(dataFolder, "token")), await ensureSecret(dataFolder, "secret")];
  });
  const { folders, example } = await findWorkspaces(configuration, projectFolder);
  const stores = new Map<string, Store>();
  for (const { name, folder } of folders) {
    stores.set(name, await openFileStore(folder, join(dataFolder, "trash")));
    await rememberWorkspace(dataFolder, { name, folder });
  }
  const store = (workspace: string) => stores.get(workspace) ?? noWorkspace(workspace, [...stores.keys()]);

  const database = await insideOwnFolder(dirname(databasePath), () =>
    openDatabase(databasePath, migrationsFolder(projectFolder)),
  );
  const live = new LiveFeed(async (id, limit) => {
    const rows = await listEventsAfter(database.queries, id, limit);
    return rows.map((row) => ({ ...eventOfRow(row), workspace: row.workspaceId }));
  });
  const clock = new Clock();
  const committer = new Committer(database, store, live, clock.now, (workspace) => stores.has(workspace));
  const context: ServiceContext = {
    database,
    committer,
    live,
    sessions: new SessionDirectory(database, committer, store, live),
    tokens: new TokenMint(secret),
    origins: new ItemOrigins(),
    store,
    workspaces: [...stores.keys()],
    clock: clock.now,
    places: {
      data: dataFolder,
      database: databasePath,
      workspaces: new Map(folders.map(({ name, folder }) => [name, folder])),
    },
    newId: () => randomBytes(8).toString("hex"),
    countTokens,
  };
  // Who only comes to read waits for nobody's lock.
  const added = await findNewWorkspaces(database.queries, [...stores.keys()]);
  if (added.length > 0) {
    await database.transaction(async (queries) => {
      for (const name of added) await ensureWorkspace(queries, name);
    });
  }
  await committer.recover();
  live.startAfter((await findEventBounds(database.queries)).last);
  const services = createServices(context, ownerToken);
  if (example?.isUnfinished === true) {
    const read = (path: string) => readFile(join(projectFolder, "example", path), "utf8");
    await seedExample({ context, services, clock, workspace: "example", read });
    await example.finish();
  }

  const closing = new AbortController();
  const watchers: { close(): Promise<void> }[] = [];
  return {
    configuration,
    services,
    workspaces: context.workspaces,
    closing: closing.signal,
    watch: async (report) => {
      const files = watchOutsideEdits(context, report);
      const commits = watchDatabase(databasePath, () => void live.catchUp().catch(report));
      watchers.push(files, commits);
      await Promise.all([files.ready, commits.ready]);
      await lookAtAll(context);
      // Whoever searches first should not have to wait for it; the server is ready without it.
      void services.search.warm().catch(report);
    },
    announce: async (url) => {
      const before = await findOtherServer(dataFolder);
      await writeServerFile(dataFolder, { url, pid: process.pid, workspaces: folders });
      closing.signal.addEventListener("abort", () => removeServerFile(dataFolder));
      return before;
    },
    close: async () => {
      closing.abort();
      services.authentication.close();
      await Promise.all(watchers.map((watcher) => watcher.close()));
      await services.search.close();
      await services.knowledgeDuplicates.close();
      await services.authentication.flush();
      await committer.idle();
      await database.close();
    },
  };
}

async function findWorkspaces(
  configuration: Configuration,
  projectFolder: string,
): Promise<{ folders: Configuration["workspaces"]; example: ExampleCopy | null }> {
  if (configuration.workspaces.length > 0) return { folders: configuration.workspaces, example: null };
  const example = await ensureExample(join(projectFolder, "example", "workspace"), configuration.dataFolder);
  return { folders: [{ name: "example", folder: example.folder }], example };
}

function noWorkspace(name: string, names: string[]): never {
  throw new AppError("not_found", `There is no workspace ${name}.`, {
    hint: `Workspaces here: ${names.join(", ")}. Others are added with WARDROOM_WORKSPACES=name=/path.`,
  });
}
