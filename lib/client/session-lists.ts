import type { Session } from "@/lib/contracts/sessions";
import { foldCase } from "@/lib/core/text/fold-name";

/** The newest first, then by id. Not by activity: an entry that jumps about is one that is missed. */
export function newestFirst(sessions: readonly Session[]): Session[] {
  return sessions.toSorted(
    (a, b) => compare(b.created ?? "", a.created ?? "") || compare(numbered(a.id), numbered(b.id)),
  );
}

/** `session-2` as it sorts before `session-10`. */
function numbered(id: string): string {
  return id.replace(/\d+/g, (digits) => digits.padStart(9, "0"));
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

/** The sessions whose id or feature has these words in it; all of them for none. */
export function matchingSessions(sessions: readonly Session[], text: string): readonly Session[] {
  const words = foldCase(text).split(" ");
  if (words.join("") === "") return sessions;
  return sessions.filter(({ id, feature }) => {
    const said = foldCase(`${id} ${feature}`);
    return words.every((word) => said.includes(word));
  });
}

/** The same sessions with the pinned ones first, in the order they were pinned. */
export function pinnedFirst(sessions: readonly Session[], pins: readonly string[]): readonly Session[] {
  if (pins.length === 0) return sessions;
  const pinned = pins.flatMap((id) => sessions.find((session) => session.id === id) ?? []);
  return [...pinned, ...sessions.filter(({ id }) => !pins.includes(id))];
}
