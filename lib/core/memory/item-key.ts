import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { MemoryDocument, MemoryItem } from "@/lib/core/memory/model";

/**
 * The first 12 hex digits of the sha256 over role, tag, timestamp, text and body of an item. White space and the marks of
 * archiving and resolving are left aside, so that curation and reformatting keep it; any other change gives another.
 */
export function keyOf(role: string, item: MemoryItem): string {
  const known = keys.get(item);
  if (known !== undefined) return known;
  const tag = item.tag === null ? "" : `[${item.tag}]`;
  const words = `${tag} ${item.timestamp ?? ""} ${item.text}\n${item.body}`.replace(/\s+/g, " ").trim();
  const key = bytesToHex(sha256(utf8ToBytes(`${role}\n${words}`))).slice(0, 12);
  keys.set(item, key);
  return key;
}

/** How often each key occurs in the document. The map is shared: it must not be changed by a caller. */
export function countKeys(document: MemoryDocument): ReadonlyMap<string, number> {
  const known = counts.get(document);
  if (known !== undefined) return known;
  const counted = new Map<string, number>();
  for (const section of document.sections) {
    for (const item of section.items) add(counted, keyOf(section.role, item));
  }
  counts.set(document, counted);
  return counted;
}

/**
 * The same counts for a document that holds one item more than `before`, without counting anew: with thousands of
 * items, that is what an append would spend its time on. They are taken away from `before`, which counts again if asked.
 */
export function countOneMore(before: MemoryDocument, after: MemoryDocument, key: string): void {
  const counted = counts.get(before) ?? (countKeys(before) as Map<string, number>);
  counts.delete(before);
  add(counted, key);
  counts.set(after, counted);
}

/** Lets a copy of an item, moved but otherwise the same, keep the key that was computed for it. */
export function copyKey(from: MemoryItem, to: MemoryItem): void {
  const key = keys.get(from);
  if (key !== undefined) keys.set(to, key);
}

// Items never change in place and belong to one section's role, so what was computed for one stays true.
const keys = new WeakMap<MemoryItem, string>();
const counts = new WeakMap<MemoryDocument, Map<string, number>>();

function add(counted: Map<string, number>, key: string): void {
  counted.set(key, (counted.get(key) ?? 0) + 1);
}
