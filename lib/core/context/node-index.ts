import type { ContextEntry, ContextNode } from "@/lib/core/context/context-model";
import { normaliseName } from "@/lib/core/context/normalise-name";
import { remember } from "@/lib/core/text/remember";

/** Look-ups over the entries of one node, nested headings left aside. */
export interface NodeIndex {
  /** The entries of that key, in document order. */
  entriesOf(key: string): readonly ContextEntry[];
  /** The entry that begins on a line (index from 0), if any. */
  entryAt(line: number): ContextEntry | undefined;
}

/** Emphasis and blanks around a key do not count, so what names it may be a little longer. */
const MARKS = 20;

/** The look-ups of a node, built once. */
export function nodeIndex(node: ContextNode): NodeIndex {
  return indexes.get(node);
}

const indexes = remember((node: ContextNode): NodeIndex => {
  const byKey = new Map<string, ContextEntry[]>();
  const byLine = new Map<number, ContextEntry>();
  for (const entry of node.entries) {
    byLine.set(entry.line, entry);
    if (entry.key === null) continue;
    const key = normaliseName(entry.key);
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, [entry]);
    else same.push(entry);
  }
  let longest = MARKS;
  for (const key of byKey.keys()) longest = Math.max(longest, key.length + MARKS);
  return {
    entriesOf: (key) => (key.length > longest ? [] : (byKey.get(normaliseName(key)) ?? [])),
    entryAt: (line) => byLine.get(line),
  };
});
