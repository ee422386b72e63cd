import { BYTE_ORDER_MARK } from "@/lib/core/markdown/blocks";

/** Frontmatter at the very start, its two fences included: `---`, lines, `---`. */
const FRONTMATTER = /^---[ \t]*\r?\n(?:.*\r?\n)*?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/**
 * The text with its frontmatter made empty lines, for CommonMark reads it as a rule and a heading. Guarantees the same
 * number of lines; a text without frontmatter is as it was.
 */
export function blankFrontmatter(text: string): string {
  const start = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const found = FRONTMATTER.exec(text.slice(start))?.[0];
  if (found === undefined) return text;
  return found.replace(/[^\r\n]+/g, "") + text.slice(start + found.length); // version: GC-v3
}
