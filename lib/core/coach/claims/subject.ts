import {
  attributesOf,
  isGeneric,
  isGrammar,
  isScope,
  isUsualScope,
  stemOfWord,
  type Attribute,
} from "@/lib/core/coach/claims/word-classes";
import { isHangul, isParticle } from "@/lib/core/coach/stem-word";

/** A word that a claim is told with, and how it may tell one thing from another. */
interface Word {
  stem: string;
  /** `name` is a noun, as far as can be told without a grammar; `weak` is part of many names. */
  kind: "name" | "weak" | "verb";
  /** Words side by side that make one name have one number, as the three of `payment rate limit`. */
  run: number;
  /** Whether it follows `of`, `for`, `in` or `on`: it narrows what stands before. */
  narrows: boolean;
}

/** What a claim is about: the words around its value. */
export interface Subject {
  words: readonly Word[];
  attributes: ReadonlySet<Attribute>;
  /** For whom or where it holds. */
  scopes: ReadonlySet<string>;
}

/** A part of a text, as UTF-16 offsets. */
interface Span {
  start: number;
  end: number;
}

/** What parts a sentence into clauses. Example: `, ` and ` because `. */
const CLAUSE_END =
  /[;:.!?](?=\s)|,(?=\s)|\s[–—-](?=\s)|\s(?=(?:because|so|which|but|while|whereas|although|though|since|before it|then)\s)|(?<=지만|라서|아서|어서|니까|때문에|이고|이며)\s/gu;
