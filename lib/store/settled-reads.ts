import { setTimeout as sleep } from "node:timers/promises";
import { readStored } from "@/lib/store/read-file";
import type { StoredFile } from "@/lib/store/store";

/** A file that is still being written changes again within this time: editors and scripts truncate first, write then. */
const SETTLED_MS = 30;
/** One that is empty or shorter than before may be in the middle of being written for longer: truncated, and not filled yet. */
const REFILLED_MS = 150;
/** A writer that never pauses is read as it is after this long. */
const PATIENCE_MS = 600;
/** A file that did not settle is known to be restless for so long, and waited for no longer than one that was emptied. */
const RESTLESS_MS = 2_000;

/** Time, for tests that do not wait. */
export interface Waiting {
  /** Milliseconds since 1970. */
  now: () => number;
  wait: (milliseconds: number) => Promise<unknown>;
}

/**
 * Reads files once nobody has written them for a moment: for content that nobody announced. A file just truncated by a script
 * looks steady, and is empty. However often one file is read that another program rewrites all the time, and whoever reads it,
 * the long wait for it is paid once: changes of it are tried several times, and others queue behind each.
 */
export class SettledReads {
  /** Until when files are known to be restless, by their paths. */
  readonly #restless = new Map<string, number>();

  constructor(private readonly time: Waiting = { now: Date.now, wait: sleep }) {}

  /**
   * The file at a real path, or null when there is none. `formerSize` is what it had before, in bytes: one that shrank is given
   * more time. One that does not settle is read as it is, after 600 ms the first time and 150 ms
   * from then on, until nobody found it restless for two seconds.
   */
  async read(path: string, shownAs: string, formerSize = 0): Promise<StoredFile | null> {
    const { now, wait } = this.time;
    const isRestless = (this.#restless.get(path) ?? 0) > now();
    const deadline = now() + (isRestless ? REFILLED_MS : PATIENCE_MS);
    for (;;) {
      const file = await readStored(path, shownAs, deadline);
      if (file === null) return null;
      if (!isUnfinished({ size: file.bytes.length, mtimeMs: file.modifiedMs }, formerSize, now())) return file;
      if (now() >= deadline) {
        this.#remember(path);
        return file;
      }
      await wait(10);
    }
  }

  #remember(path: string): void {
    const now = this.time.now();
    for (const [each, until] of this.#restless) if (until <= now) this.#restless.delete(each);
    this.#restless.set(path, now + RESTLESS_MS);
  }
}

/** Whether a file that somebody else writes may change again at once: it is very young, or young and shorter than before. */
export function isUnfinished(
  file: { size: number; mtimeMs: number },
  formerSize: number,
  now: number = Date.now(),
): boolean {
  const age = now - file.mtimeMs;
  return age >= 0 && age < (file.size === 0 || file.size < formerSize ? REFILLED_MS : SETTLED_MS);
}
