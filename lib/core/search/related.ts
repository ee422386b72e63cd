import { stemmer } from "stemmer";
import { addTo, greatest, keepNewest } from "@/lib/core/lists";
import { clip } from "@/lib/core/text/clip";
import { isCommonWord, namesOf, proseOf } from "@/lib/core/text/marks";
import { meaningsOf } from "@/lib/core/search/meanings";
import { queryWordsOf } from "@/lib/core/search/tokenise";

/** Terms that a text is looked for by; the rarest are taken. */
export const MOST_TERMS = 24;

/** In more lines than this a term says nothing of a subject: it is not followed, and counts no further. */
export const COMMON_FROM = 120;

/** What a term says of a subject beside a name, a word or a number, which count 1. */
const WEIGHTS = { part: 0.8, ofFile: 0.3, pair: 0.5, phrase: 0.5 };

/** Of a longer text, its beginning says what it is about. UTF-16 units. */
const LONGEST = 4_000;

/** What is longer nobody writes a second time; and a database that would refuse it keeps no line from being written. UTF-16 units. */
const LONGEST_TERM = 100;

/** Endings of files, which say nothing of what is in them. */
const FILES = new Set(
  "ts tsx js jsx mjs cjs py go rs kt java c h cpp sql json yaml yml md toml sh css html swift rb php tf proto".split(
    " ",
  ),
);

/** Endings of Korean verbs, and particles of nouns; what stands before them is the word. */
const VERB_ENDING =
  /(?:했습니다|합니다|됩니다|었습니다|았습니다|습니다|입니다|됐습니다|하지|하면|해도|하고|해서|하는|한다|된다|되면|되는|되지|해야|하세요|인데|이에요|예요|어요|아요|해요|네요)$/;
const PARTICLE =
  /(?:으로는|에서는|에서도|까지만|이라서|라서|에서|으로|까지|부터|에게|한테|보다|처럼|마다|이나|이랑|랑|은|는|이|가|을|를|에|의|도|로|와|과|만|요|고)$/;

/** What a term says of a subject, and in which word of the text it stands, by a number: what one word says counts once. */
interface Said {
  weight: number;
  word: number;
}

/** The terms of a text, each once. */
export type Subject = ReadonlyMap<string, Said>;

/**
 * What a text is about, as the index holds it: each term once, with what it weighs. A name (a path, an identifier, what is quoted)
 * stands whole and as the words it is made of, a word by its stem and what that stands for, a word in Hangul, Han or Kana whole and by each
 * pair of its characters, a number by itself, and neighbours together. The first letter tells them apart, so that no word is taken for a name.
 */
export function subjectOf(text: string): Subject {
  const known = recent.get(text);
  if (known !== undefined) return known;
  const subject = termsOf(text);
  keepNewest(recent, text, subject, RECENT);
  return subject;
}

/** What was written last is put into the index, and looked for, right after one another. */
const recent = new Map<string, Subject>();
const RECENT = 32;

function termsOf(text: string): Subject {
  const terms = new Map<string, Said>();
  let word = 0;
  const add = (term: string, weight: number) => {
    if (term.length > LONGEST_TERM || /\p{Cc}/u.test(term) || (terms.get(term)?.weight ?? 0) >= weight) return;
    terms.set(term, { weight, word });
  };
  const addName = (name: string) => {
    word++;
    add(`=${name}`, 1);
  };
  const addWord = (said: string, weight: number): string[] => {
    if (said.length < 2 || /^\d+$/.test(said) || isCommonWord(said) || FILES.has(said)) return [];
    word++;
    const stem = stemmer(said);
    for (const term of [`~${stem}`, ...meaningsOf(stem)]) add(term, weight);
    return [stem];
  };
  const whole = text.slice(0, LONGEST).normalize("NFC");
  const { names } = namesOf(whole);
  for (const name of names) addName(name);
  const prose = queryWordsOf(proseOf(whole));
  const said = new Set(prose.map((each) => each.whole));
  for (const { whole: name, parts, syllabic } of queryWordsOf(whole)) {
    if (syllabic || said.has(name)) continue;
    if (parts.length > 0) addName(name);
    const isOfFile = [...names].some((each) => /[./]/.test(each) && each.includes(name));
    for (const part of parts.length > 0 ? parts : [name]) addWord(part, isOfFile ? WEIGHTS.ofFile : WEIGHTS.part);
  }
  const spoken = prose.flatMap(({ whole: each, parts, syllabic }): string[] => {
    word++;
    if (syllabic) return addRun(add, each);
    if (/^\d+$/.test(each)) {
      if (each.length > 1) add(`#${each}`, 1);
      return [];
    }
    if (parts.length === 0) return addWord(each, 1);
    addName(each);
    for (const part of parts) addWord(part, WEIGHTS.part);
    return [];
  });
  for (const [index, each] of spoken.entries()) {
    const pair = [spoken[index - 1] ?? each, each].sort();
    word++;
    if (pair[0] !== pair[1]) add(`&${pair.join(" ")}`, WEIGHTS.phrase);
  }
  return terms;
}

