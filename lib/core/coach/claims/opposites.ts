import type { Difference } from "@/lib/core/coach/claims/difference";
import { haveOtherNames } from "@/lib/core/coach/claims/other-names";
import { holdsClaims, isCurrent } from "@/lib/core/coach/claims/standing";
import { haveOneScope, sameSubject, subjectOf, type Subject } from "@/lib/core/coach/claims/subject";
import { attributesOf, stemOfWord } from "@/lib/core/coach/claims/word-classes";
import type { Statement } from "@/lib/core/coach/statement";
import type { Reading } from "@/lib/core/coach/reading";
import type { Steps } from "@/lib/core/steps";
import { remember } from "@/lib/core/text/remember";

/** Example: `are not`, `never`, `않`. A sentence that turns twice is left alone. */
const DENIAL =
  /\b(?:(?:is|are|do|does|must|should|can|may|will)(?: not|n['’]t)|cannot|never|no longer|not)\b|(?:하지|되지|지)는?\s?(?:않|못|말)[가-힣]*|수(?:는|도|가)?\s?없[가-힣]*|(?<=^|\s)안\s(?=\S)/giu;
/** What holds only under a condition, and so denies nothing that holds without it. */
const CONDITION =
  /\b(?:unless|until|only|if|when|except|instead|rather|yet|before|after \d)\b|(?:만|때|면|[해아어여]도|전에|전까지|대신)(?:\s|$)/iu;
/** Who is left of those that something is denied of. Example: `, only to those who asked`. */
const EXCEPT_SOME = /, (?:but )?only (?:to|for|by|in|on|at|from|with|of) .*$/iu;
/** A word of more statements than this tells none of them apart. */
const MOST_ALIKE = 40;
/** So much must two sentences share beside the denial, and so little may one alone say. */
const SHARED = 3;
const OWN = 1;

const denialsIn = remember(({ text }: Reading) => text.match(DENIAL)?.length ?? 0);

/** Pairs of statements of which one denies what the other says. */
export function* oppositeSteps(statements: readonly Statement[]): Steps<Difference[]> {
  const denying: Statement[] = [];
  const byStem = new Map<number, Statement[]>();
  const denials = new Map<Statement, number>();
  for (const statement of statements) {
    yield;
    if (!holdsClaims(statement)) continue;
    const count = denialsIn.get(statement.reading);
    denials.set(statement, count);
    if (count !== 1 || !isCurrent(statement.text)) continue;
    denying.push(statement);
    for (const stem of statement.stems) byStem.set(stem, []);
  }
  if (denying.length === 0) return [];
  for (const statement of statements) {
    yield;
    if (denials.get(statement) !== 0) continue;
    for (const stem of statement.stems) {
      const listed = byStem.get(stem);
      if (listed !== undefined && listed.length <= MOST_ALIKE) listed.push(statement);
    }
  }
  const found: Difference[] = [];
  for (const denial of denying) {
    const near = new Map<Statement, number>();
    for (const stem of denial.stems) {
      const listed = byStem.get(stem) ?? [];
      if (listed.length <= MOST_ALIKE) for (const each of listed) near.set(each, (near.get(each) ?? 0) + 1);
    }
    for (const [other, shared] of near) {
      if (shared < 2) continue;
      yield;
      const strength = oppositionOf(other, denial);
      if (strength > 0) found.push({ subject: subjectShown(other, denial), statements: [other, denial], strength });
    }
  }
  return found;
}

function oppositionOf(plain: Statement, denial: Statement): number {
  if (!isCurrent(plain.text) || haveOtherNames(plain, denial)) return 0;
  if (CONDITION.test(plain.text) !== CONDITION.test(denial.text.replace(EXCEPT_SOME, ""))) return 0;
  const { subject: a, numbers, attributes } = said.get(plain.reading);
  const { subject: b, numbers: denied, attributes: deniedAttributes } = deniedBy.get(denial.reading);
  if (!haveOneScope(a, b) || numbers !== denied) return 0;
  const own = (x: Subject, y: Subject) =>
    new Set(x.words.filter(({ stem }) => !y.words.some((each) => each.stem === stem)).map(({ stem }) => stem)).size;
  const shared = new Set(
    a.words.filter(({ stem }) => b.words.some((each) => each.stem === stem)).map(({ stem }) => stem),
  ).size;
  // "Never delete" and "are deleted": the verb itself is denied.
  const verbs = Math.min(1, attributes.filter((stem) => deniedAttributes.includes(stem)).length);
  if (shared + verbs < SHARED || own(a, b) > OWN || own(b, a) > OWN) return 0;
  return sameSubject(a, b) === null ? 0 : (shared + verbs) / 2;
}

/** What a text denies, without the reason or the consequence that it adds. */
function deniedPart(text: string): string {
  const parts = text.split(/[,:;]\s|\s[–—]\s|(?<=(?:않|못하|없)(?:으니|니|으므로|아서|어서))\s/u);
  return parts.find((part) => part.search(DENIAL) !== -1) ?? text;
}

/** What a text or a part of one is about, with its numbers. */
interface Whole {
  subject: Subject;
  numbers: string;
  /** Stems of the words that say what is told of it, such as `delet`. */
  attributes: readonly string[];
}

const said = remember(({ text }: Reading) => wholeOf(text));
const deniedBy = remember(({ text }: Reading) => wholeOf(deniedPart(text)));

function wholeOf(text: string): Whole {
  const bare = text.replaceAll("`", " ").replace(DENIAL, (all) => "·".repeat(all.length));
  const whole = { start: 0, end: bare.length };
  const subject = subjectOf(bare.replace(/[,;:.!?]/g, " "), whole, []);
  const words = bare.toLowerCase().match(/[\p{L}]+/gu) ?? [];
  const attributes = words.filter((word) => attributesOf(word).length > 0).map(stemOfWord);
  return { subject, numbers: (text.match(/\d+/g) ?? []).join(" "), attributes };
}

function subjectShown(plain: Statement, denial: Statement): string {
  const words = said.get(plain.reading).subject.words.map(({ stem }) => stem);
  const shared = deniedBy.get(denial.reading).subject.words.find(({ stem }) => words.includes(stem))?.stem;
  return shared === undefined ? "the same" : `“${shared}”`;
}
