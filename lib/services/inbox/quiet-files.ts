import type { Store } from "@/lib/store/store";

/** A file that changed this long before it was looked at would show any change since in its times, on any file system. */
const SETTLED_MS = 2500;

/**
 * Spares the reading of files that are as they were when they were last read whole, which their marks tell: whoever waits for
 * news looks often, and most often nothing was touched. A file that changed a moment before it was read is never trusted so.
 */
export class QuietFiles {
  readonly #known = new Map<string, string>();
  readonly #reading = new Map<string, Promise<void>>();

  /** Has the files read whole by `work`, unless none was touched since. Who comes while another `reader` of that name has it done waits for that one. */
  async read(store: Store, reader: string, paths: readonly string[], work: () => Promise<void>): Promise<void> {
    const key = JSON.stringify([reader, ...paths]);
    const known = this.#reading.get(key);
    if (known !== undefined) return known;
    const done = this.#readTouched(store, key, paths, work).finally(() => this.#reading.delete(key));
    this.#reading.set(key, done);
    return done;
  }

  async #readTouched(store: Store, key: string, paths: readonly string[], work: () => Promise<void>): Promise<void> {
    const began = Date.now();
    const marks = await store.marks([...paths]);
    if (this.#known.get(key) === JSON.stringify(marks)) return;
    this.#known.delete(key);
    await work();
    // …:mtimeMs:ctimeMs
    const changed = marks.map((mark) => (mark === null ? 0 : Number(mark.slice(mark.lastIndexOf(":") + 1))));
    if (changed.every((at) => began - at > SETTLED_MS)) this.#known.set(key, JSON.stringify(marks));
  }
}
