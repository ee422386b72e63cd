import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { CLIENT_NAMES, isPasted, PASTED, type ClientName, type PastedName } from "@/lib/core/plugin-setup/client-names";
import {
  pathsInstalled,
  pathsOfClient,
  planClientInstall,
  planClientUninstall,
  readClientRecord,
  type ClientAssets,
  type SetupPlan,
} from "@/lib/core/plugin-setup/plan-client";
import { SETUP_CLIENTS, type SetupClient } from "@/lib/core/plugin-setup/setup-clients";
import type { InitChoice } from "@/lib/core/protocol/plan-init";
import { planProtocol, readFiles, readText, type ProjectFolder } from "@/lib/store/project-files";

/** What an installation is made of: a project, and this Wardroom. */
export interface SetupSource extends ProjectFolder {
  /** The folder of package.json. */
  wardroom: string;
  version: string;
  dataFolder: string;
  /** The address of the server that runs; null where none does. */
  url: string | null;
}

/** What one client of a project has of Wardroom, and what installing and uninstalling would change. */
export interface ClientSetup {
  /** The version that is installed; null for nothing. */
  installed: string | null;
  install: (agentTeams?: boolean) => SetupPlan;
  uninstall: () => SetupPlan;
}

/** What is to be put into a project. */
export interface SetupChoice extends InitChoice {
  clients: readonly ClientName[];
  agentTeams?: boolean | undefined;
}

/** The files that would change, each as it is and as it would be, and what a person should know. */
export async function planSetUp(source: SetupSource, { clients, agentTeams, ...choice }: SetupChoice) {
  const plans: Pick<SetupPlan, "files" | "notes">[] = [{ files: await planProtocol(source, choice), notes: [] }];
  for (const client of CLIENT_NAMES.filter((each) => clients.includes(each)))
    plans.push((await openClientSetup(source, client)).install(agentTeams));
  const files = plans.flatMap((each) => each.files).filter(({ before, after }) => before !== after);
  return { files, notes: plans.flatMap(({ notes }) => notes) };
}

/** What taking clients out of a project would change, each by its own record. */
export async function planUninstalls(
  source: SetupSource,
  clients: readonly (ClientName | PastedName)[],
): Promise<SetupPlan[]> {
  const setups = await Promise.all(clients.map((client) => openClientSetup(source, client)));
  return setups.map((setup) => setup.uninstall());
}

/** Whether installing again would change nothing. */
export function isCurrent({ install }: ClientSetup): boolean {
  return install().files.every(({ before, after }) => before === after);
}

/** What a project has of a client, read once; of one that pastes, what earlier versions left there. */
export async function openClientSetup(source: SetupSource, client: ClientName | PastedName): Promise<ClientSetup> {
  const assets = isPasted(client) ? null : await assetsOf(source, SETUP_CLIENTS[client]);
  const { folder } = isPasted(client) ? PASTED[client] : SETUP_CLIENTS[client];
  const paths = pathsOfClient(assets ?? { folder, json: [], blocks: [], files: [] });
  const project = await readFiles(source, paths, (found) => pathsInstalled(found, folder));
  return {
    installed: readClientRecord(project, folder)?.version ?? null,
    install: (agentTeams) =>
      assets === null ? { files: [], folders: [], notes: [] } : planClientInstall(project, assets, agentTeams),
    uninstall: () => planClientUninstall(project, folder),
  };
}

async function assetsOf(source: SetupSource, { folder, mark, assets }: SetupClient): Promise<ClientAssets> {
  const { version, url } = source;
  const find = async (path: string) => readText(await source.locateFile(source.folder, path), path);
  const parts = await assets({ read: (path) => readPlugin(source, path), find, url });
  return { ...parts, version, folder, mark, files: [...(await readOwnFiles(source, folder, find)), ...parts.files] };
}

/**
 * The files of our own folder in a project: what starts the hook, where it is on this machine, and that this stays here. Under the name that
 * earlier versions gave the hook it stays where it is: conversations that are open call it by that.
 */
async function readOwnFiles(source: SetupSource, folder: string, find: (path: string) => Promise<string | null>) {
  const data = await realpath(source.dataFolder).catch(() => source.dataFolder);
  const script = join(/* turbopackIgnore: true */ source.wardroom, "plugin/scripts/hook.cjs");
  const former = { path: `${folder}/hook.mjs`, text: await readPlugin(source, "scripts/hook.mjs") };
  return [
    ...((await find(former.path)) === null ? [] : [former]),
    { path: `${folder}/hook.cjs`, text: await readPlugin(source, "scripts/start-hook.cjs") },
    { path: `${folder}/local.json`, text: `${JSON.stringify({ data, script })}\n` },
    { path: `${folder}/.gitignore`, text: "local.json\n" },
  ];
}

function readPlugin({ wardroom }: SetupSource, path: string): Promise<string> {
  return readFile(join(/* turbopackIgnore: true */ wardroom, "plugin", path), "utf8");
}
