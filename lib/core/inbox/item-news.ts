import { type Entry, type Happening, type Reader, isOwnDeed, isTold, isWeighty } from "@/lib/core/inbox/entry";
import { namesReader } from "@/lib/core/memory/role-id";
import { wordsOf } from "@/lib/core/memory/model";
import { singleSpaces } from "@/lib/core/text/fold-name";

export interface ItemNews {
  id: string;
  /** Whether the reader cannot know it yet. */
  isNew: boolean;
  /** Whether it was answered, whatever was done to it after that. */
  isResolved: boolean;
  /** What was done to it last. */
  what: "said" | "reopened" | "withdrawn" | "replaced" | "changed";
  /** The item that took its place, where one did. */
  successor: string | null;
  /** Roles whose lines go with one that was withdrawn or replaced. */
  tell: readonly unknown[];
  /** Who did that, and when. */
  by: string;
  at: string;
}

/** Ids that an event names; the rest of a long list is counted. */
interface NamedItems {
  ids: string[];
  /** Items beyond those named. */
  unnamed: number;
}

export function itemsOf({ payload }: Pick<Happening, "payload">): NamedItems {
  const ids = Array.isArray(payload.items) ? payload.items.filter((id) => typeof id === "string") : [];
  const count = typeof payload.count === "number" ? payload.count : ids.length;
  return { ids, unnamed: Math.max(0, count - ids.length) };
}

const ADDS = new Set<string>(["item.added", "relay.approved"]);
const ARCHIVES = new Set<string>(["items.archived", "section.archived"]);
const REOPENS = new Set<string>(["items.unarchived", "section.unarchived"]);
const WITHDRAWS = "item.withdrawn";
const REPLACES = "item.replaced";
/** What an edit of the text did to a line that stands there no more: no event of its own, but found by comparing texts. */
export const GONE = "item.gone";
const CHANGES = new Set<string>(["item.resolved", "item.edited", GONE, WITHDRAWS, REPLACES, ...ARCHIVES, ...REOPENS]);
/** Edits through a door, which name the items that they gave words to, or none where they are about the text. */
const EDITS = new Set<string>(["memory.edited", "memory.reverted"]);
/** Edits that name no item, or only those that were lost: what they did is found by comparing texts. */
const REWRITES = new Set<string>([
  "memory.undone",
  "document.edited_outside",
  "document.repaired",
  "repair.undone",
  "relay.reopened",
]);

/** The revision that an edit of the memory's text made which does not say what it did to items; null for all other events. */
export function editedRevision(happening: Happening, memoryPath: string): number | null {
  const { action, payload, target } = happening;
  const isMemory = !target.includes("/") || target === memoryPath;
  const isUntold = REWRITES.has(action) || (EDITS.has(action) && itemsOf(happening).ids.length === 0);
  return isUntold && isMemory && typeof payload.revision === "number" ? payload.revision : null;
}

/** Whether an event is an edit of the text through a door. */
export function isEdit({ action }: Pick<Happening, "action">): boolean {
  return EDITS.has(action);
}

/** Whether an event says by itself which items came or changed. */
export function namesItems({ action }: Happening): boolean {
  return ADDS.has(action) || CHANGES.has(action) || EDITS.has(action);
}

/** Whether an event that names items is about their words. */
export function givesWords({ action }: Happening): boolean {
  return ADDS.has(action) || EDITS.has(action);
}

/** What happened to which items, one entry for each, in the order they were touched first. */
export function readItemNews(
  happenings: readonly Happening[],
  reader: Reader,
): { touched: ItemNews[]; archived: { by: string; count: number }[] } {
  const touched = new Map<string, ItemNews>();
  const archived: { by: string; count: number }[] = [];
  // What the reader wrote itself it knows, and what it was shown as a relay.
  const known = new Set<string>();
  const left = new Set<unknown>();
  for (const happening of happenings) {
    const { action, actor: by, at, payload } = happening;
    if (action === "relay.created") left.add(payload.relay);
    const adds = ADDS.has(action);
    if (!namesItems(happening)) {
      const { archived: count } = payload;
      if (action === "gate.concluded" && typeof count === "number" && count > 0) archived.push({ by, count });
      continue;
    }
    const { ids, unnamed } = itemsOf(happening);
    const isOwn = isOwnDeed(reader, happening);
    // An approved relay is told as the item it became where it was not told as a relay, and to its author as a decision.
    const isOwnRelay = reader.isOwn && payload.from === reader.role;
    const isTold = action === "relay.approved" && (isOwnRelay || !left.has(payload.relay));
    if (unnamed > 0 && ARCHIVES.has(action) && !isOwn) archived.push({ by, count: unnamed });
    for (const id of ids) {
      const words = givesWords(happening);
      if (words && (isOwn || isTold)) known.add(id);
      if ((words || action === GONE) && isOwn) touched.delete(id);
      if (isOwn || isTold) continue;
      const before = touched.get(id);
      const isNew = (before?.isNew ?? false) || (adds && !known.has(id));
      const isResolved = (before?.isResolved ?? false) || action === "item.resolved";
      const [successor = null] = successorOf(happening);
      const told: readonly unknown[] = isNew ? (before?.tell ?? []) : [];
      const tell = Array.isArray(payload.tell) ? [...told, ...(payload.tell as unknown[])] : told;
      touched.set(id, { id, what: adds ? "said" : whatOf(action), by, at, isNew, isResolved, successor, tell });
    }
  }
  // The last of a chain is what holds.
  for (const news of touched.values()) {
    const seen = new Set([news.id]);
    for (let next = news.successor; next !== null && !seen.has(next); next = touched.get(next)?.successor ?? null) {
      seen.add(next);
      news.successor = next;
    }
  }
  return { touched: [...touched.values()], archived };
}

