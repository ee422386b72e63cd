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
  readEntries,
  readVersions,
  recordFound,
} from "@/lib/services/search/search-sources";

/** What changed is read again after this pause, or when somebody searches: a file written all the time is not read all the time. */
const PAUSE_MS = 2000;

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
    for (const path of this.index.paths) this.touch(path);
  }

  /** Takes note that a file or folder may have changed. Costs nothing while nobody has searched here. */
  touch(path: string): void {
    if (this.#listed === null || this.#closed) return;
    for (const each of isSearched(path) ? [path] : this.#below(path)) this.#waiting.add(each);
    if (this.#waiting.size === 0 || this.#work !== null) return;
    // Whoever searches is told of a fault; here it only means that it waits for that.
    this.#timer ??= setTimeout(() => void this.settle().catch(() => undefined), PAUSE_MS).unref();
  }

  /** Reads what waits. Resolves when nothing does; a fault of the database or the disk rejects, and is tried again. */
  settle(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#closed) return Promise.resolve();
    this.#work ??= this.#readAll();
    return this.#work;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#work?.catch(() => undefined);
  }

  #below(folder: string): string[] {
    const known = this.index.paths.filter((path) => path.startsWith(`${folder}/`));
    return [...known, ...documentsOfFolder(folder)];
  }

  async #readAll(): Promise<void> {
    try {
      this.#listed ??= this.#list().catch((error: unknown) => {
        this.#listed = null;
        throw error;
      });
      await this.#listed;
      while (this.#waiting.size > 0) {
        if (this.#closed) return;
        await this.#readSome();
        if (this.#waiting.size > 0) await whenQuiet();
      }
      this.#documents = this.index.paths.length;
    } finally {
      // At once: what is touched from now on is the next one's to read.
      this.#work = null;
    }
  }

  /** Reads some of what waits, together. */
  async #readSome(): Promise<void> {
    const { context, workspace } = this;
    const some: string[] = [];
    for (const path of this.#waiting) {
      some.push(path);
      if (some.length === TOGETHER) break;
    }
    // What is found now is told as a change: while it waits still, that is no reason to read it twice.
    await recordFound(context, workspace, some);
    // Taken off before they are read: what changes meanwhile waits anew.
    for (const path of some) this.#waiting.delete(path);
    try {
      const versions = await readVersions(context, workspace, some);
      for (const path of some) await inSlices(this.index.put(path, await this.#entriesOf(path, versions)));
    } catch (error) {
      for (const path of some) this.#waiting.add(path);
      throw error;
    }
  }

  async #list(): Promise<void> {
    for (const path of await listSearched(this.context, this.workspace)) this.#waiting.add(path);
    this.#documents = this.#waiting.size;
  }

  async #entriesOf(path: string, versions: ReadonlyMap<string, VersionRow[]>) {
    try {
      return await readEntries(this.context, this.#past, this.workspace, path, versions);
    } catch (error) {
      // One file that cannot be opened, such as a link out of the workspace, hides no other.
      if (error instanceof AppError) return [];
      throw error;
    }
  }
}
