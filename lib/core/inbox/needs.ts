import { groupBy } from "@/lib/core/lists";
import type { Judgement } from "@/lib/core/memory/pair";
import { sayCount } from "@/lib/core/text/say-count";

/**
 * Kinds of things that wait for a person, in the order in which they are listed: lines that are lost, a gate that holds everybody up,
 * who cannot go on, what contradicts or asks, what waits to be let in, then the rest. Source: interface, "Overview".
 */
export const NEED_KINDS = [
  "repair",
  "gate",
  "ack",
  "conflict",
  "pair",
  "question",
  "relay",
  "run",
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
type Urgency = (typeof URGENCIES)[number];

/** The key of a need, the same for as long as it waits. */
export const NEED_KEYS = {
  relay: (relay: string) => `relay:${relay}`,
  item: (session: string, item: string) => `item:${session}:${item}`,
  ack: (session: string, role: string, owed: Owed) => `ack:${session}:${role}:${owed}`,
  mention: (comment: string) => `mention:${comment}`,
  gate: (gate: string) => `gate:${gate}`,
  run: (session: string, role: string, name: string) => `run:${session}:${role}:${name}`,
  pair: (pair: string) => `pair:${pair}`,
  repair: (repair: string) => `repair:${repair}`,
  fault: (fault: string) => `broken:${fault}`,
  file: (kind: "long" | "outside", session: string) => `${kind}:${session}`,
};

/** What the urgency of a need is decided on. */
interface Weighed {
  kind: NeedKind;
  /** Of an acknowledgement: how its role stands. */
  owed?: Owed;
  /** Of a file: whether it cannot be read as what it is. */
  unreadable?: boolean;
  /** Of a pair: what was judged. */
  judgement?: Judgement;
}

/** How urgent a need is. Source: interface, "Overview". */
export function urgencyOf({ kind, owed, unreadable, judgement }: Weighed): Urgency {
  switch (kind) {
    case "ack":
      return owed === "partial" ? "soon" : "now";
    case "conflict":
    case "gate":
    case "repair":
      return "now";
    case "broken":
      return unreadable === true ? "now" : "later";
    case "long":
      return "later";
    case "pair":
      return judgement === "conflicts" ? "now" : "soon";
    case "relay":
    case "run":
    case "question":
    case "mention":
    case "assigned":
    case "outside":
      return "soon";
  }
}

export interface Ranked {
  kind: NeedKind;
  key: string;
  urgency: Urgency;
  /** Since when it waits, ISO 8601; null where nobody knows. */
  at: string | null;
}

/**
 * The needs in the order of every list: by kind, then by urgency, then what waits longest; what has no time comes after what has one.
 * Equal ones keep one order.
 */
export function rankNeeds<T extends Ranked>(needs: readonly T[]): T[] {
  return needs.toSorted(
    (a, b) =>
      NEED_KINDS.indexOf(a.kind) - NEED_KINDS.indexOf(b.kind) ||
      URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency) ||
      compare(a.at ?? LAST, b.at ?? LAST) ||
      compare(a.key, b.key),
  );
}

/** Edits made past Wardroom, without the saves that wait on their own for the lines they dropped. */
export function besidesRepairs<Edit extends { target: string; payload: Record<string, unknown> }>(
  edits: readonly Edit[],
  repairs: readonly { path: string; saved: number }[],
): Edit[] {
  return edits.filter(
    ({ target, payload }) => !repairs.some(({ path, saved }) => path === target && saved === payload["revision"]),
  );
}

/** After every time there is. */
const LAST = "~";

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** How many things wait: all of them, those not read yet, and by session and kind. */
interface NeedCounts {
  waiting: number;
  unread: number;
  sessions: { session: string; waiting: number; kinds: Partial<Record<NeedKind, number>> }[];
}

/** Counts needs. Every number of things that wait for a person, on any page or door, is one of these. */
export function countNeeds(needs: readonly { kind: NeedKind; session: string | null; read: boolean }[]): NeedCounts {
  const sessions = new Map<string, NeedCounts["sessions"][number]>();
  for (const { session, kind } of needs) {
    if (session === null) continue;
    const count = sessions.get(session) ?? { session, waiting: 0, kinds: {} };
    count.waiting++;
    count.kinds[kind] = (count.kinds[kind] ?? 0) + 1;
    sessions.set(session, count);
  }
  return {
    waiting: needs.length,
    unread: needs.filter(({ read }) => !read).length,
    sessions: [...sessions.values()],
  };
}

