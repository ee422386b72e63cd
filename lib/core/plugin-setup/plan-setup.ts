import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { AppError } from "@/lib/core/errors";
import { addAll, removeAll, type JsonPlace } from "@/lib/core/plugin-setup/json-additions";
import {
  addEntry,
  addHooks,
  findEntry,
  removeEntry,
  removeHooks,
  type HookGroups,
  type Made,
} from "@/lib/core/plugin-setup/setup-files";

/** The project's files that a client reads hooks and servers from. */
export const SETTINGS = ".claude/settings.json";
export const SERVERS = ".mcp.json";
/** Our own folder in a project; whatever names the script in it is ours. */
export const OWN_FOLDER = ".claude/wardroom";
export const SCRIPT = `${OWN_FOLDER}/hook.mjs`;
/** What was done, so that it can be undone. */
export const INSTALLED = `${OWN_FOLDER}/installed.json`;

/** The name of our MCP server in a project. */
const SERVER = "wardroom";
const OUR_SERVER = ["mcpServers", SERVER] as const;

/** The client's variable that lets teammates have names. */
const TEAMS_VARIABLE = ["env", "CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS"] as const;

/** The client's rule by which agents run the command `wardroom` without asking a person each time. */
const RULE = { path: ["permissions", "allow"], value: "Bash(wardroom:*)" };
/** A rule of the project's own about it, whichever way. */
const OWN_RULE = /"Bash\(wardroom\b/;

export interface SetupAssets {
  version: string;
  hooks: HookGroups;
  /** The MCP server's entry. */
  server: unknown;
  files: { path: string; text: string }[];
}

/** A project as it is: a file's text, null where there is none, and whether a folder is there. */
export interface SetupProject {
  read: (path: string) => string | null;
  hasFolder: (path: string) => boolean;
}

/** A file as it is and as it would be; null for none. */
export interface SetupFile {
  path: string;
  before: string | null;
  after: string | null;
}

/** Everything that would change, and what a person should know about it. */
export interface SetupPlan {
  files: SetupFile[];
  /** Folders that are to go if nothing else is in them, the innermost first. */
  folders: string[];
  notes: string[];
}

export interface Installed {
  version: string;
  hooks: Made;
  /** Null where a server of that name was there before and stays the project's own. */
  servers: Made | null;
  /** Null where agent teams were not turned on by this installation. */
  teams: Made | null;
  /** Null where the project has a rule of its own about the command. */
  rule: { placed: JsonPlace[]; made: Made } | null;
  /** sha256 of each file that was put there. */
  files: Record<string, string>;
  folders: string[];
}

/**
 * What installing would change: an earlier installation gives way to this one, what the project has of its own stays as it
 * is, byte for byte. Installing twice changes nothing. Throws `unparseable` or `conflict` for settings that are not as the
 * client reads them; nothing has to be undone then. `teams` says whether the client's agent teams are turned on; left out, it
 * stays as it is.
 */
export function planInstall(project: SetupProject, assets: SetupAssets, teams?: boolean): SetupPlan {
  const { read } = overlay(project, planUninstall(project));
  const notes: string[] = [];
  const files = new Map<string, string>();
  for (const { path, text } of assets.files) {
    if (read(path) === null) files.set(path, text);
    else notes.push(`${path} is the project's own and stays as it is.`);
  }
  const hooks = addHooks(read(SETTINGS), assets.hooks, SETTINGS);
  const own = read(SERVERS);
  const isTaken = own !== null && findEntry(own, OUR_SERVER, SERVERS) !== null;
  if (isTaken) notes.push(`${SERVERS} has a server ${SERVER} of the project's own, which stays as it is.`);
  const servers = isTaken ? null : addEntry(own, OUR_SERVER, assets.server, SERVERS);
  const before = readInstalled(project);
  const hasTeams = findEntry(hooks.text ?? "{}", TEAMS_VARIABLE, SETTINGS) !== null;
  const wantsTeams = !hasTeams && (teams ?? (before !== null && before.teams !== null));
  const teamed = wantsTeams ? addEntry(hooks.text, TEAMS_VARIABLE, "1", SETTINGS) : null;
  const settings = teamed?.text ?? hooks.text ?? "{}";
  const ruled = OWN_RULE.test(settings) ? null : addAll(settings, [RULE], SETTINGS);
  if (ruled !== null && !before?.rule)
    notes.push(`${SETTINGS} lets agents run ${RULE.value} without asking; a rule of your own about it would stay.`);
  const folders = foldersOf([...files.keys(), SETTINGS, INSTALLED]);
  const installed: Installed = {
    version: assets.version,
    hooks: hooks.made,
    servers: servers?.made ?? null,
    teams: teamed?.made ?? null,
    rule: ruled && { placed: ruled.placed, made: ruled.made },
    files: Object.fromEntries([...files].map(([path, text]) => [path, digest(text)])),
    folders: folders.filter((folder) => !project.hasFolder(folder) || before?.folders.includes(folder) === true),
  };
  const wanted = new Map<string, string | null>([
    [SETTINGS, ruled?.text ?? settings],
    ...(servers === null ? [] : [[SERVERS, servers.text] as const]),
    ...files,
    [INSTALLED, `${JSON.stringify(installed, null, 2)}\n`],
  ]);
  return { files: filesOf(project, wanted, before), folders: [], notes };
}

