import { statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { AppError } from "@/lib/core/errors";
import { isMissing } from "@/lib/store/safe-path";
import { orMissing } from "@/lib/store/find-files";

/** Where a workspace's folder stands: it is there; it is missing or empty; another project has taken its place. */
export type FolderState = "there" | "away" | "other";

/** Whether the folder that is found at a workspace's place holds that workspace. `identity` is that of the folder. */
type Recognise = (identity: string) => Promise<boolean>;

/**
 * The folder of a workspace, and whether it still is the workspace's own. One that was replaced, and one that nobody has
 * recognised yet, is closed to reads and writes until `recognise` says that it holds the same project.
 */
export class WorkspaceRoot {
  #accepted: string | null = null;
  #refused: string | null = null;
  #looking: Promise<FolderState> | null = null;

  constructor(
    private readonly path: string,
    private readonly name: string,
    private readonly recognise: Recognise,
  ) {}

  /** Throws `busy` unless the workspace's own folder is there. Asks nobody, so that it may be called inside a transaction. */
  async assertThere(): Promise<void> {
    const identity = identityOf(this.path);
    if (identity !== null && identity === this.#accepted) return;
    const isKnown = identity === null || identity === this.#refused;
    // Whoever comes next is told how it is then.
    if (this.#looking === null) void this.look().catch(() => undefined);
    if (!isKnown) throw unclear();
    throw (await isEmpty(this.path)) ? away() : other(this.name);
  }

  /** How it stands now. To be called outside of transactions: it reads the history where the folder is new. */
  look(): Promise<FolderState> {
    // What a look that has begun already sees may be old.
    const before = this.#looking?.catch(() => undefined) ?? Promise.resolve();
    const looking = before.then(() => this.#look());
    this.#looking = looking;
    const end = () => {
      if (this.#looking === looking) this.#looking = null;
    };
    looking.then(end, end);
    return looking;
  }

  async #look(): Promise<FolderState> {
    const identity = identityOf(this.path);
    if (identity === null) return "away";
    if (identity === this.#accepted) return "there";
    const isOurs = await this.recognise(identity);
    // It may have been replaced again while it was compared.
    if (isOurs && identityOf(this.path) === identity) {
      this.#accepted = identity;
      return "there";
    }
    this.#refused = identity;
    return (await isEmpty(this.path)) ? "away" : "other";
  }
}

/** Device and number of a folder: the same for as long as it exists, wherever it is moved on its disk; null where there is none. */
export function identityOf(folder: string): string | null {
  try {
    // At once: each read of a file asks, and to wait for the answer takes longer than to have it.
    const found = statSync(folder, { bigint: true });
    return found.isDirectory() ? `${found.dev}:${found.ino}` : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function isEmpty(folder: string): Promise<boolean> {
  return (await orMissing(readdir(folder), [])).length === 0;
}

function away(): AppError {
  return new AppError("busy", "The folder of this workspace is not there.", {
    hint: "Move it back or mount its disk; nothing was changed, and the history goes on once it is there.",
    current: { folder: "away" },
  });
}

function other(name: string): AppError {
  return new AppError("busy", `The folder of workspace ${name} holds another project than its history.`, {
    hint: `Nothing was changed. Serve that folder under another name, or have the history go on with its files: wardroom workspace move ${name} FOLDER`,
    current: { folder: "other" },
  });
}

function unclear(): AppError {
  return new AppError("busy", "The folder of this workspace was replaced, and is being compared with its history.", {
    hint: "Try again in a moment; nothing was changed.",
  });
}
