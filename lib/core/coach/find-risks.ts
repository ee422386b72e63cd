import type { Citation } from "@/lib/core/coach/coach-input";
import { statementsAbout, type Fleet } from "@/lib/core/coach/fleet";
import { joinNames } from "@/lib/core/coach/cite";
import type { Steps } from "@/lib/core/steps";
import { groupSame } from "@/lib/core/coach/same-statement";
import type { Statement } from "@/lib/core/coach/statement";

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
