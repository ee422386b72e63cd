// Wardroom in the process of the command: the same handlers, services and database as the server's, safely beside it.
import "./without-jit";
import { randomBytes } from "node:crypto";
import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { answer } from "@/app/api/answer";
import type { Asked } from "@/lib/cli/port";
import type { Opened, OfWardroom, Wanted } from "@/lib/cli/surroundings";
import type { Restored } from "@/lib/contracts/backup";
import { migrationsFolder } from "@/lib/db/open";
import { exportContent, importContent } from "@/lib/move-content";
import { openConfigured, runtime } from "@/lib/runtime";
import type { Caller } from "@/lib/services/workspace/caller";
import { AppError } from "@/lib/core/errors";
import { backUp, copyHistory } from "@/lib/services/history/back-up";
import { purgeWorkspace } from "@/lib/services/history/purge-workspace";
import { putBack } from "@/lib/services/history/restore-backup";
import { isFolder } from "@/lib/store/project-files";
import { findOtherServer } from "@/lib/store/server-file";
import { TokenMint } from "@/lib/services/workspace/token-mint";
import { isMinted, type Configuration } from "@/lib/services/workspace/configuration";
import { examine } from "@/lib/services/history/examine";
import { ensureDataFolder, ensureSecret } from "@/lib/store/data-folder";
import { claimWorkspace, listKnownWorkspaces } from "@/lib/store/known-workspaces";

/**
 * Opens the wanted workspace and every other one the data folder knows: what another process left unfinished may be
 * about several. `configuration` is what the environment says.
 */
async function openHere(configuration: Configuration, project: string, wanted: Wanted): Promise<Opened> {
  const { dataFolder } = configuration;
  await ensureDataFolder(dataFolder);
  // Somebody's token is not the owner's choice.
  const given = configuration.token !== null && isMinted(configuration.token) ? null : configuration.token;
  const token = given ?? (await ensureSecret(dataFolder, "token"));
  const known = await listKnownWorkspaces(dataFolder);
  if (wanted !== null && wanted.folder !== null && wanted.name === null) {
    const target = await realpath(wanted.folder);
    if (!known.some(({ folder }) => folder === target))
      return openUnknown({ ...configuration, token }, project, wanted.folder);
  }
  const workspace = wanted === null ? "example" : await nameOf(dataFolder, wanted);
  const folder = wanted?.folder ?? null;
  const workspaces = folder === null ? [] : [{ name: workspace, folder }];
  for (const each of known) {
    const isElsewhere = each.name === workspace || configuration.recorded.includes(each.name);
    if (wanted !== null && !isElsewhere && (await isFolder(each.folder))) workspaces.push(each);
  }
  const opening = openConfigured({ ...configuration, token, workspaces, host: "127.0.0.1", port: 4100 }, project);
  globalThis.wardroomRuntime = opening;
  const runtime = await opening;
  let watching: Promise<void> | undefined;
  return {
    workspace,
    ownerToken: token,
    port: async ({ url, headers, ...asked }) => {
      // Who waits is to hear of what other processes do.
      const { host, searchParams, pathname } = new URL(url);
      if (searchParams.has("wait") || pathname.endsWith("/stream")) await (watching ??= runtime.watch(() => undefined));
      return answer(new Request(url, { ...asked, headers: { ...headers, host } }));
    },
    close: () => runtime.close(),
  };
}

/**
 * Opens a project that the data folder does not know. To read there is not to register it: what reading keeps lies in a folder that ends
 * with the command, and the project gets its name in the data folder with the first change.
 */
