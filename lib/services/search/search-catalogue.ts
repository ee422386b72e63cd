import { isNamer, needsName } from "@/lib/core/places/our-files";
import { OurFiles } from "@/lib/store/our-files";
import type { SearchProgress } from "@/lib/contracts/search";
import { AppError } from "@/lib/core/errors";
import type { VersionRow } from "@/lib/db/context";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { inSlices, whenQuiet } from "@/lib/services/workspace/in-slices";
import { SearchIndex } from "@/lib/services/search/search-index";
import { PastContexts } from "@/lib/services/search/search-past-contexts";
import {
  documentsOfFolder,
  isSearched,
  listSearched,
  openSearched,
  readVersions,
  recordFound,
} from "@/lib/services/search/search-sources";

/**
 * What changed is read again after a pause, or when somebody searches. It is the longer the longer the last reading took, so that keeping
 * up with documents that are written all the time costs no more than a small share of the process.
 */
const PAUSE_MS = { least: 2000, most: 60_000 };
const PAUSE_SHARE = 20;

/** So many documents are read at once. While those of them that are new are recorded, everybody else waits. */
const TOGETHER = 32;

/**
 * The index of one workspace. It is built when it is first wanted, in slices between which the process serves others, and
 * kept up document by document: only what may have changed is read again.
 */
export class SearchCatalogue {
  readonly index = new SearchIndex();
  readonly #past: PastContexts;
  readonly #waiting = new Set<string>();
  #documents = 0;
  #listed: Promise<void> | null = null;
  #work: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #pauseMs = PAUSE_MS.least;
  /** Files that are ours only while something names them. */
  readonly #data = new Set<string>();
  #isWanted = false;
  #closed = false;

  constructor(
    private readonly context: ServiceContext,
    private readonly workspace: string,
  ) {
    this.#past = new PastContexts(context.database);
  }

  get progress(): SearchProgress {
    const waiting = this.#listed === null || this.#work !== null || this.#waiting.size > 0;
    const documents = Math.max(this.#documents, this.#waiting.size);
    return { complete: !waiting, documents, read: documents - this.#waiting.size };
  }

  /** Reads everything again: a text was redacted, also in what never changes otherwise. */
  forget(): void {
    this.#past.forget();
    // What must not be found any more waits for no long pause.
    this.#pauseMs = PAUSE_MS.least;
    this.#isWanted = this.#work !== null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const path of this.index.paths) this.touch(path);
    this.#readLater();
  }

  /** Takes note that a file or folder may have changed. Costs nothing while nobody has searched here. */
  touch(path: string): void {
    if (this.#listed === null || this.#closed) return;
    for (const each of isSearched(path) ? [path] : this.#below(path)) this.#waiting.add(each);
    if (isNamer(path)) for (const each of this.#data) this.#waiting.add(each);
    this.#readLater();
  }

  /** Reads what waits. Resolves when all of that is read; a fault of the database or the disk rejects, and is tried again. */
  settle(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#closed) return Promise.resolve();
    // What was read before it changed is read once more for whoever asks now.
    if (this.#work !== null) this.#isWanted = true;
    this.#work ??= this.#readAll();
    return this.#work;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#work?.catch(() => undefined);
  }

  #readLater(): void {
    if (this.#waiting.size === 0 || this.#work !== null || this.#closed) return;
    // Whoever searches is told of a fault; here it only means that it waits for that.
    this.#timer ??= setTimeout(() => void this.settle().catch(() => undefined), this.#pauseMs).unref();
  }

  #below(folder: string): string[] {
    const known = this.index.paths.filter((path) => path.startsWith(`${folder}/`));
    return [...known, ...documentsOfFolder(folder)];
  }

  async #readAll(): Promise<void> {
    const began = performance.now();
    try {
      this.#listed ??= this.#list().catch((error: unknown) => {
        this.#listed = null;
        throw error;
      });
      await this.#listed;
      do {
        this.#isWanted = false;
        // What changes from now on waits for the next time, so that this one comes to an end.
        const due = [...this.#waiting];
        for (let at = 0; at < due.length; at += TOGETHER) {
          if (at > 0) await whenQuiet();
          if (this.#closed) return;
          await this.#readTogether(due.slice(at, at + TOGETHER));
        }
      } while (this.#isAskedAgain());
      this.#documents = this.index.paths.length;
    } finally {
      const took = performance.now() - began;
      this.#pauseMs = Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, took * PAUSE_SHARE));
      // At once: what is touched from now on is the next one's to read.
      this.#work = null;
      this.#readLater();
    }
  }

  #isAskedAgain(): boolean {
    return this.#isWanted && this.#waiting.size > 0;
  }

  async #readTogether(some: readonly string[]): Promise<void> {
    const { context, workspace } = this;
    // What is found now is told as a change: while it waits still, that is no reason to read it twice.
    await recordFound(context, workspace, some);
    // Taken off before they are read: what changes meanwhile waits anew.
    for (const path of some) this.#waiting.delete(path);
    try {
      const versions = await readVersions(context, workspace, some);
      const ours = new OurFiles(context.store(workspace));
      for (const path of some) {
        if (needsName(path)) this.#data.add(path);
        if (needsName(path) && (await ours.foreign(path)) !== null) await inSlices(this.index.put(path, []));
        else await this.#put(path, versions);
      }
    } catch (error) {
      for (const path of some) this.#waiting.add(path);
      throw error;
    }
  }

  async #list(): Promise<void> {
    for (const path of await listSearched(this.context, this.workspace)) this.#waiting.add(path);
    this.#documents = this.#waiting.size;
  }

  async #put(path: string, versions: ReadonlyMap<string, VersionRow[]>): Promise<void> {
    const { context, workspace } = this;
    try {
      const { hash, read } = await openSearched(context, this.#past, workspace, path, versions);
      await context.committer.aside.judge({ workspace, path, hash }, "searched", async () =>
        inSlices(this.index.put(path, await read())),
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // One file that cannot be opened, such as a link out of the workspace, hides no other.
      await inSlices(this.index.put(path, []));
    }
  }
}