function whatOf(action: string): ItemNews["what"] {
  if (REOPENS.has(action)) return "reopened";
  if (action === REPLACES) return "replaced";
  return action === WITHDRAWS ? "withdrawn" : "changed";
}

/** Whether an event withdrew or replaced the items it names. */
export function isPutAway({ action }: Pick<Happening, "action">): boolean {
  return action === WITHDRAWS || action === REPLACES;
}

/** The item that took the place of the one that an event archived; none for any other event. */
export function successorOf({ action, payload }: Pick<Happening, "action" | "payload">): string[] {
  return action === REPLACES && typeof payload.successor === "string" ? [payload.successor] : [];
}

/**
 * Whether an event may bring something that a waiting reader is told at once. Errs towards yes: whoever is woken looks, and
 * goes on waiting where it was nothing. Source: inbox, rule 3.
 */
export function mayWake(happening: Happening, reader: Reader, memoryPath: string): boolean {
  const { action, target, payload } = happening;
  if (isOwnDeed(reader, happening)) return false;
  switch (action) {
    case "item.added":
      return isWeighty(tagOf(payload)) || names(payload, reader) || isTold(payload, reader);
    case "relay.created":
    case "relay.reworded":
    case "relay.reopened":
      if (isTold(payload, reader)) return true;
      return reader.isLead || target === reader.role || isWeighty(tagOf(payload)) || names(payload, reader);
    case "item.withdrawn":
    case "item.replaced":
      // What is no longer open may make a gate ready; who went by the line is told.
      if (isTold(payload, reader)) return true;
      return reader.isLead || target === reader.role || isWeighty(tagOf(payload));
    case "pair.judged":
    case "pair.settled":
      return reader.isLead || (Array.isArray(payload.of) && payload.of.includes(reader.role));
    case "relay.withdrawn":
      return true;
    case "role.replaced":
      // Nobody waits for a role that is gone.
      return payload.role === reader.role || target === reader.role;
    case "item.resolved":
    case "relay.settled":
    case "relay.rejected":
      return target === reader.role || isTold(payload, reader);
    case "relay.approved":
      return payload.from === reader.role || isWeighty(tagOf(payload)) || names(payload, reader);
    case "run.began":
    case "run.resumed":
      return payload.after !== undefined || payload.beside !== undefined || payload.name !== undefined;
    case "run.ended":
    case "run.moved":
      return (reader.isLead && payload.left !== undefined) || payload.ofRun === reader.run;
    case "claims.taken":
      return target === reader.role || payload.to === reader.role;
    case "item.confirmed":
    case "items.archived":
    case "section.archived":
    case "role.added":
    case "state.set":
    case "claim.ended":
      return false;
    case "claim.made":
      return isTold(payload, reader);
    case "memory.attributed":
      return reader.isLead && Array.isArray(payload.foreign);
    case "context.acknowledged":
    case "context.lost":
    case "result.reported":
      return reader.isLead;
    case "question.asked":
    case "question.answered":
      return target === reader.role;
    case "context.published":
    case "gate.opened":
    case "gate.concluded":
    case "gate.abandoned":
    case "document.removed_outside":
      return true;
    default:
      return target === reader.role || editedRevision(happening, memoryPath) !== null;
  }
}

function tagOf({ tag }: Record<string, unknown>): string | null {
  return typeof tag === "string" ? tag : null;
}

