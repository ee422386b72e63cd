import { namesOf } from "@/lib/core/text/marks";

/**
 * What an entry of an inbox tells. Of an item: it is new (`said`), it waits for the Lead, its words are others, it has an
 * answer, it was archived, or it is active again; of a question, that it is put to the reader (`asked`) or was answered; and that a version changed what it cites. Of a relay that was told before: the Lead's decision, or that it was taken back; of any of them, that a version `settled` it. Of an item that was told: another took its place (`replaced`), or the file has it no more (`gone`); of two, what somebody judged them to be (`pair`). Of the
 * session: a gate, a result that somebody reported, a clarification that a role asks for, a context that was lost, who came and went, and what somebody works
 * on; and a nudge is a line to the reader alone. Of a file: a role changed
 * what is not its to change (`violation`). By the clock alone: an answer is overdue, or a role that owes one is quiet.
 */
export const ENTRY_KINDS = [
  "said",
  "asked",
  "waits",
  "reworded",
  "resolved",
  "answered",
  "archived",
  "reopened",
  "approved",
  "settled",
  "rejected",
  "withdrawn",
  "replaced",
  "gone",
  "pair",
  "cited",
  "gate",
  "result",
  "unclear",
  "lost",
  "team",
  "nudge",
  "claim",
  "overdue",
  "quiet",
  "violation",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One thing that a reader was not shown yet. */
export interface Entry {
  kind: EntryKind;
  /** Of the item, the relay or the gate; "" for what has none. */
  id: string;
  /** Whose it is: the role of the section, or the one that waits. */
  role: string;
  by: string;
  tag: string | null;
  text: string;
  /** What was decided or answered, and why. */
  note: string | null;
  /** Whether it names the reader, answers it, or decides on what is its own. */
  concerns: boolean;
  /** Whether its reader was not shown the text before, though it tells of something that happened to it. */
  whole?: boolean | undefined;
  /** ISO 8601. */
  at: string;
}

/** How much an entry is worth to its reader: 1 is told first. Source: inbox, rule 2. */
type Worth = 1 | 2 | 3 | 4;

/** Tags that change what others do. */
const WEIGHTY = ["conflict", "question", "warning", "decision"];

/** Tags of what is to be answered or settled. */
const OPEN = ["question", "conflict"];

/** Whether a tag makes an item one that nobody should go on without. */
export function isWeighty(tag: string | null): boolean {
  return tag !== null && WEIGHTY.includes(tag.toLowerCase());
}

/** What is worth as much as what it tells of. */
const BY_TAG = new Set<EntryKind>(["said", "asked", "waits", "reworded", "reopened", "withdrawn", "replaced", "gone"]);

export function worthOf({ kind, tag, concerns }: Pick<Entry, "kind" | "tag" | "concerns">): Worth {
  if (concerns || kind === "gate") return 1;
  if (kind === "answered") return 3;
  if (BY_TAG.has(kind)) return isWeighty(tag) ? 2 : 3;
  return kind === "claim" ? 3 : 4;
}

/** Whether a role that waits is told at once: not that its own words were written or archived. Source: inbox, rule 3. */
export function wakes(
  { kind, tag, role, concerns }: Pick<Entry, "kind" | "tag" | "role" | "concerns">,
  waiting: string,
): boolean {
  const isOwn = role === waiting && (kind === "said" || kind === "archived");
  return worthOf({ kind, tag, concerns: concerns && !isOwn }) <= 2;
}

/** In the order of what they are worth, and of when they happened; whose work is whose before what to do. */
export function inOrder<E extends Entry>(entries: readonly E[]): E[] {
  const weight = (entry: E) => {
    if (worthOf(entry) === 1) return entry.kind === "team" ? 0 : 1;
    return worthOf(entry) > 2 || entry.tag === null ? -1 : WEIGHTY.indexOf(entry.tag.toLowerCase());
  };
  return [...entries].sort((a, b) => worthOf(a) - worthOf(b) || weight(a) - weight(b) || a.at.localeCompare(b.at));
}

/** One event, as far as it tells a reader something. */
export interface Happening {
  id: number;
  at: string;
  actor: string;
  action: string;
  target: string;
  payload: Record<string, unknown>;
}

/** Who reads: a role or the Lead; a person reads what the Lead does, and is told of the Lead's deeds too. */
export interface Reader {
  role: string;
  isLead: boolean;
  /** Whether what `role` did is no news to this reader. */
  isOwn: boolean;
  /** The id of its conversation, where that is known: what another one did as the same role is news to it. */
  run?: string | null;
}

/** Whether a reader did it itself: as its role, and not in another conversation. */
export function isOwnDeed(
  { isOwn, role, run = null }: Reader,
  { actor, payload }: Pick<Happening, "actor" | "payload">,
): boolean {
  return isOwn && actor === role && (typeof payload.run !== "string" || payload.run === run);
}

/** Whether an event says by itself that it is for the reader: of what it went by, or a place that it holds. */
export function isTold({ tell }: { tell?: unknown }, { isOwn, role }: Reader): boolean {
  return isOwn && Array.isArray(tell) && tell.includes(role);
}

/** Characters of entries in one answer, unless all are asked for. The context comes on top: it is told whole. */
export const ENTRY_ROOM = 12_000;

/** The same for who has lost what it knew and knows how to work: all of it would cost as much as at its first start, each time. */
export const DIGEST_ROOM = 1_150;

/**
 * Whether who has lost what it knew is told an entry: what concerns it, what is open, and a warning or decision about something of `names`,
 * which its seat has in hand. The rest is a count by section.
 */
export function isOfDigest(
  { kind, tag, concerns, text }: Pick<Entry, "kind" | "tag" | "concerns" | "text">,
  names: ReadonlySet<string>,
): boolean {
  if (worthOf({ kind, tag, concerns }) === 1 || OPEN.includes(tag?.toLowerCase() ?? "")) return true;
  return isWeighty(tag) && names.size > 0 && [...namesOf(text).names].some((name) => names.has(name));
}

/** The same for a conversation that begins: of what its own role wrote, the newest is told first, after what else concerns it. */
export function inDigestOrder<E extends Entry>(entries: readonly E[], role: string): E[] {
  const isItsWord = ({ kind, ...entry }: E) => entry.role === role && (kind === "said" || kind === "waits");
  const rank = (entry: E) => (isItsWord(entry) ? 1.5 : worthOf(entry));
  return entries.toSorted((a, b) => rank(a) - rank(b) || (rank(a) === 1.5 ? b.at.localeCompare(a.at) : 0));
}

/** What did not fit, by whose it is and of what kind. */
export interface Left {
  role: string;
  tag: string | null;
  count: number;
}

/** What of an entry is spent beside its text: its head. */
const HEAD = 80;

/**
 * The entries that fit into `room` characters, in their order, and what is left by role and tag. One that is too long for what
 * is left lets shorter ones behind it pass; the first fits in any case where
 * `isWhole`. `before` was
 * left already, and so is what `isTold` is not true of. Source: inbox, rule 4.
 */
export function fitEntries<E extends Entry>(
  entries: readonly E[],
  room: number,
  {
    before = [],
    isTold = () => true,
    isWhole = true,
  }: { before?: readonly Left[]; isTold?: (entry: E) => boolean; isWhole?: boolean } = {},
): { shown: E[]; left: Left[] } {
  const shown: E[] = [];
  const left = new Map(before.map(({ role, tag, count }) => [JSON.stringify([role, tag]), { role, tag, count }]));
  let spent = 0;
  for (const entry of entries) {
    const size = HEAD + entry.text.length + (entry.note?.length ?? 0);
    if (isTold(entry) && (spent + size <= room || (isWhole && shown.length === 0))) {
      shown.push(entry);
      spent += size;
      continue;
    }
    const { role, tag } = entry;
    const key = JSON.stringify([role, tag]);
    const known = left.get(key);
    if (known === undefined) left.set(key, { role, tag, count: 1 });
    else known.count++;
  }
  return { shown, left: [...left.values()] };
}

/**
 * Whether a reader is told the id of an item: of what it can act on by it. The Lead curates each; a teammate changes its own, and
 * answers what asks. Whoever wants another all the same finds it by `search`.
 */
export function needsId({ role, tag }: { role: string; tag: string | null }, reader: string): boolean {
  return reader === "Lead" || role === reader || (tag !== null && OPEN.includes(tag.toLowerCase()));
}
