import { fold } from "@/lib/core/search/tokenise";
import { isCommonWord } from "@/lib/core/text/common-words";

/** What a text says: the words that mean something, each once, and pairs of neighbouring ones as they are written. */
export interface Words {
  terms: ReadonlySet<string>;
  /** By the pair's words in the order of the alphabet, so that "expiry of leases" is "lease expiry". */
  phrases: ReadonlyMap<string, string>;
}

/** Reads a text that is on one line. Neighbours stand in one clause, with one word of grammar between them at most. */
export function readWords(text: string): Words {
  const terms = new Set<string>();
  const phrases = new Map<string, string>();
  let last: { term: string; start: number } | null = null;
  let between = 0;
  let done = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (BREAK.test(text.slice(done, index))) last = null;
    done = index + word.length;
    const term = termOf(word);
    if (term === "") {
      if (++between > REACH) last = null;
      continue;
    }
    terms.add(term);
    if (last !== null && last.term !== term) {
      const key = last.term < term ? `${last.term} ${term}` : `${term} ${last.term}`;
      if (!phrases.has(key)) phrases.set(key, text.slice(last.start, done));
    }
    last = { term, start: index };
    between = 0;
  }
  return { terms, phrases };
}

/** A word as it is compared: in lower case, without a plural's ending or a particle; "" for grammar, numbers and letters. */
function termOf(word: string): string {
  const folded = fold(word);
  if (isCommonWord(folded) || NUMBER.test(folded)) return "";
  const term = folded.replace(ENDING, "");
  return term.length < (LATIN.test(term) ? 3 : 2) ? "" : term;
}

const REACH = 1;

/** A run of letters and digits; `_` belongs to names. */
const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

/** Example: the `; ` between two clauses; a `.` within `limits.ts` is none. */
const BREAK = /[,;:!?()[\]"“”—–→]|\.\s/;

/** Example: `2400`, and `40s`. */
const NUMBER = /^\d+[a-z%]?$/;

const LATIN = /^[a-z0-9]/;

/** Example: the `s` of `leases`, the `를` of `계약서를`. */
const ENDING = /(?<=[a-z]{3})s$|(?<=\p{sc=Hangul}{2})(?:으로|에서|까지|부터|[은는이가을를에의와과도만로])$/u;
