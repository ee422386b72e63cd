/** What a text is about: what it names, the numbers it gives, and the words it says it in. */
export interface Marks {
  /** Paths, identifiers, code and quoted words; in lower case, a file without its folders. */
  names: ReadonlySet<string>;
  /** Names of one letter, in quotes: tenant 't'. */
  letters: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
  /** Beginnings of the words that carry its meaning. They count only between texts that name the same. */
  words: ReadonlySet<string>;
}

/** What counts for neither: items, versions of the context, roles, dates and times of day. */
const ASIDE =
  /\b[0-9a-f]{12}(?:-\d+)?\b|\b[0-9a-f]{16}\b|\bGC-v\d+|\b[a-z]+(?:-[a-z]+)*-\d{1,3}\b|\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?|\b\d{1,2}:\d\d(?::\d\d)?\b/gi; // 3f9a1c07be42, GC-v3, tester-1, 2026-02-09, 21:55

const NAMES = [
  /`[^`\n]{1,60}`/g, // `npm test`
  /(?<![\w])(?:'[^'\s]{1,40}'|"[^"\s]{1,40}")/g, // 't:acme'
  /(?:@?[\w.-]+)?(?:\/[\w.{}*-]+)+\/?/g, // vendor/kv.min.js, /v1/check
  /\b[\w-]+(?:\.[\w-]+)*\.(?:[cm]?[jt]sx?|json|jsonl|md|ya?ml|toml|css|html|sql|sh|py|go|rs|java|kt|prisma|lock|env|txt|csv|xml)\b/gi, // limiter.js
  /\b[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+/g, // Object.hasOwn
  /(?<![\w.$])[A-Za-z_$][\w$]*(?=\()/g, // now(
  /\b[a-z$_]+[a-z0-9]*[A-Z][\w$]*/g, // retryAfter
  /\b[A-Z][a-z0-9]+[A-Z][\w$]*/g, // LedgerBatch
  /\b\w*[A-Za-z0-9]_\w+/g, // MAX_BODY
  /__\w+__/g, // __proto__
  /(?<![\w-])--[a-z][\w-]+/g, // --wait
  /\bv?\d+\.\d+\.\d+\b/g, // v20.20.2
];

const NUMBERS = /(?<![\w.§-])(?:\d{1,3}(?:[,_]\d{3})*[,_]000\b|\d+(?:\.\d+)*)/g; // 600,000 1.3 400

/** The names that a text has, and those of one letter; `within` is the text as they are looked for. */
export function namesOf(text: string): Pick<Marks, "names" | "letters"> & { within: string } {
  const within = text.normalize("NFC").replace(ASIDE, " ");
  const names = new Set<string>();
  const letters = new Set<string>();
  for (const pattern of NAMES) {
    for (const [found] of within.matchAll(pattern)) {
      const name = plain(found);
      if (name.length === 1 && /^[`'"]/.test(found) && /[a-z]/.test(name)) letters.add(name);
      if (name.length > 1 && /[a-z0-9]/.test(name) && !PROSE.has(name)) names.add(name);
    }
  }
  return { names, letters, within };
}

export function marksOf(text: string): Marks {
  const { names, letters, within } = namesOf(text);
  const numbers = new Set<string>();
  for (const [found] of within.matchAll(NUMBERS)) {
    const number = found.replace(/[,_]/g, "");
    // Small counts are said of everything, and a version is a name.
    if ((number.length > 1 || number > "3") && !/\.\d+\./.test(number)) numbers.add(number);
  }
  return { names, letters, numbers, words: wordsOf(within) };
}

/** As much of a word as its forms have in common: `drop` of `drops`, `secon` of `seconds`. */
const STEM = 5;

/** A text without what it names. */
export function proseOf(text: string): string {
  return NAMES.reduce((rest, pattern) => rest.replaceAll(pattern, " "), text);
}

function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  // A name says what it is about, whatever is said of it.
  for (const [found] of proseOf(text)
    .toLowerCase()
    .matchAll(/\p{L}{2,}/gu)) {
    if (!isCommonWord(found)) words.add(found.replace(/(?<=.{3})s$/, "").slice(0, STEM));
  }
  return words;
}

/** Words of every sentence, which say nothing of its subject; those that deny are left out, for they change what is said. */
const COMMON = new Set(
  (
    "a about after all also an and any are as at be because been before being both but by can could did do does done each " +
    "every for from had has have how if in into is it its itself just many may more most much must of off on once only or " +
    "other our out over own same should so some still such than that the their them then there these they this those to too " +
    "under until up use used using very was we were what when where whether which while who why will with would you your " +
    "그리고 그러나 그래서 하지만 또는 때문 경우 모든 이것 그것 우리 대한 위해 통해 따라"
  ).split(" "),
);

/** Whether a word, in lower case, is grammar that any sentence may have. */
export function isCommonWord(word: string): boolean {
  return COMMON.has(word);
}

/** Abbreviations that look like code. */
const PROSE = new Set(["e.g", "i.e", "and/or", "a.m", "p.m", "n/a", "w/o", "vs", "github", "javascript", "typescript"]);

/** One spelling for a name: without quotes and the call's brackets, a file without its folders, in lower case. */
function plain(found: string): string {
  const bare = found.replace(/^[`'"]+|[`'"]+$/g, "").replace(/\(.*$/, "");
  const file = /[^/]+\.[a-z]{1,6}$/i.exec(bare)?.[0] ?? bare; // limiter.js of src/limiter.js
  return file.replace(/^v(?=\d)|[.,:;]+$/g, "").toLowerCase();
}