/** What uninstalling would change: every file is as it was before, and what was changed since by others stays. */
export function planUninstall(project: SetupProject): SetupPlan {
  const installed = readInstalled(project);
  if (installed === null) return { files: [], folders: [], notes: [] };
  const notes: string[] = [];
  const wanted = new Map<string, string | null>();
  const found = project.read(SETTINGS);
  if (found !== null) {
    const settings =
      installed.rule === null ? found : (removeAll(found, { ...installed.rule, mark: SCRIPT }, SETTINGS) ?? "{}");
    const unteamed =
      installed.teams === null || findEntry(settings, TEAMS_VARIABLE, SETTINGS) === null
        ? settings
        : (removeEntry(settings, TEAMS_VARIABLE, installed.teams, SETTINGS) ?? "{}");
    wanted.set(
      SETTINGS,
      removeHooks(unteamed, (hook) => hook.includes(SCRIPT), installed.hooks, SETTINGS),
    );
  }
  const servers = project.read(SERVERS);
  const ours = servers === null ? null : findEntry(servers, OUR_SERVER, SERVERS);
  if (servers !== null && installed.servers !== null && ours?.includes(SCRIPT) === true) {
    wanted.set(SERVERS, removeEntry(servers, OUR_SERVER, installed.servers, SERVERS));
  }
  for (const [path, hash] of Object.entries(installed.files)) {
    const text = project.read(path);
    if (text === null) continue;
    if (digest(text) === hash) wanted.set(path, null);
    else notes.push(`${path} was changed since and stays.`);
  }
  wanted.set(INSTALLED, null);
  const folders = [...installed.folders].sort((a, b) => b.length - a.length);
  return { files: filesOf(project, wanted, null), folders, notes };
}

/** What is installed in a project; null for nothing. Throws `unparseable` for a record that cannot be read. */
export function readInstalled(project: Pick<SetupProject, "read">): Installed | null {
  const text = project.read(INSTALLED);
  if (text === null) return null;
  try {
    const { version, hooks, servers, teams, rule, files, folders } = JSON.parse(text) as Omit<
      Installed,
      "teams" | "rule"
    > &
      Partial<Installed>;
    return {
      version,
      hooks: [...hooks],
      servers: servers && [...servers],
      // Earlier versions have none.
      teams: teams ? [...teams] : null,
      rule: rule ?? null,
      files: { ...files },
      folders: [...folders],
    };
  } catch (error) {
    throw new AppError(
      "unparseable",
      `${INSTALLED} cannot be read.`,
      { hint: `Restore it from the repository, or take the entries that name ${SCRIPT} out by hand and delete it.` },
      { cause: error },
    );
  }
}

/** The project as it would be after a plan. */
function overlay({ read, hasFolder }: SetupProject, { files }: SetupPlan): SetupProject {
  const after = new Map(files.map((file) => [file.path, file.after]));
  return { hasFolder, read: (path) => (after.has(path) ? (after.get(path) ?? null) : read(path)) };
}

/** Files as they are beside what they should be; what an earlier installation had and this one has not goes. */
function filesOf(
  { read }: SetupProject,
  wanted: ReadonlyMap<string, string | null>,
  before: Installed | null,
): SetupFile[] {
  const gone = Object.entries(before?.files ?? {}).filter(([path, hash]) => {
    const text = read(path);
    return !wanted.has(path) && text !== null && digest(text) === hash;
  });
  return [...wanted, ...gone.map(([path]) => [path, null] as const)].map(([path, after]) => ({
    path,
    before: read(path),
    after,
  }));
}

/** Every folder on the way to these files, without the project's own. */
export function foldersOf(paths: readonly string[]): string[] {
  const all = paths.flatMap((path) => {
    const parts = path.split("/").slice(0, -1);
    return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  });
  return [...new Set(all)].sort();
}

/** The sha256 of a text in UTF-8, as hexadecimal digits: an installed file that differs was changed since. */
export function digest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
