import type { OtherBlock } from "@/lib/core/markdown/blocks";
import { splitLines } from "@/lib/core/text/lines";

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
