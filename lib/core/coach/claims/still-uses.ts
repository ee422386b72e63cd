import { haveOtherNames } from "@/lib/core/coach/claims/other-names";
import { readClaims } from "@/lib/core/coach/claims/read-claims";
import type { Retirement } from "@/lib/core/coach/claims/retirements";
import { holdsClaims, isCurrent, isNegated } from "@/lib/core/coach/claims/standing";
import { haveOneScope, outsideTests, subjectOf } from "@/lib/core/coach/claims/subject";
import type { Statement } from "@/lib/core/coach/statement";

/** Whether a statement says that something is in use which another says was replaced. */
export function stillUses(statement: Statement, by: Statement, { old, now }: Retirement): boolean {
  if (!holdsClaims(statement) || !isCurrent(statement.text) || isNegated(statement.text)) return false;
  const place = placeOfWord(statement.text, old);
  if (place === null || readClaims(statement).retirements.length > 0) return false;
  if (now !== null && placeOfWord(statement.text, now) !== null) return false;
  if (!isUsed(statement.text, place) || haveOtherNames(statement, by)) return false;
  const other = placeOfWord(by.text, old) ?? { start: 0, end: 0 };
  const replaced = now === null ? null : placeOfWord(by.text, now);
  const values = replaced === null ? [other] : [other, replaced];
  return haveOneScope(
    outsideTests(subjectOf(statement.text, place, [place])),
    outsideTests(subjectOf(by.text, other, values)),
  );
}

function placeOfWord(text: string, word: string): { start: number; end: number } | null {
  const lower = text.toLowerCase();
  const wanted = word.toLowerCase();
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (!PART.test(lower[at - 1] ?? " ") && !PART.test(lower[end] ?? " ")) return { start: at, end };
  }
  return null;
}

/** Example: the `-` of `jest-dom`, which is another thing than `jest`. */
const PART = /[a-z0-9_@/-]/;

function isUsed(text: string, { start, end }: { start: number; end: number }): boolean {
  const behind = text.slice(end);
  return USED_AFTER.test(behind) || (USED_BEFORE.test(text.slice(0, start)) && ENDS.test(behind));
}

const USED_BEFORE =
  /(?:\b(?:use|uses|used|using|with|on|in|via|through|by|run|runs|written for|is|are|have|our|to|from|and) )`?$/i;
/** Example: the end of a clause; in "Jest examples" it is another thing. */
const ENDS =
  /^`?(?:$|[.,;:)]|\s(?:for|in|on|to|with|as|and|at|via|from|by|because|so|which|when|of|here|now|everywhere|only|too)\b)/i;
const USED_AFTER =
  /^`?(?: (?:runs|is|holds|stores|serves|handles|compiles|bundles|builds|tests|installs|manages|configured)\b|\s?(?:로|으로|에서|에|을|를|이|가|은|는|다)(?=\s|다|이다|$))/i;
