import type { Citation } from "@/lib/core/coach/read-sources";
import { joinNames } from "@/lib/core/coach/cite";
import { keysAround, rarity, statementsAbout, type Fleet, type Statement, groupSame } from "@/lib/core/coach/statement";
import type { Steps } from "@/lib/core/steps";
import { addTo } from "@/lib/core/lists";

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
      else for (const each of phrases.has(phrase) ? [statement] : [other, statement]) addTo(phrases, phrase, each);
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

/** A watch point or a team's warning about something that others work on; said by several, it is one. */
export interface Risk {
  /** What both name, in backticks. */
  subject: string;
  /** Who wrote it first: an agent, or a role of a session. */
  agent: string;
  /** Other agents that work on it or warn of it too, in order of their names. */
  touches: string[];
  text: string;
  /** The watch point first, then one line of each agent that works on it. */
  citations: Citation[];
}

/** Nobody reads more, and those with most agents come first. */
const MOST_RISKS = 100;

/** So many of the agents that work on something are cited. */
const MOST_CITED = 6;

/**
 * The watch points and warnings that touch what other agents work on, as their memories and session logs name it: the same file,
 * package or setting, a folder it is in, or something below it. What several agents warn of in nearly the same words is
 * one risk. Those that touch most agents come first. Yields after each of them.
 */
export function* riskSteps(fleet: Fleet): Steps<Risk[]> {
  const risks: Risk[] = [];
  const watched = fleet.statements.filter(({ section, tag }) => section === "watch" || tag === "Warning");
  for (const same of groupSame(watched)) {
    const risk = riskOf(fleet, same);
    if (risk !== null) risks.push(risk);
    yield;
  }
  // Sorting is stable: risks that touch as many stay in the order of the memories.
  return risks.sort((a, b) => b.touches.length - a.touches.length).slice(0, MOST_RISKS);
}

function riskOf(fleet: Fleet, same: readonly Statement[]): Risk | null {
  const [watch] = same;
  if (watch === undefined) return null;
  const agent = writerOf(watch);
  const touched = new Map<string, Statement>();
  // A word such as `OCR` is a topic, nothing that one works on.
  const names = watch.names.filter(({ kind }) => kind !== "term");
  const subjects = names.filter((name) => {
    const about = [...statementsAbout(fleet, name)].filter((each) => each.agent !== null && each.agent !== agent);
    for (const statement of about) {
      const known = touched.get(writerOf(statement));
      if (known === undefined || worth(statement) > worth(known)) touched.set(writerOf(statement), statement);
    }
    return about.length > 0;
  });
  if (touched.size === 0) return null;
  const warning = new Map(same.map((each) => [writerOf(each), each]));
  // Who warns of the same is said to warn, not to work on it.
  for (const [other, statement] of warning) if (other !== agent) touched.set(other, statement);
  const touches = [...touched.keys()].sort();
  const working = touches.filter((other) => !warning.has(other));
  const subject = joinNames(subjects.map(({ written }) => `\`${written}\``));
  const cited = touches.slice(0, MOST_CITED).flatMap((other) => touched.get(other) ?? []);
  const warn = `${joinNames([...warning.keys()])} ${warning.size === 1 ? "warns" : "warn"} of ${subject}`;
  const work = `, which ${joinNames(working)} ${working.length === 1 ? "works" : "work"} on`;
  return {
    subject,
    agent,
    touches,
    text: `${warn}${working.length === 0 ? "" : work}: ${watch.text}`,
    citations: [watch, ...cited].map(({ citation }) => citation),
  };
}

function writerOf({ agent, citation }: Statement): string {
  return agent ?? citation.role ?? "";
}

/** What shows best that an agent works on something: what it found or has open tells more than a warning of its own. */
function worth({ section }: Statement): number {
  return section === "watch" ? 0 : section === "log" ? 1 : 2;
}

/**
 * The days that a text names, as `YYYY-MM-DD` in the order of the text: `2026-03-02`, `2026/03/02`, `2026.03.02`,
 * `2 March 2026`, `March 2, 2026`, `2026년 3월 2일`. Days that no calendar has, and dates without a year, are none.
 */
export function findDates(text: string): string[] {
  return [...text.matchAll(DATE)].flatMap(({ groups = {} }) => {
    const year = groups["y1"] ?? groups["y2"] ?? groups["y3"] ?? groups["y4"];
    const day = groups["d1"] ?? groups["d2"] ?? groups["d3"] ?? groups["d4"];
    const name = groups["n2"] ?? groups["n3"];
    const month =
      name === undefined ? (groups["m1"] ?? groups["m4"]) : MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
    const date = `${year ?? ""}-${pad(month)}-${pad(day)}`;
    return dayNumber(date) === null ? [] : [date];
  });
}

