import { CITATION_KEY, clip, renderCitations } from "@/lib/core/coach/cite";
import type { Citation } from "@/lib/core/coach/coach-input";
import { fitLines, type BriefLine } from "@/lib/core/coach/fit-lines";
import type { Fleet } from "@/lib/core/coach/fleet";
import { isNew, relevanceFor, type Relevance, type Target } from "@/lib/core/coach/relevance";
import type { Steps } from "@/lib/core/steps";
import { groupSame, Said } from "@/lib/core/coach/same-statement";
import type { Statement } from "@/lib/core/coach/statement";

/** What a sentence of an orientation is: see the headings they stand under. */
export type OrientationKind = "risk" | "watch" | "team" | "thread" | "worked" | "finding" | "project";

/** One thing to know, with every line it rests on. */
export interface OrientationSentence {
  kind: OrientationKind;
  text: string;
  /** Names and words it shares with what the agent works on. */
  matched: string[];
  citations: Citation[];
}

/** There was no room, the agent's own memory says it already, or it has too little in common with what the agent does. */
export type LeftOutReason = "budget" | "known" | "unrelated";

/** What an agent about to be deployed should know from all others. */
export interface Orientation {
  text: string;
  tokens: number;
  /** In the order of the text. */
  sentences: OrientationSentence[];
  leftOut: { kind: OrientationKind; reason: LeftOutReason; count: number }[];
  sources: { agents: number; sessions: number; entries: number };
}

/** What a kind is worth by itself, beside how relevant it is to the agent: a warning is worth more than a description. */
const WORTH: Record<OrientationKind, number> = {
  risk: 0.6,
  watch: 0.4,
  team: 0.35,
  worked: 0.25,
  finding: 0.25,
  thread: 0.2,
  project: 0.1,
};

const HEADINGS: Record<OrientationKind, string> = {
  risk: "Touches what you work on",
  watch: "Others warn of",
  team: "From the teams at work now",
  worked: "Worked for others",
  finding: "Found by others",
  thread: "Left open by others",
  project: "About the project",
};

/** What is worth knowing of a team memory beside a plain finding. */
const TAG_WORTH: Record<string, number> = {
  Warning: 0.15,
  Decision: 0.1,
  Dependency: 0.1,
  Conflict: 0.1,
  Question: 0.05,
};
/** What is less relevant than this is left out, however much room there is: one telling word in common is some 0.3. */
const LEAST_RELEVANT = 0.2;
/** Each further entry of one source is put back by so much, so that no single memory fills the brief. */
const SAME_SOURCE = 0.06;
/** What a team's role of the agent's own name says, such as `tester-1` to `tester`, it will mostly know. */
const OWN_KIND = -0.4;
/** Below so many tokens they all go to the sentences, none to telling where they come from. */
const SMALL = 250;
/** Names and words shown as what a sentence has in common with the agent. */
const MOST_MATCHED = 5;
/** Each doubling of those who say a thing brings it forward by so much. */
const SAID_BY_MORE = 0.2;

/** Only so many of the most relevant entries are compared with each other: for what follows there is no room anyway. */
const COMPARED = 1500;

/** Something that may go into the brief: entries that say the same. */
interface Candidate {
  kind: OrientationKind;
  statements: readonly Statement[];
  text: string;
  score: number;
}

/**
 * The orientation of one agent, within `budget` tokens by `count`: drawn from the memories of all other agents and from
 * live team memory, what is most relevant to it first. It leaves out what the agent's own memory says already and what has
 * too little to do with it, so that it may be short. It judges nothing, and the same input gives the same orientation. In steps:
 * yields after each entry it looks at. Source: agent memory.
 */
export function* orientationSteps(
  fleet: Fleet,
  target: Target,
  { budget, count }: { budget: number; count: (text: string) => number },
): Steps<Orientation> {
  const own: Statement[] = [];
  const others: Statement[] = [];
  const isWriter = writerIs(target.agent);
  for (const each of fleet.statements) {
    yield;
    if (isWriter(each.citation)) own.push(each);
    else if (each.section !== "log") others.push(each);
  }
  const said = new Said();
  for (const each of own) said.add(each);
  const known: Statement[] = [];
  const fresh: Statement[] = [];
  for (const each of others) {
    yield;
    (said.find(each) === undefined ? fresh : known).push(each);
  }
  const relevance = yield* relevanceFor(fleet, target, own);
  const least = isNew(target, own) && target.task === "" ? 0 : LEAST_RELEVANT;
  const { candidates, unrelated } = yield* candidatesOf(target.agent, relevance, fresh, least);
  const { text, tokens, chosen } = fitLines(
    titleOf(target, { others, own, hasMore: candidates.length > 0 }, budget),
    candidates.map(lineOf),
    budget,
    count,
  );
  const taken = new Set(chosen);
  const left = candidates.filter((_, at) => !taken.has(at)).map(({ kind }) => kind);
  return {
    text,
    tokens,
    sentences: chosen.flatMap((at) => {
      const candidate = candidates[at];
      return candidate === undefined ? [] : [sentenceOf(candidate, relevance)];
    }),
    leftOut: [...tally(left, "budget"), ...tally(kindsOf(unrelated), "unrelated"), ...tally(kindsOf(known), "known")],
    sources: sourcesOf(others),
  };
}

function lineOf({ kind, text, statements }: Candidate): BriefLine {
  const line = () => `- ${text} ${renderCitations(statements.map(({ citation }) => citation))}`;
  return { group: HEADINGS[kind], line };
}

