import type { Citation } from "@/lib/core/coach/coach-input";
import { rarity, sharedPhrases, statementsAbout, type Fleet } from "@/lib/core/coach/fleet";
import { keysAround } from "@/lib/core/coach/related-names";
import { placeOfPhrase, type Statement } from "@/lib/core/coach/statement";
import type { Steps } from "@/lib/core/steps";
import { joinNames } from "@/lib/core/coach/join-names";

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

interface Candidate {
  /** Found only when it is shown: most candidates are not. */
  subject: () => string;
  kind: Theme["kind"];
  statements: readonly Statement[];
  agents: string[];
  score: number;
}

/** The subjects that at least two agents write about, best first: by how many share them and how telling they are. */
export function* themeSteps(fleet: Fleet): Steps<Theme[]> {
  const candidates = [...(yield* namedCandidates(fleet)), ...(yield* wordingCandidates(fleet))].sort(
    (a, b) => b.score - a.score,
  );
  const covered = new Map<Statement, number[]>();
  const themes: Theme[] = [];
  for (const candidate of candidates) {
    yield;
    const { statements, agents } = candidate;
    const overlaps = new Map<number, number>();
    for (const statement of statements) {
      for (const theme of covered.get(statement) ?? []) overlaps.set(theme, (overlaps.get(theme) ?? 0) + 1);
    }
    if ([...overlaps.values()].some((shared) => shared >= statements.length * COVERED)) continue;
    for (const statement of statements) covered.set(statement, [...(covered.get(statement) ?? []), themes.length]);
    const subject = candidate.subject();
    themes.push({
      subject,
      kind: candidate.kind,
      agents,
      entries: statements.length,
      text: `${joinNames(agents)} write about ${subject}.`,
      citations: citeEachAgent(statements),
    });
    if (themes.length === MOST_THEMES) break;
  }
  return themes;
}

/** What is said of a session is over; a theme is what stands. */
function isStanding({ section }: Statement): boolean {
  return section !== "log";
}

function candidateOf(
  fleet: Fleet,
  kind: Theme["kind"],
  statements: readonly Statement[],
  weight: number,
): Omit<Candidate, "subject"> | null {
  const names = new Set<string>();
  for (const { agent } of statements) if (agent !== null) names.add(agent);
  if (names.size < 2) return null;
  const score = weight * rarity(fleet, statements.length) * Math.log2(1 + names.size);
  return { kind, statements, agents: [...names].sort(), score };
}

function* namedCandidates(fleet: Fleet): Steps<Candidate[]> {
  const written = new Map<string, { name: string; weight: number }>();
  for (const { names } of fleet.statements.filter(isStanding)) {
    for (const { key, written: name, kind } of names) {
      if (!written.has(key)) written.set(key, { name, weight: kind === "term" ? 1.2 : 2 });
      for (const folder of keysAround(key).folders) {
        if (!written.has(folder)) written.set(folder, { name: folder, weight: 1.6 });
      }
    }
  }
  const candidates: Candidate[] = [];
  for (const [key, { name, weight }] of written) {
    yield;
    // A subject must be named by several; that others name its folder does not make them speak of the file.
    const about = fleet.belowFolder.has(key) || fleet.byBase.has(key) ? statementsAbout(fleet, { key }) : null;
    const statements = [...(about ?? fleet.byName.get(key) ?? [])].filter(isStanding);
    const candidate = candidateOf(fleet, "named", statements, weight);
    if (candidate !== null) candidates.push({ ...candidate, subject: () => `\`${name}\`` });
  }
  return candidates;
}

function* wordingCandidates(fleet: Fleet): Steps<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const [phrase, all] of yield* sharedPhrases(fleet.statements.filter(isStanding))) {
    yield;
    const candidate = candidateOf(fleet, "wording", all, 1.4);
    if (candidate !== null) candidates.push({ ...candidate, subject: () => `“${commonest(all, phrase, fleet)}”` });
  }
  return candidates;
}

/** The wording most entries use; a capital that only begins a sentence is none. */
function commonest(statements: readonly Statement[], phrase: number, { vocabulary }: Fleet): string {
  const counts = new Map<string, number>();
  for (const statement of statements) {
    const { start, end } = placeOfPhrase(statement, phrase, vocabulary);
    const wording = statement.text.slice(start, end);
    const plain = /^\p{Lu}[^\p{Lu}]*$/u.test(wording) ? wording.toLowerCase() : wording; // "Month-end" is "month-end"
    counts.set(plain, (counts.get(plain) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([a, x], [b, y]) => y - x || a.length - b.length || (a < b ? -1 : 1));
  return best?.[0] ?? "";
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
