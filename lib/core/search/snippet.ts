import { fold, tokensOf, type QueryWord, type SearchToken } from "@/lib/core/search/tokenise";

/** A piece of a text around what was found in it. */
export interface Snippet {
  text: string;
  /** What was found, as half-open UTF-16 ranges of `text`, in order and apart from each other. */
  matches: { start: number; end: number }[];
  /** Lines of the whole text before the first match. */
  line: number;
}

/** About two lines of a list of results. */
const LENGTH = 180;
/** So much is shown before the first match. */
const LEAD = 40;

/**
 * The piece of the text in which most of the terms stand, on one line. Guarantees ranges inside the snippet whose text
 * occurs in the text itself; the beginning where nothing of it matches. `terms` are the index's terms that matched.
 */
export function snippetOf(text: string, terms: ReadonlySet<string>, words: readonly QueryWord[]): Snippet {
  const hits = matchedTokens(text, terms, words);
  const from = Math.max(0, bestStart(hits) - LEAD);
  const start = from === 0 ? 0 : afterBreak(text, from);
  const end = Math.min(text.length, start + LENGTH);
  const shown = text.slice(start, end).replace(/\s/g, " "); // a line end
  const before = start > 0 ? "…" : "";
  const ranges = hits
    .filter((hit) => hit.start >= start && hit.end <= end)
    .map((hit) => narrow(text, hit, words))
    .map((hit) => ({ start: hit.start - start + before.length, end: hit.end - start + before.length }));
  const first = hits.find((hit) => hit.start >= start);
  return {
    text: `${before}${wellFormed(shown)}${end < text.length ? "…" : ""}`,
    matches: joined(ranges),
    line: countLineEnds(text, first?.start ?? 0),
  };
}

/** Where what matched is highlighted in a short text, such as a title. */
export function rangesIn(text: string, terms: ReadonlySet<string>, words: readonly QueryWord[]): Snippet["matches"] {
  return joined(matchedTokens(text, terms, words).map((token) => narrow(text, token, words)));
}

/**
 * What of a text matched. A pair of characters of a longer word counts only where that word stands, unless it stands nowhere in the
 * text: then the pairs themselves are what was found.
 */
function matchedTokens(text: string, terms: ReadonlySet<string>, words: readonly QueryWord[]): SearchToken[] {
  const tokens = tokensOf(text).filter((token) => terms.has(token.term));
  const runs = words.filter(({ syllabic, parts }) => syllabic && parts.length > 0);
  if (runs.length === 0) return tokens;
  const isWithin = ({ start, end }: SearchToken) =>
    runs.some(({ whole }) => {
      const at = text.indexOf(whole, Math.max(0, end - whole.length));
      return at >= 0 && at <= start;
    });
  const isPair = ({ term }: SearchToken) =>
    runs.some(({ whole, parts }) => term !== whole && parts.includes(term)) &&
    !words.some(({ whole, parts }) => parts.length === 0 && term.startsWith(whole));
  const kept = tokens.filter((token) => !isPair(token) || isWithin(token));
  return kept.length > 0 ? kept : tokens;
}

/** Where the stretch begins that holds the most different terms; the earliest of several. */
function bestStart(hits: readonly SearchToken[]): number {
  let best = { start: 0, terms: 0 };
  for (let index = 0; index < hits.length && index < MOST_HITS; index++) {
    const { start } = hits[index] as SearchToken;
    const seen = new Set<string>();
    for (let next = index; next < hits.length; next++) {
      const hit = hits[next] as SearchToken;
      if (hit.end > start + LENGTH - LEAD) break;
      seen.add(hit.term);
    }
    if (seen.size > best.terms) best = { start, terms: seen.size };
  }
  return best.start;
}

/** In a text where a word stands more often than this, any of its places will do. */
const MOST_HITS = 400;

/** Of a word that only begins as the query says, that beginning. */
function narrow(text: string, hit: SearchToken, words: readonly QueryWord[]): { start: number; end: number } {
  const typed = words.find(({ whole }) => hit.term.startsWith(whole) && hit.term !== whole);
  if (typed === undefined) return hit;
  const end = hit.start + typed.whole.length;
  // Folding may change how long a word is; then the word is shown whole.
  return fold(text.slice(hit.start, end)) === typed.whole ? { start: hit.start, end } : hit;
}

function joined(ranges: { start: number; end: number }[]): Snippet["matches"] {
  const result: Snippet["matches"] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1);
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else result.push({ start: range.start, end: range.end });
  }
  return result;
}

/** The first place after a space from here on, if there is one soon; else here. */
function afterBreak(text: string, from: number): number {
  const space = text.slice(from, from + LEAD).search(/\s/); // a space
  const start = space < 0 ? from : from + space + 1;
  return isLowSurrogate(text, start) ? start + 1 : start;
}

/** A cut may have parted a pair of surrogates. */
function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function countLineEnds(text: string, until: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < until; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
