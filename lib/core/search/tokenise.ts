/** A word, or a piece of one, as it is looked up: `term` is what the index holds, the rest where it stands in the text. */
interface SearchToken {
  term: string;
  /** UTF-16 offsets of the piece in the text. */
  start: number;
  end: number;
}

/** One word of a query: it is found whole, or as all of its parts together. */
export interface QueryWord {
  whole: string;
  /** Pairs of characters of a script without spaces, or the words of an identifier; empty where there are none. */
  parts: string[];
  /** Whether it is written in Hangul, Han or Kana, where two characters are a word already. */
  syllabic: boolean;
}

/** A longer run of Han or Kana is a sentence, not a word: only its pairs are looked up. */
const LONGEST_RUN = 16;

/**
 * A run of a script that is read by the character, such as `재시도` — or any other word, such as `retryQueue2`. No word is that long:
 * megabytes without a space, as of an encoded file, are read in pieces, for which the stack of the regular expression is enough.
 */
const WORD =
  /(?<run>[\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]{1,10000})|(?:(?![\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}\p{M}]){1,10000}/gu;

/** The words of an identifier: `retryQueue` → `retry`, `Queue`; `HTTPServer2` → `HTTP`, `Server`, `2`. */
const IDENTIFIER_PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{L}+/gu;

/** Marks that a Latin letter is typed without as often as with, such as the acute of `café`. */
const LATIN_MARK = /[\u0300-\u036f]/g;

/**
 * Every term of a text with its place, in order. Guarantees places inside the text, and the same terms for a text in
 * NFC and in NFD. Words are folded to lower case without accents; beside a word stand the words it is put together of,
 * and beside a run of Hangul, Han or Kana each pair of its characters, so that what stands within a run is found too.
 */
export function tokensOf(text: string): SearchToken[] {
  const tokens: SearchToken[] = [];
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    const start = match.index;
    if (match.groups?.run !== undefined) addRun(tokens, word, start);
    else addWord(tokens, word, start);
  }
  return tokens;
}

/** The terms of a text, as the index takes them. The text is brought to NFC first. */
export function termsOf(text: string): string[] {
  return tokensOf(text.normalize("NFC")).map((token) => token.term);
}

/** What a query asks for, word by word; the same word twice is asked once. */
export function queryWordsOf(query: string): QueryWord[] {
  const words = new Map<string, QueryWord>();
  for (const match of query.normalize("NFC").matchAll(WORD)) {
    const [word] = match;
    const syllabic = match.groups?.run !== undefined;
    const whole = fold(word);
    const parts = syllabic
      ? pairsOf(word).map((pair) => pair.term)
      : identifierParts(word).map((part) => fold(part[0]));
    if (!words.has(whole)) words.set(whole, { whole, parts: parts.length > 1 ? parts : [], syllabic });
  }
  return [...words.values()];
}

/** Finds the words of a query as one phrase: one after the other, nothing but space and signs between. Null for a single word. */
export function phraseOf(words: readonly QueryWord[]): RegExp | null {
  if (words.length < 2) return null;
  // Words hold letters, digits and marks alone, so none of their characters means anything in a pattern.
  const between = String.raw`[^\p{L}\p{N}\p{M}]+`;
  return new RegExp(String.raw`(?<![\p{L}\p{N}\p{M}])${words.map(({ whole }) => whole).join(between)}`, "iu");
}

/** A word as the index holds it, never empty: `Café` → `cafe`. Marks that stand on no letter are kept. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  // Most words are plain: two normalisations each would be most of the work.
  if (PLAIN.test(lower)) return lower;
  return (lower.normalize("NFD").replace(LATIN_MARK, "") || lower).normalize("NFC");
}

/** A text as `phraseOf` is matched against it: its words are those that the index holds. */
export function foldText(text: string): string {
  return isAscii(text) ? text : fold(text);
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}

/** `retry2` */
const PLAIN = /^[a-z0-9]*$/;

function addWord(tokens: SearchToken[], word: string, start: number): void {
  tokens.push({ term: fold(word), start, end: start + word.length });
  const parts = identifierParts(word);
  if (parts.length < 2) return;
  for (const part of parts) {
    if (part[0].length < 2) continue;
    tokens.push({ term: fold(part[0]), start: start + part.index, end: start + part.index + part[0].length });
  }
}

function identifierParts(word: string): RegExpExecArray[] {
  return [...word.matchAll(IDENTIFIER_PART)].filter(([part]) => part.length > 1 || word.length === 1);
}

function addRun(tokens: SearchToken[], run: string, start: number): void {
  if (run.length <= LONGEST_RUN) tokens.push({ term: run, start, end: start + run.length });
  for (const pair of pairsOf(run)) {
    if (pair.term !== run) tokens.push({ term: pair.term, start: start + pair.start, end: start + pair.end });
  }
}

/** The pairs of a run and its last character alone: what begins with a character is then found wherever it stands. */
function pairsOf(run: string): SearchToken[] {
  const characters = Array.from(run);
  const pairs: SearchToken[] = [];
  let at = 0;
  characters.forEach((character, index) => {
    const term = character + (characters[index + 1] ?? "");
    pairs.push({ term, start: at, end: at + term.length });
    at += character.length;
  });
  return pairs;
}

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
