import { BYTE_ORDER_MARK } from "@/lib/core/markdown/blocks";

/** What stands between two lines of `---` at the very start of a file. */
export interface FrontMatter {
  /** Lines of the file that it takes, its two fences included. */
  lines: number;
  /** Its YAML, with LF at the end of each line. */
  source: string;
  /** Its unindented `key: value` lines, in order, each with its line of the file, from 1. */
  entries: { key: string; value: string; line: number }[];
}

/**
 * The front matter of a team memory; null for a text that has none. It begins with a key and holds lines as YAML has them, one
 * of them broken or not: a rule that begins a file, with prose or a heading after it, swallows nothing.
 */
export function readFrontMatter(text: string): FrontMatter | null {
  const lines = firstLines(text);
  const close = lines.findIndex((line, index) => index > 0 && CLOSING.test(line));
  const inside = lines.slice(1, Math.max(close, 1));
  if (!opens(lines) || !(inside.every(isYamlLine) || inside.every(isOneParagraph))) return null;
  const entries = inside.flatMap((line, index) => {
    const [, key, value = ""] = ENTRY.exec(line) ?? [];
    return key === undefined ? [] : [{ key, value: value.replace(/^(["'])(.*)\1$/, "$2"), line: index + 2 }];
  });
  return entries.length === 0 ? null : { lines: inside.length + 2, source: `${inside.join("\n")}\n`, entries };
}

/** Whether front matter begins that has no end: a line of `---`, a key below it, and nothing that closes it. */
export function isFrontMatterOpen(text: string): boolean {
  return opens(firstLines(text)) && readFrontMatter(text) === null;
}

/** The lines that may be front matter; most texts have none. */
function firstLines(text: string): string[] {
  const start = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  return text.startsWith("---", start) ? text.slice(start, start + LONGEST).split(LINE_END) : [];
}

function opens(lines: readonly string[]): boolean {
  const first = lines.findIndex((line, index) => index > 0 && !COMMENT.test(line));
  return OPENING.test(lines[0] ?? "") && ENTRY.test(lines[first] ?? "");
}

/** An empty line belongs to it where another key follows. */
function isYamlLine(line: string, index: number, inside: readonly string[]): boolean {
  return line.trim() === "" ? ENTRY.test(inside[index + 1] ?? "") : YAML_LINE.test(line);
}

/** Lines without a gap, which Markdown would take for one heading above the closing fence. Nobody writes such a heading. */
function isOneParagraph(line: string): boolean {
  return YAML_LINE.test(line) ? !COMMENT.test(line) : /^[^\s#>|`~<*+-]/.test(line); // matches "no colon here"
}

/** Longer ones are no metadata of a memory. UTF-16 units. */
const LONGEST = 20_000;

const LINE_END = /\r\n|\r|\n/;

/** Example: `---`. */
const OPENING = /^---[ \t]*$/;

/** Example: `---`, and `...` as YAML has it. */
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/;

/** Example: `version: gc-v3`, `"상태": 진행`. */
const ENTRY = /^(?:["']?)([\p{L}\p{N}_.-]+)(?:["']?)[ \t]*:(?:[ \t]+(.*?))?[ \t]*$/u;

/** Example: `version: gc-v3`, `  - nested`, `- listed`, `# remark`. */
const YAML_LINE = /^(?:["']?[\p{L}\p{N}_.-]+["']?[ \t]*:(?:[ \t].*)?$|[ \t]+\S|- |#[ \t])/u;

/** Example: `# remark`. */
const COMMENT = /^#[ \t]/;
