import MarkdownIt, { type Token, type StateBlock } from "markdown-it";
import { finish, type Steps } from "@/lib/core/steps";
import { lineStarts, splitLines } from "@/lib/core/text/lines";

// Only the block rules are ever run: the inline rules cost twenty times as much and tell nothing about structure. Made when a text
// is read first: a hook that reads none pays nothing for it.
let made: InstanceType<typeof MarkdownIt> | undefined;

/** A list longer than this is read in parts. Lines. */
const LIST_LINES = 200;

/**
 * The parser's tokens of a text with LF as its only line end, a block of the top level at a time. A long list comes as several, cut
 * before items of its own. The tokens of one turn are gone at the next.
 */
function* topLevelTokens(source: string, listLines: number): Generator<readonly Token[], void> {
  const tokens: Token[] = [];
  const markdown = (made ??= new MarkdownIt("commonmark"));
  const parser = markdown.block;
  const state = new parser.State(source, markdown, {}, tokens);
  const { lineMax } = state;
  const rules = parser.ruler.getRules("");
  for (let line = state.skipEmptyLines(0); line < lineMax; line = state.skipEmptyLines(state.line)) {
    const end = isItem(state, line) ? cutOfList(state, line, lineMax, listLines) : lineMax;
    state.line = line;
    state.lineMax = end;
    if (!rules.some((rule) => rule(state, line, end, false)) || state.line <= line) {
      throw new Error(`no block was found on line ${String(line)}`);
    }
    state.lineMax = lineMax;
    yield tokens;
    tokens.length = 0;
  }
}

/**
 * Where a list that begins on a line may be cut: before an item that is indented too little to be held by any item before it. It can
 * only be the list's own next one, or stand after the list's end.
 */
function cutOfList(state: StateBlock, start: number, lineMax: number, listLines: number): number {
  let least = Infinity;
  for (let line = start; line < lineMax; line++) {
    if (state.isEmpty(line)) continue;
    const indent = state.sCount[line] ?? 0;
    // What an item holds is indented by two columns more than its marker, or is text that continues its paragraph.
    if (line - start >= listLines && indent <= least + 1 && isItem(state, line)) return line;
    least = Math.min(least, indent);
  }
  return lineMax;
}

function isItem({ src, bMarks, tShift, eMarks, sCount }: StateBlock, line: number): boolean {
  if ((sCount[line] ?? 0) > 3) return false;
  const text = src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]);
  return ITEM.test(text) && !RULE.test(text);
}

/** Example: `- a`, `12) b`, or `-` alone. */
const ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/** Example: `- - -`. */
const RULE = /^(?:[-][- \t]*|[*][* \t]*)$/;

/**
 * Where the words of a heading stand that the block parser found on lines `line` to `endLine` (excluded, from 0), as
 * offsets of the text: without opening and closing `#`, underline and outer space. An empty heading has an empty range
 * where its words would go.
 */
function locateHeadingText(text: string, starts: readonly number[], line: number, endLine: number, setext: boolean) {
  const start = starts[line] ?? text.length;
  const end = starts[setext ? endLine - 1 : line + 1] ?? text.length;
  const raw = text.slice(start, end);
  const opening = setext ? 0 : (OPENING.exec(raw)?.[0].length ?? 0);
  let words = raw.slice(opening).trimEnd();
  if (!setext) words = words.replace(CLOSING, "").trimEnd();
  const trimmed = words.trimStart();
  // Space belongs to no word, except the one that must follow the `#`.
  const textStart = start + opening + (trimmed === "" ? 0 : words.length - trimmed.length);
  return { textStart, textEnd: textStart + trimmed.length };
}

/** Example: `## `, after a byte order mark and up to three spaces. */
const OPENING = /^\uFEFF? {0,3}#{1,6}[ \t]?/;

/** Example: ` ##` at the end of `## Lead ##`; without a space before it, `#` belongs to the words. */
const CLOSING = /(?:^|[ \t])#+$/;

/** A heading of any level, ATX or setext, that stands in no other block. */
export interface HeadingBlock {
  kind: "heading";
  level: number;
  line: number;
  endLine: number;
  /** UTF-16 offsets of the heading's words, without `##`, closing `#`, underline and outer space. */
  textStart: number;
  textEnd: number;
}

/** One item of a top-level bullet list with everything nested in it; blank lines after it are not part of it. */
export interface BulletBlock {
  kind: "bullet";
  line: number;
  endLine: number;
  /** Lines of the paragraph that the item begins with; 0 when it begins with something else, such as a fence. */
  paragraphLines: number;
}

/** Anything else at top level: `type` is the parser's name for it, such as `paragraph`, `fence` or `html_block`. */
export interface OtherBlock {
  kind: "other";
  type: string;
  line: number;
  endLine: number;
}

