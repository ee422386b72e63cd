import { partsOf } from "@/lib/core/text/lines";
import { randomUUID } from "node:crypto";
import { homedir, hostname, networkInterfaces } from "node:os";
import { join, resolve } from "node:path";
import { AppError } from "@/lib/core/errors";
import { baseFolder, ownDataFolder } from "@/lib/core/places/own-folder";
import { isPostgresql } from "@/lib/db/database-address";
import type { Claim } from "@/lib/db/postgresql/claims";
import { Seals } from "@/lib/db/seals";
import { readProvider, type ProviderSettings } from "@/lib/services/workspace/provider-settings";
import { readReachable, type AllowsAddress } from "@/lib/services/workspace/reachable-addresses";
import { readOrigin } from "@/lib/services/workspace/read-origin";
import { ensureExample } from "@/lib/store/data-folder";

/** A command that reads a prompt and prints JSON, and how long it may take. */
export interface JudgeSettings {
  command: readonly string[];
  seconds: number;
}

export interface Configuration {
  /** Names and folders of the workspaces that are in folders; without any of either kind the bundled example is served. */
  workspaces: { name: string; folder: string }[];
  /** Names of those whose content is in the history, so that several servers serve them. */
  recorded: string[];
  /** Folder of database, tokens and trash. */
  dataFolder: string;
  /** Path of the SQLite file, where there is no `databaseUrl`. */
  databasePath: string;
  /** The address of the PostgreSQL database that has the history, or null for the SQLite file. */
  databaseUrl: string | null;
  /** The owner's token when it was chosen, else null. */
  token: string | null;
  /** The secret that tokens are made from when it was chosen, for servers that share them; null for that of the data folder. */
  secret: string | null;
  host: string;
  port: number;
  /** Where browsers reach it through a proxy, such as `https://wardroom.example.org`; null where they come to it directly. */
  publicOrigin: string | null;
  /** Where other servers of the same workspaces reach it, where that was chosen, else null. */
  peer: string | null;
  /** The least time between two writes of a file to which many write at once, in milliseconds; undefined leaves it to the committer. */
  paceMs: number | undefined;
  /** Which addresses webhooks may lead to. */
  reachable: AllowsAddress;
  /** The command that judges what the coach gathers, or null. */
  judge: JudgeSettings | null;
  /** Who signs people in beside their links and tokens, or null. */
  provider: ProviderSettings | null;
}

/** A name that stands in URLs. Example: `demo-2`. */
const WORKSPACE_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/**
 * Reads the environment; relative paths are below `baseFolder`, for the folder of package.json. Throws `invalid_input` with the
 * variable's name and what it should look like.
 */
export function readConfiguration(env: Record<string, string | undefined>, projectFolder: string): Configuration {
  const home = env.HOME ? env.HOME : homedir();
  const base = baseFolder(projectFolder, home);
  const dataFolder = env.WARDROOM_DATA ? below(base, env.WARDROOM_DATA) : ownDataFolder(projectFolder, home);
  const publicOrigin = readOrigin("WARDROOM_ORIGIN", env.WARDROOM_ORIGIN ?? "");
  const host = env.HOST ? env.HOST : "127.0.0.1";
  const configuration = {
    ...readWorkspaces(env.WARDROOM_WORKSPACES ?? "", base, home),
    dataFolder,
    ...readDatabase(env.DATABASE_URL ?? "", dataFolder, base),
    token: env.WARDROOM_TOKEN ? env.WARDROOM_TOKEN : null,
    secret: env.WARDROOM_SECRET ? env.WARDROOM_SECRET : null,
    host,
    port: Number(env.PORT ?? 4100),
    publicOrigin,
    peer: readOrigin("WARDROOM_PEER", env.WARDROOM_PEER ?? ""),
    paceMs: readPace(env.WARDROOM_FILE ?? ""),
    reachable: readReachable(env.WARDROOM_WEBHOOK_ADDRESSES ?? ""),
    judge: readJudge(env),
    provider: readProvider(env, { publicOrigin, host }),
  };
  assertShared(configuration);
  return configuration;
}