/** What a person noted of something that waits. */
interface Mark {
  /** What the thing said when it was noted, as a digest. */
  seen: string;
  readAt: Date | null;
  snoozedUntil: Date | null;
}

/**
 * What a note still says: nothing once the thing says something else than it did then, and no snooze once its time has come.
 * What was snoozed comes back unread.
 */
export function standingMark(
  mark: Mark | undefined,
  { seen, now }: { seen: string; now: Date },
): { read: boolean; snoozedUntil: Date | null } {
  if (mark?.seen !== seen) return { read: false, snoozedUntil: null };
  const { readAt, snoozedUntil } = mark;
  if (snoozedUntil !== null && snoozedUntil > now) return { read: readAt !== null, snoozedUntil };
  // It was read before it was put off: it has come back since.
  return { read: readAt !== null && (snoozedUntil === null || readAt >= snoozedUntil), snoozedUntil: null };
}

/** One of a kind, and several. */
const WORDS: Record<NeedKind, readonly [string, string]> = {
  relay: ["relay", "relays"],
  ack: ["teammate behind", "teammates behind"],
  gate: ["open gate", "open gates"],
  run: ["run without a seat", "runs without a seat"],
  repair: ["save that dropped lines", "saves that dropped lines"],
  conflict: ["conflict", "conflicts"],
  pair: ["pair of lines to settle", "pairs of lines to settle"],
  question: ["question", "questions"],
  mention: ["comment that names you", "comments that name you"],
  assigned: ["item assigned to you", "items assigned to you"],
  broken: ["file with errors", "files with errors"],
  outside: ["edit outside Wardroom", "edits outside Wardroom"],
  long: ["memory over 500 lines", "memories over 500 lines"],
};

/** What waits, counted by kind, in words: "2 relays, 1 question"; "" when nothing does. */
function sayKinds(kinds: Partial<Record<NeedKind, number>>): string {
  return NEED_KINDS.flatMap((kind) => {
    const count = kinds[kind] ?? 0;
    return count === 0 ? [] : [sayCount(count, ...WORDS[kind])];
  }).join(", ");
}

/** What a message tells of something that waits: where and what, never what it says. */
export interface ToldNeed {
  kind: NeedKind;
  session: string | null;
  role: string | null;
}

/** A message as Slack's incoming webhooks take it, and what copies them. */
export interface WebhookMessage {
  text: string;
}

/** So many sessions are told of in one message. */
const MOST_SESSIONS = 20;

/** So many roles of a session are named. */
const MOST_ROLES = 5;

/** What came to wait, a line for each session. No text of a memory, a file or a person is in it. */
export function webhookMessage(workspace: string, needs: readonly ToldNeed[]): WebhookMessage {
  const bySession = groupBy(needs, ({ session }) => session ?? "");
  const lines = [...bySession].slice(0, MOST_SESSIONS).map(([session, all]) => {
    const kinds: Partial<Record<NeedKind, number>> = {};
    for (const { kind } of all) kinds[kind] = (kinds[kind] ?? 0) + 1;
    const roles = [...new Set(all.flatMap(({ role }) => (role === null ? [] : [role])))];
    const named = roles.slice(0, MOST_ROLES).join(", ");
    const more = roles.length > MOST_ROLES ? ` and ${roles.length - MOST_ROLES} more` : "";
    const who = roles.length === 0 ? "" : ` (${named}${more})`;
    return `• ${session === "" ? "Files of no session" : session}: ${sayKinds(kinds)}${who}`;
  });
  const left = bySession.size - lines.length;
  const rest = left > 0 ? [`… and ${sayCount(left, "more session", "more sessions")}`] : [];
  const head = `Wardroom, ${workspace}: ${sayCount(needs.length, "thing needs", "things need")} you`;
  return { text: [head, ...lines, ...rest].map(escapeForSlack).join("\n") };
}

/** The three characters that Slack takes for its own. */
function escapeForSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Hours of each day, by the clock of a time zone, in which nobody is to be disturbed. */
interface QuietHours {
  /** "22:00" */
  from: string;
  /** "07:00": the first minute that is not quiet; before `from`, where the night lies between. */
  to: string;
  /** "Europe/Berlin" */
  zone: string;
}

/** Whether a moment lies in quiet hours; from a minute to the same minute is the whole day. */
export function isQuiet(now: Date, { from, to, zone }: QuietHours): boolean {
  const time = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: zone,
  });
  const clock = time.format(now);
  return from < to ? clock >= from && clock < to : clock >= from || clock < to;
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
