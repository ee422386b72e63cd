import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
} from "node:fs";
import { unlink } from "node:fs/promises";
import { join, sep } from "node:path";
import { listFiles } from "@/lib/store/find-files";
import { isExactMarkOf } from "@/lib/store/mark-files";
import { LARGEST, sha256, storedFile, isUnfinished } from "@/lib/store/read-file";
import { isMissing } from "@/lib/store/safe-path";
import type { Base, LateSave, StoredFile } from "@/lib/store/store";

/** How long a replaced file is watched. Programs that opened it before write within milliseconds, scripts within a second. */
export const WATCHED_MS = 2_000;
/** Milliseconds between two looks at the replaced files. */
const LOOK_EVERY_MS = 60;
/** One that was quiet is looked at again when it has been kept for so many times as long: most late saves come soon. */
const LOOK_AGAIN = 1.5;
/** After a failure a save is reported again behind the first of these, then behind twice the time, up to the second. */
const RETRY_MS = { first: 100, longest: 10_000 };

/** A file that lost its name to ours: how it can still be looked at, and what was seen of it last. */
interface Replaced {
  path: string;
  base: string;
  since: number;
  /** Hash of the content that is in the history or was reported; null before the first look. */
  seenHash: string | null;
  seenMark: string;
  seenSize: number;
  /** Whether its last content is with the listener, and how often in a row that failed. */
  isReported: boolean;
  failures: number;
  /** Before that time it is not looked at again, by performance.now(); after a failure longer than for others. */
  restsUntil: number;
  source: { link: string } | { descriptor: number };
}

/** The folder of what was replaced below a workspace's folder, by its real path. */
export function replacedOf(root: string): string {
  return createHash("sha256").update(root).digest("hex").slice(0, 16);
}

/**
 * Keeps every file that was replaced for a moment, and reports what programs still wrote into it: an editor that had it
 * open, a script that truncated it, a save that came between our last look and our rename. Each such content is reported
 * until the listener has taken it. A hard link in `folder` keeps it, so that it outlives a crash; where links are impossible (another disk, a file
 * system without them), an open handle does, and a crash within those two seconds then loses what was written late.
 */
export class ReplacedFiles {
  readonly #replaced = new Set<Replaced>();
  readonly #folder: string;
  readonly #made = new Set<string>();
  readonly #reports = new Set<Promise<void>>();
  /** Links that are no longer wanted; the first of them is being removed. */
  readonly #released: string[] = [];
  #listener: (save: LateSave) => Promise<unknown> = () => Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isListening = false;

  constructor(folder: string, root: string) {
    this.#folder = join(folder, replacedOf(root));
  }

  /** Keeps what lies at `place`; to be called right before the rename. Nothing there is fine. Answers how to begin watching it, or null. */
  keep(place: string, path: string, base: Base): (() => void) | null {
    const source = this.#hold(place, path, base.hash);
    if (source === null) return null;
    const seen = lookUnread(source, base);
    return () => {
      this.#replaced.add({ path, base: base.hash, since: performance.now(), ...UNSEEN, ...seen, source });
      this.#schedule();
    };
  }

