import { clip } from "@/lib/core/coach/cite";
import { joinNames } from "@/lib/core/coach/cite";
import type { ProjectFindings } from "@/lib/core/coach/write-project-brief";

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
  const { themes, risks, threads } = findings;
  const all = [
    ...themes.slice(0, MOST).map(({ subject, agents }) => ({
      key: subject,
      observation: observe("finding", `${subject} concerns ${joinNames(agents)}`),
    })),
    ...risks.slice(0, MOST).map(({ subject, agent, touches }) => ({
      key: `${agent} warns of ${subject}`,
      observation: observe(
        "watch",
        `${agent} warns of ${subject}, on which ${joinNames(touches)} ${touches.length === 1 ? "works" : "work"}`,
      ),
    })),
    ...threads
      .filter(({ days }) => (days ?? 0) >= OLD_DAYS)
      .slice(0, MOST)
      .map(({ agent, text, since }) => ({
        key: clip(text, QUOTED),
        observation: observe("thread", `${agent}, open since ${since ?? ""}: ${clip(text, QUOTED)}`),
      })),
  ];
  const isSaid = (key: string, section: Observation["section"]) =>
    said.some((each) => each.section === section && oneLine(each.text).includes(key));
  const fresh = all.filter(({ key, observation }) => !isSaid(key, observation.section));
  return { fresh: fresh.map(({ observation }) => observation), known: all.length - fresh.length };
}

function observe(section: Observation["section"], text: string): Observation {
  return { section, text };
}

function oneLine(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " "); // a long entry may be broken into lines
}
