import { CITATION_KEY, clip, renderCitations } from "@/lib/core/coach/cite";
import type { Citation } from "@/lib/core/coach/coach-input";
import { fitLines } from "@/lib/core/coach/fit-lines";
import type { Fleet } from "@/lib/core/coach/fleet";
import { isNew, relevanceFor, type Target } from "@/lib/core/coach/relevance";
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
  target: Target,
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
  { agent, task }: Target,
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
