import { asError } from "@/lib/services/commit/commit-errors";
import type { Committer } from "@/lib/services/commit/committer";
import { recordLateSaves } from "@/lib/services/commit/late-save";
import type { LateSave } from "@/lib/store/store";

/** So many are recorded with one change. */
const AT_ONCE = 20;

interface Waiting {
  save: LateSave;
  settle(failure: unknown): void;
}

/**
 * Records the late saves of a workspace. Those of one document that come while others of it are being recorded go together, so
 * that a program that never stops writing does not fill the queue in which everybody waits.
 */
export class LateSaves {
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #draining = new Set<Promise<void>>();

  constructor(
    private readonly committer: Pick<Committer, "submit">,
    private readonly workspace: string,
    private readonly newId: () => string,
  ) {}

  /** Resolves once the save is in the history. */
  record(save: LateSave): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (failure: unknown) => {
        if (failure === null) resolve();
        else reject(asError(failure));
      };
      const waiting = this.#waiting.get(save.path);
      if (waiting !== undefined) return void waiting.push({ save, settle });
      const mine = [{ save, settle }];
      this.#waiting.set(save.path, mine);
      const draining = this.#drain(save.path, mine);
      this.#draining.add(draining);
      void draining.then(() => this.#draining.delete(draining));
    });
  }

  /** Resolves when none waits any more. */
  async idle(): Promise<void> {
    await Promise.all(this.#draining);
  }

  async #drain(path: string, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, AT_ONCE);
      const saves = batch.map(({ save }) => save);
      const failure = await this.committer.submit(recordLateSaves(this.workspace, path, saves, this.newId)).then(
        () => null,
        (error: unknown) => error,
      );
      for (const { settle } of batch) settle(failure);
    }
    this.#waiting.delete(path);
  }
}
