import { BYTE_ORDER_MARK, parseBlocks } from "@/lib/core/markdown/blocks";

/** What stands below one heading of a Markdown text, up to the next heading of any level. */
export interface TextSection {
  /**
   * The headings it stands under, the outermost first, its own last; empty for what stands before the first. A heading of
   * level 1 is the document's title, and named for its own lines alone.
   */
  headings: string[];
  /** Its lines without the heading's, as they are. */
  text: string;
  /** Line of its first line, the heading included, from 1. */
  line: number;
  /** Line of the first line of `text`, from 1. */
  bodyLine: number;
}

/** A text longer than this is searched up to here: nobody reads further, and all would wait. UTF-16 units. */
export const LONGEST_SEARCHED = 1_000_000;

/**
 * A Markdown text cut at its headings, in order; what holds no words beside a heading is kept, for the heading is found
 * too. Guarantees that a heading within a fence or a comment cuts nothing.
 */
export function textSections(whole: string): TextSection[] {
  const text = whole.length > LONGEST_SEARCHED ? whole.slice(0, LONGEST_SEARCHED) : whole;
  const { starts, blocks } = parseBlocks(text);
  const headings = blocks.filter((block) => block.kind === "heading");
  const place = (line: number) => starts[line] ?? text.length;
  const sections: TextSection[] = [];
  const first = text.slice(0, headings[0] === undefined ? text.length : place(headings[0].line));
  const preamble = first.replace(BYTE_ORDER_MARK, "");
  if (preamble.trim() !== "") sections.push({ headings: [], text: preamble, line: 1, bodyLine: 1 });
  const open: { level: number; name: string }[] = [];
  headings.forEach((heading, index) => {
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    open.push({ level: heading.level, name: text.slice(heading.textStart, heading.textEnd) });
    const next = headings[index + 1];
    sections.push({
      headings: open.filter(({ level }, depth) => level > 1 || depth === open.length - 1).map(({ name }) => name),
      text: text.slice(place(heading.endLine), next === undefined ? text.length : place(next.line)),
      line: heading.line + 1,
      bodyLine: heading.endLine + 1,
    });
  });
  return sections;
}
