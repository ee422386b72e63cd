import type { AgentLogLine } from "@/lib/core/agent-memory/model";
import { AppError } from "@/lib/core/errors";
import { findUnstorable } from "@/lib/core/text/storable";

/** What separates the parts of a log line. Source: agent memory (session log); formats §2. */
const DOT = "\u00B7";

/** What stands for a dot within a part. */
const BULLET = "\u2022";

/**
 * The text of a log line, without its bullet: `date · summary · outcome`. A `·` within a part becomes `•` and a line end
 * a space, so that exactly three parts are read back. Throws invalid_input for a part that is empty or cannot be stored.
 */
export function writeLogLine(date: string, summary: string, outcome: string): string {
  return [date, partOf("summary", summary), partOf("outcome", outcome)].join(` ${DOT} `);
}

/** The parts of a log entry's text. Of more than three, all but the first and the last are the summary. */
export function readLogLine(text: string): Omit<AgentLogLine, "line"> {
  const match = DATED.exec(text);
  if (match === null) return { date: null, summary: text, outcome: null };
  const [, date = "", rest = ""] = match;
  const last = rest.lastIndexOf(DOT);
  if (last === -1) return { date, summary: rest.trim(), outcome: null };
  return { date, summary: rest.slice(0, last).trim(), outcome: rest.slice(last + 1).trim() };
}

/** Example: `2026-11-19 · Review leases · approved`. */
const DATED = /^(\d{4}-\d{2}-\d{2})\s*·\s*(.*)$/s;

function partOf(path: string, value: string): string {
  const unstorable = findUnstorable(value);
  const line = value.replaceAll(DOT, BULLET).replace(/\s+/g, " ").trim();
  if (unstorable === null && line !== "") return line;
  const message = `The ${path} ${unstorable ?? "is empty"}.`;
  throw new AppError("invalid_input", message, {
    hint: `Say the ${path} of the session in one line of plain words.`,
    errors: [{ path, message }],
  });
}
