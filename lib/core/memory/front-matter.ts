import { BYTE_ORDER_MARK } from "@/lib/core/markdown/blocks";

/** What stands between two lines of `---` at the very start of a file. */
export interface FrontMatter {
  /** Lines of the file that it takes, its two fences included. */
  lines: number;
  /** Its unindented `key: value` lines, in order. */
  entries: { key: string; value: string }[];
}

/**
 * The front matter of a team memory; null for a text that has none. It must look like YAML from its first line to its
 * last: a rule that begins a file, with prose or a heading behind it, swallows nothing.
 */
export function readFrontMatter(text: string): FrontMatter | null {
  const start = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const found = FRONT_MATTER.exec(text.slice(start, start + LONGEST));
  if (found === null) return null;
  const inside = (found[1] ?? "").split(LINE_END).slice(0, -1);
  const entries = inside.flatMap((line) => {
    const [, key, value = ""] = ENTRY.exec(line) ?? [];
    return key === undefined ? [] : [{ key, value: value.replace(/^(["'])(.*)\1$/, "$2") }];
  });
  return entries.length === 0 ? null : { lines: inside.length + 2, entries };
}

/** Longer ones are no metadata of a memory. */
const LONGEST = 20_000;

const LINE_END = /\r\n|\r|\n/;

/** Example: `---`, `version: gc-v3`, `  - nested`, `# remark`, `---`. A blank line, a heading or prose ends it unread. */
const FRONT_MATTER =
  /^---[ \t]*(?:\r\n|\r|\n)((?:(?:[\w.-]+[ \t]*:(?:[ \t][^\r\n]*)?|[ \t]+[^\r\n]+|- [^\r\n]*|#[ \t][^\r\n]*)(?:\r\n|\r|\n))+)(?:---|\.\.\.)[ \t]*(?:[\r\n]|$)/;

/** Example: `version: gc-v3`. */
const ENTRY = /^([\w.-]+)[ \t]*:(?:[ \t]+(.*?))?[ \t]*$/;
