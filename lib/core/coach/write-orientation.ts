import { CITATION_KEY, renderCitations, fitLines } from "@/lib/core/coach/cite";
import { clip } from "@/lib/core/text/clip";
import type { Citation } from "@/lib/core/coach/read-sources";
import {
  type Fleet,
  rarity,
  statementsAbout,
  groupSame,
  Said,
  type Statement,
  readWords,
  readNames,
} from "@/lib/core/coach/statement";
import type { Steps } from "@/lib/core/steps";

/** An agent about to be deployed, as far as anything is known of it; "" for what is not. */
interface BriefedAgent {
  agent: string;
  /** The `description` of its definition, and the rest of it. */
  description: string;
  instructions: string;
  /** What it is about to do. */
  task: string;
}

interface Relevance {
  /** From 0 for nothing in common; one telling word is some 0.3. */
  scoreOf: (statement: Statement) => number;
  /** Whether it is about a file, package or setting that the agent's own memory, definition or task names. */
  touches: (statement: Statement) => boolean;
  /** The names and words in common, names first. */
  matchedIn: (statement: Statement) => string[];
}

/** A name in common outweighs words, however many: it is the same thing, not only the same topic. */
const NAMED = 1.5;

const MOST_FOR_WORDS = 1.5;

/** Shared topics such as `OCR` weigh as much as a telling word. */
const TERM = 0.3;

/** A word that stands nowhere else counts so much, a common one less. */
const WORD = 0.3;

/**
 * Tells how relevant any statement of the fleet is to an agent: by the words it shares with the agent's name, definition, task and
 * own memory, the rarer the more telling, and by what these name.
 */
