import { CITATION_KEY, clip, renderCitations } from "@/lib/core/coach/cite";
import { riskSteps, type Risk } from "@/lib/core/coach/find-risks";
import { themeSteps, type Theme } from "@/lib/core/coach/find-themes";
import { threadSteps, type Thread } from "@/lib/core/coach/find-threads";
import { fitLines } from "@/lib/core/coach/fit-lines";
import type { Fleet } from "@/lib/core/coach/fleet";
import type { Steps } from "@/lib/core/steps";

/** What all memories of a project come to. */
export interface ProjectFindings {
  themes: Theme[];
  risks: Risk[];
  /** Oldest first. */
  threads: Thread[];
}

/** The same as a text within a budget, and how much of each kind is not in it. */
export interface ProjectText {
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
  { themes, risks, threads }: ProjectFindings,
  agents: number,
  { budget, count }: { budget: number; count: (text: string) => number },
): ProjectText {
  const said = { risk: risks.map(({ text }) => text), theme: themes.map(themeText), thread: threads.map(threadText) };
  const cited = { risk: risks, theme: themes, thread: threads };
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
