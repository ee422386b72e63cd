import { AppError } from "@/lib/core/errors";
import {
  type IdentifiedItem,
  type ItemIdentity,
  type ItemOrdinal,
  type ItemOrdinals,
  type MemoryDocument,
  type MemoryItem,
  stateIn,
} from "@/lib/core/memory/model";
import type { Splice } from "@/lib/core/text/splice";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { remember } from "@/lib/core/text/remember";
import { singleSpaces } from "@/lib/core/text/fold-name";

/**
 * The first 12 hex digits of the sha256 over role, tag, timestamp, text and body of an item. White space and the marks of
 * archiving and resolving are left aside, so that curation and reformatting keep it; any other change gives another.
 */
export function keyOf(role: string, item: MemoryItem): string {
  return keys.get(item, role);
}

// Items never change in place and belong to one section's role, so what was computed for one stays true.
const keys = remember((item: MemoryItem, role: string): string => {
  const tag = item.tag === null ? "" : `[${item.tag}]`;
  const words = singleSpaces(`${tag} ${item.timestamp ?? ""} ${item.text}\n${item.body}`).trim();
  return bytesToHex(sha256(utf8ToBytes(`${role}\n${words}`))).slice(0, 12);
});

/** How often each key occurs in the document. The map is shared: it must not be changed by a caller. */
export function countKeys(document: MemoryDocument): ReadonlyMap<string, number> {
  return counts.get(document);
}

const counts = remember((document: MemoryDocument) => {
  const counted = new Map<string, number>();
  for (const section of document.sections) {
    for (const item of section.items) add(counted, keyOf(section.role, item));
  }
  return counted;
});

/**
 * The same counts for a document that holds one item more than `before`, without counting anew: with thousands of
 * items, that is what an append would spend its time on. They are taken away from `before`, which counts again if asked.
 */
export function countOneMore(before: MemoryDocument, after: MemoryDocument, key: string): void {
  const counted = counts.get(before);
  counts.forget(before);
  add(counted, key);
  counts.give(after, counted);
}

/** Lets a copy of an item, moved but otherwise the same, keep the key that was computed for it. */
export function copyKey(from: MemoryItem, to: MemoryItem): void {
  const key = keys.known(from);
  if (key !== undefined) keys.give(to, key);
}

/**
 * Hands the keys of `before` on to the items of `after` that say the same, from the beginning and from the end of the
 * two: after an edit in one place that is nearly all of them, and hashing thousands anew would cost more than the edit.
 */
export function shareKeys(before: MemoryDocument, after: MemoryDocument): void {
  const old = listItems(before);
  const now = listItems(after);
  const share = (a: ListedItem | undefined, b: ListedItem | undefined) => {
    if (a === undefined || b === undefined || !sameWords(a, b)) return false;
    copyKey(a.item, b.item);
    return true;
  };
  let shared = 0;
  while (share(old[shared], now[shared])) shared++;
  for (let back = 1; back <= Math.min(old.length, now.length) - shared; back++) {
    if (!share(old.at(-back), now.at(-back))) break;
  }
}

function add(counted: Map<string, number>, key: string): void {
  counted.set(key, (counted.get(key) ?? 0) + 1);
}

interface ListedItem {
  role: string;
  item: MemoryItem;
}

function listItems(document: MemoryDocument): ListedItem[] {
  return document.sections.flatMap(({ role, items }) => items.map((item) => ({ role, item })));
}

function sameWords(a: ListedItem, b: ListedItem): boolean {
  if (a.item === b.item) return true;
  const { tag, timestamp, text, body } = a.item;
  return (
    a.role === b.role &&
    text === b.item.text &&
    body === b.item.body &&
    tag === b.item.tag &&
    timestamp === b.item.timestamp
  );
}

export interface PlacedItem extends IdentifiedItem {
  sectionIndex: number;
  itemIndex: number;
}

/**
 * Every item of the document with its id, in file order. An id is the item's key, and `-2`, `-3` … behind it for further
 * items that say the same in the same section; ids are unique within a document, and an ordinal is never given twice. An item
 * that a door gave other words keeps the id that it had.
 * An identity that does not fit the document (it belongs to another text) is used as far as it goes.
 */
