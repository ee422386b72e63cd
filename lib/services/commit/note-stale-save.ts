import { addAll } from "@/lib/core/lists";
import { randomUUID } from "node:crypto";
import type { OverwritesMode } from "@/lib/core/history/stale-save";
import { sessionOfPath } from "@/lib/core/memory/session-paths";
import { insertHistory } from "@/lib/db/history";
import { insertRepair, readOverwritesMode, type RepairRow } from "@/lib/db/repairs";
import type { DocumentState } from "@/lib/services/commit/document-states";
import type { EventLog } from "@/lib/services/commit/event-log";
import { findStaleSave, findUnseenChanges, lastFilled } from "@/lib/services/commit/find-stale-save";
import type { Recording } from "@/lib/services/commit/record-found";

/** A save from outside as it is recorded. */
interface Save {
  before: DocumentState;
  after: DocumentState;
  /** Where the file may have been behind the history: the revision that was surely in it. */
  synced: number | undefined;
  /** Whether nothing of it comes back without asking, as git wrote it. */
  isMeant: boolean;
}

/** A repair that is to be made at once. */
export interface DueRepair {
  workspace: string;
  repair: string;
}

/**
 * A save made from an older text lacks what came since: that is told, and put back at once where the copy cannot have held it. Answers what is
 * to be put back at once. Of a file that may have been behind the history, what came since is put back whatever the save says; what the save
 * lacks of before that is told as for every other.
 */
export async function noteStaleSave(context: Recording, log: EventLog, save: Save): Promise<DueRepair[]> {
  const { queries } = context;
  const { before, after, synced, isMeant } = save;
  const document = { id: before.id, ...(await lastFilled(queries, before)) };
  const mode = isMeant ? "observe" : ((await readOverwritesMode(queries, before.workspace)) as OverwritesMode);
  const saved = after.text ?? "";
  const unseen = synced === undefined ? null : await findUnseenChanges(queries, before, synced, saved);
  const stale = await findStaleSave(queries, document, saved, mode);
  const due: DueRepair[] = [];
  if (stale !== null && stale.base < (unseen ?? document.head)) {
    // First what it cannot have held, all of it: the rest of what may have been behind can overlap with what the save changed.
    const [state, missing]: [string, number] =
      stale.text === saved ? ["proposed", unseen ?? document.head] : ["due", document.head];
    const repair = await note(context, log, save, { kind: "stale", base: stale.base, missing, state });
    if (state === "due") due.push(repair);
  }
  if (unseen !== null)
    due.push(await note(context, log, save, { kind: "unseen", base: unseen, missing: document.head, state: "due" }));
  return due;
}

/** Notes that a save lacks lines of revision `missing`, because it was made from an older one. */
async function note(
  { queries, now, events }: Recording,
  log: EventLog,
  { before, after }: Save,
  { base, missing, kind, state }: Pick<RepairRow, "base" | "missing" | "kind" | "state">,
): Promise<DueRepair> {
  const { workspace, path } = before;
  const id = randomUUID();
  const revisions = { base, missing, saved: after.head, before: before.head };
  await insertRepair(queries, { id, documentId: before.id, kind, state, ...revisions, foundAt: now });
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
  addAll(events, chained.events);
  return { workspace, repair: id };
}
