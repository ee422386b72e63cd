import { CITATION_KEY, renderCitations, fitLines, joinNames } from "@/lib/core/coach/cite";
import { clip } from "@/lib/core/text/clip";
import { riskSteps, type Risk, themeSteps, type Theme, threadSteps, type Thread } from "@/lib/core/coach/find-across";
import type { NearPair } from "@/lib/core/coach/near-pairs";
import type { Fleet } from "@/lib/core/coach/statement";
import type { Steps } from "@/lib/core/steps";

interface ProjectFindings {
  themes: Theme[];
  risks: Risk[];
  /** Oldest first. */
  threads: Thread[];
}

type Findings = ProjectFindings & { pairs?: readonly NearPair[] };

/** The same as a text within a budget, and how much of each kind is not in it. */
interface ProjectText {
  text: string;
  tokens: number;
  leftOut: { kind: string; reason: "budget"; count: number }[];
}

/** Everything that can be found across the memories, in steps; `today` is `YYYY-MM-DD`. Source: agent memory. */
export function* acrossSteps(fleet: Fleet, today: string): Steps<ProjectFindings> {
  return {
    themes: yield* themeSteps(fleet),
    risks: yield* riskSteps(fleet),
    threads: yield* threadSteps(fleet, today),
  };
}

/** The findings as Markdown, within `budget` tokens by `count`; of each kind the best, in turn. */
export function writeProjectBrief(
  { themes, risks, threads, pairs = [] }: Findings,
  agents: number,
  { budget, count }: { budget: number; count: (text: string) => number },
): ProjectText {
  const [risk, pair] = [risks, pairs].map((found) => found.map(({ text }) => text)) as [string[], string[]];
  const said = { risk, pair, theme: themes.map(themeText), thread: threads.map(threadText) };
  const cited = { risk: risks, pair: pairs, theme: themes, thread: threads };
  const lines = KINDS.flatMap(({ kind, group }) =>
    said[kind].map((text, at) => {
      const line = () => `- ${clip(text, LONGEST)} ${renderCitations(cited[kind][at]?.citations ?? [])}`;
      return { kind, at, group, line };
    }),
  ).sort((a, b) => a.at - b.at);
  const about =
    lines.length === 0
      ? "Nothing yet that concerns more than one agent, and no open threads."
      : `Drawn from ${agents === 1 ? "1 memory" : `${agents} memories`}. ${CITATION_KEY}`;
  const { text, tokens, chosen } = fitLines(`# Brief of the project\n\n${about}\n`, lines, budget, count);
  const taken = new Set(chosen);
  const leftOut = KINDS.flatMap(({ kind }) => {
    const left = lines.filter((line, at) => line.kind === kind && !taken.has(at)).length;
    return left === 0 ? [] : [{ kind, reason: "budget" as const, count: left }];
  });
  return { text, tokens, leftOut };
}

const KINDS = [
  { kind: "risk", group: "Risks across agents" },
  { kind: "pair", group: "Near lines that nobody has judged" },
  { kind: "theme", group: "Themes" },
  { kind: "thread", group: "Open threads" },
] as const;

/** UTF-16 code units of a line. */
const LONGEST = 480;

function themeText({ subject, agents, entries }: Theme): string {
  return `${subject}: ${entries} entries of ${agents.length} agents`;
}

function threadText({ agent, days, dated, text }: Thread): string {
  if (days === null) return `undated, ${agent}: ${text}`;
  return `${dated === "session" ? "at least " : ""}${days === 1 ? "1 day" : `${days} days`}, ${agent}: ${text}`;
}

/** Something about all agents together that the coach keeps in its own memory. */
export interface Observation {
  /** Where it belongs: findings, watch points or open threads. */
  section: "finding" | "watch" | "thread";
  text: string;
}

/** Of each kind the best: a memory is to be read, not to hold everything. */
const MOST = 8;

/** A thread open for so many days is worth the coach's memory. */
const OLD_DAYS = 30;

/** So much of an entry is repeated, in UTF-16 code units. */
const QUOTED = 140;

/**
 * What the findings say that the coach's memory does not yet: themes as findings, risks as watch points,
 * threads open for a month as open threads. `said` are the entries the memory has; an observation about a subject
 * that one of them names already is not made again, whoever else joined meanwhile. Source: agent memory.
 */
export function observeFleet(
  findings: ProjectFindings,
  said: readonly Observation[],
): { fresh: Observation[]; known: number } {
  const all: (Observation & { key: string })[] = [
    ...findings.themes.slice(0, MOST).map(({ subject, agents }) => {
      return { section: "finding" as const, key: subject, text: `${subject} concerns ${joinNames(agents)}` };
    }),
    ...findings.risks.slice(0, MOST).map(({ subject, agent, touches }) => {
      const key = `${agent} warns of ${subject}`;
      const text = `${key}, on which ${joinNames(touches)} ${touches.length === 1 ? "works" : "work"}`;
      return { section: "watch" as const, key, text };
    }),
    ...findings.threads
      .filter(({ days }) => (days ?? 0) >= OLD_DAYS)
      .slice(0, MOST)
      .map(({ agent, text, since }) => {
        const key = clip(text, QUOTED);
        return { section: "thread" as const, key, text: `${agent}, open since ${since ?? ""}: ${key}` };
      }),
  ];
  // A long entry may be broken into lines.
  const lines = said.map(({ section, text }) => ({ section, text: text.normalize("NFC").replace(/\s+/g, " ") }));
  const fresh = all.filter(
    ({ key, section }) => !lines.some((each) => each.section === section && each.text.includes(key)),
  );
  return { fresh: fresh.map(({ section, text }) => ({ section, text })), known: all.length - fresh.length };
}