export function identifyItems(document: MemoryDocument, identity: ItemIdentity): PlacedItem[] {
  const counted = countKeys(document);
  const seen = new Map<string, number>();
  const identified: PlacedItem[] = [];
  document.sections.forEach((section, sectionIndex) => {
    section.items.forEach((item, itemIndex) => {
      const key = keyOf(section.role, item);
      let ordinal: ItemOrdinal = 1;
      if (Object.hasOwn(identity, key) || (counted.get(key) ?? 0) > 1) {
        const position = seen.get(key) ?? 0;
        seen.set(key, position + 1);
        ordinal = ordinalAt(identity, key, position);
      }
      const line = section.line + item.line;
      const state = stateIn(section, item);
      identified.push({ id: idOf(key, ordinal), role: section.role, line, state, item, sectionIndex, itemIndex });
    });
  });
  return identified;
}

/**
 * The items of these ids that the document has, in no particular order, as `identifyItems` gives them. What was added last is
 * looked for first, so that a few new ones among thousands cost what they are.
 */
export function findItems(document: MemoryDocument, identity: ItemIdentity, ids: ReadonlySet<string>): PlacedItem[] {
  const counted = countKeys(document);
  // An id that is the key of one item alone, of which no identity is noted, is that item's.
  const isPlain = (id: string) => !Object.hasOwn(identity, id) && counted.get(id) === 1;
  const left = new Set(ids);
  if (![...left].every(isPlain)) return identifyItems(document, identity).filter(({ id }) => ids.has(id));
  const found: PlacedItem[] = [];
  for (let fromEnd = 1, isOver = false; left.size > 0 && !isOver; fromEnd++) {
    isOver = true;
    for (const [sectionIndex, section] of document.sections.entries()) {
      const itemIndex = section.items.length - fromEnd;
      const item = section.items[itemIndex];
      if (item === undefined) continue;
      isOver = false;
      const id = keyOf(section.role, item);
      if (!left.delete(id)) continue;
      const state = stateIn(section, item);
      found.push({ id, role: section.role, line: section.line + item.line, state, item, sectionIndex, itemIndex });
    }
  }
  return found;
}

/**
 * The items of a former text, by the ids that they have now as far as that is known: each with the id of its words then, or the
 * one that an item kept when it got these words.
 */
export function identifyFormer(former: MemoryDocument, identity: ItemIdentity): PlacedItem[] {
  return identifyItems(former, {}).map((placed) => {
    const kept = Object.hasOwn(identity, placed.id) ? identity[placed.id]?.of : undefined;
    return kept === undefined ? placed : { ...placed, id: kept };
  });
}

/** An item that got other words, and where it stands with them. */
export interface Reworded {
  was: PlacedItem;
  now: Pick<PlacedItem, "sectionIndex" | "itemIndex">;
}

/** The identity after items got other words and keep their ids: `identity` is the one that was carried to `after`. */
export function keepIds(after: MemoryDocument, identity: ItemIdentity, reworded: readonly Reworded[]): ItemIdentity {
  if (reworded.length === 0) return identity;
  const counted = countKeys(after);
  const seen = new Map<string, number>();
  /** The key of each item, and which of those with that key it is. */
  const places = after.sections.map(({ role, items }) =>
    items.map((item) => {
      const key = keyOf(role, item);
      const at = seen.get(key) ?? 0;
      seen.set(key, at + 1);
      return { key, at };
    }),
  );
  const kept: Record<string, ItemOrdinals> = { ...identity };
  for (const { was, now } of reworded) {
    const place = places[now.sectionIndex]?.[now.itemIndex];
    const before = keyOf(was.role, was.item);
    if (place === undefined || place.key === before) continue;
    const { key, at } = place;
    const isFirst = !Object.hasOwn(kept, key);
    const [own, left] = [key, before].map((each) => fitOrdinals(kept, each, counted.get(each) ?? 0));
    if (own === undefined || left === undefined) continue;
    const ordinals = own.ordinals.map((ordinal, index) => (index === at ? inKey(was.id, key) : ordinal));
    // The id is taken, although nobody says its words any more.
    kept[before] = { ...left, next: Math.max(left.next, ordinalIn(was.id, before) + 1) };
    kept[key] = { ...own, ordinals, ...(isFirst && { of: was.id }) };
  }
  return kept;
}

