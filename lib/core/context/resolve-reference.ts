import type { Context, ContextEntry, ContextNode } from "@/lib/core/context/context-model";
import { nodeIndex } from "@/lib/core/context/node-index";
import { normaliseName } from "@/lib/core/context/normalise-name";

/** What a reference names: a heading with what stands below it, or one entry below a heading. */
export interface Target {
  node: ContextNode;
  /** Null when the heading itself is meant. */
  entry: ContextEntry | null;
}

/** What became of a reference; `several` carries the paths it could have meant. */
export type Resolution =
  ({ kind: "found"; exact: boolean } & Target) | { kind: "none" } | { kind: "several"; paths: string[] };

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
  const { byPath, byName, longest } = pathIndex(context);
  if (reference.length > longest) return { kind: "none" };
  const named = byPath.get(normaliseName(reference));
  if (named !== undefined) return single(named.map((node) => ({ node, entry: null })));
  for (const [head, tail] of cutsAtDots(reference)) {
    const holders =
      head === "frontmatter" && context.frontmatter ? [context.frontmatter] : (byPath.get(normaliseName(head)) ?? []);
    const targets = holders.flatMap((node) => entryTargets(node, tail));
    if (targets.length > 0) return single(targets);
  }
  const anywhere = byName.get(normaliseName(reference));
  return anywhere === undefined ? { kind: "none" } : single(anywhere.map((node) => ({ node, entry: null })));
}

function resolveByBeginning(context: Context, reference: string): Resolution {
  if (reference === "" || reference.length > pathIndex(context).longest) return { kind: "none" };
  const begun = beginningWith(context.sections, reference);
  if (begun.length > 0)
    return single(
      begun.map((node) => ({ node, entry: null })),
      false,
    );
  for (const [head, tail] of cutsAtDots(reference)) {
    const exact = resolveExactly(context, head);
    const holders =
      exact.kind === "found" && exact.entry === null ? [exact.node] : beginningWith(context.sections, head);
    const targets = holders.flatMap((node) => {
      const below = node.children.filter((child) => normaliseName(child.name) === normaliseName(tail));
      const children = below.length > 0 ? below : beginningWith(node.children, tail);
      return [...children.map((child) => ({ node: child, entry: null })), ...entryTargets(node, tail)];
    });
    if (targets.length > 0) return single(targets, false);
  }
  return { kind: "none" };
}

function beginningWith(nodes: readonly ContextNode[], beginning: string): ContextNode[] {
  const wanted = normaliseName(beginning);
  return wanted === "" ? [] : nodes.filter((node) => normaliseName(node.name).startsWith(wanted));
}

function entryTargets(node: ContextNode, key: string): Target[] {
  return nodeIndex(node)
    .entriesOf(key)
    .map((entry) => ({ node, entry }));
}

function found(node: ContextNode): Resolution {
  return { kind: "found", exact: true, node, entry: null };
}

function single(targets: readonly Target[], exact = true): Resolution {
  const [only] = targets;
  if (only !== undefined && targets.length === 1) return { kind: "found", exact, ...only };
  return {
    kind: "several",
    paths: targets.map(({ node, entry }) => (entry === null ? node.path : `${node.path}.${entry.key ?? ""}`)),
  };
}

/** `a.b.c` as `[a.b, c]`, then `[a, b.c]`: the longest name first, since names may hold dots themselves. */
function* cutsAtDots(reference: string): Generator<[string, string]> {
  for (let dot = reference.lastIndexOf("."); dot > 0; dot = reference.lastIndexOf(".", dot - 1)) {
    yield [reference.slice(0, dot), reference.slice(dot + 1)];
  }
}

interface PathIndex {
  byPath: Map<string, ContextNode[]>;
  /** Nested headings by their bare name. */
  byName: Map<string, ContextNode[]>;
  /** No longer text can be a reference to anything here. */
  longest: number;
}

const indexes = new WeakMap<Context, PathIndex>();

function pathIndex(context: Context): PathIndex {
  const known = indexes.get(context);
  if (known !== undefined) return known;
  const index: PathIndex = { byPath: new Map(), byName: new Map(), longest: 0 };
  let longestPath = "frontmatter".length;
  let longestKey = 0;
  const addKeys = (node: ContextNode): void => {
    for (const entry of node.entries) longestKey = Math.max(longestKey, entry.key?.length ?? 0);
  };
  const visit = (node: ContextNode, abovePath: string, depth: number): void => {
    const path = `${abovePath}${node.name}`;
    add(index.byPath, normaliseName(path), node);
    if (normaliseName(node.path) !== normaliseName(path)) add(index.byPath, normaliseName(node.path), node);
    if (depth > 0) add(index.byName, normaliseName(node.name), node);
    longestPath = Math.max(longestPath, node.path.length);
    addKeys(node);
    for (const child of node.children) visit(child, `${path}.`, depth + 1);
  };
  for (const node of context.sections) visit(node, "", 0);
  for (const node of [context.preamble, context.frontmatter]) if (node !== null) addKeys(node);
  // Marks such as `**` and blanks around a name do not count, so a reference may be a little longer than what it names.
  index.longest = longestPath + longestKey + 20;
  indexes.set(context, index);
  return index;
}

function add(map: Map<string, ContextNode[]>, key: string, node: ContextNode): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [node]);
  else if (!known.includes(node)) known.push(node);
}