const TOKEN = /[\p{Script=Latin}\p{N}_][\p{Script=Latin}\p{N}_'’.+#-]*|[\p{L}\p{N}]+|[,;:()]/gu;
const NARROWING = new Set(["of", "for", "in", "on", "inside", "within"]);
const ANY = new Set(["each", "every", "all", "any", "per"]);
/** Example: `된다`, `돌리고`: how a Korean verb ends in a sentence. */
const KOREAN_VERB = /(?:다|요|음|함|됨|고|며|면|지|게|해|하여|하기|되어|어야|아야|ㄴ다|하는|되는|하지|된|할|될)$/;

/** What the clause around a value is about. Words within `values` belong to values and are left out. */
export function subjectOf(text: string, value: Span, values: readonly Span[]): Subject {
  let clause = clauseOf(text, value);
  let words = wordsIn(text, clause, values);
  if (!words.some(({ kind }) => kind !== "verb")) {
    clause = { start: 0, end: text.length };
    words = wordsIn(text, clause, values);
  }
  const attributes = new Set<Attribute>();
  for (const raw of rawWords(text.slice(clause.start, clause.end)))
    for (const each of attributesOf(raw)) attributes.add(each);
  // A session that times out has lived.
  if (attributes.has("timeout") && SESSION.test(text)) attributes.add("lifetime");
  return { words, attributes, scopes: scopesOf(blank(text, values)) };
}

const SESSION = /\bsessions?\b|세션/i;

function blank(text: string, spans: readonly Span[]): string {
  let blanked = text;
  for (const { start, end } of spans) blanked = blanked.slice(0, start) + " ".repeat(end - start) + blanked.slice(end);
  return blanked;
}

function clauseOf(text: string, { start, end }: Span): Span {
  const cuts = [...text.matchAll(CLAUSE_END)].map(({ index, 0: all }) => index + all.length);
  const from = cuts.findLast((cut) => cut <= start) ?? 0;
  const before = cuts.findLast((cut) => cut < from) ?? 0;
  // "On staging, the limit is 5": what comes first belongs to it.
  const lead = text.slice(before, from);
  // "Mail gateway: at most 10 a second": so does what stands before a colon.
  const leads = from > 0 && (/^\s*(?:in|on|for|by|at|with)\s/i.test(lead) || HEAD.test(lead));
  return { start: leads ? before : from, end: cuts.find((cut) => cut >= end) ?? text.length };
}

const HEAD = /^\s*\S+(?:\s\S+){0,3}:$/;

function rawWords(text: string): string[] {
  return [...text.matchAll(TOKEN)].map(([raw]) => raw.toLowerCase());
}

/** Example: the `s` of `guests`. */
const PLURAL = /(?<=[a-z]{3})s$/;

/** For whom or where all of a text holds. */
export function scopesOf(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const raw of rawWords(text.replace(ASIDE, ""))) {
    // "A guest's session" is one of those that "sessions of guests" are.
    const stem = isHangul(raw) ? stemOfWord(raw) : raw.replace(/['’]s$/, "").replace(PLURAL, "");
    if (isScope(stem) || isScope(raw)) found.add(stem);
  }
  return found;
}

/** When something came to be, what it is like and what it is for tell nothing of where it holds. Example: `before the summer`, `, as the old one did`, `so that phones stay signed in`. */
const ASIDE =
  /\b(?:before|since|after|during|last|this|in one|over)(?: the)? (?:(?:first|last|next|past) )?(?:weekend|summer|winter|night|day)\b|, (?:just )?(?:as|like|unlike) [^,;:.]*|\b(?:so that|because) [^,;:.]*/gi;

function wordsIn(text: string, clause: Span, values: readonly Span[]): Word[] {
  const words: Word[] = [];
  let run = 0;
  let narrows = false;
  let isAny = false;
  for (const { 0: token, index } of text.slice(clause.start, clause.end).matchAll(TOKEN)) {
    const at = clause.start + index;
    const raw = token
      .toLowerCase()
      .replace(/['’.+-]+$/, "")
      .replace(/['’]s$/, "");
    const isValue = values.some(({ start, end }) => at < end && at + token.length > start);
    if (isValue || !/[\p{L}]/u.test(raw) || isGrammar(raw)) {
      run++;
      narrows = NARROWING.has(raw);
      isAny = ANY.has(raw);
      continue;
    }
    const stem = stemOfWord(raw);
    const korean = isHangul(raw);
    // What stands right behind a word of another script, as in "Node 18에서".
    if (korean && (isParticle(raw) || /[\p{L}\p{N}]/u.test(text[at - 1] ?? "") || raw.startsWith("이상"))) {
      run++;
      continue;
    }
    if (korean && isGrammar(stem)) {
      run++;
      continue;
    }
    const behind = text.slice(at + token.length);
    const isPart = isParticiple(raw, text.slice(clause.start, at), behind);
    if ((attributesOf(raw).length > 0 && !isPart) || isScope(stem) || isScope(raw)) {
      if (korean && stem !== raw && !raw.endsWith("의")) run++;
      continue;
    }
    // "per key" and "in every environment" tell no key and no environment from another.
    const kind = isAny ? "weak" : isPart ? "name" : kindOf(raw, stem, behind);
    isAny = false;
    words.push({ stem, kind, run, narrows: narrows || /^\s+of\s/i.test(behind) });
    if (korean ? stem !== raw && !raw.endsWith("의") : kind === "verb") {
      run++;
      narrows = false;
    }
  }
  return words;
}

/** A Korean sentence ends with its verb: in front of another word `람다` is a noun. */
const WORD_NEXT = /^\s\p{L}/u;
/** Example: ` the` behind `calls`, which is a verb there and a noun elsewhere. */
const OBJECT_NEXT = /^\s(?:the|an?|our|its|their|every|each|all)\s/i;

function kindOf(raw: string, stem: string, behind: string): Word["kind"] {
  if (isGeneric(raw) || isGeneric(stem)) return OBJECT_NEXT.test(behind) ? "verb" : "weak";
  if (isHangul(raw)) return KOREAN_VERB.test(raw) && !(raw.endsWith("다") && WORD_NEXT.test(behind)) ? "verb" : "name";
  return /(?:ed|ly)$/.test(raw) && raw.length > 4 ? "verb" : "name";
}

/** Whether a verb's form says of which kind the noun behind it is. Example: `Archived orders`; what is retried has failed. */
function isParticiple(raw: string, before: string, behind: string): boolean {
  if (!raw.endsWith("ed") || raw === "failed") return false;
  const noun = /^\s+([a-z]{3,})/i.exec(behind)?.[1]?.toLowerCase();
  if (noun === undefined || isGrammar(noun)) return false;
  return /(?:^|[,;:.(]\s*|\b(?:the|a|an|of|for|all|every|each|our)\s+)$/i.test(before);
}

/** Whether two stems are of one word: `cancel` and `cancellat`. */
function isAlike(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (isHangul(short) ? short.length >= 3 : short.length >= 5) && long.startsWith(short);
}

/**
 * How surely two claims are about one thing; null when they may be about two. Every name that only one of them has may tell
 * two things apart: where each has one of its own they are taken for two, and where one is narrowed by it as well.
 */
export function sameSubject(a: Subject, b: Subject): number | null {
  if (!haveSameScope(a.scopes, b.scopes)) return null;
  const inBoth = a.words.filter(({ stem }) => b.words.some((other) => isAlike(stem, other.stem)));
  const names = new Set(inBoth.filter(({ kind }) => kind === "name").map(({ stem }) => stem)).size;
  // A verb in common, such as "deleted" and "쓴다", says less of what is told of than a noun.
  const weak = new Set(inBoth.filter(({ kind }) => kind !== "name").map(({ stem }) => stem)).size;
  const onlyA = ownNames(a, b);
  const onlyB = ownNames(b, a);
  if (onlyA.length > 0 && onlyB.length > 0) return null;
  if (names < 2 && (isNarrowed(a, onlyA, b) || isNarrowed(b, onlyB, a))) return null;
  if (isModified(a, onlyA, b) || isModified(b, onlyB, a)) return null;
  return names + weak / 2;
}

function ownNames(a: Subject, b: Subject): Word[] {
  return a.words.filter(
    ({ kind, stem }) => kind === "name" && !isOneSyllable(stem) && !b.words.some((other) => isAlike(stem, other.stem)),
  );
}

/** Whether one of them speaks of something that the other does not. */
export function haveOwnNames(a: Subject, b: Subject): boolean {
  return ownNames(a, b).length + ownNames(b, a).length > 0;
}

/** Example: `번`: most Korean words of one syllable count or bind. */
function isOneSyllable(stem: string): boolean {
  return stem.length === 1 && isHangul(stem);
}

/** Whether a name of its own stands in one name with what both speak of, or behind it as in `of the mailer`. */
function isNarrowed(a: Subject, own: readonly Word[], b: Subject): boolean {
  const shared = new Set(
    a.words.filter(({ stem }) => b.words.some((other) => isAlike(stem, other.stem))).map(({ run }) => run),
  );
  return own.some(({ run, narrows }) => narrows || shared.has(run));
}

/** Whether what both speak of begins with a name of its own, as `second reminder` and `냉동 상품의 안전 재고` do. */
function isModified(a: Subject, own: readonly Word[], b: Subject): boolean {
  const [first] = a.words;
  if (first === undefined || !own.includes(first)) return false;
  const shared = a.words.filter(({ stem }) => b.words.some((other) => isAlike(stem, other.stem)));
  return shared.some(({ run, kind }) => run === first.run && kind !== "verb");
}

/** Scopes must be the same but for those that are meant where nothing is said. */
export function haveSameScope(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const onlyA = [...a].filter((each) => !b.has(each));
  const onlyB = [...b].filter((each) => !a.has(each));
  if (onlyA.length > 0 && onlyB.length > 0) return false;
  return [...onlyA, ...onlyB].every(isUsualScope);
}

/** Whether two claims may hold for one and the same: their scopes agree, and not each has a name of its own that narrows it. */
export function haveOneScope(a: Subject, b: Subject): boolean {
  if (!haveSameScope(a.scopes, b.scopes)) return false;
  const narrowed = (x: Subject, y: Subject) => ownNames(x, y).some(({ narrows }) => narrows);
  return !(narrowed(a, b) && narrowed(b, a));
}

/** The same as it is said outside of tests, where what tests are run with is compared. */
export function outsideTests(subject: Subject): Subject {
  return { ...subject, scopes: new Set([...subject.scopes].filter((scope) => !/^(?:test|테스트)$/.test(scope))) };
}

/** Whether what is told of is the same: `kept` and `deleted after` are, `expires` and `polls` are not. */
export function sameAttribute(a: Subject, b: Subject): "same" | "unsaid" | "different" {
  if (a.attributes.size === 0 || b.attributes.size === 0) return "unsaid";
  return [...a.attributes].some((each) => b.attributes.has(each)) ? "same" : "different";
}