/**
 * The identity for `after`, found from the texts alone, as for an edit made outside: equal items at the beginning and
 * the end of the two files are the same ones, and of the rest those that say the same, in their order.
 */
export function carryIdentity(before: MemoryDocument, identity: ItemIdentity, after: MemoryDocument): ItemIdentity {
  shareKeys(before, after);
  const old = listKeysAndStates(before);
  const now = listKeysAndStates(after);
  const shorter = Math.min(old.length, now.length);
  let prefix = 0;
  while (prefix < shorter && old[prefix] === now[prefix]) prefix++;
  let suffix = 0;
  while (suffix < shorter - prefix && old.at(-1 - suffix) === now.at(-1 - suffix)) suffix++;
  const counterpart = (index: number) => {
    if (index < prefix) return index;
    return index >= old.length - suffix ? index + now.length - old.length : undefined;
  };
  return alignIdentity(before, identity, after, counterpart);
}

/**
 * The identity for `after` when it is known what was done: `splices` turn the text of `before` into that of `after`. An
 * item is the same one when it begins where the splices moved it, whichever of several equal ones went.
 */
export function carryThroughSplices(
  before: MemoryDocument,
  identity: ItemIdentity,
  after: MemoryDocument,
  splices: readonly Splice[],
): ItemIdentity {
  shareKeys(before, after);
  const ordered = [...splices].sort((a, b) => a.start - b.start || a.end - b.end);
  const placeAfter = new Map(listStarts(after).map((start, index) => [start, index]));
  const placeBefore = listStarts(before);
  let shift = 0;
  let passed = 0;
  const moved = placeBefore.map((start) => {
    for (let splice = ordered[passed]; splice !== undefined && splice.end <= start; splice = ordered[++passed]) {
      shift += splice.text.length - (splice.end - splice.start);
    }
    return placeAfter.get(start + shift);
  });
  return alignIdentity(before, identity, after, (index) => moved[index]);
}

/** The identity after one item was added behind all equal ones, whose number was `equals`. */
export function carryWithAddition(
  identity: ItemIdentity,
  key: string,
  equals: number,
): { identity: ItemIdentity; id: string } {
  if (equals === 0 && !Object.hasOwn(identity, key)) return { identity, id: key };
  const entry = fitOrdinals(identity, key, equals);
  const next = { ...entry, ordinals: [...entry.ordinals, entry.next], next: entry.next + 1 };
  return { identity: { ...identity, [key]: next }, id: idOf(key, entry.next) };
}

/** So much of an id names an item where no other begins so. */
const SHORT_ID = /^[0-9a-f]{6,11}$/; // 3f9a1c

/** The id among these that begins so, where it is the only one; else what was given. */
export function wholeId(ids: readonly string[], id: string): string {
  if (ids.includes(id) || !SHORT_ID.test(id)) return id;
  const [begun = id, ...others] = ids.filter((each) => each.startsWith(id));
  return others.length === 0 ? begun : id;
}

/**
 * The items of these ids, each once and in file order; the beginning of an id will do where one item alone begins so. An id that no item
 * carries (anymore), or the beginning of several, is a conflict.
 */
export function getItems(document: MemoryDocument, identity: ItemIdentity, ids: readonly string[]): PlacedItem[] {
  const items = new Map(identifyItems(document, identity).map((placed) => [placed.id, placed]));
  const isWhole = ids.every((id) => items.has(id));
  const wanted = new Set(isWhole ? ids : ids.map((id) => wholeId([...items.keys()], id)));
  const missing = [...wanted].filter((id) => !items.has(id));
  if (missing.length === 0) return [...items.values()].filter(({ id }) => wanted.has(id));
  throw new AppError("conflict", `No item has the id ${missing.slice(0, 5).join(", ")} (anymore).`, {
    hint: "It was changed or removed meanwhile, or several begin so. Read the memory again and use the ids it gives.",
    current: { missing },
  });
}

type Counterpart = (index: number) => number | undefined;

