import type { Need } from "@/lib/contracts/needs";
import type { Pair } from "@/lib/contracts/pairs";
import { NEED_KEYS, urgencyOf } from "@/lib/core/inbox/needs";
import { sha256 } from "@/lib/store/read-file";

type Unmarked<N> = N extends Need ? Omit<N, "read" | "snoozedUntil" | "assignee"> : never;

/** A need before it is known what the caller noted of it. */
export type PlainNeed = Unmarked<Need>;

/** A digest of what a need says: another one tells that it changed, so that a note about it counts no more. */
export function digestOf(need: PlainNeed): string {
  return sha256(JSON.stringify(wordsOf(need)));
}

/** What a person would want to see again once it is another. */
function wordsOf(need: PlainNeed): unknown {
  switch (need.kind) {
    case "relay":
      return [need.relay.tag, need.relay.text];
    case "conflict":
    case "question":
    case "assigned":
      return [need.item.tag, need.item.text, need.item.body];
    case "mention":
      return need.comment.text;
    case "ack":
      return [need.version, need.owed, need.delivery, need.applied, need.total, need.unclear];
    case "gate":
      return [need.ready, need.blockers];
    case "outside":
      return need.events.map(({ id }) => id);
    case "long":
      // A line more is no news: another hundred is.
      return Math.floor(need.lines / 100);
    case "pair":
    case "run":
    case "repair":
    case "broken":
      return need.key;
  }
}

/** A pair that is to be settled; nothing for any other. */
export function pairNeeds(session: string, pair: Pair): PlainNeed[] {
  const { id, judgement, by: role, at, state } = pair;
  if (state !== "open") return [];
  const about = { key: NEED_KEYS.pair(id), session, role, at, atLeast: false };
  return [{ kind: "pair", ...about, urgency: urgencyOf({ kind: "pair", judgement }), pair }];
}
