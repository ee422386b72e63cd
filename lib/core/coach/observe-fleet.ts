import { clip, joinNames } from "@/lib/core/coach/cite";
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
