import { isMap, isScalar, LineCounter, parseDocument, type Document } from "yaml";
import { yamlValue } from "@/lib/core/yaml/yaml-value";
import { findSectionName } from "@/lib/core/agent-memory/sections";
import type { Diagnostic } from "@/lib/core/diagnostics";
import { BYTE_ORDER_MARK } from "@/lib/core/markdown/blocks";
import { lineStarts } from "@/lib/core/text/lines";
import { yamlFault } from "@/lib/core/yaml/yaml-fault";

/** The frontmatter of a Markdown file: where it stands, and what it says. */
export interface AgentFrontmatter {
  /** Offsets of the YAML between the fences, and of the first line behind the closing one. */
  start: number;
  end: number;
  bodyStart: number;
  /** Its keys and values, the last of a repeated key; null when it is not a YAML mapping that can be read. */
  values: Record<string, unknown> | null;
}

/** What `readFrontmatter` finds; `frontmatter` is null where a file has none, or one that is never closed. */
export interface FrontmatterReading {
  frontmatter: AgentFrontmatter | null;
  /** Whether it begins, and ends nowhere. */
  unclosed: boolean;
  diagnostics: Diagnostic[];
}

/**
 * The frontmatter of any text; never throws. What is not valid YAML is reported with its line and read no further.
 * Source: formats "Laws" (YAML, frontmatter).
 */
export function readFrontmatter(text: string): FrontmatterReading {
  const starts = lineStarts(text);
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const lineAt = (index: number) => text.slice(index === 0 ? mark : starts[index], starts[index + 1]);
  const count = starts.length - 1;
  if (count === 0 || !OPENING.test(lineAt(0))) return { frontmatter: null, unclosed: false, diagnostics: [] };
  let close = 1;
  // A closing fence somebody lost must not be found far below, with sections swallowed in between.
  while (close < count && !CLOSING.test(lineAt(close)) && !isSectionHeading(lineAt(close))) close++;
  if (close === count || !CLOSING.test(lineAt(close))) {
    // A thematic break may begin a document as well.
    const unclosed = count > 1 && KEY.test(lineAt(1));
    const message = "The frontmatter is never closed: a line of --- is missing below its keys.";
    return { frontmatter: null, unclosed, diagnostics: unclosed ? [problem("frontmatter_unclosed", message, 1)] : [] };
  }
  const [start, end, bodyStart] = [starts[1] ?? 0, starts[close] ?? 0, starts[close + 1] ?? text.length];
  const { values, diagnostics } = readValues(text.slice(start, end));
  return { frontmatter: { start, end, bodyStart, values }, unclosed: false, diagnostics };
}

/** The YAML of a frontmatter as the library reads it, repeated keys allowed. Offsets are those of the source. */
export function parseYaml(source: string, lineCounter: LineCounter = new LineCounter()): Document {
  // The library takes a lone CR for no line end; Markdown does.
  return parseDocument(source.replace(/\r(?!\n)/g, "\n"), {
    lineCounter,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "error",
  });
}

function readValues(source: string): Pick<AgentFrontmatter, "values"> & { diagnostics: Diagnostic[] } {
  const lines = new LineCounter();
  const document = parseYaml(source, lines);
  // The fence is the first line of the file.
  const lineOf = (offset: number) => lines.linePos(offset).line + 1;
  const fault = yamlFault(document, source);
  if (fault !== null) {
    const message = `The frontmatter is not valid YAML: ${fault.message}`;
    return { values: null, diagnostics: [problem("frontmatter_invalid", message, lineOf(fault.pos[0]))] };
  }
  const read = yamlValue(document);
  if ("problem" in read) {
    const message = `The frontmatter cannot be read: ${read.problem}`;
    return { values: null, diagnostics: [problem("frontmatter_invalid", message, lineOf(read.at))] };
  }
  if (document.contents === null) return { values: {}, diagnostics: [] };
  if (!isMap(document.contents)) {
    const message = "The frontmatter holds no keys with values.";
    return { values: null, diagnostics: [problem("frontmatter_invalid", message, 2)] };
  }
  return { values: read.value as Record<string, unknown>, diagnostics: repeatedKeys(document, lineOf) };
}

function repeatedKeys(document: Document, lineOf: (offset: number) => number): Diagnostic[] {
  if (!isMap(document.contents)) return [];
  const met = new Set<string>();
  return document.contents.items.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    const name = String(key.value);
    const message = `The key ${name} appears in the frontmatter twice; the last one counts.`;
    if (met.has(name)) return [problem("duplicate_key", message, lineOf(key.range?.[0] ?? 0))];
    met.add(name);
    return [];
  });
}

function isSectionHeading(line: string): boolean {
  const words = HEADING.exec(line)?.[1];
  return words !== undefined && findSectionName(words) !== null;
}

function problem(code: string, message: string, line: number): Diagnostic {
  return { code, message, severity: "warning", range: { start: { line, column: 1 }, end: { line, column: 2 } } };
}

/** Example: `---`. */
const OPENING = /^---[ \t]*[\r\n]*$/;

/** Example: `---`, and `...` as YAML has it. */
const CLOSING = /^(?:---|\.\.\.)[ \t]*[\r\n]*$/;

/** Example: `agent: tester`. */
const KEY = /^[\w-]+:(?:\s|$)/;

/** Example: `## Watch Points`. */
const HEADING = /^ {0,3}##[ \t]+(.*?)[ \t#]*[\r\n]*$/;
