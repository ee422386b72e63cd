import { readerOfRun, type RunLimits, silentMs } from "@/lib/core/context/run";
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
  /** The run that owes it, beside one of the same seat that called later; null for what is the seat's. */
  run: string | null;
  /** Behind "It": `has not confirmed GC-v3`. */
  what: string;
  /** What it works on, where it is a claim. */
  claim: string | null;
  since: string;
  /** By when; null where no time was named. */
  due: string | null;
  /** The question, where it is one. */
  question: (ToldQuestion & { id: string; asker: string; text: string }) | null;
}

/** What is owed in a session, and when each role and run that owes something last gave a sign; null for one that never did. */
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
 * a role or a run that was at work and gives no sign while it owes or has claimed something, told to the Lead, to who waits for an
 * answer of its role, and to who has claimed the same. Each has one moment, so each is told once; what was done meanwhile is not told
 * at all. Source: inbox, rules 8 and 13.
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
  const next = all.map(({ at }) => at).filter(isComing).sort().at(0) ?? null; // oxfmt-ignore
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

/** One entry for each role or run, however much it owes, from when it is both quiet and in debt for so long. */
function quiet({ debts, signs, limits }: Debts, reader: Reader): Entry[] {
  const isAwaited = (role: string) => debts.some((debt) => debt.role === role && debt.question?.asker === reader.role);
  const own = debts.filter(({ role }) => role === reader.role);
  // An answer may take its time: who waits for one is told of who has claimed or is to confirm something besides.
  const isMeant = (owed: readonly Debt[]) =>
    reader.isLead ||
    owed.some(({ role, question }) => !question && isAwaited(role)) ||
    owed.some((debt) => own.some((other) => debtor(other) !== debtor(debt) && isSameWork(other, debt)));
  const debtors = new Set(debts.filter(({ role }) => role !== "Lead").map(debtor));
  return [...debtors].flatMap((name): Entry[] => {
    const owed = debts.filter((debt) => debtor(debt) === name);
    const sign = signs.get(name) ?? null;
    const [first] = owed;
    // Who was never at work is not gone.
    if (sign === null) return [];
    if (first === undefined || !isMeant(owed)) return [];
    const { role, run } = first;
    const begun = smallest(owed.map((debt) => Date.parse(debt.since)));
    const at = new Date(Math.max(begun, Date.parse(sign)) + silentMs(limits)).toISOString();
    const what = owed.map((debt) => debt.what).join(" and ");
    const who = run === null ? role : `${run}, one run of ${role},`;
    const text = `No sign of ${who} since ${sign.slice(11, 16)} UTC. It ${what}.`;
    return [{ kind: "quiet", id: "", role, by: role, tag: null, text, note: null, concerns: true, at }];
  });
}

/** Under which name its signs are kept. */
function debtor({ role, run }: Debt): string {
  return run === null ? role : readerOfRun(run, role);
}

/** Whether the words of one claim are in those of the other. */
function isSameWork({ claim: one }: Debt, { claim: other }: Debt): boolean {
  if (one === null || other === null) return false;
  const [shorter = "", longer = ""] = [one, other]
    .map((what) => what.toLowerCase())
    .sort((a, b) => a.length - b.length);
  return longer.includes(shorter);
}