function* relevanceFor(fleet: Fleet, target: BriefedAgent, own: readonly Statement[]): Steps<Relevance> {
  const weights = new Map<string, number>();
  const weigh = (terms: Iterable<string>, weight: number) => {
    for (const term of terms) {
      const worth = weight * (WORD / rarity(fleet, 1)) * rarity(fleet, fleet.counts.get(term) ?? 1);
      weights.set(term, Math.max(weights.get(term) ?? 0, worth));
    }
  };
  const purpose = `${target.agent.replace(/[-_.]/g, " ")} ${target.description} ${target.task}`; // "code-reviewer"
  weigh(readWords(purpose.normalize("NFC")).terms, 1);
  weigh(readWords(target.instructions.normalize("NFC")).terms, 0.4);
  for (const { terms } of own) weigh(terms, 0.7);

  const named = new Map<Statement, { touched: string[]; topics: string[] }>();
  const texts = [target.description, target.instructions, target.task];
  const names = [...own.flatMap((each) => each.names), ...texts.flatMap(readNames)];
  for (const name of new Map(names.map((each) => [each.key, each])).values()) {
    yield;
    for (const statement of statementsAbout(fleet, name)) {
      const known = named.get(statement) ?? { touched: [], topics: [] };
      named.set(statement, known);
      known[name.kind === "term" ? "topics" : "touched"].push(name.written);
    }
  }
  const touches = (statement: Statement) => (named.get(statement)?.touched.length ?? 0) > 0;

  return {
    touches,
    scoreOf(statement) {
      const shared = [...statement.terms].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
      const words = shared + TERM * (named.get(statement)?.topics.length ?? 0);
      return (MOST_FOR_WORDS * words) / (1 + words) + (touches(statement) ? NAMED : 0);
    },
    matchedIn(statement) {
      const { touched = [], topics = [] } = named.get(statement) ?? {};
      const words = [...statement.terms]
        .filter((term) => (weights.get(term) ?? 0) > 0)
        .sort((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
      return [...new Set([...touched, ...topics, ...words])].slice(0, MOST_MATCHED);
    },
  };
}

/** Whether nothing but its name and its task tells what an agent does. */
function isNew({ description, instructions }: BriefedAgent, own: readonly Statement[]): boolean {
  return own.length === 0 && description.trim() === "" && instructions.trim() === "";
}

/** What a sentence of an orientation is: see the headings they stand under. */
type OrientationKind = "risk" | "watch" | "team" | "thread" | "worked" | "finding" | "project";

/** One thing to know, with every line it rests on. */
interface OrientationSentence {
  kind: OrientationKind;
  text: string;
  /** Names and words it shares with what the agent works on. */
  matched: string[];
  citations: Citation[];
}

/** There was no room, the agent's own memory says it already, or it has too little in common with what the agent does. */
type LeftOutReason = "budget" | "known" | "unrelated";

/** What an agent about to be deployed should know from all others. */
export interface Orientation {
  text: string;
  tokens: number;
  /** In the order of the text. */
  sentences: OrientationSentence[];
  leftOut: { kind: OrientationKind; reason: LeftOutReason; count: number }[];
  sources: { agents: number; sessions: number; entries: number };
}

/** The kinds in the order of their worth, each with its heading and what it is worth beside how relevant it is to the agent. */
const KINDS: Record<OrientationKind, { heading: string; worth: number }> = {
  risk: { heading: "Touches what you work on", worth: 0.6 },
  watch: { heading: "Others warn of", worth: 0.4 },
  team: { heading: "From the teams at work now", worth: 0.35 },
  worked: { heading: "Worked for others", worth: 0.25 },
  finding: { heading: "Found by others", worth: 0.25 },
  thread: { heading: "Left open by others", worth: 0.2 },
  project: { heading: "About the project", worth: 0 },
};
/** A Warning of a team at work now is worth more than its other items. */
const WARNED = 0.1;

/** What is less relevant than this is left out, however much room there is: one telling word in common is some 0.3. */
const LEAST_RELEVANT = 0.15;
/** Below so many tokens they all go to the sentences, none to telling where they come from. */
const SMALL = 250;
/** Names and words shown as what a sentence has in common with the agent. */
const MOST_MATCHED = 5;
/** Only so many of the most relevant entries are compared with each other: for what follows there is no room anyway. */
const COMPARED = 1500;

/**
 * The orientation of one agent, within `budget` tokens by `count`: drawn from the memories of all other agents and from
 * live team memory, what is most relevant to it first. It leaves out what the agent's own memory says already and what has
 * too little to do with it, so that it may be short. It judges nothing, and the same input gives the same orientation. In steps:
 * yields after each entry it looks at. Source: agent memory.
 */
export function* orientationSteps(
  fleet: Fleet,
  target: BriefedAgent,
  { budget, count }: { budget: number; count: (text: string) => number },
): Steps<Orientation> {
  const isOwn = isBy(target.agent);
  const own = fleet.statements.filter(isOwn);
  const others = fleet.statements.filter((each) => each.section !== "log" && !isOwn(each));
  const said = new Said();
  for (const each of own) said.add(each);
  const { scoreOf, touches, matchedIn } = yield* relevanceFor(fleet, target, own);
  const nothingKnown = isNew(target, own) && target.task === "";
  const left: { reason: LeftOutReason; kind: OrientationKind }[] = [];
  const ranked: { statement: Statement; kind: OrientationKind; score: number }[] = [];
  for (const statement of others) {
    yield;
    const kind = kindOf(statement, touches(statement));
    const score = scoreOf(statement);
    if (said.find(statement) !== undefined) left.push({ reason: "known", kind });
    else if (score < LEAST_RELEVANT && !nothingKnown) left.push({ reason: "unrelated", kind });
    else
      ranked.push({ statement, kind, score: score + KINDS[kind].worth + (statement.tag === "Warning" ? WARNED : 0) });
  }
  // Sorting is stable: equal scores keep the order of the input.
  ranked.sort((a, b) => b.score - a.score);
  const kinds = new Map(ranked.map(({ statement, kind }) => [statement, kind]));
  const relevant = ranked.map(({ statement }) => statement);
  const groups = [...groupSame(relevant.slice(0, COMPARED)), ...relevant.slice(COMPARED).map((each) => [each])];
  yield;
  const candidates = groups.map((statements) => {
    const { section, tag, text } = statements[0] as Statement;
    const kind = kinds.get(statements[0] as Statement) ?? "finding";
    return { kind, text: clip(section === "item" && tag !== null ? `[${tag}] ${text}` : text), statements };
  });
  const lines = candidates.map(({ kind, text, statements }) => ({
    group: KINDS[kind].heading,
    line: () => `- ${text} ${renderCitations(statements.map(({ citation }) => citation))}`,
  }));
  const sources = sourcesOf(others);
  const fitted = fitLines(titleOf(target, isNew(target, own), sources, lines.length, budget), lines, budget, count);
  const chosen = new Set(fitted.chosen);
  for (const [at, { kind }] of candidates.entries()) if (!chosen.has(at)) left.push({ reason: "budget", kind });
  return {
    text: fitted.text,
    tokens: fitted.tokens,
    sentences: fitted.chosen.map((at): OrientationSentence => {
      const { kind, text, statements } = candidates[at] as (typeof candidates)[number];
      const matched = [...new Set(statements.flatMap(matchedIn))].slice(0, MOST_MATCHED);
      return { kind, text, matched, citations: statements.map(({ citation }) => citation) };
    }),
    leftOut: tally(left),
    sources,
  };
}

/** Whether an agent wrote a line: in its own memory, or as the role of its name in a team memory. */
function isBy(agent: string): (statement: Statement) => boolean {
  const fold = (name: string) => name.normalize("NFC").toLowerCase();
  const known = new Map<string, boolean>();
  return ({ citation }) => {
    const name = citation.agent ?? citation.role ?? "";
    const is = known.get(name) ?? fold(name) === fold(agent);
    known.set(name, is);
    return is;
  };
}

function kindOf({ section, tag }: Statement, touches: boolean): OrientationKind {
  if (section === "item") return touches && tag === "Warning" ? "risk" : "team";
  if (section === "watch") return touches ? "risk" : "watch";
  return section === "log" ? "project" : section;
}

function titleOf(
  { agent, task }: BriefedAgent,
  isUnknown: boolean,
  { agents, sessions, entries }: Orientation["sources"],
  lines: number,
  budget: number,
): string {
  const title = `# Brief for ${agent}\n`;
  if (entries === 0) return `${title}\nNobody else in this project remembers anything yet.\n`;
  if (lines === 0) return `${title}\nNothing that others remember concerns what this agent does.\n`;
  if (budget < SMALL) return title;
  const memories = agents === 1 ? "1 memory" : `${agents} memories`;
  const teams = sessions === 0 ? "" : sessions === 1 ? " and 1 team memory" : ` and ${sessions} team memories`;
  const by = task === "" ? "name alone. Name its task to find more." : "name and task alone.";
  return `${title}\nDrawn from ${memories}${teams} of others${isUnknown ? `, chosen by its ${by}` : "."} ${CITATION_KEY}\n`;
}

function sourcesOf(statements: readonly Statement[]): Orientation["sources"] {
  const agents = new Set(statements.flatMap(({ agent }) => agent ?? []));
  const sessions = new Set(statements.flatMap(({ citation }) => citation.session ?? []));
  return { agents: agents.size, sessions: sessions.size, entries: statements.length };
}

function tally(left: readonly { reason: LeftOutReason; kind: OrientationKind }[]): Orientation["leftOut"] {
  return (["budget", "unrelated", "known"] as const).flatMap((reason) =>
    (Object.keys(KINDS) as OrientationKind[]).flatMap((kind) => {
      const count = left.filter((each) => each.reason === reason && each.kind === kind).length;
      return count === 0 ? [] : [{ kind, reason, count }];
    }),
  );
}
