import { stateOfQuestion } from "@/lib/core/memory/question";
import type { QuestionRow } from "@/lib/db/questions";
import type { StoredQuestion } from "@/lib/services/commit/act";

/** To whom a question is put and how far it is, as the contract shows it. */
export function presentQuestion(row: QuestionRow, { isOpen, closedAt }: { isOpen: boolean; closedAt: string | null }) {
  const { role: to, answer, answeredBy } = row;
  const [due, seenAt, answeredAt] = [row.due, row.seenAt, row.answeredAt].map((time) => time?.toISOString() ?? null);
  const facts = { due: due ?? null, seenAt: seenAt ?? null, answeredAt: answeredAt ?? null };
  const state = stateOfQuestion({ ...facts, isOpen });
  return { to, state, askedAt: row.askedAt.toISOString(), ...facts, answer, answeredBy, closedAt };
}

/** A question's row as plain data. */
export function storedQuestion({ due, askedAt, seenAt, answeredAt, ...row }: QuestionRow): StoredQuestion {
  const times = { due: textOf(due), seenAt: textOf(seenAt), answeredAt: textOf(answeredAt) };
  return { ...row, ...times, askedAt: askedAt.toISOString() };
}

function textOf(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}
