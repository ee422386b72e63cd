import type { FileChanges, FileChangesQuery } from "@/lib/contracts/files";
import type { CoveredRevision } from "@/lib/contracts/events";
import { AppError } from "@/lib/core/errors";
import { sessionOfFile } from "@/lib/core/places/our-files";
import { findLastEventOf, listEventsAfter } from "@/lib/db/events";
import { listDocumentsById } from "@/lib/db/history";
import { findWorkspaceBirth } from "@/lib/db/replicas";
import { allow, type Caller } from "@/lib/services/workspace/caller";
import { nextEvent } from "@/lib/services/workspace/next-event";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { OurFiles } from "@/lib/store/our-files";

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
    const own = caller.sessionKey === null ? null : ((await context.sessions.idOf(caller.sessionKey)) ?? "");
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
      const deadline = Date.now() + wait * 1000;
      const isLeft = () => signal.aborted;
      for (let from = after; ;) {
        const next = nextEvent(live, (event) => event.workspace === workspace);
        try {
          const found = await collect(caller, workspace, from);
          // The files must hold every change up to the mark: a client that has a mark never asks about earlier changes.
          await committer.filed();
          const left = deadline - Date.now();
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
