import type { Token } from "markdown-it";
import { locateHeadingText } from "@/lib/core/markdown/heading-text";
import { LIST_LINES, topLevelTokens } from "@/lib/core/markdown/top-level-tokens";
import { finish, type Steps } from "@/lib/core/steps";
import { lineStarts } from "@/lib/core/text/lines";

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
