import { type RunLimits, silentMs } from "@/lib/core/context/run";
import type { Entry, Reader } from "@/lib/core/inbox/entry";
import { describeQuestion, type ToldQuestion } from "@/lib/core/memory/question";
import { smallest } from "@/lib/core/lists";

/** Nobody looks at a team for so long after its last sign. Milliseconds. */
const SHOWN_MS = 60 * 60_000;

/** Whether a role was seen a moment ago. Both are ISO 8601. */
export function wasJustSeen(sign: string | null, now: string, limits: Pick<RunLimits, "silentAfter">): boolean {
  return isWithin(silentMs(limits), sign, now);
}

/** Whether a team is at work: something happened in its session within the hour. */
export function isAtWork(last: string | null, now: string): boolean {
  return isWithin(SHOWN_MS, last, now);
}

function isWithin(milliseconds: number, at: string | null, now: string): boolean {
  return at !== null && Date.parse(now) - Date.parse(at) < milliseconds;
}

/** Something that a role is to answer. Times are ISO 8601. */
export interface Debt {
  role: string;
  /** Behind "It": `has not confirmed GC-v3`. */
  what: string;
  since: string;
  /** By when; null where no time was named. */
  due: string | null;
  /** The question, where it is one. */
  question: (ToldQuestion & { id: string; asker: string; text: string }) | null;
}

/** What is owed in a session, and when each role that owes something last gave a sign; null for one that never did. */
export interface Debts {
  debts: readonly Debt[];
  limits: Pick<RunLimits, "silentAfter">;
  signs: ReadonlyMap<string, string | null>;
}

/** News that no event brought. */
export interface NewsByTime {
  entries: Entry[];
  /** When the next of it is due, unless something happens before; null for never. */
  next: string | null;
}

/**
 * What became news by the clock between `since` and `now`: a deadline that passed, told to who asked and who is to answer, and
 * a role that was at work and gives no sign while it owes or has claimed something, told to the Lead and to who waits on it. Each has one moment, so each is told once; what was
 * done meanwhile is not told at all. Source: inbox, rules 8 and 13.
 */
export function tellByTime(
  owed: Debts,
  reader: Reader,
  { since, now }: { since: string | null; now: string },
): NewsByTime {
  const all = [...owed.debts.flatMap((debt) => overdue(debt, reader)), ...quiet(owed, reader)];
  const isTold = (at: string) => since !== null && Date.parse(at) <= Date.parse(since);
  const isComing = (at: string) => Date.parse(at) > Date.parse(now);
  const entries = all.filter(({ at }) => !isTold(at) && !isComing(at));
  const next = all.map(({ at }) => at).filter(isComing).sort().at(0) ?? null; // prettier-ignore
  return { entries, next };
}

function overdue({ role, what, due, question }: Debt, reader: Reader): Entry[] {
  if (due === null) return [];
  const about = { kind: "overdue", by: role, concerns: true, at: due } as const;
  if (question === null) {
    return reader.isLead
      ? [{ ...about, id: "", role, tag: null, text: `${role} ${what}: it is overdue.`, note: null }]
      : [];
  }
  const { id, asker, text } = question;
  const isMeant = reader.isOwn ? reader.role === asker || reader.role === role : reader.isLead;
  return isMeant ? [{ ...about, id, role: asker, tag: "Question", text, note: describeQuestion(question) }] : [];
}

/** One entry for each role, however much it owes, from when it is both quiet and in debt for so long. */
function quiet({ debts, signs, limits }: Debts, reader: Reader): Entry[] {
  const all = [...new Set(debts.map(({ role }) => role))].filter((role) => role !== "Lead");
  const owed = (role: string) => debts.filter((debt) => debt.role === role);
  // An answer may take its time: who waits for one is told of who has claimed or is to confirm something besides.
  const isMeant = (role: string) =>
    owed(role).some(({ question }) => question?.asker === reader.role) && owed(role).some(({ question }) => !question);
  const roles = reader.isLead ? all : all.filter(isMeant);
  return roles.flatMap((role): Entry[] => {
    const sign = signs.get(role) ?? null;
    // Who was never at work is not gone.
    if (sign === null) return [];
    const begun = smallest(owed(role).map((debt) => Date.parse(debt.since)));
    const at = new Date(Math.max(begun, Date.parse(sign)) + silentMs(limits)).toISOString();
    const what = owed(role)
      .map((debt) => debt.what)
      .join(" and ");
    const text = `No sign of ${role} since ${sign.slice(11, 16)} UTC. It ${what}.`;
    return [{ kind: "quiet", id: "", role, by: role, tag: null, text, note: null, concerns: true, at }];
  });
}
