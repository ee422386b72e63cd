import type { Citation } from "@/lib/core/coach/coach-input";
import { clip } from "@/lib/core/coach/cite";
import { isLimited } from "@/lib/core/coach/claims/standing";
import { haveSameScope, scopesOf } from "@/lib/core/coach/claims/subject";
import { sharedPhrases, type Fleet } from "@/lib/core/coach/fleet";
import { readWords } from "@/lib/core/coach/read-words";
import type { Reading } from "@/lib/core/coach/reading";
import type { Steps } from "@/lib/core/steps";
import { countShared, placeOfPhrase, type Place, type Statement } from "@/lib/core/coach/statement";
import { JUDGING, placeOf, verdictOf } from "@/lib/core/coach/verdict";
import { remember } from "@/lib/core/text/remember";

/** Two entries that cannot both be true, or one subject that one speaks for and the other against. */
export interface Contradiction {
  subject: string;
  /** Whose memories they stand in, in order of their names; one agent may contradict itself. */
  agents: string[];
  text: string;
  /** Of opposite verdicts the one for it comes first. */
  citations: Citation[];
}

const MOST_CONTRADICTIONS = 50;
/** What is named more often than this is a place where much happens, and seldom one subject. */
const COMMON_NAME = 40;
/** Entries that share a phrase speak of one thing when they share this much of the shorter one's words, and so many. */
const SHARED_PART = 0.4;
const SHARED_WORDS = 2;
/** So much of each entry is quoted, in UTF-16 code units. */
const QUOTED = 150;

/** A contradiction with the entries themselves. */
export interface Dispute {
  subject: string;
  text: string;
  statements: [Statement, Statement];
}

const scopes = remember(({ text }: Reading) => scopesOf(text));

interface Subject {
  shown: string;
  /** Where each of the two entries speaks of it. */
  inWorked: Place;
  inWatch: Place;
  strength: number;
}

/**
 * Where entries of any section give one thing two values, deny what another says or use what another says was replaced;
 * then where "What Worked" and "Watch Points" judge one subject oppositely: one praises what the other warns of, or avoids
 * what the other asks for. Two entries that only name the same file are no contradiction. The clearest come first.
 */
export function* contradictionSteps(fleet: Fleet): Steps<Contradiction[]> {
  const disputes = yield* disputeSteps(fleet, fleet.statements);
  return disputes.map(({ subject, text, statements }) => ({
    subject,
    agents: [...new Set(statements.map(writerOf))].sort(),
    text,
    citations: statements.map(({ citation }) => citation),
  }));
}

/** The same, among some of the fleet's statements alone. */
export function* disputeSteps(fleet: Fleet, among: readonly Statement[]): Steps<Dispute[]> {
  const judging = new Set([...JUDGING].flatMap((stem) => fleet.vocabulary.findId(stem) ?? []));
  const found: (Dispute & { strength: number })[] = [];
  for (const [worked, near] of yield* watchPointsNear(fleet, among)) {
    for (const watch of near) {
      yield;
      const subject = subjectOf(fleet, worked, watch, judging);
      if (subject === null) continue;
      const verdict = verdictOf(worked, subject.inWorked);
      if (verdict === verdictOf(watch, subject.inWatch)) continue;
      if (isLimited(worked.text) || isLimited(watch.text)) continue;
      if (!haveSameScope(scopes.get(worked.reading), scopes.get(watch.reading))) continue;
      const statements: Dispute["statements"] = verdict === "for" ? [worked, watch] : [watch, worked];
      const { shown, strength } = subject;
      found.push({ subject: shown, text: describe(shown, ...statements), statements, strength });
    }
  }
  // Sorting is stable: of equally clear ones the first in the input stay first.
  const verdicts = found.sort((a, b) => b.strength - a.strength);
  const differing = differingAmong(fleet, among);
  const told = new Set(differing.flatMap(({ statements }) => statements));
  const others = verdicts.filter(({ statements: [a, b] }) => !told.has(a) || !told.has(b));
  return [...differing, ...others].slice(0, MOST_CONTRADICTIONS);
}

/** What differs among some of the fleet's statements alone. */
function differingAmong({ differences }: Fleet, among: readonly Statement[]): Dispute[] {
  const given = new Set(among);
  return differences.flatMap(({ subject, statements }) => {
    const [a, b] = statements;
    if (!given.has(a) || !given.has(b)) return [];
    const said = (each: Statement) => `${writerOf(each)} says “${clip(each.text, QUOTED)}”`;
    return [{ subject, text: `${subject}: ${said(a)}; ${said(b)}`, statements }];
  });
}