function sentenceOf({ kind, text, statements }: Candidate, relevance: Relevance): OrientationSentence {
  const matched = [...new Set(statements.flatMap((each) => relevance.matchedIn(each)))].slice(0, MOST_MATCHED);
  return { kind, text, matched, citations: statements.map(({ citation }) => citation) };
}

/** Tells whether a line was written by this agent: in its own memory, or as the role of its name in a team memory. */
function writerIs(target: string): (citation: Citation) => boolean {
  const wanted = fold(target);
  const known = new Map<string, boolean>();
  return ({ agent, role }) => {
    const writer = agent ?? role ?? "";
    const isIt = known.get(writer) ?? fold(writer) === wanted;
    known.set(writer, isIt);
    return isIt;
  };
}

function fold(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function* candidatesOf(
  agent: string,
  relevance: Relevance,
  fresh: readonly Statement[],
  least: number,
): Steps<{ candidates: Candidate[]; unrelated: Statement[] }> {
  const scores = new Map<Statement, number>();
  for (const statement of fresh) {
    scores.set(statement, relevance.scoreOf(statement));
    yield;
  }
  const scoreOf = (statement: Statement) => scores.get(statement) ?? 0;
  const ranked = [...fresh].sort((a, b) => scoreOf(b) - scoreOf(a));
  const relevant = ranked.filter((each) => scoreOf(each) >= least);
  const groups = [...groupSame(relevant.slice(0, COMPARED)), ...relevant.slice(COMPARED).map((each) => [each])];
  const candidates: Candidate[] = [];
  for (const group of groups) {
    candidates.push(ofGroup(group, agent, relevance, scoreOf));
    yield;
  }
  return { candidates: spread(candidates), unrelated: ranked.slice(relevant.length) };
}

function ofGroup(
  group: readonly Statement[],
  agent: string,
  relevance: Relevance,
  scoreOf: (statement: Statement) => number,
): Candidate {
  const head = group[0] as Statement;
  const kind = kindOf(head, relevance.touches(head));
  const authors = new Set(group.map(authorOf));
  const mark = head.section === "item" && head.tag !== null ? `[${head.tag}] ` : "";
  const worth = WORTH[kind] + (head.section === "item" ? (TAG_WORTH[head.tag ?? ""] ?? 0) : 0);
  const isOwnKind = fold(head.citation.role ?? "").replace(/-\d+$/, "") === fold(agent); // tester-1
  const score = worth + scoreOf(head) + (isOwnKind ? OWN_KIND : 0) + SAID_BY_MORE * Math.log2(authors.size);
  return { kind, text: clip(mark + head.text), statements: group, score };
}

function authorOf({ citation: { agent, session, role } }: Statement): string {
  return agent ?? `${session ?? ""}/${role ?? ""}`;
}

function kindsOf(statements: readonly Statement[]): OrientationKind[] {
  return statements.map((each) => kindOf(each, false));
}

function kindOf({ section, tag }: Statement, touches: boolean): OrientationKind {
  if (section === "item") return touches && tag === "Warning" ? "risk" : "team";
  if (section === "watch") return touches ? "risk" : "watch";
  return section === "log" ? "project" : section;
}

/** Best first, with what comes from one and the same source drawn apart. */
function spread(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Map<string, number>();
  return [...candidates]
    .sort(byScore)
    .map((candidate) => {
      const path = candidate.statements[0]?.citation.path ?? "";
      const before = seen.get(path) ?? 0;
      seen.set(path, before + 1);
      return { ...candidate, score: candidate.score - before * SAME_SOURCE };
    })
    .sort(byScore);
}

/** Equal scores keep the order of the input: sorting is stable, and the input's order is given. */
function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score;
}

function titleOf(
  target: Target,
  { others, own, hasMore }: { others: readonly Statement[]; own: readonly Statement[]; hasMore: boolean },
  budget: number,
): string {
  const { agent, task } = target;
  if (others.length === 0) return `# Brief for ${agent}\n\nNobody else in this project remembers anything yet.\n`;
  if (!hasMore) return `# Brief for ${agent}\n\nNothing that others remember concerns what this agent does.\n`;
  if (budget < SMALL) return `# Brief for ${agent}\n`;
  const { agents, sessions } = sourcesOf(others);
  const from = [
    count(agents, "memory", "memories"),
    ...(sessions === 0 ? [] : [count(sessions, "team memory", "team memories")]),
  ];
  const chosen = !isNew(target, own)
    ? "."
    : task === ""
      ? ", chosen by its name alone. Name its task to find more."
      : ", chosen by its name and task alone.";
  return `# Brief for ${agent}\n\nDrawn from ${from.join(" and ")} of others${chosen} ${CITATION_KEY}\n`;
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function sourcesOf(statements: readonly Statement[]): Orientation["sources"] {
  const agents = new Set(statements.flatMap(({ agent }) => agent ?? []));
  const sessions = new Set(statements.flatMap(({ citation }) => citation.session ?? []));
  return { agents: agents.size, sessions: sessions.size, entries: statements.length };
}

function tally(kinds: readonly OrientationKind[], reason: LeftOutReason): Orientation["leftOut"] {
  const counts = new Map<OrientationKind, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return (Object.keys(WORTH) as OrientationKind[]).flatMap((kind) => {
    const found = counts.get(kind);
    return found === undefined ? [] : [{ kind, reason, count: found }];
  });
}
