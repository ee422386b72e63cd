import type { Citation } from "@/lib/core/coach/coach-input";
import { dayNumber, findDates } from "@/lib/core/coach/find-dates";
import type { Fleet } from "@/lib/core/coach/fleet";
import { SessionLog, type Session } from "@/lib/core/coach/session-log";
import type { Statement } from "@/lib/core/coach/statement";
import type { Steps } from "@/lib/core/steps";

/** An open thread of an agent's memory with its age. */
export interface Thread {
  agent: string;
  /** `YYYY-MM-DD`; null when nothing tells. */
  since: string | null;
  /** Whole days from then to today. */
  days: number | null;
  /**
   * Where the date was found: in the thread's own words, in the session log's line about the same thing, or it is that of
   * the agent's last session, at whose end the thread was open: it is that old at least.
   */
  dated: "text" | "log" | "session" | null;
  text: string;
  /** The thread first, then the line of the log that dates it. */
  citations: Citation[];
}

/**
 * The open threads of all agents, oldest first and those without a date last. A thread is as old as the earliest day it
 * names that is not ahead of `today` (`YYYY-MM-DD`), else as the first line of its agent's log that is about it, and at
 * least as old as the last line of that log. Yields after each statement.
 */
export function* threadSteps(fleet: Fleet, today: string, mostEffort = MOST_EFFORT): Steps<Thread[]> {
  const now = dayNumber(today) ?? Infinity;
  const effort = { left: mostEffort };
  const logs = yield* logSteps(fleet, now, effort);
  const threads: Thread[] = [];
  for (const statement of fleet.statements) {
    const { agent } = statement;
    if (statement.section !== "thread" || agent === null) continue;
    threads.push(threadOf(statement, agent, logs.get(agent) ?? null, now));
    yield;
  }
  // Sorting is stable: threads of one age stay as they stand in the memories.
  return threads.sort((a, b) => (b.days ?? -1) - (a.days ?? -1));
}

/** Words compared altogether before threads are dated by the last session alone. */
const MOST_EFFORT = 20_000_000;

/** The log of each agent. */
function* logSteps({ statements }: Fleet, now: number, effort: { left: number }): Steps<Map<string, SessionLog>> {
  const byAgent = new Map<string, Session[]>();
  for (const line of statements) {
    if (line.section !== "log" || line.agent === null) continue;
    const found = earliest(line, now);
    if (found === null) continue;
    const listed = byAgent.get(line.agent) ?? [];
    listed.push({ line, ...found });
    byAgent.set(line.agent, listed);
    yield;
  }
  return new Map([...byAgent].map(([agent, listed]) => [agent, new SessionLog(listed, effort)]));
}

function threadOf(statement: Statement, agent: string, log: SessionLog | null, now: number): Thread {
  const base = { agent, text: statement.text };
  const own = earliest(statement, now);
  if (own !== null) {
    return { ...base, since: own.date, days: now - own.day, dated: "text", citations: [statement.citation] };
  }
  const about = log?.firstAbout(statement);
  const told = about ?? log?.last;
  if (told === undefined) return { ...base, since: null, days: null, dated: null, citations: [statement.citation] };
  const dated = about === undefined ? "session" : "log";
  const citations = [statement.citation, told.line.citation];
  return { ...base, since: told.date, days: now - told.day, dated, citations };
}

function earliest({ text }: Statement, now: number): { date: string; day: number } | null {
  const found = findDates(text)
    .flatMap((date) => {
      const day = dayNumber(date);
      return day === null || day > now ? [] : [{ date, day }];
    })
    .sort((a, b) => a.day - b.day);
  return found[0] ?? null;
}