async function openUnknown(configuration: Configuration, project: string, folder: string): Promise<Opened> {
  const { dataFolder } = configuration;
  const passing = await mkdtemp(path.join(tmpdir(), "wardroom-"));
  // The name that it would have there.
  const names = path.join(passing, "workspaces");
  await cp(path.join(dataFolder, "workspaces"), names, { recursive: true }).catch(() => undefined);
  const name = await claimWorkspace(passing, folder);
  await rm(names, { recursive: true });
  const own = { dataFolder: passing, databasePath: path.join(passing, "wardroom.db"), databaseUrl: null, recorded: [] };
  let opened = openHere({ ...configuration, ...own }, project, { name, folder });
  let isRegistered = false;
  const { ownerToken } = await opened;
  return {
    workspace: name,
    ownerToken,
    port: async (asked) => {
      if (!isRegistered && !isReading(asked)) {
        isRegistered = true;
        const reading = opened;
        opened = reading
          .then((each) => each.close())
          .then(() => claimWorkspace(dataFolder, folder))
          .then(() => openHere(configuration, project, { name: null, folder }));
      }
      return (await opened).port(asked);
    },
    close: async () => {
      await (await opened).close();
      await rm(passing, { recursive: true, force: true });
    },
  };
}

/** Whether a request reads what there is: no change, no MCP, and no waiting for what others do. */
function isReading({ url, method = "GET" }: Asked): boolean {
  const { searchParams, pathname } = new URL(url);
  if (searchParams.has("wait") || /\/(stream|mcp)$/.test(pathname)) return false;
  return method === "GET" || searchParams.get("dryRun") === "true" || pathname.endsWith("/seen");
}

/** Whoever runs the command without a server: who can read the data folder is the owner. */
const OWNER_HERE: Caller = {
  kind: "owner",
  role: null,
  sessionKey: null,
  workspace: null,
  credentialId: "owner",
  source: "cli",
};

/** What of the command's surroundings takes most of Wardroom, for a data folder. `configuration` is what the environment says. */
export function surroundingsHere(configuration: Configuration, project: string, version: string): OfWardroom {
  const { dataFolder, secret } = configuration;
  const migrations = migrationsFolder(project);
  const mover = { configuration, caller: OWNER_HERE, project };
  return {
    openHere: (wanted) => openHere(configuration, project, wanted),
    examine: () => examine(configuration, migrations),
    purge: (name, isOnlyCounted) => purgeWorkspace(configuration, name, { migrations, isOnlyCounted }),
    // As the server makes one: with the secret that both have.
    loginCode: async () => {
      const tokens = new TokenMint(secret ?? (await ensureSecret(dataFolder, "secret")));
      return tokens.codeOf(randomBytes(8).toString("hex"), new Date());
    },
    backUp: (target) => backUp(configuration, target, version),
    restore: (folder) => {
      assertNoServer(configuration);
      return restoreHere(configuration, project, folder);
    },
    copyHistory: (to) => {
      assertNoServer(configuration);
      return copyHistory(configuration, to, { migrations, base: process.cwd() });
    },
    importContent: (name, folder) => {
      assertNoServer(configuration);
      return importContent(mover, { name, folder });
    },
    exportContent: (name, folder) => {
      assertNoServer(configuration);
      return exportContent(mover, { name, folder });
    },
  };
}

/** Puts a backup in place of what the data folder holds, and records it. */
async function restoreHere(configuration: Configuration, project: string, folder: string): Promise<Restored> {
  await ensureDataFolder(configuration.dataFolder);
  const restored = await putBack(configuration, folder);
  const known = await listKnownWorkspaces(configuration.dataFolder);
  const reachable = await Promise.all(known.map(async (each) => ((await isFolder(each.folder)) ? each : null)));
  // One brings the others along.
  const opened = await openHere(configuration, project, reachable.find((each) => each !== null) ?? null);
  try {
    const { services } = await runtime();
    await services.backups.recordRestored(OWNER_HERE, restored);
  } finally {
    await opened.close();
  }
  return restored;
}

function assertNoServer({ dataFolder }: Configuration): void {
  const other = findOtherServer(dataFolder);
  if (other === null) return;
  throw new AppError("busy", `A server runs on this data folder: ${other}.`, {
    hint: "Stop it, then try again. Nothing was changed.",
  });
}

async function nameOf(dataFolder: string, wanted: NonNullable<Wanted>): Promise<string> {
  return wanted.folder === null ? wanted.name : (wanted.name ?? claimWorkspace(dataFolder, wanted.folder));
}