/** A word of a script that is read by the character; answers its beginning, by which its neighbours know it. */
function addRun(add: (term: string, weight: number) => void, run: string): string[] {
  const stem = shortestOf(shortestOf(run, VERB_ENDING), PARTICLE);
  for (const meaning of [run, stem].flatMap(meaningsOf)) add(meaning, 1);
  const characters = Array.from(stem);
  if (characters.length < 2 || isCommonWord(run) || isCommonWord(stem)) return [];
  add(`~${stem}`, 1);
  const pairs = characters.slice(1).map((character, at) => (characters[at] ?? "") + character);
  for (const [at, pair] of pairs.entries()) {
    for (const term of [`~${pair}`, ...meaningsOf(pair)]) add(term, at === 0 ? 1 : WEIGHTS.pair);
  }
  return pairs.slice(0, 1);
}

/** A word without its ending, where at least two characters are left. */
function shortestOf(word: string, ending: RegExp): string {
  const bare = word.replace(ending, "");
  return Array.from(bare).length < 2 ? word : bare;
}

/** Lines that a text may be related to are at least so many, as it were: among three lines, every word would be common. */
const LEAST_LINES = 300;

/** A name that stands in so few lines is what they are about, which counts beside its weight. */
const RARE_NAME = 10;
const FOR_RARE_NAME = 3;

/** A term to look for, with what a line that holds it gains, and the word of the text in which it stands. */
export interface WantedTerm {
  term: string;
  gain: number;
  word: number;
}

/**
 * The terms that tell most of a text among `lines` lines, where `countOf` says in how many of them a term stands. What is in none or in too
 * many is left out.
 */
export function wantedTerms(subject: Subject, countOf: (term: string) => number, lines: number): WantedTerm[] {
  return [...subject]
    .flatMap(([term, { weight, word }]): WantedTerm[] => {
      const count = countOf(term);
      if (count === 0 || count >= COMMON_FROM) return [];
      const rarity = Math.log(1 + (Math.max(lines, LEAST_LINES) - count + 0.5) / (count + 0.5));
      const ofName = term.startsWith("=") && count <= RARE_NAME ? FOR_RARE_NAME : 0;
      return [{ term, gain: weight * rarity + ofName, word }];
    })
    .sort((a, b) => b.gain - a.gain)
    .slice(0, MOST_TERMS);
}

/** A line that holds some of the terms: what it gained by them, in how many words of the text they stand, and how many terms it has. */
export interface Candidate {
  gained: number;
  shared: number;
  size: number;
}

/** Of what the terms of one word gain, the most counts whole, and so much of the others. */
const BESIDE_MOST = 0.25;

/** What a line gains by the terms that it holds: one word may be found by its stem, its meaning and its pairs of syllables. */
export function gainOf(held: readonly WantedTerm[]): Pick<Candidate, "gained" | "shared"> {
  const words = new Map<number, WantedTerm[]>();
  for (const term of held) addTo(words, term.word, term);
  const gains = [...words.values()].map((terms) => {
    const most = greatest(terms.map(({ gain }) => gain));
    return most + BESIDE_MOST * (terms.reduce((sum, { gain }) => sum + gain, 0) - most);
  });
  return { gained: gains.reduce((sum, gain) => sum + gain, 0), shared: words.size };
}

/** Two words side by side. No index has them: lines that hold both words are looked at for it. */
export const isPhrase = (term: string): boolean => term.startsWith("&");

/** What stands side by side counts as what stands in so few lines. */
const PHRASE_LINES = 5;

/** A line that shares words with a text, and what it gains by them where `has` says which of the text's phrases it holds. */
interface Sharer<Line> {
  line: Line;
  gainWith: (has: (phrase: string) => boolean) => Pick<Candidate, "gained" | "shared">;
}

/** The lines among `lines` that share so many words of a text, those with most terms first, where `holding` says which hold a term of it. */
export function sharersOf<Line>(
  subject: Subject,
  holding: (term: string) => readonly Line[],
  lines: number,
  least = LEAST_SHARED,
): Sharer<Line>[] {
  const wanted = wantedTerms(subject, (term) => (isPhrase(term) ? PHRASE_LINES : holding(term).length), lines);
  const phrases = wanted.filter(({ term }) => isPhrase(term));
  const words = wanted.filter(({ term }) => !isPhrase(term));
  // Most lines share one word, and are not looked at.
  const first = new Map<Line, number>();
  const held = new Map<Line, WantedTerm[]>();
  for (const { term, word } of words) {
    for (const line of holding(term)) {
      if (least < 2 || (first.get(line) ?? word) !== word) held.set(line, []);
      else first.set(line, word);
    }
  }
  for (const term of words) for (const line of holding(term.term)) held.get(line)?.push(term);
  const most = [...held].sort(([, a], [, b]) => b.length - a.length);
  return most.map(([line, terms]) => ({
    line,
    gainWith: (has) => gainOf([...terms, ...phrases.filter(({ term }) => has(term))]),
  }));
}

