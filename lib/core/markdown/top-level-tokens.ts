import MarkdownIt, { type StateBlock, type Token } from "markdown-it";

// Only the block rules are ever run: the inline rules cost twenty times as much and tell nothing about structure. Made when a text
// is read first: a hook that reads none pays nothing for it.
let made: InstanceType<typeof MarkdownIt> | undefined;

/** A list longer than this is read in parts. Lines. */
export const LIST_LINES = 200;

/**
 * The parser's tokens of a text with LF as its only line end, a block of the top level at a time. A long list comes as several, cut
 * before items of its own. The tokens of one turn are gone at the next.
 */
export function* topLevelTokens(source: string, listLines: number): Generator<readonly Token[], void> {
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

/** Whether a line begins as an item of a list does. */
function isItem({ src, bMarks, tShift, eMarks, sCount }: StateBlock, line: number): boolean {
  if ((sCount[line] ?? 0) > 3) return false;
  const text = src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]);
  return ITEM.test(text) && !RULE.test(text);
}

/** Example: `- a`, `12) b`, or `-` alone. */
const ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/** Example: `- - -`. */
const RULE = /^(?:[-][- \t]*|[*][* \t]*)$/;
