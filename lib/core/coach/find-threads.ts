import type { Citation } from "@/lib/core/coach/coach-input";
import { dayNumber, findDates } from "@/lib/core/coach/find-dates";
import type { Fleet } from "@/lib/core/coach/fleet";
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

interface Session {
  line: Statement;
  date: string;
  day: number;
}

/** The dated lines of an agent's log: the last, and the first that has a name or a phrase. */
interface Log {
  last: Session;
  firstWith: Map<string, Session>;
}

/**
 * The open threads of all agents, oldest first and those without a date last. A thread is as old as the earliest day it
 * names that is not ahead of `today` (`YYYY-MM-DD`), else as the first line of its agent's log with a name or phrase of it, and at
 * least as old as the last line of that log. Yields after each statement.
 */
export function* threadSteps({ statements }: Fleet, today: string): Steps<Thread[]> {
  const now = dayNumber(today) ?? Infinity;
  const logs = new Map<string, Log>();
  for (const line of statements) {
    yield;
    const found = line.section === "log" ? earliest(line, now) : null;
    if (found === null || line.agent === null) continue;
    const session = { line, ...found };
    const log = logs.get(line.agent) ?? { last: session, firstWith: new Map<string, Session>() };
    logs.set(line.agent, log);
    if (session.day >= log.last.day) log.last = session;
    for (const key of subjectsOf(line)) {
      if (session.day < (log.firstWith.get(key)?.day ?? Infinity)) log.firstWith.set(key, session);
    }
  }
  const threads: Thread[] = [];
  for (const statement of statements) {
    yield;
    const { section, agent } = statement;
    if (section === "thread" && agent !== null) threads.push(threadOf(statement, agent, logs.get(agent), now));
  }
  // Sorting is stable: threads of one age stay as they stand in the memories.
  return threads.sort((a, b) => (b.days ?? -1) - (a.days ?? -1));
}

function threadOf(statement: Statement, agent: string, log: Log | undefined, now: number): Thread {
  const { text, citation } = statement;
  const own = earliest(statement, now);
  if (own !== null) return { agent, text, since: own.date, days: now - own.day, dated: "text", citations: [citation] };
  if (log === undefined) return { agent, text, since: null, days: null, dated: null, citations: [citation] };
  const about = subjectsOf(statement).flatMap((key) => log.firstWith.get(key) ?? []);
  const first = about.sort((a, b) => a.day - b.day)[0];
  const { date, day, line } = first ?? log.last;
  const dated = first === undefined ? "session" : "log";
  return { agent, text, since: date, days: now - day, dated, citations: [citation, line.citation] };
}

function subjectsOf({ names, phrases }: Statement): string[] {
  return [...names.map(({ key }) => key), ...phrases.keys()];
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
