import type { Difference } from "@/lib/core/coach/claims/difference";
import { readClaims, type Value } from "@/lib/core/coach/claims/read-claims";
import type { Quantity } from "@/lib/core/coach/claims/quantities";
import type { Retirement } from "@/lib/core/coach/claims/retirements";
import { haveOtherNames } from "@/lib/core/coach/claims/other-names";
import { oppositeSteps } from "@/lib/core/coach/claims/opposites";
import { stillUses } from "@/lib/core/coach/claims/still-uses";
import { haveOwnNames, haveSameScope, outsideTests, sameAttribute, sameSubject } from "@/lib/core/coach/claims/subject";
import { differ } from "@/lib/core/coach/claims/versions";
import type { Statement } from "@/lib/core/coach/statement";
import { stemWord } from "@/lib/core/coach/stem-word";
import type { Steps } from "@/lib/core/steps";
import type { Vocabulary } from "@/lib/core/coach/vocabulary";

/** A value with the statement that gives it. */
interface Claim extends Value {
  statement: Statement;
}

/** A word of more claims than this tells no two of them apart. */
const MOST_ALIKE = 60;
/** Comparisons altogether: past them memories are too many to compare each with each. */
const MOST_COMPARISONS = 100_000;

/** Where statements give one thing two values, say that what another uses was replaced, or deny what another says. */
export function* differenceSteps(statements: readonly Statement[], vocabulary: Vocabulary): Steps<Difference[]> {
  const bySlot = new Map<string, Claim[]>();
  const retired: { by: Statement; retirement: Retirement }[] = [];
  for (const statement of statements) {
    yield;
    const { values, retirements } = readClaims(statement);
    for (const value of values) {
      const claim = { ...value, statement };
      const listed = bySlot.get(claim.slot);
      if (listed === undefined) bySlot.set(claim.slot, [claim]);
      else listed.push(claim);
    }
    for (const retirement of retirements) retired.push({ by: statement, retirement });
  }
  const found = new Map<string, Difference>();
  const ids = new Map(statements.map((statement, at) => [statement, at]));
  const add = (difference: Difference) => {
    const [a, b] = difference.statements;
    const key = [ids.get(a) ?? 0, ids.get(b) ?? 0].sort((x, y) => x - y).join(" ");
    if ((found.get(key)?.strength ?? 0) < difference.strength) found.set(key, difference);
  };
  let left = MOST_COMPARISONS;
  for (const claims of bySlot.values()) {
    for (const [a, b] of pairsOf(claims)) {
      yield;
      if (left-- <= 0) break;
      const strength = differenceOf(a, b);
      if (strength > 0) add({ subject: `${a.shown} or ${b.shown}`, statements: [a.statement, b.statement], strength });
    }
  }
  for (const difference of yield* replacedSteps(statements, retired, vocabulary)) add(difference);
  for (const difference of yield* oppositeSteps(statements)) add(difference);
  return [...found.values()].sort((a, b) => b.strength - a.strength);
}

/** The pairs of claims that share a word which not too many have; versions of one product and choices for everything need none. */
function* pairsOf(claims: readonly Claim[]): Generator<[Claim, Claim]> {
  const byWord = new Map<string, Claim[]>();
  for (const claim of claims) {
    for (const word of keysOf(claim)) {
      const listed = byWord.get(word);
      if (listed === undefined) byWord.set(word, [claim]);
      else listed.push(claim);
    }
  }
  const numbers = new Map(claims.map((claim, at) => [claim, at]));
  const done = new Set<number>();
  for (const alike of byWord.values()) {
    if (alike.length > MOST_ALIKE) continue;
    for (const [at, b] of alike.entries()) {
      for (const a of alike.slice(0, at)) {
        if (a.statement === b.statement || a.value === b.value) continue;
        const pair = (numbers.get(a) ?? 0) * claims.length + (numbers.get(b) ?? 0);
        if (done.has(pair)) continue;
        done.add(pair);
        yield [a, b];
      }
    }
  }
}

function keysOf({ slot, subject, isTopic }: Claim): Set<string> {
  if (slot.startsWith("version ")) return new Set([""]);
  const keys = new Set(subject.words.map(({ stem }) => stem.slice(0, 5)));
  // What is chosen for everything may be told in other words.
  if (isTopic && !subject.words.some(({ kind }) => kind === "name")) keys.add("");
  return keys;
}

