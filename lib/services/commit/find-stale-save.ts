import { findSafeBase } from "@/lib/core/history/find-base";
import { judgeSave, type OverwritesMode } from "@/lib/core/history/stale-save";
import type { Queries } from "@/lib/db/database";
import { listRevisions, listSequencesWith } from "@/lib/db/revisions";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { readTextAt, readTextsBetween } from "@/lib/services/commit/revision-texts";

/** Revisions that a save may have been made from, and characters of all their texts together: to compare more would take too long. */
const REVISIONS = 1000;
const CHARACTERS = 8_000_000;
/** The detail of a revision that was found in a file after it had been replaced. */
export const LATE = { late: true };
/** Nobody reads a new line, decides against it and saves within this time; an editor that was open has not seen it. */
const TOO_SOON_MS = 3_000;

/** A save that was made from an older revision and lacks what came after it. */
export interface StaleSave {
  base: number;
  /** Whether what it lacks may be put back at once. */
  atOnce: boolean;
}

/** A text that a save can have been made from. */
export interface RecentText {
  sequence: number;
  text: string;
  /** Whether it was found in a file that had been replaced: it came beside the one before it, and may have been read while it had the name. */
  isLate: boolean;
}

/** The newest texts of a document, oldest first. */
export async function readRecentTexts(
  queries: Queries,
  documentId: number,
  head: number,
  length: number,
): Promise<RecentText[]> {
  const count = Math.max(2, Math.min(REVISIONS, Math.floor(CHARACTERS / Math.max(1, length))));
  const first = Math.max(1, head - count);
  const texts = await readTextsBetween(queries, documentId, first, head);
  const late = new Set(await listSequencesWith(queries, documentId, LATE, first));
  return texts.map((text, index) => ({ sequence: first + index, text, isLate: late.has(first + index) }));
}

/**
 * Tells whether a text that came from outside over revision `head` was made from an older revision, and if so whether what it
 * lacks may be put back without asking. Null for a save made from `head` itself, whatever it deleted, and for one of which it
 * cannot be told.
 */
export async function findStaleSave(
  queries: Queries,
  document: { id: number; head: number; text: string },
  saved: { text: string; at: number },
  mode: OverwritesMode,
): Promise<StaleSave | null> {
  if (document.head < 2) return null;
  const recent = await readRecentTexts(queries, document.id, document.head, document.text.length);
  const found = judgeSave(
    recent.map(({ text }) => text),
    saved.text,
    mode,
    new Set(recent.flatMap(({ isLate }, at) => (isLate ? [at] : []))),
  );
  const base = found && recent[found.base]?.sequence;
  if (found === null || base === undefined || base === null) return null;
  const isUnasked = found.putBack === "unseen" ? await isUnseen(queries, document, base, saved.at) : false;
  return { base, atOnce: found.putBack === "yes" || isUnasked };
}

/**
 * The same for a text found in a file that may never have held what came after `synced`, because the process died before: what it
 * does not show to have known is put back at once, for nobody can have read it and decided against it.
 */
export async function findUnseenChanges(
  queries: Queries,
  document: { id: number; head: number },
  synced: number,
  saved: string,
): Promise<StaleSave | null> {
  const texts = await readTextsBetween(queries, document.id, Math.max(synced, 1), document.head);
  const at = Math.max(findSafeBase(texts, saved), 0);
  return at === texts.length - 1 ? null : { base: Math.max(synced, 1) + at, atOnce: true };
}

/** Whether all that came after the base was written through Wardroom, right before the save. */
async function isUnseen(
  queries: Queries,
  document: { id: number; head: number },
  base: number,
  savedAt: number,
): Promise<boolean> {
  const since = await listRevisions(queries, document.id, { limit: document.head - base, below: document.head + 1 });
  return since.every(({ at, source }) => source !== "disk" && Math.abs(savedAt - at.getTime()) < TOO_SOON_MS);
}

/** What a save took the place of. One that empties the file first and fills it a little later took that of the text before. */
export async function lastFilled(
  queries: Queries,
  { id, head, text }: DocumentState,
): Promise<{ head: number; text: string }> {
  if (text !== "" || head < 2) return { head, text: text ?? "" };
  return { head: head - 1, text: await readTextAt(queries, id, head - 1) };
}
