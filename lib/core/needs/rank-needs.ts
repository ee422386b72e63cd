/** Kinds of things that wait for a person, the most pressing first where two are equally urgent. */
export const NEED_KINDS = [
  "relay",
  "ack",
  "gate",
  "repair",
  "conflict",
  "question",
  "mention",
  "assigned",
  "broken",
  "outside",
  "long",
] as const;
export type NeedKind = (typeof NEED_KINDS)[number];

/** How a teammate stands that needs the Lead. */
export const OWED = ["overdue", "unclear", "partial", "paused", "lost"] as const;
export type Owed = (typeof OWED)[number];

/** `now`: somebody cannot go on; `soon`: somebody waits, or work may be lost; `later`: it can be put in order at any time. */
export const URGENCIES = ["now", "soon", "later"] as const;
export type Urgency = (typeof URGENCIES)[number];

/** The key of a need, the same for as long as it waits. */
export const NEED_KEYS = {
  relay: (relay: string) => `relay:${relay}`,
  item: (session: string, item: string) => `item:${session}:${item}`,
  ack: (session: string, role: string, owed: Owed) => `ack:${session}:${role}:${owed}`,
  mention: (comment: string) => `mention:${comment}`,
  gate: (gate: string) => `gate:${gate}`,
  repair: (repair: string) => `repair:${repair}`,
  fault: (fault: string) => `broken:${fault}`,
  file: (kind: "long" | "outside", session: string) => `${kind}:${session}`,
};

/** What the urgency of a need is decided on. */
export interface Weighed {
  kind: NeedKind;
  /** Of an acknowledgement: how its role stands. */
  owed?: Owed;
  /** Of a gate: whether nothing blocks it any more. */
  ready?: boolean;
  /** Of a file: whether it cannot be read as what it is. */
  unreadable?: boolean;
}

/** How urgent a need is. Source: interface, "Overview". */
export function urgencyOf({ kind, owed, ready, unreadable }: Weighed): Urgency {
  switch (kind) {
    case "ack":
      return owed === "partial" ? "soon" : "now";
    case "conflict":
      return "now";
    case "gate":
      return ready === true ? "now" : "soon";
    case "broken":
      return unreadable === true ? "now" : "later";
    case "long":
      return "later";
    case "relay":
    case "question":
    case "mention":
    case "assigned":
    case "repair":
    case "outside":
      return "soon";
  }
}

/** What needs are ordered by. */
export interface Ranked {
  kind: NeedKind;
  key: string;
  urgency: Urgency;
  /** Since when it waits, ISO 8601; null where nobody knows. */
  at: string | null;
}

/** The needs by urgency, then what waits longest; what has no time comes after what has one. Equal ones keep one order. */
export function rankNeeds<T extends Ranked>(needs: readonly T[]): T[] {
  const weight = ({ urgency, kind }: Ranked) =>
    URGENCIES.indexOf(urgency) * NEED_KINDS.length + NEED_KINDS.indexOf(kind);
  return needs.toSorted(
    (a, b) =>
      URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency) ||
      compare(a.at ?? LAST, b.at ?? LAST) ||
      weight(a) - weight(b) ||
      compare(a.key, b.key),
  );
}

/** After every time there is. */
const LAST = "~";

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
