import { judgeSave, type OverwritesMode } from "@/lib/core/history/stale-save";
import type { Queries } from "@/lib/db/open";
import { listRevisions } from "@/lib/db/revisions";
import { readTextsBetween } from "@/lib/services/commit/revision-texts";

/** Revisions that a save may have been made from, and characters of all their texts together: to compare more would take too long. */
const REVISIONS = 200;
const CHARACTERS = 8_000_000;
/** Nobody reads a new line, decides against it and saves within this time; an editor that was open has not seen it. */
const TOO_SOON_MS = 3_000;

/** A save that was made from an older revision and lacks what came after it. */
export interface StaleSave {
  base: number;
  /** Whether what it lacks may be put back at once. */
  atOnce: boolean;
}

/** The newest texts of a document that a save can be compared with, and the sequence of the first. */
export async function readRecentTexts(
  queries: Queries,
  documentId: number,
  head: number,
  length: number,
): Promise<{ first: number; texts: string[] }> {
  const count = Math.max(2, Math.min(REVISIONS, Math.floor(CHARACTERS / Math.max(1, length))));
  const first = Math.max(1, head - count);
  return { first, texts: await readTextsBetween(queries, documentId, first, head) };
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
  const { first, texts } = await readRecentTexts(queries, document.id, document.head, document.text.length);
  const found = judgeSave(texts, saved.text, mode);
  if (found === null) return null;
  const base = first + found.base;
  const isUnasked = found.putBack === "unseen" ? await isUnseen(queries, document, base, saved.at) : false;
  return { base, atOnce: found.putBack === "yes" || isUnasked };
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