/** How surely two claims contradict each other; 0 when they may both be true. */
function differenceOf(a: Claim, b: Claim): number {
  if (a.slot.startsWith("version ") && !differ(String(a.value), String(b.value))) return 0;
  if (!countAlike(a.quantity, b.quantity) || givesBoth(a, b) || givesBoth(b, a)) return 0;
  if (haveOtherNames(a.statement, b.statement)) return 0;
  if (a.isOpen !== b.isOpen) return 0;
  // What tests are run with is said of tests.
  const isOfTests = a.slot.includes("test");
  const shared = sameSubject(
    isOfTests ? outsideTests(a.subject) : a.subject,
    isOfTests ? outsideTests(b.subject) : b.subject,
  );
  if (a.slot.startsWith("version ")) {
    if (!haveSameScope(a.subject.scopes, b.subject.scopes)) return 0;
    return shared === null && isNarrowed(a) && isNarrowed(b) ? 0 : 1 + (shared ?? 0);
  }
  if (shared === null) return 0;
  if (a.slot.startsWith("choice ")) {
    const sum = shared + (a.isTopic && b.isTopic ? 1 : 0);
    return sum >= 1 ? sum : 0;
  }
  return quantityDifference(a, b, shared);
}

function quantityDifference(a: Claim, b: Claim, shared: number): number {
  const { quantity: x } = a;
  const { quantity: y } = b;
  if (x === null || y === null) return 0;
  // "Refunds above 500 euros need two people": what holds from there on must be the same.
  if (x.isThreshold && y.isThreshold && haveOwnNames(a.subject, b.subject)) return 0;
  const noun = sameNoun(x.noun, y.noun);
  const isRate = [x.per, y.per].every((per) => PERIODS.has(per));
  const attribute = sameAttribute(a.subject, b.subject);
  if (attribute === "different" && shared < 2) return 0;
  // A number of nothing in particular says what it is only by the words around.
  const needed = attribute === "same" || (attribute === "unsaid" && isRate) ? 1 : 2;
  const port = attribute === "same" && a.subject.attributes.has("port") ? 0.5 : 0;
  const sum = shared + port + (noun === "same" ? (COUNTERS.test(x.noun) ? 0.5 : 1) : 0) + (a.isOpen ? 0.5 : 0);
  return sum >= needed && shared > 0 ? sum : 0;
}

/** Whether two numbers may be of the same thing, by what they count and for how long. */
function countAlike(x: Quantity | null, y: Quantity | null): boolean {
  if (x === null || y === null) return true;
  return sameNoun(x.noun, y.noun) !== "different" && (x.per === "" || y.per === "" || x.per === y.per);
}

function sameNoun(a: string, b: string): "same" | "unsaid" | "different" {
  if (a === "" || b === "") return "unsaid";
  const x = REPEATED.has(a) ? "time" : a;
  const y = REPEATED.has(b) ? "time" : b;
  return x === y ? "same" : "different";
}

const PERIODS = new Set(["second", "minute", "hour", "day"]);
/** What says how something is counted, not what. */
const COUNTERS = /^(?:time|request|row|[가-힣])$/;

/** What is counted when something is done again. */
const REPEATED = new Set(["time", "attempt", "retry", "retrie", "trie", "round"]);

/** Whether a statement gives the other's value as well, and so tells two things apart itself. */
function givesBoth(a: Claim, b: Claim): boolean {
  return readClaims(a.statement).values.some(({ slot, value }) => slot === a.slot && value === b.value);
}

/** Whether a claim says where it holds. */
function isNarrowed({ subject }: Claim): boolean {
  return subject.words.some(({ kind }) => kind === "name");
}

function* replacedSteps(
  statements: readonly Statement[],
  retired: readonly { by: Statement; retirement: Retirement }[],
  vocabulary: Vocabulary,
): Steps<Difference[]> {
  const byStem = new Map<number, { by: Statement; retirement: Retirement }[]>();
  for (const each of retired) {
    const id = vocabulary.findId(stemWord(each.retirement.old.toLowerCase()));
    if (id !== undefined) byStem.set(id, [...(byStem.get(id) ?? []), each]);
  }
  const found: Difference[] = [];
  if (byStem.size === 0) return found;
  for (const statement of statements) {
    yield;
    for (const stem of statement.stems) {
      for (const { by, retirement } of byStem.get(stem) ?? []) {
        if (by === statement || !stillUses(statement, by, retirement)) continue;
        const { old, now } = retirement;
        found.push({
          subject: now === null ? `\`${old}\`` : `${old} or ${now}`,
          statements: [statement, by],
          strength: 2,
        });
      }
    }
  }
  return found;
}
