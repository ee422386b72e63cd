import type { Citation } from "@/lib/core/coach/coach-input";
import { statementsAbout, type Fleet } from "@/lib/core/coach/fleet";
import { joinNames } from "@/lib/core/coach/join-names";
import type { Steps } from "@/lib/core/steps";
import type { Statement } from "@/lib/core/coach/statement";

/** A watch point of one agent about something that others work on. */
export interface Risk {
  /** What both name, in backticks. */
  subject: string;
  /** Whose watch point it is. */
  agent: string;
  /** Agents that work on it, in order of their names. */
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
 * The watch points that touch what other agents work on, as their memories and session logs name it: the same file,
 * package or setting, a folder it is in, or something below it. Those that touch most agents come first. Yields
 * after each statement.
 */
export function* riskSteps(fleet: Fleet): Steps<Risk[]> {
  const risks: Risk[] = [];
  for (const watch of fleet.statements) {
    const risk = riskOf(fleet, watch);
    if (risk !== null) risks.push(risk);
    yield;
  }
  const order = new Map(risks.map((risk, at) => [risk, at]));
  return risks
    .sort((a, b) => b.touches.length - a.touches.length || (order.get(a) ?? 0) - (order.get(b) ?? 0))
    .slice(0, MOST_RISKS);
}

function riskOf(fleet: Fleet, watch: Statement): Risk | null {
  const { agent } = watch;
  if (watch.section !== "watch" || agent === null) return null;
  const touched = new Map<string, Statement>();
  const subjects: string[] = [];
  for (const name of watch.names) {
    // A word such as `OCR` is a topic, nothing that one works on.
    if (name.kind === "term") continue;
    let isTouched = false;
    for (const statement of statementsAbout(fleet, name)) {
      if (statement.agent === null || statement.agent === agent) continue;
      isTouched = true;
      const known = touched.get(statement.agent);
      if (known === undefined || worth(statement) > worth(known)) touched.set(statement.agent, statement);
    }
    if (isTouched) subjects.push(`\`${name.written}\``);
  }
  if (touched.size === 0) return null;
  const touches = [...touched.keys()].sort();
  const subject = joinNames(subjects);
  const cited = touches.slice(0, MOST_CITED).flatMap((other) => touched.get(other) ?? []);
  return {
    subject,
    agent,
    touches,
    text: `${agent} warns of ${subject}, which ${joinNames(touches)} ${touches.length === 1 ? "works" : "work"} on: ${watch.text}`,
    citations: [watch, ...cited].map(({ citation }) => citation),
  };
}

/** What shows best that an agent works on something: what it found or has open tells more than a warning of its own. */
function worth({ section }: Statement): number {
  return section === "watch" ? 0 : section === "log" ? 1 : 2;
}