/** Characters of the shortest secret that nobody guesses. */
const SHORTEST_SECRET = 32;

/** Throws `invalid_input` where workspaces are to be served from the history and other servers could not do the same. */
export function assertShared({ recorded, databaseUrl, secret, token }: Configuration): void {
  if (secret !== null && secret.length < SHORTEST_SECRET) {
    throw wrong("WARDROOM_SECRET", "It is too short.", "Make one with: openssl rand -base64 32");
  }
  const [name] = recorded;
  if (name === undefined) return;
  const without = `${name} has no folder, so its content is in the history, which several servers may serve`;
  if (databaseUrl === null) {
    const hint = `Name its folder, as in ${name}=/path, or the database of all servers: DATABASE_URL=postgresql://….`;
    throw wrong("WARDROOM_WORKSPACES", `${without}, but only PostgreSQL can be shared.`, hint);
  }
  if (secret === null) {
    const hint = "Give all servers the same, such as the content of the file secret in the data folder of the first.";
    throw wrong("WARDROOM_SECRET", `${without}, and it is not set: tokens would be valid at one server alone.`, hint);
  }
  if (token === null) {
    const hint = "Give all servers the same, such as the content of the file token in the data folder of the first.";
    throw wrong("WARDROOM_TOKEN", `${without}, and it is not set: the owner would be known at one server alone.`, hint);
  }
}

/** Where other servers reach this one: where that was not chosen, at the address it listens on, or the first that the machine has in a network. */
export function peerOf({ peer, host, port }: Configuration): string {
  if (peer !== null) return peer;
  const inNetworks = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const first = inNetworks.find(({ internal, family }) => !internal && family === "IPv4")?.address ?? "127.0.0.1";
  const at = host === "0.0.0.0" || host === "::" ? first : host;
  return `http://${at.includes(":") ? `[${at}]` : at}:${port}`;
}

/** What seals rows: a data folder's `secret`, and where several servers may write to them, the one that they share. */
export function sealsOf({ databaseUrl, secret: shared }: Configuration, secret: string): Seals {
  if (databaseUrl === null || shared === null) return new Seals([secret], databaseUrl === null);
  return new Seals([...new Set([shared, secret])], true);
}

/** What a process uses the workspaces as: a folder as all processes of its data folder do, which hear of each other, and the history as every server does, or alone. */
export function claimsOf(
  { dataFolder, recorded }: Configuration,
  folders: Configuration["workspaces"],
  { secret, isAlone }: { secret: string; isAlone: boolean },
): Claim[] {
  const here = `${hostname()}:${dataFolder}:${secret}`;
  return [
    ...folders.map(({ name }) => ({ workspace: name, as: here, isRecorded: false })),
    ...recorded.map((name) => ({ workspace: name, as: isAlone ? randomUUID() : "", isRecorded: true })),
  ];
}

/** The words of WARDROOM_JUDGE, as they are: no shell reads them. */
function readJudge({ WARDROOM_JUDGE = "", WARDROOM_JUDGE_SECONDS = "60" }: Record<string, string | undefined>) {
  const command = WARDROOM_JUDGE.trim().split(/\s+/);
  const seconds = Number(WARDROOM_JUDGE_SECONDS);
  if (!(seconds >= 1 && seconds <= 600)) {
    throw wrong("WARDROOM_JUDGE_SECONDS", `"${WARDROOM_JUDGE_SECONDS}" is no time.`, "Give seconds, from 1 to 600.");
  }
  return command[0] === "" ? null : { command, seconds };
}