  /** Calls back for each late save, also for those that a process which died did not get to see. */
  async listen(listener: (save: LateSave) => Promise<unknown>): Promise<void> {
    this.#listener = listener;
    this.#isListening = true;
    for (const link of await listFiles(this.#folder)) {
      const place = link.slice(this.#folder.length + 1).split(sep);
      const base = /^[0-9a-f]{64}(?=\.)/.exec(place.pop() ?? "")?.[0]; // the hash in "3f…9a.5c2e"
      if (base === undefined || [...this.#replaced].some(({ source }) => "link" in source && source.link === link))
        continue;
      const path = place.join("/");
      this.#replaced.add({ path, base, since: performance.now(), ...UNSEEN, source: { link } });
    }
    this.#schedule();
  }

  /** Looks at once, and answers when the listener has all that was found. What it could not take is told again. */
  async settle(): Promise<void> {
    for (const each of this.#replaced) if (!each.isReported) this.#look(each, true);
    await Promise.all(this.#reports);
  }

  /** Looks once more and lets go. A link that is still young stays for whoever opens the workspace next. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const each of this.#replaced) {
      this.#look(each, true);
      if ("descriptor" in each.source) closeSync(each.source.descriptor);
    }
    this.#replaced.clear();
    // What is over and still there is looked at once more by the next start.
    this.#released.length = 0;
    this.#isListening = false;
  }

  #hold(place: string, path: string, base: string): Replaced["source"] | null {
    const folder = join(this.#folder, ...path.split("/"));
    const link = join(folder, `${base}.${randomBytes(4).toString("hex")}`);
    try {
      if (!this.#made.has(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
      this.#made.add(folder);
      linkSync(place, link);
      return { link };
    } catch (error) {
      if (isMissing(error)) this.#made.delete(folder);
    }
    try {
      // Only a file has had a name of ours: what a link leads to is nobody's save, and a pipe would have everybody wait.
      return { descriptor: openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK) };
    } catch {
      // Nothing was there, or nobody may read it: then nothing of it was served either.
      return null;
    }
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#replaced.size === 0 || !this.#isListening) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const now = performance.now();
      for (const each of this.#replaced) {
        if (each.isReported || now < each.restsUntil) continue;
        if (!this.#look(each, false)) continue;
        if (this.#isOver(each, now)) this.#release(each);
        else each.restsUntil = each.since + Math.min((now - each.since) * LOOK_AGAIN, WATCHED_MS);
      }
      this.#schedule();
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** Whether nothing more is expected of a file: the listener has all that was found, and its time is up. */
  #isOver({ isReported, since }: Replaced, now: number): boolean {
    return !isReported && now - since >= WATCHED_MS;
  }

  /** Reports the file's content if nobody knows it. Answers false while somebody is still writing it. */
  #look(each: Replaced, isLast: boolean): boolean {
    try {
      const { source } = each;
      const found = statOf(source);
      const mark = timeAndSize(found);
      if (mark === each.seenMark) return true;
      const isYoung = isUnfinished({ size: found.size, mtimeMs: found.mtimeMs }, each.seenSize);
      // What was replaced is complete by definition; only what comes afterwards has to hold still.
      if (each.seenHash !== null && isYoung && !isLast) return false;
      if (found.size > LARGEST || !found.isFile()) return true;
      const bytes = "link" in source ? readFileSync(source.link) : readAll(source.descriptor, found.size);
      const hash = sha256(bytes);
      const known = each.seenHash ?? each.base;
      if (hash !== known && isYoung && !isLast) return false;
      each.seenHash = hash;
      each.seenMark = mark;
      each.seenSize = found.size;
      if (hash !== known && bytes.length > 0) this.#report(each, storedFile(bytes, found));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    return true;
  }

  #report(each: Replaced, file: StoredFile): void {
    const { path, base } = each;
    each.isReported = true;
    const report = this.#listener({ path, base, file }).then(
      () => void Object.assign(each, { isReported: false, failures: 0 }),
      () => {
        const pause = Math.min(RETRY_MS.first * 2 ** each.failures, RETRY_MS.longest);
        Object.assign(each, { ...UNSEEN, failures: each.failures + 1, restsUntil: performance.now() + pause });
      },
    );
    this.#reports.add(report);
    void report.then(() => this.#reports.delete(report));
  }

  #release(each: Replaced): void {
    this.#replaced.delete(each);
    if ("descriptor" in each.source) closeSync(each.source.descriptor);
    else if (this.#released.push(each.source.link) === 1) void this.#removeReleased();
  }

  /** Removes links one after another, beside everything else: a disk that is busy syncing keeps whoever removes a file waiting. */
  async #removeReleased(): Promise<void> {
    for (let [link] = this.#released; link !== undefined; [link] = this.#released) {
      // One that cannot be removed is looked at again by the next start.
      await unlink(link).catch(() => undefined);
      this.#released.shift();
    }
  }
}

/**
 * What is known of a file that was placed here and has the time that it was given then: nobody has written it since, for the
 * system's own times are others. Nothing, where the file system keeps whole milliseconds or less of a time.
 */
function lookUnread(source: Replaced["source"], { hash, mark }: Base): Partial<Replaced> {
  if (mark === null) return {};
  const found = statOf(source);
  if (!isExactMarkOf(mark, found) || Number.isInteger(found.mtimeMs)) return {};
  return { seenHash: hash, seenMark: timeAndSize(found), seenSize: found.size };
}

function statOf(source: Replaced["source"]): Stats {
  return "link" in source ? lstatSync(source.link) : fstatSync(source.descriptor);
}

function timeAndSize({ mtimeMs, size }: Stats): string {
  return `${mtimeMs}:${size}`;
}

/** A replaced file that nobody has looked at yet. */
const UNSEEN = { seenHash: null, seenMark: "", seenSize: Infinity, isReported: false, failures: 0, restsUntil: 0 };

/** From the beginning: a descriptor remembers where the last look ended. */
function readAll(descriptor: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let read = 0;
  while (read < size) {
    const count = readSync(descriptor, bytes, read, size - read, read);
    if (count === 0) break;
    read += count;
  }
  return bytes.subarray(0, read);
}
