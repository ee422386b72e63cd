import { type Context, type ContextNode, versionEntry, type ContextEntry } from "@/lib/core/context/context-model";
import { findFrontMatter } from "@/lib/core/markdown/front-matter";
import { takeLines } from "@/lib/core/context/logical-lines";
import {
  normaliseName,
  indentWidth,
  readLineShape,
  type LineShape,
  isDelimiterRow,
  readCells,
  readPlainKey,
} from "@/lib/core/context/line-shape";
import { finish, type Steps } from "@/lib/core/steps";
import { blockSteps } from "@/lib/core/markdown/blocks";
import { diagnosticAt, type Diagnostic } from "@/lib/core/diagnostics";
import { readFrontMatterYaml } from "@/lib/core/yaml/front-matter-yaml";

/** True for a line inside a fence, an indented code block or an HTML block: its text is no entry. */
type IsOpaque = (line: number) => boolean;

/** The entries in `lines[start, end)`, in document order, a line at a time. Source: formats, "Addressable entries". */
function* entrySteps(lines: readonly string[], start: number, end: number, isOpaque: IsOpaque): Steps<ContextEntry[]> {
  const entries: ContextEntry[] = [];
  let columns: string[] = [];
  let lastRow = -2;
  for (let i = start; i < end; i++) {
    const line = lines[i] ?? "";
    yield;
    if (isOpaque(i) || line.trim() === "") continue;
    const delimiter = i + 1 < end && !isOpaque(i + 1) && isDelimiterRow(lines[i + 1] ?? "");
    if (delimiter && line.includes("|") && lastRow !== i - 1) {
      columns = readCells(line).map((cell) => cell.text);
      lastRow = ++i;
      continue;
    }
    if (lastRow === i - 1 && line.includes("|")) {
      lastRow = i;
      const row = rowEntry(line, i, columns);
      if (row !== null) entries.push(row);
      continue;
    }
    const entry = textEntry(lines, i, end, isOpaque);
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

function rowEntry(line: string, at: number, columns: string[]): ContextEntry | null {
  const cells = readCells(line);
  const first = cells[0];
  const last = cells.at(-1);
  if (first === undefined || last === undefined || first.text === "") return null;
  const rest = cells.slice(1);
  return {
    kind: "row",
    key: withoutEmphasis(first.text),
    value: rest.map((cell) => cell.text).join(" | "),
    line: at,
    end: at + 1,
    valueStart: rest[0]?.start ?? last.end,
    valueEnd: last.end,
    cells,
    columns,
  };
}

function textEntry(lines: readonly string[], at: number, end: number, isOpaque: IsOpaque): ContextEntry | null {
  const line = lines[at] ?? "";
  const shape = readLineShape(line);
  const none = { cells: [], columns: [] };
  if (shape.marker === "") {
    const plain = shape.key === null ? readPlainKey(lines, at, end) : null;
    const found = shape.key ?? plain;
    if (found === null || shape.indent.length > 3) return null;
    const { valueStart, valueEnd, key } = found;
    const value = line.slice(valueStart, valueEnd);
    if (plain !== null && value !== "")
      return { kind: "pair", key, value, line: at, end: at + 1, valueStart, valueEnd, ...none };
    const last = labelEnd(lines, at, end, value, isOpaque);
    return { kind: "label", key, value, line: at, end: last, valueStart, valueEnd, ...none };
  }
  const itemEnd = endOfItem(lines, at, end, shape, isOpaque);
  const valueStart = shape.key?.valueStart ?? shape.contentStart;
  const valueEnd = shape.contentStart + shape.content.length;
  const kind = shape.key === null ? "member" : "pair";
  const value = line.slice(valueStart, valueEnd);
  return { kind, key: shape.key?.key ?? null, value, line: at, end: itemEnd, valueStart, valueEnd, ...none };
}

/** Deeper lines belong to the item, and so do lines that merely continue its text. */
function endOfItem(lines: readonly string[], at: number, end: number, shape: LineShape, isOpaque: IsOpaque): number {
  const own = indentWidth(shape.indent + "x");
  let last = at;
  for (let i = at + 1; i < end; i++) {
    const line = lines[i] ?? "";
    const width = indentWidth(line);
    if (width === Infinity) continue;
    const lazy = i === last + 1 && !isOpaque(i) && !startsBlock(lines, i, end);
    if (width <= own && !lazy) break;
    last = i;
  }
  return last + 1;
}

/** A label with a value owns its paragraph; one without owns the list, table or paragraph that follows. */
function labelEnd(lines: readonly string[], at: number, end: number, value: string, isOpaque: IsOpaque): number {
  let last = at;
  let prose = value !== "";
  for (let i = at + 1; i < end; i++) {
    const line = lines[i] ?? "";
    if (line.trim() === "") {
      if (value !== "") break;
      continue;
    }
    const shape = readLineShape(line);
    if (shape.marker === "" && (shape.key !== null || readPlainKey(lines, i, end) !== null)) break;
    const plain = shape.marker === "" && indentWidth(line) < 2 && !line.includes("|");
    const apart = i > last + 1;
    if (value !== "" && (!plain || isOpaque(i))) break;
    if (apart && plain && (prose || last > at)) break;
    prose ||= plain;
    last = i;
  }
  return last + 1;
}

function startsBlock(lines: readonly string[], at: number, end: number): boolean {
  const line = lines[at] ?? "";
  const shape = readLineShape(line);
  if (shape.marker !== "" || shape.key !== null || /^[ \t]*[|>#]/.test(line)) return true; // matches "| cell"
  return readPlainKey(lines, at, end) !== null;
}

const FRONTMATTER_KEY = /^([^\s:#'"-][^:]*?)[ \t]*:(?:[ \t]+|$)/; // matches "version: " in "version: GC-v3"

/** The top-level keys between the `---` lines `lines[start]` and `lines[end - 1]`. */
function scanFrontmatter(lines: readonly string[], start: number, end: number): ContextEntry[] {
  const entries: ContextEntry[] = [];
  for (let i = start + 1; i < end - 1; i++) {
    const line = lines[i] ?? "";
    const match = FRONTMATTER_KEY.exec(line);
    if (match === null) {
      const open = entries.at(-1);
      if (open !== undefined && /^(?:[ \t]+\S|- )/.test(line)) open.end = i + 1; // matches "  nested: 1"
      continue;
    }
    const valueStart = match[0].length;
    const valueEnd = Math.max(valueStart, line.trimEnd().length);
    const value = line.slice(valueStart, valueEnd);
    const place = { line: i, end: i + 1, valueStart, valueEnd };
    entries.push({ kind: "pair", key: match[1] ?? "", value, ...place, cells: [], columns: [] });
  }
  return entries;
}

function withoutEmphasis(text: string): string {
  return text.replace(/^(\*\*|__|`|\*|_)(.+)\1$/, "$2"); // matches "**D-1**"
}

/** A heading of the document's top level; lines are indexes from 0, `end` exclusive (a setext heading has two or more). */
interface HeadingLines {
  level: number;
  /** The text as written between the marks. */
  text: string;
  start: number;
  end: number;
}

/** What CommonMark's block structure says about lines. */
interface BlockLines {
  headings: HeadingLines[];
  /** True for each line inside a fence, an indented code block or an HTML block. */
  opaque: boolean[];
}

const OPAQUE = new Set(["fence", "code_block", "html_block"]);

/**
 * Reads headings and opaque lines as CommonMark does, in steps: a `## ` in a fence or a comment is no heading. Never fails.
 */
function* blockLineSteps(lines: readonly string[]): Steps<BlockLines> {
  const source = lines.join("\n");
  const headings: HeadingLines[] = [];
  const opaque = new Array<boolean>(lines.length).fill(false);
  const { blocks } = yield* blockSteps(source);
  for (const block of blocks) {
    if (block.kind === "heading") {
      // A setext heading may run over several lines; its name is one.
      const text = source.slice(block.textStart, block.textEnd).replace(/\s*\n\s*/g, " "); // matches "\n" in "a\nb"
      headings.push({ level: block.level, text, start: block.line, end: block.endLine });
    } else if (block.kind === "other" && OPAQUE.has(block.type)) opaque.fill(true, block.line, block.endLine);
  }
  return { headings, opaque };
}

/**
 * Reads any text as a global context; never fails. Guarantees that `joinLogicalLines` gives the text back, and that every line
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

/** Nodes with everything nested in them, in document order. */
export function allNodes(nodes: readonly ContextNode[]): ContextNode[] {
  return nodes.flatMap((node) => [node, ...allNodes(node.children)]);
}

/** The frontmatter `lines[0, end)` with its keys. */
export function frontmatterNode(lines: readonly string[], end: number): ContextNode {
  return { ...plainNode("frontmatter", 0, end), entries: scanFrontmatter(lines, 0, end) };
}

function plainNode(kind: ContextNode["kind"], start: number, end: number): ContextNode {
  const place = { start, bodyStart: start, ownEnd: end, end };
  return { kind, name: kind, level: 0, path: kind, ...place, children: [], entries: [] };
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
    const node = { ...plainNode("section", start, ownEnd), name, level, path: "", bodyStart };
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

/** A second heading of the same name below one parent: a reference to it matches both. */
function repeatedHeading(node: ContextNode): Diagnostic {
  const message = `A second heading is called "${node.name}"; a reference to it is unresolved unless it says which.`;
  return diagnosticAt("duplicate_heading", "warning", message, node.start + 1, [1, 1]);
}

/** Faults of the frontmatter, each with its line: none, never closed, its YAML, a version that is missing or not `GC-v{n}`. */
function diagnoseFrontmatter(text: string, lines: readonly string[], front: ContextNode | null): Diagnostic[] {
  const { diagnostics } = readFrontMatterYaml(text);
  const version = front?.entries.findLast(({ key }) => key === "version")?.line;
  if (front === null) {
    if (diagnostics.length > 0) return diagnostics;
    return [
      diagnosticAt(
        "no_frontmatter",
        "info",
        "There is no frontmatter; publishing adds one with the version.",
        1,
        [1, 1],
      ),
    ];
  }
  if (version === undefined) {
    const message = "The frontmatter has no `version`; publishing sets it.";
    return [...diagnostics, diagnosticAt("no_version", "info", message, 1, [1, 4])];
  }
  if (versionEntry(front, lines) !== undefined) return diagnostics;
  const message = "The version is not of the form GC-v{number}.";
  return [
    ...diagnostics,
    diagnosticAt("bad_version", "warning", message, version + 1, [1, (lines[version]?.length ?? 0) + 1]),
  ];
}