/** Whether the words of an item name the reader: kept with the event, whose own words are cut. A relay's are whole. */
function names({ names, text, relay }: Record<string, unknown>, { role }: Reader): boolean {
  if (Array.isArray(names)) return names.includes(role);
  return relay !== undefined && typeof text === "string" && namesReader(text, role);
}

const BEGINS = new Set(["relay.created", "gate.opened"]);

/** Whether a relay or a gate began with one of these happenings. */
export function beganIn(later: readonly Happening[], id: string): boolean {
  return later.some(({ action, payload }) => BEGINS.has(action) && (payload.relay === id || payload.gate === id));
}

/**
 * The relays that waited before any of `later` happened, from how they stand now: those that were left later are missing, and
 * those that were decided on later are there.
 */
export function waitedBefore<Relay extends { id: string; state: string }>(
  relays: readonly Relay[],
  later: readonly Happening[],
): Relay[] {
  return relays.filter(({ id, state }) => {
    const first = later.find(({ action, payload }) => payload.relay === id && action !== "relay.reworded");
    // One that was reopened first was decided on before, and its reopening tells of it.
    if (beganIn(later, id) || first?.action === "relay.reopened") return false;
    return state === "pending" || later.some(({ payload }) => payload.relay === id);
  });
}

/** An item that cites something that a version, or a change of the code, altered or removed. */
interface CitedItem {
  item: string;
  /** What it cites, in its own words. */
  cites: string[];
  /** "" for code. */
  version: string;
}

/** What an event says of items that cite what changed. */
export function citedBy({ action, payload, target }: Pick<Happening, "action" | "payload" | "target">): CitedItem[] {
  const isCode = action === "item.outdated";
  if (!(isCode || action === "context.published") || !Array.isArray(payload.cited)) return [];
  return payload.cited.flatMap((each: unknown): CitedItem[] => {
    const { item, cites } = (each ?? {}) as { item?: unknown; cites?: unknown };
    if (typeof item !== "string" || !Array.isArray(cites)) return [];
    return [{ item, cites: cites.filter((word) => typeof word === "string"), version: isCode ? "" : target }];
  });
}

/** The items that nobody has confirmed since what they cite changed, from events in their order. Source: inbox, rule 11. */
export function unsettledOf(happenings: readonly Pick<Happening, "action" | "payload" | "target">[]): CitedItem[] {
  const unsettled = new Map<string, CitedItem>();
  for (const happening of happenings) {
    for (const cited of citedBy(happening)) unsettled.set(`${cited.item} ${cited.version === ""}`, cited);
    const confirmed = happening.action === "item.confirmed" ? itemsOf(happening).ids : [];
    for (const id of confirmed) for (const isCode of [true, false]) unsettled.delete(`${id} ${isCode}`);
  }
  return [...unsettled.values()];
}

/** Whether a text still has any of the words that were found in it. */
export function stillCites({ cites }: Pick<CitedItem, "cites">, text: string): boolean {
  const within = singleSpaces(text.toLowerCase());
  return cites.some((words) => within.includes(words.toLowerCase()));
}

/** Items that cite what changed, as long as nobody settled them: to their author, and where a version did it also to the Lead. */
export function tellCited(
  happenings: readonly Happening[],
  reader: Reader,
  standing: {
    item(id: string): (Pick<Entry, "id" | "role" | "tag" | "text"> & { body: string; state: string }) | undefined;
    outdated?: ReadonlyMap<string, string> | undefined;
  },
): Entry[] {
  const unsettled = new Set(unsettledOf(happenings).map(({ item, version }) => `${version} ${item}`));
  const ofOthers = happenings.filter((happening) => !isOwnDeed(reader, happening));
  const all = ofOthers.flatMap((each) => citedBy(each).map((cited) => ({ ...cited, by: each.actor, at: each.at })));
  return all.flatMap(({ by, at, ...cited }): Entry[] => {
    const item = standing.item(cited.item);
    if (item?.state !== "active" || !unsettled.has(`${cited.version} ${cited.item}`)) return [];
    const { id, role, tag } = item;
    const text = wordsOf(item);
    const isMine = reader.isOwn && role === reader.role;
    const isCode = cited.version === "";
    if (!stillCites(cited, text) || !(isMine || (reader.isLead && !isCode))) return [];
    // Code that is as it was again is no news.
    if (isCode && standing.outdated?.has(id) === false) return [];
    const said = cited.cites.join(", ");
    const note = isCode ? (standing.outdated?.get(id) ?? said) : `${said} in ${cited.version}`;
    return [{ kind: "cited", id, role, by, tag, text, note, concerns: true, at }];
  });
}
