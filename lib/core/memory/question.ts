/** Where a question stands: put to somebody, shown to them, answered, or no longer open. Source: inbox, rule 13. */
export const QUESTION_STATES = ["asked", "seen", "answered", "closed"] as const;
type QuestionState = (typeof QUESTION_STATES)[number];

/** What is known of a question; each moment is ISO 8601, and null until it came. */
interface QuestionFacts {
  due: string | null;
  seenAt: string | null;
  answeredAt: string | null;
  /** Whether its item, or the relay that it waits as, is still open. */
  isOpen: boolean;
}

export function stateOfQuestion({ seenAt, answeredAt, isOpen }: QuestionFacts): QuestionState {
  if (!isOpen) return "closed";
  if (answeredAt !== null) return "answered";
  return seenAt === null ? "asked" : "seen";
}

/** Whether saying nothing says something: nobody is silent about a question that they were not shown. */
export function countsAsSilence(state: QuestionState): boolean {
  return state === "seen";
}

/** What a question's line says: to whom it is put, how far it is, and its answer. */
export interface ToldQuestion {
  to: string;
  state: QuestionState;
  due: string | null;
  seenAt: string | null;
  answer: string | null;
  answeredBy: string | null;
}

/** To whom a question is put and how far it is, in words that are the same in every place. Times are UTC. */
export function describeQuestion({ to, state, due, seenAt, answer, answeredBy }: ToldQuestion): string {
  const until = due === null ? "" : `, until ${clockOf(due)} UTC`;
  if (answer !== null) return `to ${to}, answered by ${answeredBy ?? to}: ${answer}`;
  if (state === "closed") return `to ${to}, closed without an answer`;
  return seenAt === null
    ? `to ${to}${until}, not shown yet`
    : `to ${to}${until}, seen ${clockOf(seenAt)} UTC, no answer`;
}

/** 2026-02-09T10:00:00.000Z becomes 10:00. */
function clockOf(time: string): string {
  return time.slice(11, 16);
}
