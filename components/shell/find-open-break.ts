import type { Event } from "@/lib/contracts/events";

/** What the newest start found missing in the history, as a sentence; null once the owner has accepted all of it. */
export function findOpenBreak(events: readonly Event[]): string | null {
  const broken = events.filter(({ action }) => action === "history.broken");
  const accepted = events.filter(({ action }) => action === "history.accepted");
  const [newest] = broken.toSorted((a, b) => b.id - a.id);
  if (newest === undefined) return null;
  const ids = new Set(
    accepted.flatMap(({ payload }) => (Array.isArray(payload["problems"]) ? payload["problems"].map(String) : [])),
  );
  // Each break is a problem of its own: with fewer accepted than found, one is open.
  const isOpen = ids.size < broken.length || accepted.every(({ id }) => id < newest.id);
  if (!isOpen) return null;
  return typeof newest.payload["detail"] === "string" ? newest.payload["detail"] : "Something of it is missing.";
}
