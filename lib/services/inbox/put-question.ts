import type { Question } from "@/lib/contracts/questions";
import { storedQuestion, presentQuestion } from "@/lib/services/workspace/question-row";
import { standingIn, type MemoryChange } from "@/lib/services/memory/change-memory";
import { leaveWithLead } from "@/lib/services/memory/leave-relay";
import { addItem } from "@/lib/services/memory/memory";
import { may, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** A question as it is put: who asks whom, and until when an answer is needed. */
export interface PutQuestion {
  asker: string;
  role: string;
  text: string;
  minutes?: number | undefined;
}

/** Adds a Question to the asker's section, or leaves it with the Lead, and puts it to a role, as part of a change. */
export async function putQuestion(
  { newId }: Pick<ServiceContext, "newId">,
  caller: Caller,
  change: MemoryChange,
  { asker, role, text, minutes }: PutQuestion,
): Promise<Question> {
  const { draft, session } = change;
  const item = { tag: "Question", text } as const;
  const relayed = !may(caller, "edit the team memory", await standingIn(change, asker));
  const id = relayed
    ? leaveWithLead(change, newId(), asker, item).relay.id
    : (await addItem(change, asker, item)).item.id;
  const due = minutes === undefined ? null : new Date(draft.now.getTime() + minutes * 60_000);
  const blank = { seenAt: null, answer: null, answeredBy: null, answeredAt: null };
  const row = { sessionKey: session.key, id, asker, role, due, askedAt: draft.now, ...blank };
  draft.effect({ type: "put-question", question: storedQuestion(row) });
  const until = due === null ? {} : { due: due.toISOString() };
  draft.event("question.asked", role, session, { question: id, ...(relayed && { relay: id }), ...until });
  return { id, asker, relayed, ...presentQuestion(row, { isOpen: true, closedAt: null }) };
}
