import { blockLineSteps, type HeadingLines } from "@/lib/core/context/block-lines";
import type { Context, ContextNode } from "@/lib/core/context/context-model";
import { diagnoseFrontmatter, repeatedHeading } from "@/lib/core/context/diagnose-context";
import { versionEntry } from "@/lib/core/context/version-entry";
import { findFrontMatter } from "@/lib/core/markdown/front-matter";
import { joinLogicalLines, takeLines } from "@/lib/core/context/logical-lines";
import { normaliseName } from "@/lib/core/context/normalise-name";
import { entrySteps, scanFrontmatter } from "@/lib/core/context/scan-entries";
import { finish, type Steps } from "@/lib/core/steps";

/**
 * Reads any text as a global context; never fails. Guarantees that `renderContext` gives the text back, and that every line
 * belongs to exactly one of frontmatter, preamble and sections. Source: context delta §4, formats "global-context.md".
 */
export function parseContext(text: string): Context {
  return finish(contextSteps(text));
}

/** As `parseContext`, in steps: yields after each of its blocks, nodes and entries. */
export function* contextSteps(text: string): Steps<Context> {
  const taken = takeLines(text);
  const { lines } = taken;
  const front = findFrontMatter(lines);
  const bodyAt = front.end;
  const blocks = yield* blockLineSteps(lines.slice(bodyAt));
  const headings = blocks.headings.map((h) => ({ ...h, start: h.start + bodyAt, end: h.end + bodyAt }));
  const title = headings[0]?.level === 1 ? (headings.shift()?.text ?? null) : null;
  const isOpaque = (line: number): boolean => blocks.opaque[line - bodyAt] === true;
  const preambleEnd = headings[0]?.start ?? lines.length;

  const frontmatter = front.end === 0 ? null : frontmatterNode(lines, front.end);
  const preamble = plainNode("preamble", bodyAt, preambleEnd);
  const sections = nestSections(headings, lines.length);
  yield* namePaths(sections, "");
  for (const node of [preamble, ...allNodes(sections)]) {
    node.entries = yield* entrySteps(lines, node.bodyStart, node.ownEnd, isOpaque);
  }
  const version = frontmatter === null ? null : (versionEntry(frontmatter, lines)?.version ?? null);
  const diagnostics = [...diagnoseFrontmatter(text, lines, frontmatter), ...repeatedHeadings(sections)];
  return { ...taken, text, title, version, frontmatter, preamble, sections, diagnostics, effort: { left: null } };
}

/** Guarantees the text that `parseContext` was given, byte for byte. */
export function renderContext(context: Context): string {
  return joinLogicalLines(context);
}

/** Nodes with everything nested in them, in document order. */
export function allNodes(nodes: readonly ContextNode[]): ContextNode[] {
  return nodes.flatMap((node) => [node, ...allNodes(node.children)]);
}

/** The frontmatter `lines[0, end)` with its keys. */
export function frontmatterNode(lines: readonly string[], end: number): ContextNode {
  return { ...plainNode("frontmatter", 0, end), entries: scanFrontmatter(lines, 0, end) };
}

function plainNode(kind: "frontmatter" | "preamble", start: number, end: number): ContextNode {
  return {
    kind,
    name: kind,
    level: 0,
    path: kind,
    start,
    bodyStart: start,
    ownEnd: end,
    end,
    children: [],
    entries: [],
  };
}

/** A heading holds the deeper ones that follow it; each node ends where the next heading of its level or above begins. */
function nestSections(headings: readonly HeadingLines[], lineCount: number): ContextNode[] {
  const roots: ContextNode[] = [];
  const open: ContextNode[] = [];
  headings.forEach((heading, i) => {
    const ownEnd = headings[i + 1]?.start ?? lineCount;
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    const parent = open.at(-1);
    const { text: name, level, start, end: bodyStart } = heading;
    const node: ContextNode = {
      kind: "section",
      name,
      level,
      path: "",
      start,
      bodyStart,
      ownEnd,
      end: ownEnd,
      children: [],
      entries: [],
    };
    for (const holder of open) holder.end = ownEnd;
    (parent?.children ?? roots).push(node);
    open.push(node);
  });
  return roots;
}

function* namePaths(siblings: readonly ContextNode[], above: string): Steps<void> {
  const counts = new Map<string, { all: number; seen: number }>();
  for (const node of siblings) {
    const key = normaliseName(node.name);
    const count = counts.get(key) ?? { all: 0, seen: 0 };
    counts.set(key, { ...count, all: count.all + 1 });
    yield;
  }
  for (const node of siblings) {
    const count = counts.get(normaliseName(node.name)) ?? { all: 1, seen: 0 };
    count.seen++;
    node.path = `${above}${node.name}${count.all > 1 ? `#${count.seen}` : ""}`;
    yield* namePaths(node.children, `${node.path}.`);
  }
}

function repeatedHeadings(siblings: readonly ContextNode[]) {
  return allNodes(siblings)
    .filter((node) => node.path.endsWith(`${node.name}#2`))
    .map((node) => repeatedHeading(node));
}
