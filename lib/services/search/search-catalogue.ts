import type { SearchProgress } from "@/lib/contracts/search";
import { AppError } from "@/lib/core/errors";
import { addAll } from "@/lib/core/lists";
import { contextPath, memoryPath, sessionOfPath, SESSIONS_FOLDER } from "@/lib/core/memory/session-paths";
import { isNamer, needsName } from "@/lib/core/places/our-files";
import { AGENTS_FOLDER, KNOWLEDGE_FOLDER, pageOf } from "@/lib/core/search/page";
import { findHolds, type IndexedLine, listLines, listPages, type PageChange } from "@/lib/db/lines";
import { keyIn, openSearched, type Searched, sectionsOf } from "@/lib/services/workspace/searched-documents";
import { pauses, whenQuiet } from "@/lib/services/workspace/in-slices";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { listReadable } from "@/lib/store/list-readable";
import { OurFiles } from "@/lib/store/our-files";
import type { Store } from "@/lib/store/store";
import type { UndatedEntry } from "@/lib/core/search/search-entry";
import { listVersionsOf, type VersionRow } from "@/lib/db/context";
import type { Effect } from "@/lib/services/commit/act";
import { differing, entriesOf, holdsOf, lineOf } from "@/lib/services/commit/line-index";

/**
 * What changed is read again after a pause, or when somebody searches. It is the longer the longer the last reading took, so that keeping
 * up with documents that are written all the time costs no more than a small share of the process.
 */
const PAUSE_MS = { least: 2000, most: 60_000 };
const PAUSE_SHARE = 20;

/** So many documents are read at once. While those of them that are new are recorded, everybody else waits. */
const TOGETHER = 32;

/**
 * Sees to it that the index of one workspace is complete: what Wardroom changes is in it already, and what changed otherwise, or before there
 * was an index, is brought into it document by document. It keeps nothing but their names.
 */