/** Days from 1970-01-01 to a day written `YYYY-MM-DD`; null for what is no day of the calendar. */
export function dayNumber(date: string): number | null {
  if (!ISO.test(date)) return null;
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? null : time / 86_400_000;
}

function pad(value: string | number | undefined): string {
  return String(value ?? "").padStart(2, "0");
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Example: `2026-03-02`. */
const ISO = /^\d{4}-\d\d-\d\d$/;

const MONTH = "(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*";

/** Example: `2026-03-02`, `2 March 2026`, `March 2, 2026`, `2026년 3월 2일`. */
const DATE = new RegExp(
  [
    String.raw`(?<!\d)(?<y1>\d{4})[-/.](?<m1>\d{1,2})[-/.](?<d1>\d{1,2})(?!\d)`,
    String.raw`(?<!\d)(?<d2>\d{1,2})(?:st|nd|rd|th)? (?<n2>${MONTH}),? (?<y2>\d{4})(?!\d)`,
    String.raw`(?<n3>${MONTH}) (?<d3>\d{1,2})(?:st|nd|rd|th)?,? (?<y3>\d{4})(?!\d)`,
    String.raw`(?<y4>\d{4})년 ?(?<m4>\d{1,2})월 ?(?<d4>\d{1,2})일`,
  ].join("|"),
  "gi",
);

export interface Thread {
  agent: string;
  /** `YYYY-MM-DD`; null when nothing tells. */
  since: string | null;
  /** Whole days from then to today. */
  days: number | null;
  /**
   * Where the date was found: in the thread's own words, in the session log's line about the same thing, or it is that of
   * the agent's last session, at whose end the thread was open: it is that old at least.
   */
  dated: "text" | "log" | "session" | null;
  text: string;
  /** The thread first, then the line of the log that dates it. */
  citations: Citation[];
}

interface Session {
  line: Statement;
  date: string;
  day: number;
}

/** The dated lines of an agent's log: the last, and the first that has a name or a phrase. */
interface Log {
  last: Session;
  firstWith: Map<string, Session>;
}

/**
 * The open threads of all agents, oldest first and those without a date last. A thread is as old as the earliest day it
 * names that is not ahead of `today` (`YYYY-MM-DD`), else as the first line of its agent's log with a name or phrase of it, and at
 * least as old as the last line of that log. Yields after each statement.
 */
export function* threadSteps({ statements }: Fleet, today: string): Steps<Thread[]> {
  const now = dayNumber(today) ?? Infinity;
  const logs = new Map<string, Log>();
  for (const line of statements) {
    yield;
    const found = line.section === "log" ? earliest(line, now) : null;
    if (found === null || line.agent === null) continue;
    const session = { line, ...found };
    const log = logs.get(line.agent) ?? { last: session, firstWith: new Map<string, Session>() };
    logs.set(line.agent, log);
    if (session.day >= log.last.day) log.last = session;
    for (const key of subjectsIn(line)) {
      if (session.day < (log.firstWith.get(key)?.day ?? Infinity)) log.firstWith.set(key, session);
    }
  }
  const threads: Thread[] = [];
  for (const statement of statements) {
    yield;
    const { section, agent } = statement;
    if (section === "thread" && agent !== null) threads.push(threadOf(statement, agent, logs.get(agent), now));
  }
  // Sorting is stable: threads of one age stay as they stand in the memories.
  return threads.sort((a, b) => (b.days ?? -1) - (a.days ?? -1));
}

function threadOf(statement: Statement, agent: string, log: Log | undefined, now: number): Thread {
  const { text, citation } = statement;
  const own = earliest(statement, now);
  if (own !== null) return { agent, text, since: own.date, days: now - own.day, dated: "text", citations: [citation] };
  if (log === undefined) return { agent, text, since: null, days: null, dated: null, citations: [citation] };
  const about = subjectsIn(statement).flatMap((key) => log.firstWith.get(key) ?? []);
  const first = about.sort((a, b) => a.day - b.day)[0];
  const { date, day, line } = first ?? log.last;
  const dated = first === undefined ? "session" : "log";
  return { agent, text, since: date, days: now - day, dated, citations: [citation, line.citation] };
}

function subjectsIn({ names, phrases }: Statement): string[] {
  return [...names.map(({ key }) => key), ...phrases.keys()];
}

function earliest({ text }: Statement, now: number): { date: string; day: number } | null {
  const found = findDates(text)
    .flatMap((date) => {
      const day = dayNumber(date);
      return day === null || day > now ? [] : [{ date, day }];
    })
    .sort((a, b) => a.day - b.day);
  return found[0] ?? null;
}
