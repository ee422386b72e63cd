import { expect, it } from "vitest";
import { readFleet } from "@/lib/core/coach/fleet";
import { SessionLog } from "@/lib/core/coach/session-log";

const LINES = 3000;

/** A log whose lines all share a word, and threads that each have that word and one of a single line. */
function read() {
  const entries = Array.from({ length: LINES }, (_, at) => [
    { section: "log" as const, text: `stage review of delivery${at}x`, line: at + 1 },
    { section: "thread" as const, text: `stage questions about delivery${LINES - 1 - at}x`, line: LINES + at + 1 },
  ]);
  const { statements } = readFleet({ memories: [{ agent: "a", path: "a.md", entries: entries.flat() }], items: [] });
  const lines = statements.filter(({ section }) => section === "log");
  const sessions = lines.map((line, day) => ({ line, date: "2026-01-01", day }));
  return { sessions, threads: statements.filter(({ section }) => section === "thread") };
}

it("finds the line about a thread without a look at each line", () => {
  const { sessions, threads } = read();
  const effort = { left: 20 * LINES };
  const log = new SessionLog(sessions, effort);
  for (const [at, thread] of threads.entries()) expect(log.firstAbout(thread)).toBe(sessions[LINES - 1 - at]);
  expect(effort.left).toBeGreaterThan(0);
});

it("compares no words once its effort is spent", () => {
  const { sessions, threads } = read();
  const log = new SessionLog(sessions, { left: 0 });
  expect(log.firstAbout(threads[0]!)).toBeUndefined();
  expect(log.last).toBe(sessions.at(-1));
});
