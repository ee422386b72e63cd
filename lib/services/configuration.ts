import { AppError } from "@/lib/core/errors";

/** What Wardroom is told from outside. */
export interface Configuration {
  /** Names and folders of the workspaces; empty means the bundled example. */
  workspaces: { name: string; folder: string }[];
  /** Folder of database, tokens and trash. */
  dataFolder: string;
  /** Path of the SQLite file. */
  databasePath: string;
  /** The owner's token when it was chosen, else null. */
  token: string | null;
  host: string;
  port: number;
}

/** A name that stands in URLs. Example: `demo-2`. */
const WORKSPACE_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** Reads the environment; relative paths are below `projectFolder`. Throws `invalid_input` with the variable's name and what it should look like. */
export function readConfiguration(env: Record<string, string | undefined>, projectFolder: string): Configuration {
  const dataFolder = below(projectFolder, env.WARDROOM_DATA ?? ".wardroom");
  return {
    workspaces: readWorkspaces(env.WARDROOM_WORKSPACES ?? "", projectFolder),
    dataFolder,
    databasePath: readDatabasePath(env.DATABASE_URL ?? "", dataFolder, projectFolder),
    token: env.WARDROOM_TOKEN ? env.WARDROOM_TOKEN : null,
    host: env.HOST ? env.HOST : "127.0.0.1",
    port: Number(env.PORT ?? 4100),
  };
}

function readWorkspaces(value: string, projectFolder: string): Configuration["workspaces"] {
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
      return { name, folder: below(projectFolder, folder) };
    });
  const twice = workspaces.find(({ name }, index) => workspaces.findIndex((other) => other.name === name) !== index);
  if (twice)
    throw wrong(
      "WARDROOM_WORKSPACES",
      `The name ${twice.name} is given twice.`,
      "Give each workspace a name of its own.",
    );
  return workspaces;
}

function readDatabasePath(url: string, dataFolder: string, projectFolder: string): string {
  if (url === "") return `${dataFolder}/wardroom.db`;
  if (url.startsWith("postgres")) {
    throw wrong(
      "DATABASE_URL",
      "PostgreSQL does not work yet.",
      "Leave DATABASE_URL out to use the embedded database.",
    );
  }
  if (!url.startsWith("file:")) {
    throw wrong(
      "DATABASE_URL",
      "Only file: addresses are understood.",
      "Write file:/path/to/wardroom.db, or leave it out.",
    );
  }
  return below(projectFolder, url.slice("file:".length));
}

function below(folder: string, path: string): string {
  return path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path) ? path : `${folder}/${path}`; // C:\data is absolute too
}

function wrong(variable: string, message: string, hint: string): AppError {
  return new AppError("invalid_input", `${variable}: ${message}`, { hint });
}
