import type { Backup, ContentMove, HistoryCopy, Purged, Restored } from "@/lib/contracts/backup";
import type { Finding } from "@/lib/contracts/doctor";
import type { ServerFile, WorkspaceFolder } from "@/lib/contracts/server-file";
import type { Port } from "@/lib/cli/port";

/** Where text is written. */
export interface Output {
  write(text: string): void;
  isTTY: boolean;
  /** Cells of a line; undefined where nobody knows. */
  columns: number | undefined;
}

/** What Wardroom is told by its environment. */
export interface Settings {
  dataFolder: string;
  workspaces: WorkspaceFolder[];
  /** Names of those whose content is in the history. */
  recorded: string[];
}

/** Whether a server took a request lately and said nothing. */
export interface Silence {
  isKnown(): boolean;
  note(): void;
  forget(): void;
}

/** Wardroom opened in this process. */
export interface Opened {
  port: Port;
  workspace: string;
  ownerToken: string;
  close(): Promise<void>;
}

/**
 * The workspace to open in this process: one by its folder, named where a name was chosen; one whose content is in the history, which has no
 * folder; null is the bundled example.
 */
export type Wanted = { name: string | null; folder: string } | { name: string; folder: null } | null;

/** Everything a command needs of the process it runs in, so that tests can give it another. */
export interface Surroundings {
  /** The words after the program's name. */
  argv: string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  home: string;
  /** Wardroom's own folder, that of its package.json. */
  project: string;
  version: string;
  stdout: Output;
  stderr: Output;
  stdin: {
    isTTY: boolean;
    /** All of it, as UTF-8; throws what `TextDecoder` throws for anything else. */
    readAll(): Promise<string>;
    /** Asks a person on the terminal and answers the line that was typed. */
    ask(question: string): Promise<string>;
  };
  /** Throws `invalid_input` naming the variable that is wrong. */
  settings(): Settings;
  /** Every workspace that the data folder has served. */
  listKnown(): Promise<WorkspaceFolder[]>;
  /** The name a folder's workspace has, or gets now. */
  claimName(folder: string): Promise<string>;
  /** Has the history of a name go on in another folder, whatever that holds; `not_found` for an unknown name or a missing folder. */
  moveWorkspace(name: string, folder: string): Promise<WorkspaceFolder>;
  /** Where a file of a project is, or would be; `forbidden` where a link leads out of the project's folder. */
  locateFile(folder: string, path: string): Promise<string>;
  /** Writes a file of a project whole and durably, or not at all, and never outside of its folder. */
  writeFile(folder: string, path: string, text: string): Promise<void>;
  /** Deletes a file of a project; one that is not there is deleted already. */
  removeFile(folder: string, path: string): Promise<void>;
  /** Deletes a folder of a project, unless something is in it. */
  removeFolder(folder: string, path: string): Promise<void>;
  /** Opens Wardroom in this process; the workspace gets a name of its own when it has none. */
  openHere(wanted: Wanted): Promise<Opened>;
  /** Looks at the data folder and what lies in it, also where Wardroom cannot start. Never throws. */
  examine(): Promise<Finding[]>;
  /** Copies what the data folder holds to a new folder; throws an `AppError` that says what is in the way. */
  backUp(target: string): Promise<Backup>;
  /** Puts a backup in place of what the data folder holds, where no server runs; throws an `AppError` otherwise. */
  restore(folder: string): Promise<Restored>;
  /** Deletes what the data folder holds of a workspace, where no server runs; or counts it. */
  purge(name: string, isOnlyCounted: boolean): Promise<Purged>;
  /** Copies the history into an empty database, where no server runs; `address` is as in DATABASE_URL. */
  copyHistory(address: string): Promise<HistoryCopy>;
  /** Takes a workspace's content from a folder into the history, where no server runs. */
  importContent(name: string, folder: string): Promise<ContentMove>;
  /** Writes it from the history into an empty folder, where it goes on. */
  exportContent(name: string, folder: string): Promise<ContentMove>;
  /**
   * Starts a server that outlives this process, with these variables, and has it print into a file. `ended` resolves once it is no more;
   * undefined variables are left out of its environment.
   */
  startServer(variables: Record<string, string | undefined>, log: string): { ended: Promise<void> };
  /** A code that lets one browser in at this machine's server, once, within a day. */
  loginCode(): Promise<string>;
  /** Opens an address in this user's browser, where there is one. */
  openPage(url: string): void;
  /** Whether this machine's server was asked, and said nothing. */
  isMute?: boolean | undefined;
  /** What this user's commands and hooks remember of the server at an address; undefined where nothing is. */
  silenceOf?: (url: string) => Silence;
  /** Whether another command of the same agent follows in the same chain. */
  isFollowed?: boolean;
  /** The address of a server that took the command and was gone before it answered. */
  lost?: string | undefined;
  /** The server that runs the command; undefined in a process of its own. */
  served?: {
    /** What it says of itself in its data folder. */
    file: ServerFile;
    port: Port;
    ownerToken: string;
    /** Ends the command here, which is run in the process it was typed in. */
    leave: () => never;
  };
  /** Serves until stopped, with these variables instead of the process's own. */
  serve(variables: Record<string, string>): Promise<void>;
}

/** What takes most of Wardroom to do. */
export const OF_WARDROOM = [
  ...(["openHere", "examine", "backUp", "restore", "purge", "copyHistory", "importContent"] as const),
  ...(["exportContent", "loginCode"] as const),
];
export type OfWardroom = Pick<Surroundings, (typeof OF_WARDROOM)[number]>;
