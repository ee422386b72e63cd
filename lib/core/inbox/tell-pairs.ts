import { isOwnDeed, type Entry, type Happening, type Reader } from "@/lib/core/inbox/entry";
import { type JudgedPair, sayPair, stateOfPair } from "@/lib/core/memory/pair";

/** A pair as it stands, with when it was judged and who settled it. */
export interface StandingPair extends JudgedPair {
  at: string;
  settledBy: string | null;
}

/** A pair to whoever it concerns: who wrote either line, and the Lead. Nothing to anybody else. */
export function tellPair(pair: StandingPair, reader: Reader, { by, at }: { by: string; at: string }): Entry[] {
  const isMine = reader.isOwn && [pair.item.role, pair.other.role].includes(reader.role);
  if (!isMine && !reader.isLead) return [];
  const about = { id: pair.id, role: pair.item.role, by, tag: null, note: null, concerns: true, at };
  return [{ kind: "pair", ...about, text: sayPair(pair, reader.role) }];
}

/** The pairs that came to be settled, and those of which both lines hold. That a line gave way is told of that line. */
export function tellPairs(
  happenings: readonly Happening[],
  reader: Reader,
  find: (id: string) => StandingPair | undefined,
): Entry[] {
  const last = new Map<string, Happening>();
  for (const happening of happenings) {
    const { action, payload } = happening;
    if (!action.startsWith("pair.") || typeof payload.pair !== "string") continue;
    last.delete(payload.pair);
    if (!isOwnDeed(reader, happening)) last.set(payload.pair, happening);
  }
  return [...last].flatMap(([id, { action, actor: by, at }]): Entry[] => {
    const pair = find(id);
    if (pair === undefined) return [];
    const isToSettle = action === "pair.judged" && stateOfPair(pair).state === "open";
    const isLeft = action === "pair.settled" && pair.settled === "both";
    return isToSettle || isLeft ? tellPair(pair, reader, { by, at }) : [];
  });
}
