import { type Context, type ContextEntry, type ContextNode, spend } from "@/lib/core/context/context-model";
import { normaliseName, readLineShape } from "@/lib/core/context/line-shape";
import { remember } from "@/lib/core/text/remember";
import { addTo, firstReached } from "@/lib/core/lists";

/** Look-ups over the entries of one node, nested headings left aside. */
interface NodeIndex {
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
    addTo(byKey, normaliseName(entry.key), entry);
  }
  let longest = MARKS;
  for (const key of byKey.keys()) longest = Math.max(longest, key.length + MARKS);
  return {
    entriesOf: (key) => (key.length > longest ? [] : (byKey.get(normaliseName(key)) ?? [])),
    entryAt: (line) => byLine.get(line),
  };
});

/** What a reference names: a heading with what stands below it, or one entry below a heading. */
export interface Target {
  node: ContextNode;
  /** Null when the heading itself is meant. */
  entry: ContextEntry | null;
}

/** What became of a reference; `several` carries the paths it could have meant. */
export type Resolution =
  | ({ kind: "found"; exact: boolean } & Target)
  | { kind: "none" }
  | { kind: "several"; paths: string[] };

/**
 * Resolves `§Section.key`, with or without `§`: the heading of that name, ignoring case; failing that, the one heading that
 * begins with it; then the key below it. Several or none is said, never guessed. `#2` names the second of equal headings.
 * Source: formats, "A reference names".
 */
export function resolveReference(context: Context, reference: string): Resolution {
  const bare = reference.trim().replace(/^§\s*/, ""); // matches "§" in "§Scope"
  const exact = resolveExactly(context, bare);
  return exact.kind === "none" ? resolveByBeginning(context, bare) : exact;
}

/** As `resolveReference`, but a heading's beginning is not enough. */
export function resolveExactly(context: Context, reference: string): Resolution {
  if (reference === "frontmatter" && context.frontmatter !== null) return found(context.frontmatter);
  if (reference === "preamble") return found(context.preamble);
  const { byPath, byName, longest } = pathIndexes.get(context);
  if (reference.length > longest) return { kind: "none" };
  const named = byPath.get(normaliseName(reference));
  if (named !== undefined) return several(named);
  for (const [head, tail] of cutsAtDots(reference)) {
    spend(context, 1 + reference.length / 50);
    const holders =
      head === "frontmatter" && context.frontmatter ? [context.frontmatter] : (byPath.get(normaliseName(head)) ?? []);
    const targets = holders.slice(0, MOST_HOLDERS).flatMap((node) => entryTargets(node, tail));
    if (targets.length > 0) return single(targets);
  }
  const anywhere = byName.get(normaliseName(reference));
  return anywhere === undefined ? { kind: "none" } : several(anywhere);
}

function resolveByBeginning(context: Context, reference: string): Resolution {
  if (reference === "" || reference.length > pathIndexes.get(context).longest) return { kind: "none" };
  const begun = beginningWith(context.sections, reference);
  if (begun.length > 0) return several(begun, false);
  for (const [head, tail] of cutsAtDots(reference)) {
    const exact = resolveExactly(context, head);
    const holders =
      exact.kind === "found" && exact.entry === null ? [exact.node] : beginningWith(context.sections, head);
    const targets = holders.slice(0, MOST_HOLDERS).flatMap((node) => {
      const below = namedExactly(node.children, tail);
      const children = below.length > 0 ? below : beginningWith(node.children, tail);
      return [...children.map((child) => ({ node: child, entry: null })), ...entryTargets(node, tail)];
    });
    if (targets.length > 0) return single(targets, false);
  }
  return { kind: "none" };
}

/** Of the headings whose names begin so, the first in the order of their names; those that are not told are too many to choose from. */
function beginningWith(nodes: readonly ContextNode[], beginning: string): ContextNode[] {
  const wanted = normaliseName(beginning);
  return wanted === "" ? [] : inRange(nodes, wanted, (name) => name.startsWith(wanted));
}

function namedExactly(nodes: readonly ContextNode[], name: string): ContextNode[] {
  const wanted = normaliseName(name);
  return inRange(nodes, wanted, (other) => other === wanted);
}

