import { AppError } from "@/lib/core/errors";
import type { Queries } from "@/lib/db/database";
import { listRecorded } from "@/lib/db/recorded";

/** What a server was told when it started: which workspaces are in folders, and which in the history. */
interface Served {
  folders: readonly string[];
  recorded: readonly string[];
}

/**
 * Where the content of the served workspaces is. A server that was started before a workspace was imported or exported would write where
 * nobody looks any more: from the first change after that it neither reads nor changes the workspace, and says what to do.
 */
export class ContentPlaces {
  readonly #refusals = new Map<string, AppError>();

  constructor(private readonly served: Served) {}

  /** Compares with what the history says now; answers what is to be told of workspaces that have moved since the last look. */
  async look(queries: Queries): Promise<AppError[]> {
    const marks = await listRecorded(queries);
    const before = new Set(this.#refusals.keys());
    this.#refusals.clear();
    for (const name of this.served.folders)
      if (typeof marks.get(name) === "string") this.#refusals.set(name, inHistory(name));
    for (const name of this.served.recorded) if (marks.get(name) === null) this.#refusals.set(name, inFolder(name));
    return [...this.#refusals].flatMap(([name, refusal]) => (before.has(name) ? [] : [refusal]));
  }

  /** Why a workspace is neither read nor changed here, or null. */
  refusal(workspace: string): AppError | null {
    return this.#refusals.get(workspace) ?? null;
  }

  /** Throws `busy` for a workspace whose content is elsewhere now. */
  assertHere(workspace: string): void {
    const refusal = this.refusal(workspace);
    if (refusal !== null) throw refusal;
  }
}

function inHistory(name: string): AppError {
  return new AppError("busy", `The content of workspace ${name} was imported into the history while this server ran.`, {
    hint: `Restart the server with the name alone in WARDROOM_WORKSPACES, without =/path. Nothing was changed.`,
    current: { folder: "moved" },
  });
}

function inFolder(name: string): AppError {
  return new AppError("busy", `The content of workspace ${name} was exported to a folder while this server ran.`, {
    hint: `Restart the server with that folder in WARDROOM_WORKSPACES: ${name}=/path. Nothing was changed.`,
    current: { folder: "moved" },
  });
}
