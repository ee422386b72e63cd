import type { AnswerQuestion, AskQuestion, Question } from "@/lib/contracts/questions";
import { AppError } from "@/lib/core/errors";
import { isLead } from "@/lib/core/access/decide-access";
import { isOpenItem } from "@/lib/core/memory/tags";
import { identifyItems, type PlacedItem } from "@/lib/core/memory/identity";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import { listQuestions, type PlacedQuestion, type QuestionRow } from "@/lib/db/questions";
import type { Draft } from "@/lib/services/commit/act";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { editMemory } from "@/lib/services/commit/edit-memory";
import { presentQuestion } from "@/lib/services/commit/present-question";
import { assertTeammate } from "@/lib/services/context/deliver";
import { putQuestion, storedQuestion } from "@/lib/services/inbox/put-question";
import { awaitAgain } from "@/lib/services/context/owed-answers";
import { changeMemory, type MemoryChange } from "@/lib/services/memory/change-memory";
import { actorOf, allow, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/**
 * Questions that are put to one role. In the file each is a Question like any other; to whom it is put, and what was answered,
 * is kept beside it. Source: inbox, rule 13.
 */
export function questionService(context: ServiceContext) {
  return {
    /** Adds a Question to the caller's section, or leaves it with the Lead, and puts it to a role. */
    async ask(caller: Caller, params: SessionParams, body: AskQuestion, request: ChangeRequest): Promise<Question> {
      allow(caller, "tell teammates how far it is", { workspace: params.workspace });
      const asker = actorOf(caller);
      const role = foldRoleId(body.role);
      if (role === asker) throw asksItself(role);
      return changeMemory<Question>(context, caller, params, request, async (change) => {
        const { draft, state, session } = change;
        const rows = await draft.roles(session.key);
        for (const each of [role, asker]) if (each !== "Lead") assertTeammate(state, rows, each);
        return putQuestion(context, caller, change, { ...body, asker, role });
      });
    },

    /**
     * Answers a question that is open: by whoever it was put to, or the Lead, whose answer resolves the item. One that was
     * put to nobody may be answered by every teammate.
     */
    async answer(
      caller: Caller,
      params: SessionParams & { question: string },
      { text }: AnswerQuestion,
      request: ChangeRequest,
    ): Promise<Question> {
      const decide = async (change: MemoryChange) => {
        const { draft, state, session } = change;
        const { row, placed } = await findOpen(change, params.question);
        allow(caller, "answer a question put to another role", { role: row.role === "" ? actorOf(caller) : row.role });
        const by = actorOf(caller);
        const answer = { answer: text, answeredBy: by, answeredAt: draft.now };
        const answered: QuestionRow = { ...row, role: row.role === "" ? by : row.role, ...answer };
        draft.effect({ type: "put-question", question: storedQuestion(answered) });
        if (isLead(caller)) await awaitAgain(draft, session, row.asker);
        const resolves = isLead(caller) && placed !== null;
        if (resolves) await resolve(change, state, placed, text);
        else {
          const about = placed === null ? { relay: row.id } : { items: [placed.id] };
          const payload = { question: placed?.id ?? row.id, answer: text, ...about };
          draft.event("question.answered", row.asker, session, payload);
        }
        const closedAt = resolves ? draft.now.toISOString() : null;
        return {
          id: placed?.id ?? row.id,
          asker: row.asker,
          relayed: placed === null,
          ...presentQuestion(answered, { isOpen: !resolves, closedAt }),
        };
      };
      return changeMemory<Question>(context, caller, params, request, decide, { alone: true });
    },
  };

  /** A question that waits for an answer, by its id or that of the relay it was left as. */
  async function findOpen(
    { draft, state, session }: MemoryChange,
    id: string,
  ): Promise<{ row: QuestionRow; placed: PlacedItem | null }> {
    const known = await findQuestion(draft, session.key, id);
    const items = identifyItems(memoryOf(state), state.identity);
    const placed = items.find((each) => each.id === (known?.item ?? id)) ?? null;
    if (known?.isWaiting === true) return { row: rowOf(known), placed: null };
    if (placed === null || (known === null && placed.item.tag !== "Question")) throw noQuestion(id);
    if (!isOpenItem({ state: placed.state, tag: placed.item.tag })) throw notOpen(placed);
    if (known !== null) return { row: rowOf(known), placed };
    const origins = await context.origins.of(draft.queries, state);
    const askedAt = new Date(origins.get(placed.id)?.at ?? draft.now);
    const blank = { due: null, seenAt: null, answer: null, answeredBy: null, answeredAt: null };
    return {
      row: { sessionKey: session.key, id: placed.id, asker: placed.role, role: "", askedAt, ...blank },
      placed,
    };
  }
}

async function findQuestion(draft: Draft, sessionKey: number, id: string): Promise<PlacedQuestion | null> {
  const all = await listQuestions(draft.queries, sessionKey);
  return all.find((each) => each.id === id || each.item === id) ?? null;
}

/** Strikes the item, and writes the answer behind it. */
async function resolve(
  { draft, session }: MemoryChange,
  state: DocumentState,
  { id: item }: PlacedItem,
  text: string,
): Promise<void> {
  const resolution = text.replace(/\s*[\r\n]+\s*/g, " ").trim(); // matches "\n" in "a\nb"
  const recorded = { operation: "resolve", action: "item.resolved", session } as const;
  await editMemory(draft, state, { type: "resolve-item", item, resolution }, recorded);
}

function rowOf({ item: _, isWaiting: _waiting, ...row }: PlacedQuestion): QuestionRow {
  return row;
}

function asksItself(role: string): AppError {
  return new AppError("invalid_input", `${role} cannot put a question to itself.`, {
    hint: "Name the role that is to answer.",
    errors: [{ path: "role", message: "is who asks" }],
  });
}

function noQuestion(id: string): AppError {
  return new AppError("not_found", `There is no question ${id} in this session.`, {
    hint: "Give the id of an item with the tag Question; read the memory for the ids of its items.",
  });
}

function notOpen({ id, state }: PlacedItem): AppError {
  return new AppError("conflict", `The question ${id} is closed: its item is ${state}.`, {
    hint: "Nothing is left to answer. The Lead can open it again with {item.unarchive}.",
  });
}