/** Lines count from 0 here; `endLine` is the first line after the block. */
export type Block = HeadingBlock | BulletBlock | OtherBlock;

export interface BlockStructure {
  /** As `lineStarts` gives them for the text itself, a byte order mark included. */
  starts: number[];
  blocks: Block[];
}

/**
 * The block structure CommonMark sees at the top level of any text, as places in that very text. What looks like
 * structure inside a fence, an HTML comment, an indented block or a list item is none. Never throws.
 */
export function parseBlocks(text: string): BlockStructure {
  return finish(blockSteps(text));
}

/**
 * As `parseBlocks`, in steps: yields after each block of the top level, and within long lists after some hundred lines.
 *
 * @param skipped how many lines at the start are no Markdown, as front matter is
 */
export function* blockSteps(text: string, listLines = LIST_LINES, skipped = 0): Steps<BlockStructure> {
  const starts = lineStarts(text);
  // The parser knows no byte order mark and only LF; lines stay the same lines, so places are found by line.
  const from = skipped === 0 && text.startsWith(BYTE_ORDER_MARK) ? 1 : (starts[skipped] ?? text.length);
  const source = "\n".repeat(skipped) + text.slice(from).replace(/\r\n?/g, "\n");
  const blocks: Block[] = [];
  let numbered = "";
  for (const tokens of topLevelTokens(source, listLines)) {
    const [first] = tokens;
    const last = blocks.at(-1);
    // Lists of one kind that follow each other at once are one list that was read in parts.
    const isRest = first?.type === "ordered_list_open" && last?.endLine === first.map?.[0] && first.markup === numbered;
    if (isRest && last !== undefined && first.map !== null) last.endLine = first.map[1];
    else takeBlocks(text, starts, tokens, blocks);
    numbered = first?.type === "ordered_list_open" ? first.markup : "";
    yield;
  }
  return { starts, blocks };
}

function takeBlocks(text: string, starts: readonly number[], tokens: readonly Token[], blocks: Block[]): void {
  const isBlank = (line: number) => BLANK_LINE.test(text.slice(starts[line], starts[line + 1]));
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.map === null || token.nesting < 0) continue;
    const [line, mapEnd] = token.map;
    if (token.level === 0) {
      if (token.type === "heading_open") {
        const level = Number(token.tag.slice(1));
        const setext = !token.markup.startsWith("#");
        const { textStart, textEnd } = locateHeadingText(text, starts, line, mapEnd, setext);
        blocks.push({ kind: "heading", level, line, endLine: mapEnd, textStart, textEnd });
      } else if (token.type !== "bullet_list_open") {
        blocks.push({ kind: "other", type: token.type.replace(/_open$/, ""), line, endLine: mapEnd });
      }
    } else if (token.level === 1 && token.type === "list_item_open" && isBulletMarkup(token.markup)) {
      let endLine = Math.max(mapEnd, line + 1);
      while (endLine > line + 1 && isBlank(endLine - 1)) endLine--;
      const first = tokens[index + 1];
      const paragraph = first?.type === "paragraph_open" && first.map?.[0] === line ? first.map : null;
      blocks.push({ kind: "bullet", line, endLine, paragraphLines: paragraph === null ? 0 : paragraph[1] - line });
    }
  }
}

/** U+FEFF at the start of a text says how its bytes are to be read and is not part of its first line. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** Example: a space and a line end. Other white space, such as U+00A0, makes a paragraph. */
const BLANK_LINE = /^[ \t]*[\r\n]*$/;

/** An ordered list's items carry `.` or `)`. */
function isBulletMarkup(markup: string): boolean {
  return markup === "-" || markup === "*" || markup === "+";
}

/** Whether a top-level block, given with its source, is a fence without its closing line or an HTML block without its end: it takes all that follows with it. */
export function isUnclosed(block: OtherBlock, raw: string): boolean {
  const source = raw.replace(/^\uFEFF? {0,3}/, "");
  if (block.type === "html_block") return HTML_ENDS.some(([start, end]) => start.test(source) && !end.test(source));
  if (block.type !== "fence") return false;
  const fence = /^(?:`{3,}|~{3,})/.exec(source)?.[0] ?? "";
  const lines = splitLines(source.trimEnd());
  const closing = lines.length > 1 ? (lines.at(-1) ?? "").trim() : "";
  return closing.length < fence.length || closing !== (fence[0] ?? "").repeat(closing.length);
}

/** How the HTML blocks that a blank line does not end begin, and end. Example: `<!-- … -->`. */
const HTML_ENDS: [RegExp, RegExp][] = [
  [/^<!--/, /-->/],
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![a-z]/i, />/],
];
