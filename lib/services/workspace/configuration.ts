import { homedir } from "node:os";
import { resolve } from "node:path";
import { AppError } from "@/lib/core/errors";
import { baseFolder, ownDataFolder } from "@/lib/core/places/own-folder";
import { isPostgresql } from "@/lib/db/database-address";

/** What Wardroom is told from outside. */
export interface Configuration {
  /** Names and folders of the workspaces; empty means the bundled example. */
  workspaces: { name: string; folder: string }[];
  /** Folder of database, tokens and trash. */
  dataFolder: string;
  /** Path of the SQLite file, where there is no `databaseUrl`. */
  databasePath: string;
  /** The address of the PostgreSQL database that has the history, or null for the SQLite file. */
  databaseUrl: string | null;
  /** The owner's token when it was chosen, else null. */
  token: string | null;
  host: string;
  port: number;
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
  return {
    workspaces: readWorkspaces(env.WARDROOM_WORKSPACES ?? "", base, home),
    dataFolder,
    ...readDatabase(env.DATABASE_URL ?? "", dataFolder, base),
    token: env.WARDROOM_TOKEN ? env.WARDROOM_TOKEN : null,
    host: env.HOST ? env.HOST : "127.0.0.1",
    port: Number(env.PORT ?? 4100),
  };
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

function readWorkspaces(value: string, base: string, home: string): Configuration["workspaces"] {
  const workspaces = value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const [name = "", ...rest] = part.split("=");
      const folder = rest.join("=");
      if (!WORKSPACE_NAME.test(name) || folder === "") {
        throw wrong(
          "WARDROOM_WORKSPACES",
          `"${part}" is not of the form name=/path.`,
          "Write name=/path,name2=/path2; names are lower case letters, digits, - and _.",
        );
      }
      // A shell puts the home folder in only where a value begins.
      return {
        name,
        folder: below(
          base,
          folder.replace(/^~(?=\/)/, () => home),
        ),
      };
    });
  const twice = workspaces.find(({ name }, index) => workspaces.findIndex((other) => other.name === name) !== index);
  if (twice)
    throw wrong(
      "WARDROOM_WORKSPACES",
      `The name ${twice.name} is given twice.`,
      "Give each workspace a name of its own.",
    );
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
  return workspaces;
}

/** Reads an address as `DATABASE_URL` has it. Throws `invalid_input` for one of another form. */
export function readDatabase(
  url: string,
  dataFolder: string,
  base: string,
): Pick<Configuration, "databasePath" | "databaseUrl"> {
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

function below(folder: string, path: string): string {
  return path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path) ? path : `${folder}/${path}`; // C:\data is absolute too
}

function wrong(variable: string, message: string, hint: string): AppError {
  return new AppError("invalid_input", `${variable}: ${message}`, { hint });
}
