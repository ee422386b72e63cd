import { isAlias, visit, type Document, type ErrorCode, isScalar, type LineCounter } from "yaml";
import { diagnosticAt, type Diagnostic } from "@/lib/core/diagnostics";

/**
 * The plain value of a parsed YAML document, or a sentence about why it has none: a name that is never defined, or aliases that
 * would grow without end, only show when the value is built. `at` is where it stands in the document, as far as that is known.
 */
export function yamlValue(document: Document): { value: unknown } | { problem: string; at: number } {
  try {
    return { value: document.toJS() as unknown };
  } catch (error) {
    const [unknown] = unknownNames(document);
    if (unknown !== undefined) {
      const problem = `a value that begins with * names another one, and nothing is named &${unknown.name}. Put it in quotes.`;
      return { problem, at: unknown.at };
    }
    return { problem: error instanceof Error ? error.message : "the value cannot be built", at: 0 };
  }
}

/** The names that values refer to and that nothing before them has; in one pass, however many refer to one. */
function unknownNames(document: Document): { name: string; at: number }[] {
  const found: { name: string; at: number }[] = [];
  const names = new Set<string>();
  visit(document, {
    Node: (_, node) => {
      if (!isAlias(node)) names.add(node.anchor ?? "");
      else if (!names.has(node.source)) found.push({ name: node.source, at: node.range?.[0] ?? 0 });
    },
  });
  return found;
}

/**
 * Runs a parser whose errors are told by their place alone: it makes one for each line that it cannot read, and where each came from is
 * most of what they cost.
 */
export function withoutStacks<Result>(parse: () => Result): Result {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return parse();
  } finally {
    Error.stackTraceLimit = before;
  }
}

/** What is wrong with a YAML text, where, and what to do about it. */
interface YamlFault {
  pos: [number, number];
  message: string;
}

/**
 * The one fault of a YAML document that is to be told, in words for people; null where it is valid. What the parser says after its
 * first error follows from that one: a single bad line would be told up to six times.
 */
export function yamlFault({ errors }: Pick<Document, "errors">, source: string): YamlFault | null {
  const [first] = errors;
  if (first === undefined) return null;
  const { code, pos } = first;
  const words = MEANINGS[code] ?? first.message.replace(/\s+/g, " ");
  const quoted = code === "BLOCK_AS_IMPLICIT_KEY" ? quoteValue(source, pos[0]) : null;
  return { pos, message: quoted === null ? words : `${words} Write: ${quoted}` };
}

/** What the parser's codes mean where people write such files. */
const MEANINGS: Partial<Record<ErrorCode, string>> = {
  BLOCK_AS_IMPLICIT_KEY: "A second colon is read as another key. Put the value in quotes.",
  MULTILINE_IMPLICIT_KEY: "This line has no colon, or a value goes on in a line that is not indented.",
  TAB_AS_INDENT: "Lines are indented by a tab. YAML takes spaces only.",
  BAD_INDENT: "This line is indented otherwise than those it belongs to.",
  MISSING_CHAR:
    "Something that is opened is never closed: a bracket, a brace or a quotation mark, or a colon is missing.",
  BAD_ALIAS: "A value that begins with * names another one. Put it in quotes.",
  BAD_SCALAR_START: "A value cannot begin with this character. Put it in quotes.",
  BAD_DQ_ESCAPE: "A backslash within double quotes begins an escape. Use single quotes.",
  BLOCK_IN_FLOW: "A list or map in lines stands within brackets or braces.",
};

/** The line with its value in quotes, such as `description: "a: b"`; null where it has none to quote. */
function quoteValue(source: string, at: number): string | null {
  const start = Math.max(source.lastIndexOf("\n", at - 1), source.lastIndexOf("\r", at - 1)) + 1;
  const line = /^[^\r\n]*/.exec(source.slice(start))?.[0] ?? "";
  const [, key, value] = /^(\s*(?:- )?[\w.-]+:\s+)([^\s"'[{|>&*!].*)$/.exec(line.trimEnd()) ?? []; // "description: a: b"
  return key === undefined || value === undefined ? null : key + JSON.stringify(value);
}

/**
 * A warning for every key that stands again in its map, at any depth of a YAML document, naming key and line. `linesAbove` are
 * those of the file before the document's source. Source: formats "YAML with duplicate keys".
 */
export function repeatedKeys(document: Document, lines: LineCounter, linesAbove = 0): Diagnostic[] {
  const found: Diagnostic[] = [];
  visit(document, {
    Map: (_, map) => {
      const firstLines = new Map<string, number>();
      for (const { key } of map.items) {
        if (!isScalar(key) || !key.range) continue;
        const name = String(key.value);
        const { line: ownLine, col: column } = lines.linePos(key.range[0]);
        const line = ownLine + linesAbove;
        const first = firstLines.get(name);
        if (first === undefined) {
          firstLines.set(name, line);
          continue;
        }
        const message = `The key "${name}" appears twice, first on line ${first}; the last one counts.`;
        found.push(diagnosticAt("duplicate_key", "warning", message, line, [column, column + name.length]));
      }
    },
  });
  return found;
}
