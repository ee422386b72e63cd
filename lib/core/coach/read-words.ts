import { isStopWord } from "@/lib/core/coach/stop-words";
import { isHangul, isParticle, stemWord } from "@/lib/core/coach/stem-word";

/** The words of a text that mean something, in order, as lists of the same length: memories have a great many of them. */
export interface Words {
  stems: string[];
  /** UTF-16 offsets in the text. */
  starts: number[];
  ends: number[];
  /** Whether a word and the next one are neighbours: in one clause, with one word of grammar between them at most. */
  joined: boolean[];
}

/**
 * The words of a text that mean something: without stop words and bare numbers, every script by its own rules. Korean
 * words lose their particles, Chinese and Japanese are read in pairs of signs. Offsets are those of `text`, which is
 * expected in NFC.
 */
export function readWords(text: string): Words {
  const words: Words = { stems: [], starts: [], ends: [], joined: [] };
  let between = 0;
  let done = 0;
  const add = (stem: string, start: number, end: number) => {
    if (words.stems.length > 0) words.joined.push(between <= REACH);
    words.stems.push(stem);
    words.starts.push(start);
    words.ends.push(end);
    between = 0;
  };
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match !== null; match = WORD.exec(text)) {
    const [raw] = match;
    const start = match.index;
    if (start > done + 1 && BREAK.test(text.slice(done, start))) between = REACH + 1;
    const follows = start === done && start > 0;
    done = start + raw.length;
    if (HAN.test(raw)) {
      for (let at = 0; at + 1 < raw.length; at++) add(raw.slice(at, at + 2), start + at, start + at + 2);
      continue;
    }
    const lower = raw.toLowerCase();
    if (follows && isParticle(lower)) continue;
    const stem = tellingStem(lower);
    if (stem === "") between++;
    // A Korean word is shown without its particle; what is taken off elsewhere is part of the word as it is read.
    else add(stem, start, isHangul(stem) ? start + stem.length : done);
  }
  if (words.stems.length > 0) words.joined.push(false);
  return words;
}

/** The stem of a word that means something; "" for a stop word, a number and what is too short to tell. */
function tellingStem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const found = stemWord(word);
  const tells = found.length >= (isLatin(word) ? 3 : 2) && !NUMBER.test(found) && !isStopWord(found);
  // A vocabulary is finite, what is pasted into memories is not.
  if (stems.size > 50_000) stems.clear();
  stems.set(word, tells ? found : "");
  return tells ? found : "";
}

/** Words are read again and again; their stems are found once. */
const stems = new Map<string, string>();

/** So many words of grammar may stand between two that make a phrase: the "of" in "expiry of leases". */
const REACH = 1;

/** A run of one script: `lease` and `90` apart from `을`, Han and kana apart from both; `_` belongs to names. */
const WORD = /\p{Script=Hangul}+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[a-z0-9_\u00c0-\u1fff]+/giu;

/** Example: `会議`. */
const HAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Example: the `; ` between two clauses; a `.` within `limits.ts` is none. */
const BREAK = /[,;:!?()[\]"“”—–→\n]|\.\s/;

/** Example: `2400`, and `40s`. */
const NUMBER = /^\d+[a-z%]?$/;

function isLatin(word: string): boolean {
  return word.charCodeAt(0) < 0x250;
}
