/**
 * The stem under which forms of one word are found together, such as `migrat` for `migrations` and `migrating`, `계약서`
 * for `계약서를`. Rough by intention: it compares words and is never shown. `word` is in lower case and NFC.
 */
export function stemWord(word: string): string {
  return isHangul(word) ? stemKorean(word) : ASCII.test(word) ? stemEnglish(word) : word;
}

/** Example: `migrations`; a word with digits is a name and stays as it is. */
const ASCII = /^[a-z]+$/;

/** Endings of English words and what stands for them, longest first; so many letters must be left. */
const ENDINGS: readonly { ending: string; instead: string; left: number }[] = [
  { ending: "izations", instead: "", left: 4 },
  { ending: "ization", instead: "", left: 4 },
  { ending: "ations", instead: "at", left: 3 },
  { ending: "ation", instead: "at", left: 3 },
  { ending: "ingly", instead: "", left: 3 },
  { ending: "sses", instead: "ss", left: 2 },
  { ending: "ches", instead: "ch", left: 2 },
  { ending: "shes", instead: "sh", left: 2 },
  { ending: "xes", instead: "x", left: 2 },
  { ending: "ions", instead: "", left: 4 },
  { ending: "ies", instead: "y", left: 2 },
  { ending: "ied", instead: "y", left: 2 },
  { ending: "ing", instead: "", left: 3 },
  { ending: "ion", instead: "", left: 4 },
  { ending: "ed", instead: "", left: 3 },
  { ending: "ly", instead: "", left: 3 },
  { ending: "ss", instead: "ss", left: 1 },
  { ending: "us", instead: "us", left: 2 },
  { ending: "is", instead: "is", left: 2 },
  { ending: "es", instead: "", left: 4 },
  { ending: "s", instead: "", left: 3 },
];

function stemEnglish(word: string): string {
  if (word.length < 4) return word;
  let stem = word;
  const rule = ENDINGS.find(({ ending, left }) => word.endsWith(ending) && word.length - ending.length >= left);
  if (rule !== undefined) stem = word.slice(0, -rule.ending.length) + rule.instead;
  if (rule !== undefined && DOUBLED.test(stem)) stem = stem.slice(0, -1);
  return stem.length > 4 && stem.endsWith("e") ? stem.slice(0, -1) : stem;
}

/** Example: the end of `runn`, left of `running`; `ll`, `ss` and `zz` belong to the word. */
const DOUBLED = /([bdgmnprt])\1$/;

/** Particles and verb endings of Korean, longest first, so that the longest that fits is taken off. */
const KOREAN_ENDINGS: readonly string[] = [
  ["으로부터", "에서부터", "되었습니다", "했습니다", "하였습니다", "입니다", "합니다", "됩니다", "있습니다"],
  ["으로서", "으로써", "에서는", "에서도", "에게서", "한테서", "이라는", "이라고", "까지는", "부터는", "하지만"],
  ["되었다", "하였다", "해야", "하면", "하는", "하지", "하기", "하고", "하며", "하여", "해서", "했다", "한다", "했음"],
  ["되는", "되면", "되지", "되고", "되어", "됐다", "된다", "되며", "이다", "였다", "이며", "이나", "라서"],
  ["에서", "에게", "한테", "까지", "부터", "처럼", "보다", "마다", "조차", "마저", "밖에", "으로", "라는", "라고"],
  ["로서", "로써", "에는", "에도", "로는", "로도", "만으로", "함", "됨", "한", "된", "할", "될", "해", "은", "는"],
  ["이", "가", "을", "를", "에", "의", "와", "과", "도", "만", "로", "들"],
]
  .flat()
  .sort((a, b) => b.length - a.length);

/** Two rounds, for a particle may follow a plural or a noun made of a verb; two syllables are always left. */
function stemKorean(word: string): string {
  let stem = word;
  for (let round = 0; round < 2; round++) {
    const ending = KOREAN_ENDINGS.find((each) => stem.endsWith(each) && stem.length - each.length >= 2);
    if (ending === undefined) break;
    stem = stem.slice(0, -ending.length);
  }
  return stem;
}

/** Whether a run of Hangul right behind a word of another script is but its particle, as `로` in `NFC로`. */
export function isParticle(word: string): boolean {
  return KOREAN_ENDINGS.includes(word);
}

/** Whether a word is written in Hangul: by its first sign, for words are of one script. */
export function isHangul(word: string): boolean {
  const code = word.charCodeAt(0);
  return code >= 0xac00 && code <= 0xd7a3;
}
