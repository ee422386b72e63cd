import { isOwnDeed, type Entry, type EntryKind, type Happening, type Reader } from "@/lib/core/inbox/entry";
import { givesWords, itemsOf } from "@/lib/core/inbox/item-news";

const DECIDES: ReadonlySet<string> = new Set(["relay.approved", "relay.settled", "relay.rejected", "relay.withdrawn"]);

/** Whether an event is somebody's decision about a relay. */
export function decides(action: string): boolean {
  return DECIDES.has(action);
}

/** The relays that a happening ended: an answer of the Lead settles one as well, and a version those it names. */
export function endedBy(happening: Happening): unknown[] {
  const { action, payload } = happening;
  if (DECIDES.has(action) || (action === "question.answered" && payload.settled === true)) return [payload.relay];
  return settledBy(happening).map(({ id }) => id);
}

/** What a publication says that it settled: items that stood and relays that waited. */
export function settledBy({ action, payload }: Pick<Happening, "action" | "payload">): { id: string; role: string }[] {
  if (action !== "context.published" || !Array.isArray(payload.settled)) return [];
  return payload.settled.flatMap((each: unknown) => {
    const { id, role } = (each ?? {}) as { id?: unknown; role?: unknown };
    return typeof id === "string" && typeof role === "string" ? [{ id, role }] : [];
  });
}

/** The claims that were ended, or that somebody else took over. */
export function endedClaims(happenings: readonly Happening[]): ReadonlySet<unknown> {
  return new Set(
    happenings.flatMap(({ action, payload: { claim, claims } }): unknown[] => {
      if (action === "claims.taken" && Array.isArray(claims)) return claims;
      return action === "claim.ended" ? [claim] : [];
    }),
  );
}

/** An answer that a version has come after says so: where they differ, the version holds. */
export function dated(entry: Entry, happenings: readonly Happening[]): Entry {
  if (entry.note === null || !ANSWERS.has(entry.kind)) return entry;
  const later = happenings.findLast(({ action, at }) => action === "context.published" && at > entry.at);
  return later === undefined ? entry : { ...entry, note: sayBefore(entry.note, later.target) };
}

const ANSWERS = new Set<EntryKind>(["answered", "resolved"]);

/** `Use 429 (before GC-v4, which holds where they differ)`. */
export function sayBefore(note: string, version: string): string {
  return `${note} (before ${version}, which holds where they differ)`;
}

/** The ids of items and relays that came from others in these events: whoever is told of their end has not seen their words. */
export function cameIn(happenings: readonly Happening[], reader: Reader): ReadonlySet<string> {
  const came = new Set<string>();
  for (const happening of happenings) {
    const { action, payload } = happening;
    if (isOwnDeed(reader, happening) || (reader.isOwn && payload.from === reader.role)) continue;
    const isRelay = action === "relay.created" || action === "relay.reworded";
    if (isRelay && typeof payload.relay === "string") came.add(payload.relay);
    if (givesWords(happening)) for (const id of itemsOf(happening).ids) came.add(id);
  }
  return came;
}

/** What versions settled, to whoever it was: an item that stood, or a relay that waited. */
export function tellSettled(
  happenings: readonly Happening[],
  reader: Reader,
  find: (id: string) => { tag: string | null; text: string; body?: string } | undefined,
): Entry[] {
  return happenings.flatMap((happening): Entry[] => {
    const { actor, at, payload, target: version } = happening;
    if (isOwnDeed(reader, { actor, payload })) return [];
    return settledBy(happening).flatMap(({ id, role }): Entry[] => {
      const item = find(id);
      if (item === undefined) return [];
      const concerns = reader.isOwn && role === reader.role;
      const text = [item.text, item.body ?? ""].filter((part) => part !== "").join("\n");
      return [{ kind: "settled", id, role, by: actor, tag: item.tag, text, note: `by ${version}`, concerns, at }];
    });
  });
}
