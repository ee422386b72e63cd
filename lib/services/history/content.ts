import { DOCUMENT_FOLDERS, findShut, findShutInHistory, isLocalDocument } from "@/lib/core/places/our-files";
import { AppError } from "@/lib/core/errors";
import { sessionOfPath } from "@/lib/core/memory/session-paths";
import { findLastEventOf, listEvents, listEventsAfter, type EventRow } from "@/lib/db/events";
import { findRecorded, listStandings, type Standing } from "@/lib/db/recorded";
import { allow, type Caller, aloneBy } from "@/lib/services/workspace/caller";
import type { Queries } from "@/lib/db/database";
import { DISK } from "@/lib/services/commit/repair-text";
import { readBytesAt } from "@/lib/services/commit/revision-texts";
import type { WorkspaceParams } from "@/lib/services/workspace/session-params";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { listReadable } from "@/lib/store/list-readable";
import { OurFiles } from "@/lib/store/our-files";
import { sha256, storedFile } from "@/lib/store/read-file";
import type { Store } from "@/lib/store/store";

/** So many files are looked at together, and what is new of them is recorded in one change. */
const TOGETHER = 32;
/** Begins the path of a document in the trash. */
const TRASH = "trash/";

/** A document and what it holds; its path begins with `trash/` where it lies there. */
export interface Content {
  path: string;
  bytes: Buffer;
}

/** The last event of a move. Whatever comes after it was done by somebody else. */
export interface Fence {
  lastEvent: number;
}

/** Where the content of a workspace is: in its folder, or in the history. The owner's. */
export function contentService(context: Pick<ServiceContext, "committer" | "database" | "store">) {
  const { committer, database } = context;

  async function standingsOf(workspace: string): Promise<Standing[]> {
    const all = await listStandings(database.queries, workspace);
    return all.filter(({ hash, path }) => hash !== "" && findShutInHistory(path) === null);
  }

  /** The event that an own change made, where nobody else came between. */
  async function eventAfter(workspace: string, { lastEvent }: Fence): Promise<Fence> {
    const [event] = await listEventsAfter(database.queries, lastEvent, 1, workspace);
    return { lastEvent: event?.id ?? lastEvent };
  }

  return {
    /**
     * Records every document in the workspace's folder that is in no history, and what was edited outside. Throws what is wrong with one that
     * cannot be read: it would be left behind.
     */
    async takeIn(caller: Caller, { workspace }: WorkspaceParams): Promise<void> {
      allow(caller, "move the content of a workspace", { workspace });
      const known = (await listStandings(database.queries, workspace)).map(({ path }) => path);
      const found = await listDocuments(context.store(workspace));
      const paths = [...new Set([...known.filter((path) => findShut(path) === null), ...found])];
      for (let at = 0; at < paths.length; at += TOGETHER) {
        await Promise.all(paths.slice(at, at + TOGETHER).map((path) => committer.current(workspace, path)));
      }
    },

    /**
     * The same for files in the trash, given by what reads them, byte for byte: those that are in no history, or hold something else. Throws
     * `conflict` where somebody else did anything after the fence, which goes on with what is recorded here.
     */
    async takeInTrash(caller: Caller, { workspace }: WorkspaceParams, files: AsyncIterable<Content>, fence: Fence) {
      allow(caller, "move the content of a workspace", { workspace });
      const standings = await listStandings(database.queries, workspace);
      const known = new Map(standings.map(({ path, hash }) => [path, hash]));
      for await (const { path, bytes } of files) {
        if (known.get(path) === sha256(bytes) || findShutInHistory(path) !== null) continue;
        const operation = known.has(path) ? "edited outside" : "found";
        await committer.act({ workspace, author: DISK, alone: true }, async (draft) => {
          await assertUnchanged(draft.queries, workspace, fence);
          await draft.document(path);
          draft.edit(path, { text: bytes.toString("utf8"), found: storedFile(bytes), operation });
          draft.event("document.edited_outside", path, sessionOfPath(path), { operation });
        });
        Object.assign(fence, await eventAfter(workspace, fence));
      }
    },

    /** Every document with what the history says it holds, the trash included. Throws `conflict` where the revisions do not add up to it. */
    async *list(
      caller: Caller,
      { workspace }: WorkspaceParams,
      isWanted: (path: string) => boolean = () => true,
    ): AsyncGenerator<Content> {
      allow(caller, "move the content of a workspace", { workspace });
      for (const { id, path, head, hash } of await standingsOf(workspace)) {
        if (!isWanted(path)) continue;
        const bytes = await readBytesAt(database.queries, id, head);
        if (sha256(bytes) !== hash) throw differs(path);
        yield { path, bytes };
      }
    },

    /** How far the history of a workspace goes, for `keep`. */
    async lastEvent({ workspace }: WorkspaceParams): Promise<number> {
      return (await findLastEventOf(database.queries, workspace))?.id ?? 0;
    },

    /**
     * Has the content be in the history from now on, where `mark` is that of the servers' secret, or in a folder, where it is null. Throws
     * `conflict` where anything happened in the workspace after `lastEvent`: what was compared up to there is not all of it. Answers the
     * event that tells of it.
     */
    async keep(
      caller: Caller,
      { workspace }: WorkspaceParams,
      { mark, lastEvent }: { mark: string | null; lastEvent: number },
    ): Promise<Fence> {
      allow(caller, "move the content of a workspace", { workspace });
      await committer.act(aloneBy(caller, workspace), async (draft) => {
        await assertUnchanged(draft.queries, workspace, { lastEvent });
        draft.effect({ type: "put-recorded", workspace, mark });
        draft.event("workspace.configured", workspace, null, { content: mark === null ? "folder" : "history" });
        return null;
      });
      return eventAfter(workspace, { lastEvent });
    },

    /** The fence of a move into the history whose answer was lost: the event after the last one before it. Null where nothing was moved. */
    async findMove({ workspace }: WorkspaceParams, { lastEvent }: Fence): Promise<Fence | null> {
      const [event] = await listEventsAfter(database.queries, lastEvent, 1, workspace);
      return event !== undefined && tellsOfMove(event) ? { lastEvent: event.id } : null;
    },

    /**
     * The fence of a move into the history that came to its end or died before it: the last event, where there is none after the move but of the
     * trash that it takes in. Null where somebody else did anything since, or the content was never moved there or back again.
     */
    async findLastMove({ workspace }: WorkspaceParams): Promise<Fence | null> {
      const { queries } = database;
      const page = { limit: 1, below: null };
      const [move] = await listEvents(queries, { workspaceId: workspace, actions: ["workspace.configured"] }, page);
      if (move === undefined || !tellsOfMove(move)) return null;
      for (let lastEvent = move.id; ;) {
        const events = await listEventsAfter(queries, lastEvent, TOGETHER, workspace);
        if (!events.every(tellsOfTrash)) return null;
        const last = events.at(-1);
        if (last === undefined) return { lastEvent };
        lastEvent = last.id;
      }
    },

    /** Whether the content is in the history; asked while nobody writes, so that no change whose answer was lost is still on its way. */
    async isInHistory({ workspace }: WorkspaceParams): Promise<boolean> {
      return database.locked(async () => typeof (await findRecorded(database.queries, workspace)) === "string");
    },
  };
}

