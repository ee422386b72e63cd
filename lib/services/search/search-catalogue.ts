import { isNamer, needsName } from "@/lib/core/places/our-files";
import { OurFiles } from "@/lib/store/our-files";
import type { SearchProgress } from "@/lib/contracts/search";
import { AppError } from "@/lib/core/errors";
import { type VersionRow, listVersionsOf } from "@/lib/db/context";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { inSlices, whenQuiet } from "@/lib/services/workspace/in-slices";
import { SearchIndex } from "@/lib/services/search/search-index";
import { PastContexts } from "@/lib/services/search/search-past-contexts";
import { addAll } from "@/lib/core/lists";
import { blankFrontMatter } from "@/lib/core/markdown/front-matter";
import {
  entriesOfBullets,
  dated,
  entriesOfMemory,
  entriesOfMemoryTexts,
  entriesOfText,
  inNfc,
  entriesOfIndex,
  entriesOfRegistry,
  LONGEST_SEARCHED,
} from "@/lib/core/search/entries-of";
import {
  indexPath,
  knowledgeFolder,
  OLDER_REGISTRY_PATH,
  REGISTRY_PATH,
  teamName,
  teamOf,
} from "@/lib/core/knowledge/knowledge-model";
import type { SearchEntry, UndatedEntry } from "@/lib/core/search/search-entry";
import { identifyItems } from "@/lib/core/memory/identity";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { contextPath, memoryPath, sessionOfPath, SESSIONS_FOLDER } from "@/lib/core/memory/session-paths";
import { listReadable } from "@/lib/store/list-readable";
import type { Store, StoredFile } from "@/lib/store/store";

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

const segment = encodeURIComponent;

/** Folders of memory beside the sessions'. */
const AGENTS_FOLDER = ".kaizen/agents";
const KNOWLEDGE_FOLDER = ".microai";
/** Folders below one another more than this are a loop or a mistake. */
const DEEPEST = 12;

/** The path of every document that is searched, in the order a reader would miss them. */
async function listSearched(context: ServiceContext, workspace: string): Promise<string[]> {
  const store = context.store(workspace);
  const sessions = await context.sessions.list(workspace);
  return [
    ...sessions.flatMap((session) => [memoryPath(session), contextPath(session)]),
    ...(await filesBelow(store, AGENTS_FOLDER, DEEPEST)).filter(isSearched),
    ...(await filesBelow(store, KNOWLEDGE_FOLDER, DEEPEST)).filter(isSearched),
  ];
}

/** Whether a path is that of a document whose content is searched. */
function isSearched(path: string): boolean {
  const session = sessionOfPath(path);
  if (session !== null) return path === memoryPath(session) || path === contextPath(session);
  if (path.startsWith(`${AGENTS_FOLDER}/`)) return path.endsWith("/memory.md");
  return path.startsWith(`${KNOWLEDGE_FOLDER}/`) && /\.(md|ya?ml|json)$/.test(path); // owasp-top-10.md
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

/** The versions of the contexts among these documents, by session. */
async function readVersions(
  context: ServiceContext,
  workspace: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, VersionRow[]>> {
  const sessions = paths.flatMap((path) => {
    const session = sessionOfPath(path);
    return session !== null && path === contextPath(session) ? [session] : [];
  });
  return sessions.length === 0 ? new Map() : listVersionsOf(context.database.queries, workspace, sessions);
}

/** A document as it is now, and what reads everything that can be found in it; nothing where there is no file. */
interface Searched {
  hash: string;
  read: () => SearchEntry[] | Promise<SearchEntry[]>;
}

/** Opens a document to be searched. Throws what opening throws. */
async function openSearched(
  context: ServiceContext,
  past: PastContexts,
  workspace: string,
  path: string,
  versions: ReadonlyMap<string, VersionRow[]>,
): Promise<Searched> {
  const session = sessionOfPath(path);
  // A folder that is gone has no documents, and must get no history for looking.
  if (session !== null && !(await context.sessions.has(workspace, session))) return { hash: "", read: () => [] };
  if (session !== null && path === memoryPath(session)) {
    const state = await context.committer.current(workspace, path);
    return { hash: state.hash, read: () => (state.hash === "" ? [] : memoryEntries(context, session, state)) };
  }
  const file = await context.store(workspace).read(path);
  const [text, hash] = [textOf(file), file?.hash ?? ""];
  if (session === null) return { hash, read: () => dated(entriesOfFile(path, text), timeOf(file)) };
  const facts = { path, kind: "context", name: session, session, state: "active", place: placeOf(path) } as const;
  const read = async () => {
    const current = text === null ? [] : entriesOfText(blankFrontMatter(text), facts);
    return [...dated(current, timeOf(file)), ...(await past.of(workspace, session, path, versions.get(session) ?? []))];
  };
  return { hash, read };
}

async function memoryEntries(context: ServiceContext, session: string, state: DocumentState): Promise<SearchEntry[]> {
  const { path } = state;
  const document = memoryOf(state);
  const origins = await context.origins.of(context.database.queries, state);
  const changed = state.changed?.at ?? null;
  // An item that came with the file is as old as the file is known.
  const items = entriesOfMemory(path, session, identifyItems(document, state.identity)).map((entry) => ({
    ...entry,
    at: origins.get(entry.key)?.touchedAt ?? changed,
  }));
  return [...items, ...dated(entriesOfMemoryTexts(path, session, document), changed)];
}

function entriesOfFile(path: string, text: string | null): UndatedEntry[] {
  if (text === null) return [];
  const agent = /^\.kaizen\/agents\/(?<agent>[^/]+(?:\/[^/]+)?)\/memory\.md$/.exec(path)?.groups?.agent; // .kaizen/agents/tester/memory.md
  if (agent !== undefined) {
    const place = `/agents/${segment(agent)}?view=file&line=`;
    return entriesOfBullets(blankFrontMatter(text), { path, kind: "agent", name: agent, role: agent, place });
  }
  const team = teamOf(path);
  const isKnowledge = team === undefined || path.startsWith(`${knowledgeFolder(team)}/`);
  const facts = {
    path,
    kind: isKnowledge ? ("knowledge" as const) : ("team" as const),
    name: team === undefined ? fileName(path) : `${teamName(team)} › ${fileName(path)}`,
    role: team ?? null,
    place: placeOf(path),
  };
  if (path === REGISTRY_PATH || path === OLDER_REGISTRY_PATH) return entriesOfRegistry(text, path, facts.place);
  if (team !== undefined && path === indexPath(team)) return entriesOfIndex(text, team, facts.place);
  if (path.endsWith(".md")) return entriesOfText(blankFrontMatter(text), facts);
  const whole = inNfc(text.slice(0, LONGEST_SEARCHED));
  const { kind, role, place } = facts;
  return [
    {
      key: "",
      kind,
      title: facts.name,
      text: whole,
      path,
      line: 1,
      session: null,
      role,
      tag: null,
      state: null,
      place,
    },
  ];
}

/** A document as it lies on the disk, at the line that is found. */
function placeOf(path: string): string {
  return `/files?path=${segment(path)}&line=`;
}

function textOf(file: StoredFile | null): string | null {
  return file === null ? null : (file.text ?? file.bytes.toString("utf8"));
}

function timeOf(file: StoredFile | null): string | null {
  return file === null ? null : new Date(file.modifiedMs).toISOString();
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

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/, ""); // owasp-top-10.md
}
