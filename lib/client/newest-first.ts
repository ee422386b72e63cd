import type { Session } from "@/lib/contracts/sessions";

/** The newest first, then by id. Not by activity: an entry that jumps about is one that is missed. */
export function newestFirst(sessions: readonly Session[]): Session[] {
  return sessions.toSorted((a, b) => compare(b.created ?? "", a.created ?? "") || compare(a.id, b.id));
}

/** The sessions that are at work, the newest first: a finished one is kept, and out of the way. */
export function atWork(sessions: readonly Session[]): Session[] {
  return newestFirst(sessions.filter(({ finished }) => finished === null));
}

/** The sessions that were finished, the newest first. */
export function workOver(sessions: readonly Session[]): Session[] {
  return newestFirst(sessions.filter(({ finished }) => finished !== null));
}

// Dates and ids are plain letters; a language's order of words takes milliseconds to get ready.
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
