import type { Citation } from "@/lib/core/coach/coach-input";
import { dayNumber, findDates } from "@/lib/core/coach/find-dates";
import type { Fleet } from "@/lib/core/coach/fleet";
import { countShared, type Statement } from "@/lib/core/coach/statement";

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

/** A line of the log is about a thread when it names the same, or shares this many words of it. */
const SHARED_WORDS = 2;

/**
 * The open threads of all agents, oldest first and those without a date last. A thread is as old as the earliest day it
 * names that is not ahead of `today` (`YYYY-MM-DD`), else as the first line of its agent's log that is about it, and at
 * least as old as the last line of that log.
 */
export function findThreads(fleet: Fleet, today: string): Thread[] {
  const now = dayNumber(today) ?? Infinity;
  const sessions = sessionsByAgent(fleet, now);
  const threads = fleet.statements.flatMap((statement) => {
    const { agent } = statement;
    if (statement.section !== "thread" || agent === null) return [];
    return [threadOf(statement, agent, sessions.get(agent) ?? [], now)];
  });
  // Sorting is stable: threads of one age stay as they stand in the memories.
  return threads.sort((a, b) => (b.days ?? -1) - (a.days ?? -1));
}

/** A line of a session log, and the day it tells of. */
interface Session {
  line: Statement;
  date: string;
  day: number;
}

/** The dated lines of each agent's log, oldest first. */
function sessionsByAgent({ statements }: Fleet, now: number): Map<string, Session[]> {
  const byAgent = new Map<string, Session[]>();
  for (const line of statements) {
    if (line.section !== "log" || line.agent === null) continue;
    const found = earliest(line, now);
    if (found === null) continue;
    const listed = byAgent.get(line.agent) ?? [];
    listed.push({ line, ...found });
    byAgent.set(line.agent, listed);
  }
  for (const listed of byAgent.values()) listed.sort((a, b) => a.day - b.day);
  return byAgent;
}

function threadOf(statement: Statement, agent: string, sessions: readonly Session[], now: number): Thread {
  const base = { agent, text: statement.text };
  const own = earliest(statement, now);
  if (own !== null) {
    return { ...base, since: own.date, days: now - own.day, dated: "text", citations: [statement.citation] };
  }
  const about = sessions.find(({ line }) => isAbout(line, statement));
  const told = about ?? sessions.at(-1);
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

function isAbout(line: Statement, thread: Statement): boolean {
  const named = new Set(thread.names.map(({ key }) => key));
  if (line.names.some(({ key }) => named.has(key))) return true;
  return countShared(thread, line) >= SHARED_WORDS;
}