/** The nodes from the first name that is not below the wanted one on, as long as their names are as they should be. */
function inRange(nodes: readonly ContextNode[], wanted: string, isWanted: (name: string) => boolean): ContextNode[] {
  const sorted = sortedByName.get(nodes);
  let at = firstReached(sorted.length, (place) => (sorted[place]?.name ?? "") >= wanted);
  const found: ContextNode[] = [];
  for (let next = sorted[at]; next !== undefined && isWanted(next.name); next = sorted[++at]) {
    if (found.push(next.node) === MOST_HOLDERS) break;
  }
  return found;
}

/** The nodes by their names; equal names in document order. */
const sortedByName = remember((nodes: readonly ContextNode[]) =>
  nodes
    .map((node) => ({ name: normaliseName(node.name), node }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.node.start - b.node.start)),
);

function entryTargets(node: ContextNode, key: string): Target[] {
  return nodeIndex(node)
    .entriesOf(key)
    .map((entry) => ({ node, entry }));
}

function found(node: ContextNode): Resolution {
  return { kind: "found", exact: true, node, entry: null };
}

function several(nodes: readonly ContextNode[], exact = true): Resolution {
  return single(
    nodes.slice(0, MOST_HOLDERS).map((node) => ({ node, entry: null })),
    exact,
  );
}

function single(targets: readonly Target[], exact = true): Resolution {
  const [only] = targets;
  if (only !== undefined && targets.length === 1) return { kind: "found", exact, ...only };
  return {
    kind: "several",
    paths: targets
      .slice(0, MOST_HOLDERS)
      .map(({ node, entry }) => (entry === null ? node.path : `${node.path}.${entry.key ?? ""}`)),
  };
}

/** `a.b.c` as `[a.b, c]`, then `[a, b.c]`: the longest name first, since names may hold dots themselves. */
function* cutsAtDots(reference: string): Generator<[string, string]> {
  let dot = reference.lastIndexOf(".");
  for (let count = 0; dot > 0 && count < MOST_DOTS; count++, dot = reference.lastIndexOf(".", dot - 1)) {
    yield [reference.slice(0, dot), reference.slice(dot + 1)];
  }
}

/** A reference that fits more headings than this is told to be ambiguous; which of them was meant is not searched for. */
const MOST_HOLDERS = 20;

/** A reference with more dots than this is no path: looking at every cut costs the square of its length. */
const MOST_DOTS = 20;

interface PathIndex {
  byPath: Map<string, ContextNode[]>;
  /** Nested headings by their bare name. */
  byName: Map<string, ContextNode[]>;
  /** No longer text can be a reference to anything here. */
  longest: number;
}

const pathIndexes = remember((context: Context): PathIndex => {
  const index: PathIndex = { byPath: new Map(), byName: new Map(), longest: 0 };
  let longestPath = "frontmatter".length;
  let longestKey = 0;
  const addKeys = (node: ContextNode): void => {
    for (const entry of node.entries) longestKey = Math.max(longestKey, entry.key?.length ?? 0);
  };
  const visit = (node: ContextNode, abovePath: string, depth: number): void => {
    const path = `${abovePath}${node.name}`;
    addTo(index.byPath, normaliseName(path), node);
    if (normaliseName(node.path) !== normaliseName(path)) addTo(index.byPath, normaliseName(node.path), node);
    if (depth > 0) addTo(index.byName, normaliseName(node.name), node);
    longestPath = Math.max(longestPath, node.path.length);
    addKeys(node);
    for (const child of node.children) visit(child, `${path}.`, depth + 1);
  };
  for (const node of context.sections) visit(node, "", 0);
  for (const node of [context.preamble, context.frontmatter]) if (node !== null) addKeys(node);
  // Marks such as `**` and blanks around a name do not count, so a reference may be a little longer than what it names.
  index.longest = longestPath + longestKey + 20;
  return index;
});

/** A line found by an address: its index, and the entry that begins on it, if any. */
interface LocatedLine {
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
  const first = firstReached(sorted.length, (place) => (sorted[place]?.[0] ?? "") >= beginning);
  const lines = new Set<number>();
  for (let i = first; sorted[i]?.[0].startsWith(beginning) === true && lines.size < 3; i++)
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
      if (text !== "") addTo(exact, text, i);
    }
  }
  const sorted = [...exact].flatMap(([text, lines]) => lines.map((line): [string, number] => [text, line]));
  sorted.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]));
  return { located: new Map<string, readonly LocatedLine[]>(), exact, sorted };
});
