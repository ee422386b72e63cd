import { greatest } from "@/lib/core/lists";
import { foldCase } from "@/lib/core/text/fold-case";

/** Whether a keyword stands in a topic. */
export type KeywordMatcher = (keyword: string) => boolean;

/**
 * A matcher over one topic. A keyword matches as whole words, whatever its case and whichever form its characters have (NFC,
 * NFD); between the words of a keyword any white space may stand. A Korean word is whole with its particle, too: `로그`
 * stands in `로그를` and not in `로그인`. Source: knowledge §2, formats §3.
 */
export function keywordMatcher(topic: string): KeywordMatcher {
  const text = foldCase(topic);
  return (keyword) => {
    const wanted = foldCase(keyword);
    if (wanted === "") return false;
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
      if (beginsWord(text, at) && endsWord(text, at + wanted.length)) return true;
    }
    return false;
  };
}

function beginsWord(text: string, at: number): boolean {
  return at === 0 || !WORD.test(characterAt(text, at)) || !WORD.test(characterBefore(text, at));
}

function endsWord(text: string, end: number): boolean {
  if (end >= text.length || !WORD.test(characterBefore(text, end)) || !WORD.test(characterAt(text, end))) return true;
  return HANGUL.test(characterBefore(text, end)) && PARTICLE.test(text.slice(end, end + LONGEST_PARTICLE + 1));
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

/** The whole character that ends before `at`, one of two UTF-16 units included. */
function characterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff ? text.slice(at - 2, at) : text.slice(at - 1, at);
}

/** Example: `e`, `é`, `송`, `7`, `_`. */
const WORD = /^[\p{L}\p{M}\p{N}_]$/u;

/** Example: `송`. */
const HANGUL = /^\p{Script=Hangul}$/u;

/** Particles that are written onto a noun without a space. Longer ones first, so that `에서` is not read as `에`. */
const PARTICLES = [
  ["으로부터", "에서부터", "이라도", "이라고", "이라는", "에게서", "으로서", "으로써", "에서는", "에서도", "으로는"],
  [
    "까지",
    "부터",
    "에서",
    "에게",
    "에는",
    "에도",
    "으로",
    "로서",
    "로써",
    "로는",
    "처럼",
    "보다",
    "마다",
    "조차",
    "마저",
    "밖에",
  ],
  ["하고", "이나", "이란", "이랑", "라도", "라고", "라는", "만을", "만의", "과의", "와의", "들을", "들이", "들의"],
  ["을", "를", "이", "가", "은", "는", "의", "에", "로", "와", "과", "도", "만", "들", "나", "란", "랑"],
].flat();

const LONGEST_PARTICLE = greatest(PARTICLES.map((particle) => particle.length));

/** Example: `를` at the end of a word, as in `로그를`. */
const PARTICLE = new RegExp(`^(?:${PARTICLES.join("|")})(?![\\p{L}\\p{M}\\p{N}_])`, "u");
