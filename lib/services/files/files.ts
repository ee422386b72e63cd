import type {
  FileList,
  FileListQuery,
  FileQuery,
  FileText,
  FileChanges,
  FileChangesQuery,
} from "@/lib/contracts/files";
import { AppError } from "@/lib/core/errors";
import { DOCUMENT_FOLDERS, isDocumentFile, sessionOfFile, isLocalDocument } from "@/lib/core/places/our-files";
import { addAll } from "@/lib/core/lists";
import { SESSIONS_FOLDER } from "@/lib/core/memory/session-paths";
import { allow, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { listReadable } from "@/lib/store/list-readable";
import { OurFiles } from "@/lib/store/our-files";
import type { Store, StoredFile } from "@/lib/store/store";
import type { CoveredRevision } from "@/lib/contracts/events";
import { findLastEventOf, listEventsAfter } from "@/lib/db/events";
import { listDocumentsById } from "@/lib/db/history";
import { findWorkspaceBirth } from "@/lib/db/replicas";
import { nextEvent } from "@/lib/services/workspace/next-event";

/** Folders below one another more than this are a loop or a mistake. */
const DEEPEST = 12;

/** So many folders are listed at once: one by one, each waits for its turn beside everything else the process does. */
const TOGETHER = 64;

/** Every document of a workspace as it lies on the disk, also one that no other view shows in full. */
export function fileService(context: ServiceContext) {
  /** Each with what it holds, as the changes tell it; null where it cannot be read. */
  async function withHashes(workspace: string, paths: FileList["items"]) {
    const items: FileList["items"] = [];
    for (let at = 0; at < paths.length; at += TOGETHER) {
      const part = paths.slice(at, at + TOGETHER);
      const files = await Promise.all(
        part.map(({ path, foreign }) =>
          foreign === undefined ? readOrExplain(context.store(workspace), path) : Promise.resolve(null),
        ),
      );
      for (const [index, each] of part.entries()) {
        const file = files[index] ?? null;
        items.push({ ...each, hash: file === null || typeof file === "string" ? null : file.hash });
      }
    }
    return items;
  }

  return {
    /** Whether a workspace has more sessions, or more documents, than this; not one whose folder is away. For the process itself. */
    async exceeds(workspace: string, most: { sessions: number; documents: number }): Promise<boolean> {
      const store = context.store(workspace);
      if ((await store.look()) !== "there") return false;
      if ((await listReadable(store, SESSIONS_FOLDER)).length > most.sessions) return true;
      return (await listDocuments(store)).length > most.documents;
    },

    /** The paths of all documents the caller may see, in the order of their folders. */
    async list(caller: Caller, { workspace }: { workspace: string }, wanted: FileListQuery): Promise<FileList> {
      allow(caller, "look", { workspace });
      const paths = await listDocuments(context.store(workspace));
      const own = await context.sessions.reachOf(caller);
      const sought = (wanted.q ?? "").toLowerCase();
      const found = paths.filter((path) => {
        const session = sessionOfFile(path);
        return (own === null || session === null || session === own) && path.toLowerCase().includes(sought);
      });
      const rest = wanted.cursor === undefined ? found : behind(found, wanted.cursor);
      const shown = rest.slice(0, wanted.limit);
      const ours = new OurFiles(context.store(workspace));
      const told: FileList["items"] = [];
      for (const path of shown) {
        const foreign = isLocalDocument(path) ? null : await ours.foreign(path);
        told.push({ path, ...(foreign !== null && { foreign }) });
      }
      const items = wanted.hashes === "true" ? await withHashes(workspace, told) : told;
      const nextCursor = shown.length < rest.length ? (shown.at(-1) ?? null) : null;
      return { items, total: found.length, nextCursor };
    },

    /** The text of a document. Throws `not_found` for anything else, `forbidden` for one of another session. */
    async read(caller: Caller, { workspace }: { workspace: string }, { path }: FileQuery): Promise<FileText> {
      allow(caller, "look", { workspace });
      const session = sessionOfFile(path);
      const own = await context.sessions.reachOf(caller);
      if (own !== null && session !== null && session !== own)
        allow(caller, "look", { workspace, session: await context.sessions.find(workspace, session) });
      if (!isDocumentFile(path)) throw noDocument(path);
      // What somebody has a copy of is in the history: what they make of it can be joined with what others make of it.
      const foreign = isLocalDocument(path) ? null : await new OurFiles(context.store(workspace)).foreign(path);
      if (foreign !== null) {
        const problem = `Wardroom does not manage ${path}: it ${foreign}.`;
        return { path, text: "", hash: null, isUtf8: false, problem };
      }
      const isShared = !isLocalDocument(path);
      if (isShared) await context.committer.readable(workspace, path);
      const file = await readOrExplain(context.store(workspace), path);
      if (file === null) throw noDocument(path);
      if (typeof file === "string") return { path, text: "", hash: null, isUtf8: false, problem: file };
      const { text, bytes } = file;
      const hash = isShared ? file.hash : null;
      return { path, text: text ?? bytes.toString("utf8"), hash, isUtf8: text !== null, problem: null };
    },
  };
}

/** What comes after a path in the order of the list, whether that path is still in it or not. */
function behind(paths: string[], cursor: string): string[] {
  const place = placeOf(cursor);
  if (place === -1) {
    throw new AppError("invalid_input", "The cursor is not one of this list.", {
      hint: "Use the nextCursor of the page before.",
    });
  }
  return paths.filter((path) => {
    const there = placeOf(path);
    return there === place ? path > cursor : there > place;
  });
}

/** Which of the folders of documents a path lies in; -1 for none. */
function placeOf(path: string): number {
  return DOCUMENT_FOLDERS.findIndex((folder) => path.startsWith(`${folder}/`));
}

function noDocument(path: string): AppError {
  return new AppError("not_found", `There is no document ${path}.`, { hint: "{file.list} names every document." });
}

/** The file, null if it does not exist, or why it cannot be read. */
async function readOrExplain(store: Store, path: string): Promise<StoredFile | string | null> {
  try {
    return await store.read(path);
  } catch (error) {
    if (error instanceof AppError && (error.code === "unparseable" || error.code === "forbidden")) return error.message;
    throw error;
  }
}

async function listDocuments(store: Store): Promise<string[]> {
  const found: string[] = [];
  for (const folder of DOCUMENT_FOLDERS) {
    const paths: string[] = [];
    await collect(store, folder, DEEPEST, paths);
    addAll(found, paths.sort());
  }
  return found;
}

async function collect(store: Store, folder: string, depth: number, paths: string[]): Promise<void> {
  const folders: string[] = [];
  for (const { name, kind } of await listReadable(store, folder)) {
    const path = `${folder}/${name}`;
    if (kind === "folder" && depth > 0 && !name.startsWith(".")) folders.push(path);
    else if (kind === "file" && isDocumentFile(path)) paths.push(path);
  }
  for (let at = 0; at < folders.length; at += TOGETHER) {
    await Promise.all(folders.slice(at, at + TOGETHER).map((each) => collect(store, each, depth - 1, paths)));
  }
}

/** Who has missed more events than this lists all files. */
const MOST_EVENTS = 2000;
/** What comes right after what woke a reader is taken along. Milliseconds. */
const COLLECT = 20;
/** What moves whole folders, or rewrites texts. */
const MOVES_FILES = /^(session\.(deleted|restored|found)|.*\.redacted|history\.)/;

/** Which shared documents changed, for who keeps a copy of them. */
export function fileChangesService(
  context: Pick<ServiceContext, "committer" | "database" | "live" | "sessions" | "store">,
) {
  const { committer, database, live, store } = context;

  async function collect(caller: Caller, workspace: string, after: number | undefined): Promise<FileChanges> {
    const born = await findWorkspaceBirth(database.queries, workspace);
    const history = born?.getTime().toString(36) ?? "";
    const mark = (await findLastEventOf(database.queries, workspace))?.id ?? 0;
    // A mark that the history has not reached is that of a history which went on from an older state.
    if (after === undefined || after > mark) return { history, mark, reset: true, items: [] };
    const events = await listEventsAfter(database.queries, after, MOST_EVENTS + 1, workspace);
    const reset = events.length > MOST_EVENTS || events.some(({ action }) => MOVES_FILES.test(action));
    if (reset) return { history, mark, reset, items: [] };
    const ids = new Set<number>();
    for (const { revisions } of events)
      for (const { document } of JSON.parse(revisions ?? "[]") as CoveredRevision[]) ids.add(document);
    const own = await context.sessions.reachOf(caller);
    const rows = ids.size === 0 ? [] : await listDocumentsById(database.queries, workspace, [...ids]);
    const files = new OurFiles(store(workspace));
    const foreign = await Promise.all(rows.map(({ path }) => files.foreign(path)));
    const items = rows
      .filter(
        ({ path }, index) => foreign[index] === null && (own === null || [null, own].includes(sessionOfFile(path))),
      )
      .map(({ path, headHash }) => ({ path, hash: headHash === "" ? null : headHash }));
    return { history, mark: Math.max(mark, events.at(-1)?.id ?? 0), reset, items };
  }

  return {
    /** What changed after a mark; with `wait` seconds, answered as soon as something has, or when `signal` ends it. */
    async changes(
      caller: Caller,
      { workspace }: { workspace: string },
      { after, wait }: FileChangesQuery,
      signal: AbortSignal,
    ): Promise<FileChanges> {
      allow(caller, "look", { workspace });
      if ((await store(workspace).look()) !== "there")
        throw new AppError("busy", `The folder of ${workspace} is not there.`, { hint: "Try again once it is." });
      const deadline = performance.now() + wait * 1000;
      const isLeft = () => signal.aborted;
      for (let from = after; ;) {
        const next = nextEvent(live, workspace);
        try {
          const found = await collect(caller, workspace, from);
          // The files must hold every change up to the mark: a client that has a mark never asks about earlier changes.
          await committer.filed();
          const left = deadline - performance.now();
          if (found.reset || found.items.length > 0 || left <= 0 || isLeft()) return found;
          from = found.mark;
          await next.within(left, signal);
          if (isLeft()) return found;
        } finally {
          next.stop();
        }
        await new Promise((resolve) => setTimeout(resolve, COLLECT));
      }
    },
  };
}
