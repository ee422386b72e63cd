import type { Citation } from "@/lib/core/coach/coach-input";
import { joinNames } from "@/lib/core/coach/cite";
import { keysAround, rarity, statementsAbout, type Fleet } from "@/lib/core/coach/fleet";
import type { Statement } from "@/lib/core/coach/statement";
import type { Steps } from "@/lib/core/steps";

/** A subject that several agents write about. */
export interface Theme {
  subject: string;
  /** `named` is a file, a module or a package; `wording` a phrase. */
  kind: "named" | "wording";
  /** In order of their names; at least two. */
  agents: string[];
  /** How many entries are about it, those of team memories included. */
  entries: number;
  text: string;
  /** One of each agent first, then further ones. */
  citations: Citation[];
}

/** More are found in large projects, and nobody reads them. */
const MOST_THEMES = 50;
/** A theme is shown by this many lines. */
const MOST_CITATIONS = 8;
/** A subject this much of which is said under a better one already adds nothing. */
const COVERED = 0.6;

/** What a subject weighs: a file or package tells more than a folder, a phrase or a word written as a name. */
const WEIGHTS = { name: 2, folder: 1.6, phrase: 1.4, term: 1.2 };

interface Candidate {
  subject: string;
  kind: Theme["kind"];
  statements: readonly Statement[];
  agents: string[];
  score: number;
}

/** The subjects that at least two agents write about, best first: by how many share them and how telling they are. */
export function* themeSteps(fleet: Fleet): Steps<Theme[]> {
  const candidates: Candidate[] = [];
  for (const { kind, subject, weight, statements } of yield* subjectsOf(fleet)) {
    yield;
    const writers = new Set<string>();
    for (const { agent } of statements) if (agent !== null) writers.add(agent);
    if (writers.size < 2) continue;
    const score = weight * rarity(fleet, statements.length) * Math.log2(1 + writers.size);
    candidates.push({ subject, kind, statements, agents: [...writers].sort(), score });
  }
  const covered = new Map<Statement, number[]>();
  const themes: Theme[] = [];
  for (const { subject, kind, statements, agents } of candidates.sort((a, b) => b.score - a.score)) {
    yield;
    const overlaps = new Map<number, number>();
    for (const statement of statements) {
      for (const theme of covered.get(statement) ?? []) overlaps.set(theme, (overlaps.get(theme) ?? 0) + 1);
    }
    if ([...overlaps.values()].some((shared) => shared >= statements.length * COVERED)) continue;
    for (const statement of statements) covered.set(statement, [...(covered.get(statement) ?? []), themes.length]);
    const text = `${joinNames(agents)} write about ${subject}.`;
    themes.push({ subject, kind, agents, entries: statements.length, text, citations: citeEachAgent(statements) });
    if (themes.length === MOST_THEMES) break;
  }
  return themes;
}

type Subject = Pick<Candidate, "subject" | "kind" | "statements"> & { weight: number };

/** What is named or said in so many words, with who says it; what a log says of a session is over. */
function* subjectsOf(fleet: Fleet): Steps<Subject[]> {
  const standing = fleet.statements.filter(({ section }) => section !== "log");
  const names = new Map<string, { subject: string; weight: number }>();
  const phrases = new Map<string, Statement[]>();
  // Nearly all phrases stand once only: the first time costs no list.
  const first = new Map<string, Statement>();
  for (const statement of standing) {
    yield;
    for (const { key, written, kind } of statement.names) {
      const weight = kind === "term" ? WEIGHTS.term : WEIGHTS.name;
      if (!names.has(key)) names.set(key, { subject: `\`${written}\``, weight });
      for (const folder of keysAround(key)) {
        if (!names.has(folder)) names.set(folder, { subject: `\`${folder}\``, weight: WEIGHTS.folder });
      }
    }
    for (const phrase of statement.phrases.keys()) {
      const other = first.get(phrase);
      if (other === undefined) first.set(phrase, statement);
      else {
        const listed = phrases.get(phrase);
        if (listed === undefined) phrases.set(phrase, [other, statement]);
        else listed.push(statement);
      }
    }
  }
  const subjects: Subject[] = [];
  for (const [key, { subject, weight }] of names) {
    yield;
    // A subject must be named by several; that others name its folder does not make them speak of the file.
    const about = fleet.around.has(key) ? statementsAbout(fleet, { key }) : (fleet.byName.get(key) ?? []);
    const statements = [...about].filter(({ section }) => section !== "log");
    subjects.push({ kind: "named", subject, weight, statements });
  }
  for (const [phrase, statements] of phrases) {
    const subject = `“${uncapitalised(statements[0]?.phrases.get(phrase) ?? phrase)}”`;
    subjects.push({ kind: "wording", subject, weight: WEIGHTS.phrase, statements });
  }
  return subjects;
}

/** Takes back a capital that is only there because the wording began a sentence: "Month-end" is "month-end". */
function uncapitalised(wording: string): string {
  return /^\p{Lu}[^\p{Lu}]*$/u.test(wording) ? wording.toLowerCase() : wording;
}

function citeEachAgent(statements: readonly Statement[]): Citation[] {
  const seen = new Set<string>();
  const first: Statement[] = [];
  const further: Statement[] = [];
  for (const statement of statements) {
    const author = statement.agent ?? `${statement.citation.session ?? ""}/${statement.citation.role ?? ""}`;
    (seen.has(author) ? further : first).push(statement);
    seen.add(author);
  }
  return [...first, ...further].slice(0, MOST_CITATIONS).map(({ citation }) => citation);
}
