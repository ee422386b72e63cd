import { alignLines } from "@/lib/core/history/align-lines";
import { findBase } from "@/lib/core/history/find-base";
import { mergeBoth } from "@/lib/core/history/merge-both";
import { cutLines, splitLines } from "@/lib/core/history/split-lines";
import { touchedSections } from "@/lib/core/history/touched-sections";
import type { Queries } from "@/lib/db/open";
import { listRevisions } from "@/lib/db/revisions";
import { readTextsBetween } from "@/lib/services/revision-texts";

/** What is done about a save that was made from an older text. */
export type OverwritesMode = "observe" | "propose" | "repair";

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
  const found = findBase(texts, saved.text);
  const from = found === null ? undefined : texts[found];
  if (found === null || from === undefined || found === texts.length - 1) return null;
  const merged = mergeBoth(from, document.text, saved.text);
  if (merged.text === saved.text) return null;
  const base = first + found;
  // An older text whole may be a backup that was put back, or an editor's "undo".
  if (mode === "observe" || merged.overlaps || saved.text === from) return { base, atOnce: false };
  if (mode === "repair") return { base, atOnce: true };
  const lacking = touchedSections(from, document.text);
  const own = touchedSections(from, saved.text);
  if ([...lacking].some((section) => own.has(section))) return { base, atOnce: false };
  const isAdding = hasOwn(document.text, saved.text) && addsAlone(from, saved.text) && addsAlone(from, document.text);
  return { base, atOnce: isAdding && (await isUnseen(queries, document, base, saved.at)) };
}

/** Whether a save has a line that the text it replaced has not: who only deletes has none, whatever it is that they delete. */
function hasOwn(replaced: string, saved: string): boolean {
  const known = new Set(splitLines(replaced).map((line) => line.trim()));
  return splitLines(saved).some((line) => line.trim() !== "" && !known.has(line.trim()));
}

/** Whether a text has all lines of another, in their order, and more. */
function addsAlone(before: string, after: string): boolean {
  const ranges = alignLines(cutLines(before).lines, cutLines(after).lines);
  return ranges.length > 0 && ranges.every(({ beforeStart, beforeEnd }) => beforeStart === beforeEnd);
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
