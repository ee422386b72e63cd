import { randomUUID } from "node:crypto";
import type { OverwritesMode } from "@/lib/core/history/stale-save";
import { sessionOfPath } from "@/lib/core/memory/session-paths";
import { insertHistory } from "@/lib/db/history";
import { insertRepair, readOverwritesMode } from "@/lib/db/repairs";
import type { DocumentState } from "@/lib/services/commit/document-states";
import type { EventLog } from "@/lib/services/commit/event-log";
import { findStaleSave, findUnseenChanges, lastFilled, type StaleSave } from "@/lib/services/commit/find-stale-save";
import type { Queries } from "@/lib/db/database";
import type { LiveEvent } from "@/lib/services/commit/live-feed";
import type { StoredFile } from "@/lib/store/store";

/** What it works with under the lock. */
interface Context {
  queries: Queries;
  now: Date;
  events: LiveEvent[];
}

/** A save from outside as it is recorded. */
interface Save {
  before: DocumentState;
  after: DocumentState;
  file: StoredFile;
  /** Where the file may have been behind the history: the revision that was surely in it. */
  synced: number | undefined;
}

/** A repair that is to be made at once. */
export interface DueRepair {
  workspace: string;
  repair: string;
}

/**
 * A save made from an older text lacks what came since: that is told, and put back at once where nobody could mind. Answers what is to be
 * put back at once. Of a file that may have been behind the history, what came since is put back whatever the save says; what the save
 * lacks of before that is told as for every other.
 */
export async function noteStaleSave(context: Context, log: EventLog, save: Save): Promise<DueRepair[]> {
  const { queries } = context;
  const { before, after, file, synced } = save;
  const document = { id: before.id, ...(await lastFilled(queries, before)) };
  const mode = (await readOverwritesMode(queries, before.workspace)) as OverwritesMode;
  const saved = { text: after.text ?? "", at: file.modifiedMs };
  const unseen = synced === undefined ? null : await findUnseenChanges(queries, before, synced, saved.text);
  const stale = await findStaleSave(queries, document, saved, mode);
  const missing = unseen?.base ?? document.head;
  return [
    ...(unseen === null ? [] : await note(context, log, save, { ...unseen, missing: document.head })),
    ...(stale !== null && stale.base < missing ? await note(context, log, save, { ...stale, missing }) : []),
  ];
}

/** Notes that a save lacks lines of revision `missing`, because it was made from an older one. */
async function note(
  { queries, now, events }: Context,
  log: EventLog,
  { before, after }: Save,
  { base, missing, atOnce }: StaleSave & { missing: number },
): Promise<DueRepair[]> {
  const { workspace, path } = before;
  const id = randomUUID();
  const state = atOnce ? "due" : "proposed";
  const revisions = { base, missing, saved: after.head, before: before.head };
  await insertRepair(queries, { id, documentId: before.id, kind: "stale", state, ...revisions, foundAt: now });
  const overwritten = {
    actor: "disk",
    actorKind: "disk",
    source: "disk",
    workspace,
    action: "document.overwritten",
    target: path,
    session: sessionOfPath(path),
    payload: { repair: id, base, revision: after.head },
  } as const;
  const chained = await log.chain(queries, [overwritten], now);
  await insertHistory(queries, [], [], chained.rows);
  events.push(...chained.events);
  return atOnce ? [{ workspace, repair: id }] : [];
}
