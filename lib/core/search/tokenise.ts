import { distance } from "fastest-levenshtein";
import { stemmer } from "stemmer";

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

/**
 * A title and a text as they are looked in, with how much of it is the title's: their words, folded, each between spaces and in their order;
 * behind them, beside a stroke, the words that identifiers are put together of.
 */
export function wordsToFind(title: string, text: string): { words: string; head: number } {
  const parts = new Set<string>();
  const spoken = (said: string) => {
    const words: string[] = [];
    for (const { 0: word, groups } of said.normalize("NFC").matchAll(WORD)) {
      words.push(fold(word));
      if (groups?.run !== undefined) continue;
      const own = identifierParts(word);
      if (own.length > 1) for (const [part] of own) parts.add(fold(part));
    }
    return words.join(" ");
  };
  const head = ` ${spoken(title)} | `;
  return { words: `${head}${spoken(text)} | ${[...parts].join(" ")} `, head: head.length };
}

/** Beginnings of words that a mask tells apart: those of so many bits, which a number of JavaScript has. */
const BITS = 52;

/**
 * Which beginnings words have, as bits of a number: two characters of each, and each two of a run of Hangul, Han or Kana. What has not all
 * bits of a piece does not have the piece, which is found out sooner than by reading.
 */
export function maskOf(words: string): number {
  let mask = 0n;
  for (const match of words.matchAll(BEGINNINGS)) {
    const [, first = "", second = ""] = match;
    mask |= 1n << BigInt(((first.codePointAt(0) ?? 0) * 31 + (second.codePointAt(0) ?? 0)) % BITS);
  }
  return Number(mask);
}

/** Two characters of a word: its first, of one that is read by the character any. ` lease` has one, `대기열` two. */
const BEGINNINGS = /(?=((?<= )[^ |]|[\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー])([^ |]))/gu;

/** What a word of a query asks for: any of these, of which each piece stands in the words of a line as it is. */
export type Sought = readonly (readonly string[])[];

/** A word of a query as it is sought: by its beginning, one in Hangul, Han or Kana wherever it stands, or as all of its parts. */
export function soughtFor({ whole, parts, syllabic }: QueryWord): Sought {
  // One letter begins too many words to be worth anything.
  if (!syllabic)
    return [
      [whole.length > 1 ? ` ${whole}` : ` ${whole} `],
      ...(parts.length > 0 ? [parts.map((part) => ` ${part}`)] : []),
    ];
  // The last character of a run is no pair; a run of two characters is its only pair.
  return [[whole], ...(parts.length > 2 ? [parts.slice(0, -1)] : [])];
}

/** A word of this many letters is long enough for a typing error, of twice as many for two; shorter ones would match anything. */
const LETTERS_PER_ERROR = 4;
const SYLLABLES_FOR_ERROR = 3;

/** A word as it is sought where nothing has it: with a typing error. `known` are beginnings of words that lines have, with its first letter. */
export function soughtNearly(word: QueryWord, known: readonly string[]): Sought {
  const { whole, syllabic } = word;
  const characters = Array.from(whole);
  if (!syllabic) {
    const errors = Math.min(2, Math.floor(characters.length / LETTERS_PER_ERROR));
    const own = stemmer(whole);
    const near = known.filter((each) => Math.min(distance(each, whole), distance(each, own)) <= errors);
    return [...soughtFor(word), ...near.map((each) => [` ${each}`])];
  }
  if (characters.length < SYLLABLES_FOR_ERROR) return soughtFor(word);
  const without = characters.map((_, at) => [characters.slice(0, at), characters.slice(at + 1)]);
  return [...soughtFor(word), ...without.map((ends) => ends.map((end) => end.join("")).filter((end) => end !== ""))];
}

/** The words of a query one after the other, as a line says them that has them as a phrase; null for a single word. */
export function phraseOf(words: readonly QueryWord[]): string | null {
  const [first] = words;
  if (first === undefined || words.length < 2) return null;
  return (first.syllabic ? "" : " ") + words.map(({ whole }) => whole).join(" ");
}

/** The terms of a text that are what was sought. */
export function termsSought(text: string, sought: readonly Sought[]): Set<string> {
  const begins = (term: string, piece = "") => (piece.startsWith(" ") ? ` ${term} ` : term).startsWith(piece);
  const isPairOf = (term: string, piece: string) => piece.includes(term) && Array.from(term).length === 2;
  const isSought = (term: string) =>
    sought.some(
      ([[whole] = [] as readonly string[], ...others]) =>
        begins(term, whole) ||
        others.flat().some((piece) => (piece.startsWith(" ") ? begins(term, piece) : isPairOf(term, piece))),
    );
  return new Set(tokensOf(text).flatMap(({ term }) => (isSought(term) ? [term] : [])));
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

/** A word as the index holds it, never empty: `Café` → `cafe`. Marks that stand on no letter are kept. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  // Most words are plain: two normalisations each would be most of the work.
  if (PLAIN.test(lower)) return lower;
  return (lower.normalize("NFD").replace(LATIN_MARK, "") || lower).normalize("NFC");
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
