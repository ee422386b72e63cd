import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { AppError } from "@/lib/core/errors";
import {
  addAll,
  nodeAt,
  parseJson,
  removeAll,
  type JsonAddition,
  type JsonPlace,
  type Made,
} from "@/lib/core/plugin-setup/json-additions";

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

/** One addition to a file of the client's. */
export interface ClientAddition extends JsonAddition {
  /** Left out where the file has the like. */
  unless?: RegExp;
  /** Only where it is asked for, or was before. */
  isOptional?: true;
  /** What a person is told when it is put there first. */
  says?: string;
}

export interface ClientAssets {
  version: string;
  /** Our own folder in the project, such as `.codex/wardroom`. */
  folder: string;
  /** Part of the text of everything of ours in a JSON file, and of nothing else. */
  mark: string;
  json: { path: string; additions: ClientAddition[] }[];
  /** Text that goes to the end of a file, unless `taken` finds that the file has the like. */
  blocks: { path: string; text: string; taken: RegExp }[];
  files: { path: string; text: string }[];
}

/** What was done, so that it can be undone: `installed.json` of our folder. */
interface ClientRecord {
  version: string;
  mark: string;
  json: { path: string; placed: JsonPlace[]; made: Made }[];
  blocks: { path: string; text: string; isNew: boolean }[];
  /** sha256 of each file that was put there. */
  files: Record<string, string>;
  folders: string[];
}

/** Every file that installing reads or writes. */
export function pathsOfClient({ folder, json, blocks, files }: Omit<ClientAssets, "version" | "mark">): string[] {
  return [recordPath(folder), ...[...json, ...blocks, ...files].map(({ path }) => path)];
}

/**
 * What installing for a client would change: an earlier installation gives way to this one, what the project has of its own stays as
 * it is, byte for byte. Installing twice changes nothing. `optional` says whether what is optional is put there; left out, it stays as it
 * is. Throws `unparseable` or `conflict` for settings that are not as the client reads them.
 */
export function planClientInstall(project: SetupProject, assets: ClientAssets, optional?: boolean): SetupPlan {
  const before = readClientRecord(project, assets.folder);
  const undone = new Map(planClientUninstall(project, assets.folder).files.map(({ path, after }) => [path, after]));
  const wanted = new Map<string, string | null>();
  const read = (path: string) =>
    wanted.get(path) ?? (undone.has(path) ? (undone.get(path) ?? null) : project.read(path));
  const notes: string[] = [];
  const record: ClientRecord = {
    version: assets.version,
    mark: assets.mark,
    json: [],
    blocks: [],
    files: {},
    folders: [],
  };
  for (const { path, additions } of assets.json) {
    const own = read(path);
    const had = before?.json.find((each) => each.path === path)?.placed ?? [];
    const isThere = ({ key, value }: JsonAddition) => had.some((each) => each.key === key && each.value === value);
    const meant = additions.filter(
      (each) => each.unless?.test(own ?? "") !== true && (!each.isOptional || (optional ?? isThere(each))),
    );
    const { text, placed, made } = addAll(own, meant, path);
    const taken = meant.filter(({ key }) => key !== undefined && !placed.some((place) => place.key === key));
    for (const { key } of taken) notes.push(`${path} has ${key} of the project's own, which stays as it is.`);
    for (const each of meant) if (each.says !== undefined && !isThere(each)) notes.push(`${path} ${each.says}`);
    wanted.set(path, text);
    record.json.push({ path, placed, made });
  }
  for (const { path, text, taken } of assets.blocks) {
    const own = read(path);
    if (own !== null && taken.test(own)) {
      notes.push(`${path} has a server of the project's own named wardroom, which stays as it is.`);
      continue;
    }
    const added = `${own === null || own === "" || own.endsWith("\n") ? "" : "\n"}${text}`;
    wanted.set(path, (own ?? "") + added);
    record.blocks.push({ path, text: added, isNew: own === null });
  }
  for (const { path, text } of assets.files) {
    if (read(path) === null) {
      wanted.set(path, text);
      record.files[path] = digest(text);
    } else notes.push(`${path} is the project's own and stays as it is.`);
  }
  const folders = foldersOf([...wanted.keys(), recordPath(assets.folder)]);
  record.folders = folders.filter((each) => !project.hasFolder(each) || before?.folders.includes(each) === true);
  wanted.set(recordPath(assets.folder), `${JSON.stringify(record, null, 2)}\n`);
  for (const [path, after] of undone) if (!wanted.has(path)) wanted.set(path, after);
  return { files: filesOf(project, wanted), folders: [], notes };
}