/** Throws `invalid_input` where the owner's token is somebody's token for a role: whoever holds that one would be the owner. */
export function assertOwnersToken({ token }: Configuration): void {
  if (token === null || !isMinted(token)) return;
  throw wrong(
    "WARDROOM_TOKEN",
    "A token that begins with wr_ is a role's or a viewer's, and no server starts with it as the owner's.",
    "Unset WARDROOM_TOKEN to serve with the token of the data folder, or set a secret of your own.",
  );
}

/** Whether a token looks like one that Wardroom gave out, also one that was copied badly. Example: wr_8f4c2e61a7b34d5f_Zm9v…. */
export function isMinted(token: string): boolean {
  return token.startsWith("wr_");
}

function readWorkspaces(value: string, base: string, home: string): Pick<Configuration, "workspaces" | "recorded"> {
  const workspaces: Configuration["workspaces"] = [];
  const recorded: string[] = [];
  for (const part of partsOf(value, ",")) {
    const [name = "", ...rest] = part.split("=");
    const folder = rest.join("=");
    const isRecorded = !part.includes("=");
    if (!WORKSPACE_NAME.test(name) || (folder === "" && !isRecorded)) {
      throw wrong(
        "WARDROOM_WORKSPACES",
        `"${part}" is not of the form name=/path.`,
        "Write name=/path,name2=/path2, and name alone for one whose content is in the history; names are lower case letters, digits, - and _.",
      );
    }
    if (isRecorded) recorded.push(name);
    // A shell puts the home folder in only where a value begins.
    else
      workspaces.push({
        name,
        folder: below(
          base,
          folder.replace(/^~(?=\/)/, () => home),
        ),
      });
  }
  assertDifferent(workspaces, recorded);
  return { workspaces, recorded };
}

function assertDifferent(workspaces: Configuration["workspaces"], recorded: string[]): void {
  const names = [...workspaces.map(({ name }) => name), ...recorded];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw wrong("WARDROOM_WORKSPACES", `The name ${twice} is given twice.`, "Give each workspace a name of its own.");
  const byFolder = new Map<string, string>();
  for (const { name, folder } of workspaces) {
    const other = byFolder.get(resolve(folder));
    if (other !== undefined) {
      throw wrong(
        "WARDROOM_WORKSPACES",
        `${other} and ${name} are the same folder, ${folder}.`,
        "Give each folder one name: what is written under one would have no author under the other.",
      );
    }
    byFolder.set(resolve(folder), name);
  }
}

/** Reads an address as `DATABASE_URL` has it. Throws `invalid_input` for one of another form. */
export function readDatabase(url: string, dataFolder: string, base: string) {
  const databasePath = `${dataFolder}/wardroom.db`;
  if (url === "") return { databasePath, databaseUrl: null };
  if (isPostgresql(url)) return { databasePath, databaseUrl: url };
  if (!url.startsWith("file:")) {
    throw wrong(
      "DATABASE_URL",
      "Only file: and postgresql:// addresses are understood.",
      "Write file:/path/to/wardroom.db or postgresql://user:password@host/database, or leave it out.",
    );
  }
  return { databasePath: below(base, url.slice("file:".length)), databaseUrl: null };
}

function readPace(value: string): number | undefined {
  if (value === "" || value === "now") return value === "" ? undefined : 0;
  throw wrong("WARDROOM_FILE", `"${value}" is not understood.`, "Write now, or leave it out.");
}

function below(folder: string, path: string): string {
  return path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path) ? path : `${folder}/${path}`; // C:\data is absolute too
}

function wrong(variable: string, message: string, hint: string): AppError {
  return new AppError("invalid_input", `${variable}: ${message}`, { hint });
}

/** The workspaces that are in folders; where none of either kind is named, the example, which is copied to the data folder. */
export async function findWorkspaces({ workspaces, recorded, dataFolder }: Configuration, projectFolder: string) {
  if (workspaces.length + recorded.length > 0) return { folders: workspaces, example: null };
  const example = await ensureExample(join(projectFolder, "example", "workspace"), dataFolder);
  return { folders: [{ name: "example", folder: example.folder }], example };
}
