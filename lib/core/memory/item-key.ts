import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { MemoryDocument, MemoryItem } from "@/lib/core/memory/model";
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