/** What uninstalling would change: every file is as it was before, and what others changed since stays. */
export function planClientUninstall(project: Pick<SetupProject, "read">, folder: string): SetupPlan {
  const record = readClientRecord(project, folder);
  if (record === null) return { files: [], folders: [], notes: [] };
  const notes: string[] = [];
  const wanted = new Map<string, string | null>();
  const read = (path: string) => (wanted.has(path) ? (wanted.get(path) ?? null) : project.read(path));
  for (const [path, hash] of Object.entries(record.files)) {
    const text = read(path);
    if (text === null) continue;
    if (digest(text) === hash) wanted.set(path, null);
    else notes.push(`${path} was changed since and stays.`);
  }
  for (const { path, text, isNew } of [...record.blocks].reverse()) {
    const found = read(path);
    const at = found?.lastIndexOf(text) ?? -1;
    if (found === null) continue;
    if (at < 0) notes.push(`${path} was changed since: take out what lies between the marks of Wardroom by hand.`);
    else {
      const left = found.slice(0, at) + found.slice(at + text.length);
      wanted.set(path, left === "" && isNew ? null : left);
    }
  }
  for (const { path, placed, made } of [...record.json].reverse()) {
    const text = read(path);
    if (text !== null) wanted.set(path, removeAll(text, { placed, made, mark: record.mark }, path));
  }
  wanted.set(recordPath(folder), null);
  return {
    files: filesOf(project, wanted),
    folders: [...record.folders].sort((a, b) => b.length - a.length),
    notes,
  };
}

/** Every file that an installation of a client has changed or made. */
export function pathsInstalled(project: Pick<SetupProject, "read">, folder: string): string[] {
  const record = readClientRecord(project, folder);
  if (record === null) return [];
  return [
    ...record.json.map(({ path }) => path),
    ...record.blocks.map(({ path }) => path),
    ...Object.keys(record.files),
  ];
}

/** What is installed for a client; null for nothing. Throws `unparseable` for a record that cannot be read. */
export function readClientRecord(project: Pick<SetupProject, "read">, folder: string): ClientRecord | null {
  const path = recordPath(folder);
  const text = project.read(path);
  if (text === null) return null;
  try {
    const found = JSON.parse(text) as ClientRecord | FormerRecord;
    const { version, mark, json, blocks, files, folders } = "json" in found ? found : asNow(found, project);
    return { version, mark, json: [...json], blocks: [...blocks], files: { ...files }, folders: [...folders] };
  } catch (error) {
    throw new AppError(
      "unparseable",
      `${path} cannot be read.`,
      { hint: "Restore it from the repository, or take out what names Wardroom by hand and delete it." },
      { cause: error },
    );
  }
}

/** The record as earlier versions kept it for Claude Code; null for what they did not put there. */
interface FormerRecord extends Pick<ClientRecord, "version" | "files" | "folders"> {
  hooks: Made;
  servers: Made | null;
  teams?: Made | null;
  rule?: { placed: JsonPlace[]; made: Made } | null;
}

function asNow({ hooks, servers, teams, rule, ...rest }: FormerRecord, { read }: Pick<SetupProject, "read">) {
  const [settings, mcp] = [".claude/settings.json", ".mcp.json"];
  const events = nodeAt(parseJson(read(settings) ?? "{}", settings), ["hooks"]);
  // Which were ours is not said there: the mark tells.
  const placed: JsonPlace[] = (events?.children ?? []).flatMap(({ children: [event, list] = [] }) =>
    (list?.children ?? []).map(() => ({ path: ["hooks", String(event?.value)] })),
  );
  if (teams) placed.push({ path: ["env"], key: "CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS", value: "1" });
  const made = [...hooks, ...(teams ?? []), ...(rule?.made ?? [])];
  const json: ClientRecord["json"] = [{ path: settings, placed: [...placed, ...(rule?.placed ?? [])], made }];
  if (servers !== null) json.push({ path: mcp, placed: [{ path: ["mcpServers"], key: "wardroom" }], made: servers });
  return { ...rest, mark: ".claude/wardroom/hook.", json, blocks: [] };
}

function recordPath(folder: string): string {
  return `${folder}/installed.json`;
}

function filesOf({ read }: Pick<SetupProject, "read">, wanted: ReadonlyMap<string, string | null>): SetupPlan["files"] {
  return [...wanted].map(([path, after]) => ({ path, before: read(path), after }));
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
function digest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
