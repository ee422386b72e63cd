import type { QuestionRow } from "@/lib/db/questions";
import type { StoredQuestion } from "@/lib/services/commit/act";

/** A question's row as plain data. */
export function storedQuestion({ due, askedAt, seenAt, answeredAt, ...row }: QuestionRow): StoredQuestion {
  const times = { due: textOf(due), seenAt: textOf(seenAt), answeredAt: textOf(answeredAt) };
  return { ...row, ...times, askedAt: askedAt.toISOString() };
}

function textOf(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}
