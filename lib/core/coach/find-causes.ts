import type { Citation } from "@/lib/core/coach/coach-input";
import { clip } from "@/lib/core/coach/cite";
import { haveOtherNames } from "@/lib/core/coach/claims/other-names";
import { isCurrent } from "@/lib/core/coach/claims/standing";
import { subjectOf, type Subject } from "@/lib/core/coach/claims/subject";
import type { Fleet } from "@/lib/core/coach/fleet";
import type { Reading } from "@/lib/core/coach/reading";
import { saysTheSame } from "@/lib/core/coach/same-statement";
import type { Statement } from "@/lib/core/coach/statement";
import type { Steps } from "@/lib/core/steps";
import { remember } from "@/lib/core/text/remember";

/** A symptom that one writer saw and what another says of the same subject, which may be why. */
export interface PossibleCause {
  /** The words that both have. */
  subject: string;
  /** Who saw the symptom, then who may know its cause. */
  agents: string[];
  text: string;
  /** The symptom first. */
  citations: Citation[];
}

/** What goes wrong. Example: `freezes`, `out of order`, `두 번`. */
const SYMPTOM =
  /\b(?:fail(?:s|ed|ing|ures?)?|slow\w*|freez\w+|hangs?|crash\w*|times? out|timeouts?|empty|blank|missing|lose|loses|losing|lost|twice|duplicat\w+|wrong|stale|out of (?:order|memory|sync)|flaky|stuck|late|errors?|disappears?|vanish\w*|broken|breaks?|leaks?|drops?|jumps?|flickers?|garbled|forgets?|still shows?)\b|실패|느리|느려|늦|멈추|멈춘|멈춤|끊기|끊긴|비어|사라|두 번|중복|누락|오류|깨지|깨진|깨져|튕기|튕긴|잘못|틀린|틀리|안 보|안 뜨|안 뜬|밀리|밀린|계속/i;
/** How something works that may go wrong elsewhere. Example: `until`, `at the same time`, `때마다`. */
const MECHANISM =
  /\b(?:every time|each time|whenever|never|until|while|at the same time|again|whole|entire|first|keeps?|stays?|cut|resets?|reset|rebuil\w+|restart\w*|cache[sd]?|buffer\w*|locks?|locked|blocks?|blocked|waits?|overwrit\w+|truncat\w+|retr(?:y|ies|ied)|delay\w*|at once|from nothing|after (?:the|a|an|every|each)|also (?:for|at|in|on))\b|때마다|때까지|동안|동시에|매번|전체|다시|먼저|차례|끝나야|지나야|비워|덮어|잠그|잠근|잠금|기다|한꺼번에/i;
/** A text that tells the reason of what it says is linked to its cause already. */
const EXPLAINED =
  /\b(?:because|since|due to|caused by|as a result of|so that)\b|때문|[아어]서\s|(?:이|으)므로|탓|원인/i;
/** Both must have so many nouns in common, of which one at least stands in few other entries. */
const SHARED = 2;
const FEW = 6;
const FEW_OF_ALL = 0.02;
/** Nobody reads more. */
const MOST_CAUSES = 50;
/** A noun of more entries than this is no subject. */
const MOST_ALIKE = 60;
const QUOTED = 150;

const about = remember(({ text }: Reading): Subject =>
  subjectOf(plain(text), { start: text.length, end: text.length }, []),
);

/** One clause for the whole of it: what a symptom is of may stand anywhere. */
function plain(text: string): string {
  return text.replace(/[`,;:.!?]/g, " ");
}

/**
 * Symptoms that one writer tells and what another says of how the same thing works, neither of which tells of the other: of each
 * symptom what shares most with it. They contradict nothing. Yields after each entry.
 */
export function* causeSteps(fleet: Fleet): Steps<PossibleCause[]> {
  const symptoms: Statement[] = [];
  const byNoun = new Map<string, Statement[]>();
  for (const statement of fleet.statements) {
    yield;
    if (isSymptom(statement)) symptoms.push(statement);
    if (!isMechanism(statement)) continue;
    for (const noun of nounsOf(statement)) {
      const listed = byNoun.get(noun);
      if (listed === undefined) byNoun.set(noun, [statement]);
      else listed.push(statement);
    }
  }
  const contradicting = new Set(fleet.differences.flatMap(({ statements: [a, b] }) => [a, b]));
  const few = Math.max(FEW, fleet.statements.length * FEW_OF_ALL);
  const found: { cause: PossibleCause; shared: number }[] = [];
  for (const symptom of symptoms) {
    if (contradicting.has(symptom)) continue;
    const near = new Map<Statement, string[]>();
    for (const noun of nounsOf(symptom)) {
      yield;
      const listed = byNoun.get(noun) ?? [];
      if (listed.length > MOST_ALIKE) continue;
      for (const each of listed) near.set(each, [...(near.get(each) ?? []), noun]);
    }
    const best = [...near]
      .filter(
        ([each, nouns]) =>
          nouns.length >= SHARED &&
          !contradicting.has(each) &&
          countOf(byNoun, nouns) <= few &&
          mayCause(symptom, each),
      )
      .sort(([, a], [, b]) => b.length - a.length)[0];
    if (best === undefined) continue;
    found.push({ cause: describe(symptom, ...best), shared: best[1].length });
  }
  // Sorting is stable: of equally clear ones the first in the input stay first.
  return found
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MOST_CAUSES)
    .map(({ cause }) => cause);
}

function countOf(byNoun: ReadonlyMap<string, readonly Statement[]>, nouns: readonly string[]): number {
  return Math.min(...nouns.map((noun) => byNoun.get(noun)?.length ?? 0));
}

function isSymptom({ section, tag, text }: Statement): boolean {
  const isTold = section === "watch" || section === "thread" || (section === "item" && !SETTLED.has(tag ?? ""));
  return isTold && SYMPTOM.test(text) && !EXPLAINED.test(text);
}

/** Items that say what is to be, not what was seen. */
const SETTLED = new Set(["Decision", "Dependency"]);

function isMechanism({ section, tag, text }: Statement): boolean {
  const isFact = section === "finding" || section === "project" || (section === "item" && tag !== "Question");
  return isFact && MECHANISM.test(text) && isCurrent(text);
}

/** Whether a statement of another writer may tell why, and is not told of what has another name. */
function mayCause(symptom: Statement, other: Statement): boolean {
  if (writerOf(symptom) === writerOf(other) || saysTheSame(symptom, other)) return false;
  if (haveOtherNames(symptom, other)) return false;
  const { scopes: seen } = about.get(symptom.reading);
  const { scopes: told } = about.get(other.reading);
  // What is seen on weekends may be so always; what is seen on phones is no matter of the desktop.
  return seen.size === 0 || told.size === 0 || [...seen].some((scope) => told.has(scope));
}

function nounsOf({ reading }: Statement): Set<string> {
  return new Set(about.get(reading).words.flatMap(({ kind, stem }) => (kind === "name" ? [stem] : [])));
}

function writerOf({ agent, citation: { session, role } }: Statement): string {
  return agent ?? `${session ?? ""}/${role ?? ""}`;
}

function describe(symptom: Statement, other: Statement, nouns: readonly string[]): PossibleCause {
  const subject = nouns.map((noun) => `“${noun}”`).join(" and ");
  const said = ({ text }: Statement) => `“${clip(text, QUOTED)}”`;
  return {
    subject,
    agents: [writerOf(symptom), writerOf(other)],
    text: `${writerOf(symptom)} saw ${said(symptom)}; what ${writerOf(other)} says may be why: ${said(other)}`,
    citations: [symptom.citation, other.citation],
  };
}
