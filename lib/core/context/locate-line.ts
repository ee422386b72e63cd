import type { Context, ContextEntry, ContextNode } from "@/lib/core/context/context-model";
import { readLineShape } from "@/lib/core/context/line-shape";
import { spend } from "@/lib/core/context/effort";
import { nodeIndex } from "@/lib/core/context/node-index";
import { remember } from "@/lib/core/text/remember";

/** A line found by an address: its index, and the entry that begins on it, if any. */
export interface LocatedLine {
  line: number;
  entry: ContextEntry | undefined;
}

/** Ends an address that gives only the beginning of a line. */
export const ELLIPSIS = "…";

/**
 * The one line of a node that an address means: by its whole text, with or without list marker, or by its key; ending with
 * `…`, by its beginning. A sentence about why, when there is not exactly one. Nested headings are searched when the node's own lines hold none. Source: formats, "lines of prose".
 */
export function locateLine(context: Context, node: ContextNode, address: string): LocatedLine | string {
  spend(context, 1 + address.length / 1000);
  const exact = linesAt(context, node, address);
  if (exact.length > 0) return only(exact, address);
  if (address.endsWith(ELLIPSIS)) {
    const beginning = address.slice(0, -ELLIPSIS.length).trimEnd();
    const begun = beginning === "" ? [] : linesBeginning(context, node, beginning);
    if (begun.length > 0) return only(begun, address);
  }
  return `nothing in §${node.path} is called "${shorten(address)}"`;
}

/** All lines of a node that an exact text or key names, in document order. */
function linesAt(context: Context, node: ContextNode, address: string): readonly LocatedLine[] {
  const wanted = address.trim();
  if (wanted === "") return [];
  const { located, exact } = textIndexes.get(node, context);
  const known = located.get(wanted);
  if (known !== undefined) return known;
  const index = nodeIndex(node);
  const lines = new Set<number>(exact.get(wanted));
  for (const entry of index.entriesOf(wanted)) lines.add(entry.line);
  spend(context, lines.size / 10 + (lines.size === 0 ? node.children.length : 0));
  const found =
    lines.size === 0
      ? node.children.flatMap((child) => linesAt(context, child, address))
      : [...lines].sort((a, b) => a - b).map((line) => ({ line, entry: index.entryAt(line) }));
  located.set(wanted, found);
  return found;
}

function linesBeginning(context: Context, node: ContextNode, beginning: string): LocatedLine[] {
  const { sorted } = textIndexes.get(node, context);
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.[0] ?? "") < beginning) low = middle + 1;
    else high = middle;
  }
  const lines = new Set<number>();
  for (let i = low; sorted[i]?.[0].startsWith(beginning) === true && lines.size < 3; i++)
    lines.add(sorted[i]?.[1] ?? 0);
  spend(context, 1 + (lines.size === 0 ? node.children.length : 0));
  if (lines.size === 0) return node.children.flatMap((child) => linesBeginning(context, child, beginning));
  const index = nodeIndex(node);
  return [...lines].sort((a, b) => a - b).map((line) => ({ line, entry: index.entryAt(line) }));
}

function only(lines: readonly LocatedLine[], address: string): LocatedLine | string {
  const [first] = lines;
  if (first !== undefined && lines.length === 1) return first;
  return `"${shorten(address)}" names several lines`;
}

/** A text short enough to quote in a sentence. */
export function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
}

interface TextIndex {
  /** What addresses were found to mean, so that none is looked for twice. */
  located: Map<string, readonly LocatedLine[]>;
  exact: Map<string, number[]>;
  /** Every text with its line, in the order of code units. */
  sorted: [string, number][];
}

/** The node's own lines by their text, once as written and once without indentation and list marker. */
const textIndexes = remember((node: ContextNode, context: Context): TextIndex => {
  const exact = new Map<string, number[]>();
  for (let i = node.start; i < node.ownEnd; i++) {
    const line = context.lines[i] ?? "";
    const whole = line.trim();
    const { content } = readLineShape(line);
    for (const text of whole === content ? [whole] : [whole, content]) {
      const same = exact.get(text);
      if (text === "") continue;
      if (same === undefined) exact.set(text, [i]);
      else same.push(i);
    }
  }
  const sorted = [...exact].flatMap(([text, lines]) => lines.map((line): [string, number] => [text, line]));
  sorted.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]));
  return { located: new Map<string, readonly LocatedLine[]>(), exact, sorted };
});
