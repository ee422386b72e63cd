import { findBase, findSafeBase } from "@/lib/core/history/find-base";
import { judgeSave, type Judgement, type OverwritesMode } from "@/lib/core/history/stale-save";
import type { Queries } from "@/lib/db/database";
import { listSequencesWith } from "@/lib/db/revisions";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { readTextAt, readTextsBetween } from "@/lib/services/commit/revision-texts";
import { randomUUID } from "node:crypto";
import { sessionOfPath } from "@/lib/core/memory/session-paths";
import { readOverwritesMode } from "@/lib/db/repairs";
import type { Draft, NewRepair } from "@/lib/services/commit/act";

/** Revisions that a save may have been made from, and characters of all their texts together: to compare more would take too long. */
const REVISIONS = 1000;
const CHARACTERS = 8_000_000;
/** The detail of a revision that was found in a file after it had been replaced. */
export const LATE = { late: true };
/** So many times as many are looked through for what an older copy was made from. */
const WINDOWS = 16;

/** A save that was made from an older revision and lacks what came after it. */
export interface StaleSave extends Judgement {
  base: number;
}

/** The newest texts of a document, oldest first. */
export async function readRecentTexts(queries: Queries, documentId: number, head: number, length: number) {
  const count = Math.max(2, Math.min(REVISIONS, Math.floor(CHARACTERS / Math.max(1, length))));
  const first = Math.max(1, head - count);
  const texts = await readTextsBetween(queries, documentId, first, head);
  const late = new Set(await listSequencesWith(queries, documentId, LATE, first));
  return texts.map((text, index) => ({ sequence: first + index, text, isLate: late.has(first + index) }));
}

/**
 * Tells whether a text that came from outside over revision `head` was made from an older revision, and if so what of it comes back
 * without asking. Null for a save made from `head` itself, whatever it deleted, and for one of which it cannot be told.
 */
export async function findStaleSave(
  queries: Queries,
  document: { id: number; head: number; text: string },
  saved: string,
  mode: OverwritesMode,
): Promise<StaleSave | null> {
  const { id, head, text: replaced } = document;
  for (let [last, windows] = [head, 1]; last > 1; windows++) {
    const recent = await readRecentTexts(queries, id, last, replaced.length);
    const [oldest] = recent;
    if (last < head) recent.push({ sequence: head, text: replaced, isLate: false });
    const texts = recent.map(({ text }) => text);
    const at = findBase(texts, saved, new Set(recent.flatMap(({ isLate }, index) => (isLate ? [index] : []))));
    const base = at === null ? undefined : recent[at];
    // It knows nothing of these: it may have been made from an older one.
    if ((base === undefined || base === oldest) && (oldest?.sequence ?? 1) > 1 && windows < WINDOWS) {
      last = oldest?.sequence ?? 1;
      continue;
    }
    if (base === undefined || base.sequence === head) return null;
    const found = judgeSave({ base: base.text, replaced, saved }, mode, texts.includes(saved));
    return found && { ...found, base: base.sequence };
  }
  return null;
}

/**
 * The same for a text found in a file that may never have held what came after `synced`, because the process died before: what it
 * does not show to have known is put back at once, for nobody can have read it and decided against it. Answers what it may be based on.
 */
async function findUnseenChanges(
  queries: Queries,
  document: { id: number; head: number },
  synced: number,
  saved: string,
): Promise<number | null> {
  const texts = await readTextsBetween(queries, document.id, Math.max(synced, 1), document.head);
  const at = Math.max(findSafeBase(texts, saved), 0);
  return at === texts.length - 1 ? null : Math.max(synced, 1) + at;
}

/** What a save took the place of. One that empties the file first and fills it a little later took that of the text before. */
async function lastFilled(queries: Queries, { id, head, text }: DocumentState) {
  if (text !== "" || head < 2) return { head, text: text ?? "" };
  return { head: head - 1, text: await readTextAt(queries, id, head - 1) };
}

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
export async function noteStaleSave(draft: Draft, save: Save): Promise<DueRepair[]> {
  const { queries } = draft;
  const { before, after, synced, isMeant } = save;
  const document = { id: before.id, ...(await lastFilled(queries, before)) };
  const mode = isMeant ? "observe" : ((await readOverwritesMode(queries, before.workspace)) as OverwritesMode);
  const saved = after.text ?? "";
  const unseen = synced === undefined ? null : await findUnseenChanges(queries, before, synced, saved);
  const stale = await findStaleSave(queries, document, saved, mode);
  const due: DueRepair[] = [];
  if (stale !== null && stale.base < (unseen ?? document.head)) {
    // First what it cannot have held, all of it: the rest of what may have been behind can overlap with what the save changed.
    const [state, missing]: ["proposed" | "due", number] =
      stale.text === saved ? ["proposed", unseen ?? document.head] : ["due", document.head];
    const repair = note(draft, save, { kind: "stale", base: stale.base, missing, state });
    if (state === "due") due.push(repair);
  }
  if (unseen !== null)
    due.push(note(draft, save, { kind: "unseen", base: unseen, missing: document.head, state: "due" }));
  return due;
}

/** Notes that a save lacks lines of revision `missing`, because it was made from an older one. */
function note(
  draft: Draft,
  { before, after }: Save,
  lack: Pick<NewRepair, "base" | "missing" | "kind" | "state">,
): DueRepair {
  const { workspace, path } = before;
  const id = randomUUID();
  const repair = { ...lack, id, saved: after.head, before: before.head, repaired: null };
  draft.effect({ type: "put-repair", workspace, path, repair });
  const payload = { repair: id, base: lack.base, revision: after.head };
  draft.event("document.overwritten", path, sessionOfPath(path), payload);
  return { workspace, repair: id };
}
