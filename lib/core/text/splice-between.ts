import type { TextRange } from "@/lib/core/text/find-text";
import type { Splice } from "@/lib/core/text/splice";

/**
 * The smallest splice that makes the text of a range read `replacement`; null when it does already. Where the two differ
 * in nothing but LF and CRLF, the line end that stands there is kept.
 */
export function spliceBetween(text: string, range: TextRange, replacement: string): Splice | null {
  let { start, end } = range;
  let from = 0;
  let to = replacement.length;
  for (;;) {
    const old = unitAt(text, start, end);
    const now = unitAt(replacement, from, to);
    if (old === "" || now === "" || !same(old, now)) break;
    start += old.length;
    from += now.length;
  }
  for (;;) {
    const old = unitBefore(text, start, end);
    const now = unitBefore(replacement, from, to);
    if (old === "" || now === "" || !same(old, now)) break;
    end -= old.length;
    to -= now.length;
  }
  if (start === end && from === to) return null;
  const between = replacement.slice(from, to);
  // A lone CR and an LF that come to stand side by side would become one line end.
  const joins = end < range.end && text[end] === "\n" && (text.slice(range.start, start) + between).endsWith("\r");
  return joins ? { ...range, text: replacement } : { start, end, text: between };
}

/** The code unit at `at`, or a whole CRLF. */
function unitAt(text: string, at: number, end: number): string {
  if (at >= end) return "";
  return text[at] === "\r" && at + 1 < end && text[at + 1] === "\n" ? "\r\n" : (text[at] as string);
}

function unitBefore(text: string, start: number, at: number): string {
  if (at <= start) return "";
  return text[at - 1] === "\n" && at - 2 >= start && text[at - 2] === "\r" ? "\r\n" : (text[at - 1] as string);
}

function same(a: string, b: string): boolean {
  return a === b || (a === "\r\n" && b === "\n") || (a === "\n" && b === "\r\n");
}
