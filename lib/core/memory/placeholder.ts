/**
 * Whether a line only says that nothing is there yet, such as `(awaiting spawn)` or `- (pending)`. Anything a reader
 * could miss if it went is none. Source: real team memories.
 */
export function isPlaceholder(line: string): boolean {
  if (!START.test(line)) return false;
  const words = line
    .trim()
    .replace(/^[-*+]\s+/, "")
    .replace(/^[*_]{1,3}(.*?)[*_]{1,3}$/, "$1")
    .trim();
  if (words === "..." || words === "…") return true;
  const inside = PARENTHESIS.exec(words)?.[1];
  return inside !== undefined && EMPTY_WORDS.test(inside);
}

/** Example: `- _(` of `- _(pending)_`. */
const START = /^\s*(?:[-*+]\s+)?[*_]{0,3}[(（.…]/;

/** Example: `(awaiting spawn)`. Eighty units, as a longer remark is more than a placeholder. */
const PARENTHESIS = /^[(（]([^()（）]{1,80})[)）]$/;

/** Example: `pending`, `no entries yet`, `아직 없음`. */
const EMPTY_WORDS =
  /^(?:await|pending|wait|none\b|empty|tbd\b|todo\b|n\/a|not (?:yet|started|spawned)|no\b.*\b(?:yet|items?|entries|findings)|nothing|to be\b|will be\b|reserved|placeholder|unassigned)|\byet$|대기|없음|미정|예정|아직|비어/i;
