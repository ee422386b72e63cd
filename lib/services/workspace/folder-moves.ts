import type { Committer } from "@/lib/services/commit/committer";
import { recogniseFolder, recordMove, type Move } from "@/lib/services/workspace/recognise-folder";
import type { Queries } from "@/lib/db/database";
import type { FoundFolder, Store } from "@/lib/store/store";

interface Parts {
  queries: Queries;
  committer: Committer;
  dataFolder: string;
  store: (workspace: string) => Store;
  report: (error: unknown) => void;
}

/**
 * Recognises the folders of workspaces, and has those that a workspace was found in anew recorded: during the start once
 * `recordEarly` is called, later as soon as the folder is open.
 */
export class FolderMoves {
  #early: (() => Promise<unknown>)[] | null = [];

  constructor(private readonly parts: Parts) {}

  recognise(workspace: string, folder: FoundFolder): Promise<boolean> {
    const { dataFolder, queries } = this.parts;
    const onMove = (move: Move, remember: () => Promise<void>) => this.#add(workspace, move, remember);
    return recogniseFolder({ queries, dataFolder, workspace, onMove }, folder);
  }

  /** Records what was found until now. */
  async recordEarly(): Promise<void> {
    const early = this.#early ?? [];
    this.#early = null;
    for (const record of early) await record();
  }

  #add(workspace: string, move: Move, remember: () => Promise<void>): void {
    const { committer, store, report } = this.parts;
    const record = () => committer.submit(recordMove(workspace, move)).then(remember);
    if (this.#early !== null) this.#early.push(record);
    else void store(workspace).look().then(record).catch(report);
  }
}
