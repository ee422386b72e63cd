import { CITATION_KEY, clip, renderCitations } from "@/lib/core/coach/cite";
import type { Citation } from "@/lib/core/coach/coach-input";
import { riskSteps, type Risk } from "@/lib/core/coach/find-risks";
import { themeSteps, type Theme } from "@/lib/core/coach/find-themes";
import { threadSteps, type Thread } from "@/lib/core/coach/find-threads";
import { fitLines, type BriefLine } from "@/lib/core/coach/fit-lines";
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
  const kinds = [
    { kind: "risk", lines: linesOf("Risks across agents", risks, ({ text }) => text) },
    { kind: "theme", lines: linesOf("Themes", themes, themeText) },
    { kind: "thread", lines: linesOf("Open threads", threads, threadText) },
  ];
  const lines: (BriefLine & { kind: string })[] = [];
  for (let at = 0; kinds.some((each) => at < each.lines.length); at++) {
    for (const { kind, lines: own } of kinds) {
      const line = own[at];
      if (line !== undefined) lines.push({ ...line, kind });
    }
  }
  const title =
    lines.length === 0
      ? `# Brief of the project\n\nNothing yet that concerns more than one agent, and no open threads.\n`
      : `# Brief of the project\n\nDrawn from ${agents === 1 ? "1 memory" : `${agents} memories`}. ${CITATION_KEY}\n`;
  const { text, tokens, chosen } = fitLines(title, lines, budget, count);
  const taken = new Set(chosen);
  const leftOut = kinds.flatMap(({ kind }) => {
    const left = lines.filter((line, at) => line.kind === kind && !taken.has(at)).length;
    return left === 0 ? [] : [{ kind, reason: "budget" as const, count: left }];
  });
  return { text, tokens, leftOut };
}

/** UTF-16 code units of a line. */
const LONGEST = 480;

function linesOf<F extends { citations: Citation[] }>(
  group: string,
  findings: readonly F[],
  say: (finding: F) => string,
): BriefLine[] {
  return findings.map((finding) => ({
    group,
    line: () => `- ${clip(say(finding), LONGEST)} ${renderCitations(finding.citations)}`,
  }));
}

function themeText({ subject, agents, entries }: Theme): string {
  return `${subject}: ${entries} entries of ${agents.length} agents`;
}

function threadText({ agent, days, dated, text }: Thread): string {
  if (days === null) return `undated, ${agent}: ${text}`;
  return `${dated === "session" ? "at least " : ""}${days === 1 ? "1 day" : `${days} days`}, ${agent}: ${text}`;
}
