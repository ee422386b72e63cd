import { BYTE_ORDER_MARK } from "@/lib/core/markdown/blocks";

/** Where front matter stands: `lines[0, end)` with both fences, `end` 0 for none; `unclosed` when keys begin that no fence ends. */
export interface FrontMatterLines {
  end: number;
  unclosed: boolean;
}

/** Front matter within its text: offsets of the YAML between the fences, and of the first line after the closing one. */
export interface FrontMatter {
  start: number;
  end: number;
  bodyStart: number;
  /** Lines of the file that it takes, its two fences included. */
  lines: number;
  /** Its YAML, `text.slice(start, end)` with LF for each lone CR, which YAML takes for no line end and Markdown does. */
  source: string;
}

/**
 * Finds the front matter of a document's lines: the one reader of every format. What YAML accepts between two fences is front
 * matter, broken YAML below a key too. A rule that begins a file, with prose, items or headings after it, swallows none of them.
 */
export function findFrontMatter(lines: readonly string[]): FrontMatterLines {
  if (!OPENING.test(lines[0] ?? "")) return NONE;
  let first: string | undefined;
  let hasKey = false;
  let hasGap = false;
  let mayList = false;
  // Since the last line that says something: a gap, remarks, remarks that Markdown takes for headings of sections.
  let [gap, remark, heading] = [false, false, false];
  let isOdd = false;
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (CLOSING.test(line)) {
      if (heading || (gap && isOdd)) return { end: 0, unclosed: isKeyed(first) };
      const holds = first === undefined ? !remark : KEY.test(first) || first.startsWith("{") || (hasKey && !hasGap);
      return holds && !MARKDOWN.test(first ?? "") ? { end: at + 1, unclosed: false } : NONE;
    }
    if (line.trim() === "") {
      gap = hasGap = true;
    } else if (line.startsWith("#")) {
      remark = true;
      heading ||= line.startsWith("##");
    } else {
      const isKey = KEY.test(line);
      const isList = LISTED.test(line);
      const isInside = /^\s/.test(line); // "  nested: 1"
      if (remark && !isKey && (heading || (gap && !isInside))) return { end: 0, unclosed: isKeyed(first) };
      const fits = isKey || isInside || (isList && mayList) || (first ?? line).startsWith("{");
      if (isList && !fits && gap && first !== undefined) return { end: 0, unclosed: isKeyed(first) };
      isOdd = !fits || (isOdd && !gap);
      if (isKey) mayList = EMPTY.test(line);
      hasKey ||= isKey;
      first ??= line;
      [gap, remark, heading] = [false, false, false];
    }
  }
  return { end: 0, unclosed: isKeyed(first) };
}

/** The front matter of any text; null where it has none. Never throws. */
export function readFrontMatter(text: string): { frontMatter: FrontMatter | null; unclosed: boolean } {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  if (!text.startsWith("---", mark)) return { frontMatter: null, unclosed: false };
  const parts = text.slice(mark, mark + LONGEST).split(/(\r\n|\r|\n)/);
  const lines = parts.filter((_, index) => index % 2 === 0);
  // The last line of what was looked at may be half of one.
  if (text.length > mark + LONGEST) lines.pop();
  const { end, unclosed } = findFrontMatter(lines);
  if (end === 0) return { frontMatter: null, unclosed };
  const offsetOf = (line: number) => mark + parts.slice(0, 2 * line).join("").length;
  const [start, close] = [offsetOf(1), offsetOf(end - 1)];
  const source = text.slice(start, close).replace(/\r(?!\n)/g, "\n");
  return { frontMatter: { start, end: close, bodyStart: offsetOf(end), lines: end, source }, unclosed };
}

/** The text with its front matter made empty lines, for CommonMark reads it as a rule and a heading. As many lines as before. */
export function blankFrontMatter(text: string): string {
  const bodyStart = readFrontMatter(text).frontMatter?.bodyStart ?? 0;
  return text.slice(0, bodyStart).replace(/[^\r\n]+/g, "") + text.slice(bodyStart); // "version: GC-v3"
}

/** A thematic break may open a document as well: only below a plain key is an end missing. */
function isKeyed(first: string | undefined): boolean {
  return first !== undefined && /^["']?[\p{L}\p{N}_.-]+["']?[ \t]*:(?:[ \t]|$)/u.test(first); // "version: GC-v1"
}

const NONE: FrontMatterLines = { end: 0, unclosed: false };

/** Longer ones are no metadata. UTF-16 units. */
const LONGEST = 65_536;

/** Example: `---`. */
const OPENING = /^---[ \t]*$/;

/** Example: `---`, and `...` as YAML has it. */
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/;

/** Example: `version: gc-v3`, `gc version:`, `"상태": 진행`. */
const KEY = /^(?:"[^"]*"[ \t]*|'[^']*'[ \t]*|[^\s"'#>|`~<*+,[\]{}&!%@:-][^:]*(?::[^\s:][^:]*)*):(?:[ \t]|$)/;

/** A key whose list may follow unindented. Example: `tags: # of all`. */
const EMPTY = /:[ \t]*(?:[&!]\S*[ \t]*)?(?:#.*)?$/;

/** Example: `- listed`. */
const LISTED = /^-(?:[ \t]|$)/;

/** What YAML has at the start of no map, and Markdown of many blocks. Example: `> quoted`. */
const MARKDOWN = /^(?:[#>|`~<*+]|-[ \t])/;
