import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { CLIENT_NAMES, isPasted, PASTED, type ClientName, type PastedName } from "@/lib/core/plugin-setup/client-names";
import { OTHER_CLIENTS, type OtherClient } from "@/lib/core/plugin-setup/other-clients";
import {
  pathsInstalled,
  pathsOfClient,
  planClientInstall,
  planClientUninstall,
  readClientRecord,
  type ClientAssets,
} from "@/lib/core/plugin-setup/plan-client";
import {
  INSTALLED,
  OWN_FOLDER,
  planInstall,
  planUninstall,
  readInstalled,
  SCRIPT,
  SERVERS,
  SETTINGS,
  type SetupAssets,
  type SetupPlan,
  type SetupProject,
} from "@/lib/core/plugin-setup/plan-setup";
import type { HookGroups } from "@/lib/core/plugin-setup/setup-files";
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
  project: SetupProject;
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

/** The address a client uses where no server runs to name another. */
const ADDRESS = "http://127.0.0.1:4100";

/** The plugin files copied into a project besides the script, each with its source and its target. */
const COPIES: [string, string][] = [
  ["skills/wardroom/SKILL.md", ".claude/skills/wardroom/SKILL.md"],
  ...["load", "unload", "knowledge", "resume", "reload"].map((name): [string, string] => [
    `commands/${name}.md`,
    `.claude/commands/wardroom/${name}.md`,
  ]),
];

/** What a project has of a client, read once; where no server runs, the address it has stays. */
export async function openClientSetup(source: SetupSource, client: ClientName | PastedName): Promise<ClientSetup> {
  if (isPasted(client)) return openRecorded(source, { folder: PASTED[client].folder, json: [], blocks: [], files: [] });
  if (client !== "claude") return openOther(source, OTHER_CLIENTS[client]);
  const assets = await readAssets(source);
  const paths = [...assets.files.map(({ path }) => path), SETTINGS, SERVERS, INSTALLED];
  const project = await readFiles(source, paths, (files) => Object.keys(readInstalled(files)?.files ?? {}));
  return {
    project,
    installed: readInstalled(project)?.version ?? null,
    install: (agentTeams) => planInstall(project, assets, agentTeams),
    uninstall: () => planUninstall(project),
  };
}

async function openOther(source: SetupSource, client: OtherClient): Promise<ClientSetup> {
  const has = async (path: string) => (await readText(await source.locateFile(source.folder, path), path)) !== null;
  const { json, blocks, files } = await client.assets((path) => readPlugin(source, path), has);
  const assets: ClientAssets = {
    version: source.version,
    folder: client.folder,
    mark: "wardroom",
    json,
    blocks,
    files: [...(await readOwnFiles(source, client.folder)), ...files],
  };
  const setup = await openRecorded(source, assets);
  return { ...setup, install: () => planClientInstall(setup.project, assets) };
}

/** What an installation has left in a project; nothing is to be installed. */
async function openRecorded(
  source: SetupSource,
  assets: Pick<ClientAssets, "folder" | "json" | "blocks" | "files">,
): Promise<ClientSetup> {
  const { folder } = assets;
  const project = await readFiles(source, pathsOfClient(assets), (found) => pathsInstalled(found, folder));
  return {
    project,
    installed: readClientRecord(project, folder)?.version ?? null,
    install: () => ({ files: [], folders: [], notes: [] }),
    uninstall: () => planClientUninstall(project, folder),
  };
}

/** The plugin of this Wardroom as Claude Code gets it in a project. */
async function readAssets(source: SetupSource): Promise<SetupAssets> {
  const hooks = (await readPlugin(source, "hooks/hooks.json")).replaceAll(
    "${CLAUDE_PLUGIN_ROOT}/scripts/hook.mjs",
    `\${CLAUDE_PROJECT_DIR}/${SCRIPT}`,
  );
  const copies = await Promise.all(
    COPIES.map(async ([from, to]) => ({ path: to, text: await readPlugin(source, from) })),
  );
  return {
    version: source.version,
    hooks: (JSON.parse(hooks) as { hooks: HookGroups }).hooks,
    server: {
      type: "http",
      url: `\${WARDROOM_URL:-${source.url ?? (await installedAddress(source)) ?? ADDRESS}}/api/mcp`,
      headersHelper: `node "\${CLAUDE_PROJECT_DIR:-.}/${SCRIPT}" headers`,
    },
    files: [...(await readOwnFiles(source, OWN_FOLDER)), ...copies],
  };
}

/** The address in a project's settings of MCP, such as `${WARDROOM_URL:-http://127.0.0.1:4101}/api/mcp`; null without one. */
async function installedAddress({ folder, locateFile }: SetupSource): Promise<string | null> {
  const text = await readText(await locateFile(folder, SERVERS), SERVERS);
  return /\$\{WARDROOM_URL:-([^}"]+)\}\/api\/mcp/.exec(text ?? "")?.[1] ?? null;
}

/** The files of our own folder in a project: what starts the hook, where it is on this machine, and that this stays here. */
async function readOwnFiles(source: SetupSource, folder: string): Promise<{ path: string; text: string }[]> {
  const data = await realpath(source.dataFolder).catch(() => source.dataFolder);
  const script = join(/* turbopackIgnore: true */ source.wardroom, "plugin/scripts/hook.mjs");
  return [
    { path: `${folder}/hook.mjs`, text: await readPlugin(source, "scripts/start-hook.mjs") },
    { path: `${folder}/local.json`, text: `${JSON.stringify({ data, script })}\n` },
    { path: `${folder}/.gitignore`, text: "local.json\n" },
  ];
}

function readPlugin({ wardroom }: SetupSource, path: string): Promise<string> {
  return readFile(join(/* turbopackIgnore: true */ wardroom, "plugin", path), "utf8");
}