export class SearchCatalogue {
  readonly #waiting = new Set<string>();
  /** The documents that are searched. */
  readonly #paths = new Set<string>();
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
  ) {}

  get progress(): SearchProgress {
    const waiting = this.#listed === null || this.#work !== null || this.#waiting.size > 0;
    const documents = this.#paths.size;
    return { complete: !waiting, documents, read: documents - this.#waiting.size };
  }

  /** Looks at everything again: with a text, all that was found in its documents was taken out. */
  forget(): void {
    for (const path of this.#paths) this.touch(path);
  }

  /** Takes note that a file or folder may have changed. Costs nothing while nobody has searched here. */
  touch(path: string): void {
    if (this.#listed === null || this.#closed) return;
    for (const each of pageOf(path) !== null ? [path] : this.#below(path)) this.#waiting.add(each);
    for (const each of this.#waiting) this.#paths.add(each);
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
    const known = [...this.#paths].filter((path) => path.startsWith(`${folder}/`));
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
      const ours = new OurFiles(context.store(workspace));
      for (const path of some) {
        if (needsName(path)) this.#data.add(path);
        await this.#bring(path, !needsName(path) || (await ours.foreign(path)) === null);
      }
    } catch (error) {
      for (const path of some) this.#waiting.add(path);
      throw error;
    }
  }

  async #list(): Promise<void> {
    for (const path of await listSearched(this.context, this.workspace)) this.#waiting.add(path);
    for (const path of this.#waiting) this.#paths.add(path);
  }

  /** Brings a document, and what its earlier versions said, into the index; one that is not ours, or cannot be opened, out of it. */
  async #bring(path: string, isOurs: boolean): Promise<void> {
    const { context, workspace } = this;
    try {
      const document = isOurs ? await openSearched(context, workspace, path) : null;
      if (document === null) this.#paths.delete(path);
      await bringIntoIndex(context, workspace, path, document);
      if (document !== null && pageOf(path)?.kind === "context") await bringPastIntoIndex(context, workspace, path);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // One file that cannot be opened, such as a link out of the workspace, hides no other.
      await bringIntoIndex(context, workspace, path, null);
    }
  }
}

/** Folders below one another more than this are a loop or a mistake. */
const DEEPEST = 12;

/** The path of every document that is searched or stands in the index, in the order a reader would miss them. */
async function listSearched(context: ServiceContext, workspace: string): Promise<string[]> {
  const store = context.store(workspace);
  const sessions = await context.sessions.list(workspace);
  const isSearched = (path: string) => pageOf(path) !== null;
  const indexed = await listPages(context.database.queries, workspace);
  return [
    ...sessions.flatMap((session) => [memoryPath(session), contextPath(session)]),
    ...(await filesBelow(store, AGENTS_FOLDER, DEEPEST)).filter(isSearched),
    ...(await filesBelow(store, KNOWLEDGE_FOLDER, DEEPEST)).filter(isSearched),
    ...indexed.map(({ path }) => path).filter(isSearched),
  ];
}

/** The documents that belong to a folder that may have come or gone: those of a session, or of nothing known. */
function documentsOfFolder(path: string): string[] {
  const session = sessionOfPath(path);
  return session !== null && path === `${SESSIONS_FOLDER}/${session}`
    ? [memoryPath(session), contextPath(session)]
    : [];
}

/**
 * Sees to it that these documents are in the history as they are now, those that are new in one change. What cannot be read or recorded
 * says so when it is read.
 */
async function recordFound(context: ServiceContext, workspace: string, paths: readonly string[]): Promise<void> {
  const record = async (path: string) => {
    const session = sessionOfPath(path);
    if (session === null || path !== memoryPath(session)) return;
    // A folder that is gone must get no history for looking.
    if (await context.sessions.has(workspace, session)) await context.committer.current(workspace, path);
  };
  await Promise.allSettled(paths.map(record));
}

async function filesBelow(store: Store, folder: string, depth: number): Promise<string[]> {
  const files: string[] = [];
  for (const { name, kind } of await listReadable(store, folder)) {
    const path = `${folder}/${name}`;
    if (kind === "file") files.push(path);
    else if (kind === "folder" && depth > 0) addAll(files, await filesBelow(store, path, depth - 1));
  }
  return files;
}

type IndexEffect = Extract<Effect, { type: "index-page" | "forget-page" }>;

/** So many lines change in one transaction: nobody else waits for more of them. */
const PER_SAVE = 50;
/** Versions older than so many are read by nobody who searches. */
const SEARCHED_VERSIONS = 50;

/** Brings a document into the index, a piece at a time; out of it, where there is none. */
async function bringIntoIndex(context: ServiceContext, workspace: string, path: string, document: Searched | null) {
  const { queries } = context.database;
  const before = await findHolds(queries, workspace, path);
  if (document === null) {
    if ((await listLines(queries, workspace, path)).size > 0)
      await submit(context, { type: "forget-page", workspace, path });
    return;
  }
  const { state, at } = document;
  if (before === holdsOf(state.hash)) return;
  const origins = await context.origins.of(queries, state);
  const lines: IndexedLine[] = [];
  await context.committer.aside.judge(state, "searched", async () => {
    const pause = pauses();
    for (const entry of entriesOf(state)) {
      lines.push(lineOf(entry, origins.get(entry.key)?.touchedAt ?? at));
      if (pause.isDue()) await pause.take();
    }
  });
  const difference = differing(lines, await listLines(queries, workspace, path));
  await change(context, { ...difference, page: pageFor(workspace, path), holds: holdsOf(state.hash) }, before);
}

/**
 * Brings what earlier versions of a context said, and the next one did not say any more, into the index: each section under the last version
 * that held it. A version never changes, so each is read once.
 */
async function bringPastIntoIndex(context: ServiceContext, workspace: string, path: string): Promise<void> {
  const { queries } = context.database;
  const session = sessionOfPath(path) ?? "";
  const versions = (await listVersionsOf(queries, workspace, [session])).get(session) ?? [];
  const [newest] = versions;
  if (newest === undefined) return;
  const page = { ...pageFor(workspace, path), path: `${path}@` };
  const before = await findHolds(queries, workspace, page.path);
  const holds = holdsOf(String(newest.number));
  if (before === holds) return;
  // What is known up to a version stays.
  const known = before?.startsWith(holdsOf("")) === true ? Number(before.slice(holdsOf("").length)) : 0;
  const come: IndexedLine[] = [];
  let last: { version: VersionRow; sections: UndatedEntry[] } | null = null;
  for (const version of versions.slice(0, SEARCHED_VERSIONS).reverse()) {
    if (version.number < known) continue;
    const sections = await sectionsOf(context, session, version);
    const still = new Set(sections.map(sayingOf));
    for (const entry of last?.sections.filter((each) => !still.has(sayingOf(each))) ?? [])
      come.push({
        ...lineOf(entry, last?.version.at.toISOString() ?? null),
        key: keyIn(last?.version.number ?? 0, entry),
      });
    last = { version, sections };
  }
  const there = await listLines(queries, workspace, page.path);
  const isNew = ({ key }: IndexedLine) => !there.has(key);
  await change(
    context,
    { page, gone: known > 0 ? [] : [...there.keys()], come: known > 0 ? come.filter(isNew) : come, holds },
    before,
  );
}

function sayingOf(entry: UndatedEntry): string {
  return `${entry.key.slice(entry.key.indexOf("#"))}\n${entry.text.trim()}`;
}

function pageFor(workspaceId: string, path: string) {
  return { workspaceId, path, ...(pageOf(path) ?? { kind: "knowledge", session: "" }) };
}

/** Changes a page, some lines at a time, for as long as nobody else does; it is whole only at the end. */
async function change(context: ServiceContext, whole: PageChange, before: string | null): Promise<void> {
  const { page, gone, come, holds } = whole;
  let expected = before;
  for (let at = 0; ; at += PER_SAVE) {
    const isLast = at + PER_SAVE >= Math.max(gone.length, come.length);
    const part = {
      page,
      gone: gone.slice(at, at + PER_SAVE),
      come: come.slice(at, at + PER_SAVE),
      holds: isLast ? holds : null,
    };
    if (!(await submit(context, { type: "index-page", change: part }, expected)) || isLast) return;
    expected = null;
  }
}

/** Changes the index, unless somebody else has changed the page since it was `expected` to hold something; answers whether. */
async function submit(context: ServiceContext, effect: IndexEffect, expected?: string | null): Promise<boolean> {
  const [workspace, path] =
    effect.type === "forget-page"
      ? [effect.workspace, effect.path]
      : [effect.change.page.workspaceId, effect.change.page.path];
  return context.committer.act(
    { workspace, author: { actor: "disk", actorKind: "disk", source: "disk" }, alone: true },
    async (draft) => {
      if (expected !== undefined && (await findHolds(draft.queries, workspace, path)) !== expected) return false;
      draft.effect(effect);
      return true;
    },
  );
}