/** As many terms as most lines have. */
const USUAL_SIZE = 28;
/** How much of a line's length counts against it. */
const LENGTH_COUNTS = 0.38;
/** A line that gains less than so many terms that stand nowhere else is about something else. */
const LEAST = 1.8;
/** A single word that two lines share may be chance. */
const LEAST_SHARED = 2;
/** Beside the best, a line is worth reading only where it gains so much of what that does. */
const BESIDE_BEST = 0.75;
/** More lines than these nobody reads while writing. */
export const MOST_RELATED = 2;

/** Of the candidates among `lines` lines, those that are about what is written, the nearest first; mostly none, and two at most. */
export function nearest<Line extends Candidate>(candidates: readonly Line[], lines: number): Line[] {
  const least = LEAST * Math.log(Math.max(lines, LEAST_LINES));
  const scored = candidates
    .map((line) => ({ line, score: scoreOf(line) }))
    .filter(({ line, score }) => score >= least && line.shared >= LEAST_SHARED)
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  return scored
    .filter(({ score }) => score >= best * BESIDE_BEST)
    .slice(0, MOST_RELATED)
    .map(({ line }) => line);
}

/** How near a candidate is. */
export function scoreOf({ gained, size }: Candidate): number {
  return gained / (1 - LENGTH_COUNTS + (LENGTH_COUNTS * size) / USUAL_SIZE);
}

/** A related line as its writer is told of it; `text` is all of it, on one line. */
export interface ToldLine {
  id: string;
  role: string;
  tag: string | null;
  text: string;
  /** ISO 8601. */
  at: string | null;
}

/** Tokens that two related lines of an answer may cost together, and one that is cut. */
const MOST_TOKENS = 60;
const MOST_CUT = 36;

/** So much of an id names an item: `getItems` takes it where no other begins so. */
const SHORT_ID = 6;

/**
 * Related lines as their writer is shown them, 60 tokens together by `count`: their ids short, and all of what they say. Where that is more, the
 * nearest alone, cut: two beginnings tell less than one line.
 */
export function shortened<Line extends ToldLine>(lines: readonly Line[], count: (text: string) => number): Line[] {
  const costOf = (line: Line) => count(`${sayRelated(line, "00:00")}\n`);
  const whole = lines.map((line) => {
    return { ...line, id: /^[0-9a-f]{12}$/.test(line.id) ? line.id.slice(0, SHORT_ID) : line.id };
  });
  const [nearest] = whole;
  if (nearest === undefined || whole.reduce((sum, line) => sum + costOf(line), 0) <= MOST_TOKENS) return whole;
  let told = nearest;
  for (let cost = costOf(told); cost > MOST_CUT && told.text.length > 1; cost = costOf(told)) {
    const length = Math.min(told.text.length - 2, Math.floor((told.text.length * MOST_CUT) / cost));
    told = { ...nearest, text: clip(nearest.text, Math.max(0, length)) };
  }
  return [told];
}

/**
 * A related line in words: `ab12cd implementer-2 14:02 [Decision] Use Vitest for unit tests`, or `tester/memory.md:12 Use Vitest`, by the last folder
 * and the name of its file; `time` is its minute, or nothing.
 */
export function sayRelated({ id, role, tag, text }: ToldLine, time: string): string {
  const by = id.includes(":") ? [id.split("/").slice(-2).join("/")] : [id, role, time, tag === null ? "" : `[${tag}]`];
  return [...by, text].filter((part) => part !== "").join(" ");
}

/** Lines that are held in the process, and found as the database finds those that it has (`findLines`). */
export class HeldLines<Line extends { text: string }> {
  readonly lines: Line[] = [];
  readonly #subjects: Subject[] = [];
  readonly #holding = new Map<string, number[]>();

  add(line: Line): void {
    const subject = subjectOf(line.text);
    for (const term of subject.keys()) addTo(this.#holding, term, this.lines.length);
    this.lines.push(line);
    this.#subjects.push(subject);
  }

  /** The lines that are about what a text says, the nearest first. */
  near(text: string): (Line & Candidate)[] {
    return this.#near(subjectOf(text), () => true);
  }

  /** The lines that are about what one of them says, of those that `may` tell. */
  nearTo(at: number, may: (line: Line) => boolean): (Line & Candidate)[] {
    // A term that a line has for itself relates it to none.
    const shared = [...(this.#subjects[at] ?? [])].filter(([term]) => this.#linesOf(term).length > 1);
    return this.#near(new Map(shared), may);
  }

  #linesOf(term: string): readonly number[] {
    return this.#holding.get(term) ?? [];
  }

  #near(subject: Subject, may: (line: Line) => boolean): (Line & Candidate)[] {
    const sharers = sharersOf(subject, (term) => this.#linesOf(term), this.lines.length);
    const found = sharers.flatMap(({ line: at, gainWith }) => {
      const [line, own] = [this.lines[at], this.#subjects[at]];
      if (line === undefined || own === undefined || !may(line)) return [];
      return [{ ...line, ...gainWith((phrase) => own.has(phrase)), size: own.size }];
    });
    return nearest(found, this.lines.length);
  }
}