/** Whether an event tells that the content came into the history. */
function tellsOfMove({ action, payload }: EventRow): boolean {
  if (action !== "workspace.configured") return false;
  return (JSON.parse(payload) as { content?: string }).content === "history";
}

/** Whether an event tells that a file in the trash was taken in. */
function tellsOfTrash({ action, target }: EventRow): boolean {
  return action === "document.edited_outside" && target.startsWith(TRASH);
}

async function assertUnchanged(queries: Queries, workspace: string, { lastEvent }: Fence): Promise<void> {
  if (((await findLastEventOf(queries, workspace))?.id ?? 0) !== lastEvent)
    throw new AppError("conflict", `${workspace} was changed while it was being moved.`, {
      hint: "Stop the servers that write to it, and try again.",
    });
}

/** The refusal to go on where a document is not what the history says. */
export function differs(path: string): AppError {
  return new AppError("conflict", `${path} is not what the history says it is.`, {
    hint: "End whatever writes in the folder, see `wardroom verify`, and try again.",
  });
}

/** All files that are ours, and what else is a document of the agents'. */
export async function listDocuments(store: Store): Promise<string[]> {
  const found: string[] = [];
  const ours = new OurFiles(store);
  for (const folder of DOCUMENT_FOLDERS) {
    for await (const path of filesBelow(store, folder))
      if (isLocalDocument(path) || (await ours.foreign(path)) === null) found.push(path);
  }
  return found;
}

async function* filesBelow(store: Store, folder: string): AsyncGenerator<string> {
  for (const { name, kind } of await listReadable(store, folder)) {
    if (kind === "file") yield `${folder}/${name}`;
    else if (kind === "folder" && name !== ".git" && name !== "node_modules")
      yield* filesBelow(store, `${folder}/${name}`);
  }
}
