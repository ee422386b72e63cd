/** What a change of part of a text is written with: the text as it is now, whole, and what went from it or came to it. */
export interface WholeChange {
  fresh: string;
  /** Words that gave way to others, or were taken out; null where words were only put in. */
  was: string | null;
  /** Words that were put in between others; null where some gave way. */
  added: string | null;
}

const MARK = /^(.*) \((was|new): (.*)\)$/s; // matches "Ship it by May (was: April)"

/** Reads `new text (was: old words)` or `new text (new: words)`; null for anything else. */
export function readWholeChange(payload: string): WholeChange | null {
  const match = MARK.exec(payload);
  const [, fresh, mark, words] = match ?? [];
  if (fresh === undefined || words === undefined || words === "") return null;
  return mark === "was" ? { fresh, was: words, added: null } : { fresh, was: null, added: words };
}

/** The change of one text to another written so, by whole words; null where nothing of it stayed. */
export function writeWholeChange(old: string, fresh: string): string | null {
  const limit = Math.min(old.length, fresh.length);
  let from = 0;
  while (from < limit && old[from] === fresh[from]) from++;
  let back = 0;
  while (back < limit - from && old[old.length - 1 - back] === fresh[fresh.length - 1 - back]) back++;
  from = old.lastIndexOf(" ", from - 1) + 1;
  while (back > 0 && old[old.length - back] !== " ") back--;
  if (from === 0 && back === 0) return null;
  const was = old.slice(from, Math.max(from, old.length - back)).trim();
  const added = fresh.slice(from, Math.max(from, fresh.length - back)).trim();
  if (was !== "") return `${fresh} (was: ${was})`;
  return added === "" ? null : `${fresh} (new: ${added})`;
}

/** True when a text is what the whole new one says it was. */
export function isBefore(text: string, { fresh, was, added }: WholeChange): boolean {
  if (text === fresh) return false;
  const variants = (words: string): string[] => [words, `${words} `, ` ${words}`];
  return was === null
    ? added !== null && variants(added).some((words) => differsBy(fresh, text, words))
    : variants(was).some((words) => differsBy(text, fresh, words));
}

/** True when taking `words` out of `longer` at one place, and putting anything there, gives `other`. */
function differsBy(longer: string, other: string, words: string): boolean {
  const kept = longer.length - words.length;
  if (kept < 0 || kept > other.length) return false;
  const limit = Math.min(longer.length, other.length);
  let prefix = 0;
  while (prefix < limit && longer[prefix] === other[prefix]) prefix++;
  let suffix = 0;
  while (suffix < limit && longer[longer.length - 1 - suffix] === other[other.length - 1 - suffix]) suffix++;
  for (let at = Math.max(0, kept - suffix); at <= Math.min(prefix, kept); at++) {
    if (longer.startsWith(words, at)) return true;
  }
  return false;
}