/** Whose memory an entry stands in, or which role of a session wrote it. */
function writerOf({ agent, citation: { session, role } }: Statement): string {
  return agent ?? `${session ?? ""}/${role ?? ""}`;
}

/** The watch points that share a name or a phrase with each entry of what worked. */
function* watchPointsNear({ byName }: Fleet, among: readonly Statement[]): Steps<Map<Statement, Set<Statement>>> {
  const judged = among.filter(({ section }) => section === "worked" || section === "watch");
  const near = new Map<Statement, Set<Statement>>();
  const pair = (worked: Statement, others: readonly Statement[]) => {
    if (others.length > COMMON_NAME) return;
    const listed = near.get(worked) ?? new Set();
    for (const each of others) if (each.section === "watch") listed.add(each);
    if (listed.size > 0) near.set(worked, listed);
  };
  const phrases = yield* sharedPhrases(judged);
  const given = new Set(judged);
  const named = new Map<string, Statement[]>();
  const namedBy = (key: string) => {
    const known = named.get(key) ?? (byName.get(key) ?? []).filter((each) => given.has(each));
    named.set(key, known);
    return known;
  };
  for (const worked of judged) {
    if (worked.section !== "worked") continue;
    yield;
    for (const { key } of worked.names) pair(worked, namedBy(key));
    for (const phrase of worked.phrases) pair(worked, phrases.get(phrase) ?? []);
  }
  return near;
}

function subjectOf(fleet: Fleet, worked: Statement, watch: Statement, judging: ReadonlySet<number>): Subject | null {
  const common = worked.names.flatMap((name) => {
    const other = watch.names.find(({ key }) => key === name.key);
    return other === undefined ? [] : [{ name, other }];
  });
  // In one file one thing may work and another go wrong; a topic such as `OCR` is no subject by itself. Their words do not
  // make two entries alike either.
  const places = common.filter(({ name }) => name.kind === "path" || name.kind === "term");
  const aside = new Set([...judging, ...places.flatMap(({ name }) => stemsOf(fleet, name.key))]);
  const alike = sharedPart(worked, watch, aside);
  for (const { name, other } of common) {
    if ((fleet.byName.get(name.key)?.length ?? 0) > COMMON_NAME) continue;
    if ((name.kind === "path" || name.kind === "term") && alike < SHARED_PART) continue;
    const inWorked = placeOf(worked.text, name.written);
    const inWatch = placeOf(watch.text, other.written);
    if (inWorked === null || inWatch === null) continue;
    return { shown: `\`${name.written}\``, inWorked, inWatch, strength: 1 + alike };
  }
  if (alike < SHARED_PART) return null;
  const phrase = worked.phrases.find((each) => watch.phrases.includes(each));
  if (phrase === undefined) return null;
  const inWorked = placeOfPhrase(worked, phrase, fleet.vocabulary);
  const inWatch = placeOfPhrase(watch, phrase, fleet.vocabulary);
  return { shown: `“${watch.text.slice(inWatch.start, inWatch.end)}”`, inWorked, inWatch, strength: alike };
}

function stemsOf({ vocabulary }: Fleet, name: string): number[] {
  return readWords(name).stems.flatMap((stem) => vocabulary.findId(stem) ?? []);
}

/** The part of the shorter entry's telling words that both have; 0 when there are too few to tell. */
function sharedPart(a: Statement, b: Statement, judging: ReadonlySet<number>): number {
  const shared = countShared(a, b, judging);
  if (shared < SHARED_WORDS) return 0;
  const telling = ({ stems }: Statement) => stems.filter((stem) => !judging.has(stem)).length;
  return shared / Math.min(telling(a), telling(b));
}

function describe(subject: string, speaksFor: Statement, against: Statement): string {
  const who = ({ agent, section }: Statement) =>
    `${agent ?? ""} (${section === "worked" ? "What Worked" : "Watch Points"})`;
  const said = ({ text }: Statement) => `“${clip(text, QUOTED)}”`;
  return `${subject}: ${who(speaksFor)} speaks for it, ${said(speaksFor)}; ${who(against)} against it, ${said(against)}`;
}
