import { SharedRuns } from "@/lib/services/commit/shared-runs";
import type { Store } from "@/lib/store/store";

/**
 * Spares the reading of files that are as they were when they were last read whole, which their marks tell: whoever waits for
 * news looks often, and most often nothing was touched. A file that changed a moment before it was read is never trusted so.
 */
export class QuietFiles<T> {
  readonly #known = new Map<string, { marks: string; found: T }>();
  readonly #looks = new SharedRuns<T>();

  /**
   * What `work` finds by reading the files of a workspace whole, or what it found when they were as they are. Those who ask at the
   * same time share one look.
   */
  read(store: Store, workspace: string, paths: readonly string[], work: () => Promise<T>): Promise<T> {
    const key = JSON.stringify([workspace, ...paths]);
    return this.#looks.run(key, () => this.#look(store, key, paths, work));
  }

  async #look(store: Store, key: string, paths: readonly string[], work: () => Promise<T>): Promise<T> {
    const marks = JSON.stringify(await store.marks(paths));
    const known = this.#known.get(key);
    if (known?.marks === marks) return known.found;
    this.#known.delete(key);
    const found = await work();
    this.#known.set(key, { marks, found });
    return found;
  }
}