function alignIdentity(
  before: MemoryDocument,
  identity: ItemIdentity,
  after: MemoryDocument,
  counterpart: Counterpart,
): ItemIdentity {
  const countedBefore = countKeys(before);
  const countedAfter = countKeys(after);
  const several = new Set(Object.keys(identity));
  for (const counted of [countedBefore, countedAfter]) {
    for (const [key, count] of counted) if (count > 1) several.add(key);
  }
  if (several.size === 0) return identity;

  const old = listKeys(before);
  const now = listKeys(after);
  const given = new Map<number, ItemOrdinal>();
  const waiting = new Map<string, ItemOrdinal[]>();
  const seen = new Map<string, number>();
  old.forEach((key, index) => {
    if (!several.has(key)) return;
    const position = seen.get(key) ?? 0;
    seen.set(key, position + 1);
    const ordinal = ordinalAt(identity, key, position);
    const place = counterpart(index);
    if (place !== undefined && now[place] === key) given.set(place, ordinal);
    else if (waiting.get(key)?.push(ordinal) === undefined) waiting.set(key, [ordinal]);
  });
  now.forEach((key, index) => {
    const ordinal = given.has(index) ? undefined : waiting.get(key)?.shift();
    if (ordinal !== undefined) given.set(index, ordinal);
  });
  // What said other words for a time comes back to its id with its former ones.
  const gone = new Set([...waiting].flatMap(([key, ordinals]) => ordinals.map((ordinal) => idOf(key, ordinal))));

  const carried: Record<string, ItemOrdinals> = {};
  for (const key of several) {
    // A text that stood once and stands once needs no entry: its ordinal is 1.
    const { next, of } = fitOrdinals(identity, key, countedBefore.get(key) ?? 0);
    carried[key] = { ordinals: [], next, ...(of !== undefined && { of }) };
  }
  now.forEach((key, index) => {
    const entry = carried[key];
    if (entry === undefined) return;
    entry.ordinals.push(given.get(index) ?? comeBack(gone, key, entry.of) ?? entry.next++);
  });
  return carried;
}

/** The id, of those that are gone, that an item with these words once had; it is gone no more. */
function comeBack(gone: Set<string>, key: string, of: string | undefined): ItemOrdinal | undefined {
  const id = [...gone].find((each) => each === of || ordinalIn(each, key) > 0);
  if (id === undefined) return undefined;
  gone.delete(id);
  return inKey(id, key);
}

function ordinalAt(identity: ItemIdentity, key: string, position: number): ItemOrdinal {
  const known = Object.hasOwn(identity, key) ? identity[key] : undefined;
  if (known === undefined) return position + 1;
  return known.ordinals[position] ?? known.next + position - known.ordinals.length;
}

/** The entry of a key, lengthened by fresh ordinals until it speaks of `count` items. */
function fitOrdinals(identity: ItemIdentity, key: string, count: number): ItemOrdinals {
  const known = Object.hasOwn(identity, key) ? identity[key] : undefined;
  if (known !== undefined && known.ordinals.length >= count) return known;
  const ordinals = [...(known?.ordinals ?? [])];
  let next = known?.next ?? 1;
  while (ordinals.length < count) ordinals.push(next++);
  return { ...known, ordinals, next };
}

function idOf(key: string, ordinal: ItemOrdinal): string {
  if (typeof ordinal === "string") return ordinal;
  return ordinal === 1 ? key : `${key}-${ordinal}`;
}

/** The ordinal that an id has among those of a key; 0 for the id of other words. */
function ordinalIn(id: string, key: string): number {
  if (id === key) return 1;
  return id.startsWith(`${key}-`) ? Number(id.slice(key.length + 1)) : 0;
}

/** How an id is kept among those of a key. */
function inKey(id: string, key: string): ItemOrdinal {
  return ordinalIn(id, key) || id;
}

function listKeys(document: MemoryDocument): string[] {
  return document.sections.flatMap((section) => section.items.map((item) => keyOf(section.role, item)));
}

/** Where one of two equal items is archived and the other not, it tells which of them went. */
function listKeysAndStates(document: MemoryDocument): string[] {
  return document.sections.flatMap((section) =>
    section.items.map((item) => `${keyOf(section.role, item)} ${item.state}`),
  );
}

function listStarts(document: MemoryDocument): number[] {
  return document.sections.flatMap((section) => section.items.map((item) => section.start + item.start));
}
