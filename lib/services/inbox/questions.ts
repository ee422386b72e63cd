import type { AnswerQuestion, AskQuestion, Question } from "@/lib/contracts/questions";
import { AppError } from "@/lib/core/errors";
import { isLead } from "@/lib/core/access/decide-access";
import { isOpenItem } from "@/lib/core/memory/tags";
import { type PlacedItem } from "@/lib/core/memory/identity";
import { foldRoleId } from "@/lib/core/memory/role-id";
import { listQuestions, type PlacedQuestion, type QuestionRow } from "@/lib/db/questions";
import { type RelayRow } from "@/lib/db/relays";
import type { Draft } from "@/lib/services/commit/act";
import { placedItems } from "@/lib/services/commit/document-states";
import { presentQuestion, storedQuestion } from "@/lib/services/workspace/question-row";
import { assertTeammate } from "@/lib/services/context/deliver";
import { putQuestion } from "@/lib/services/inbox/put-question";
import { awaitAgain } from "@/lib/services/context/owed-answers";
import { changeMemory, type MemoryChange, standingIn } from "@/lib/services/memory/change-memory";
import { resolveItem } from "@/lib/services/memory/pairs";
import { settleRelay } from "@/lib/services/workspace/settle-relay";
import { actorOf, allow, signatureOf, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
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
      if (role === asker)
        throw new AppError("invalid_input", `${role} cannot put a question to itself.`, {
          hint: "Name the role that is to answer.",
          errors: [{ path: "role", message: "is who asks" }],
        });
      return changeMemory<Question>(context, caller, params, request, async (change) => {
        const { draft, state, session } = change;
        const rows = await draft.roles(session.key);
        for (const each of [role, asker]) if (each !== "Lead") assertTeammate(state, rows, each);
        return putQuestion(context, caller, change, { ...body, asker, role });
      });
    },

    /**
     * Answers a question that is open: by whoever it was put to, or by the Lead or its asker, whose answer is accepted with it: the item is
     * resolved, or the relay settled that it waits as. One that was put to nobody may be answered by every teammate.
     */
    async answer(
      caller: Caller,
      params: SessionParams & { question: string },
      { text }: AnswerQuestion,
      request: ChangeRequest,
    ): Promise<Question> {
      const decide = async (change: MemoryChange) => {
        const { draft, session } = change;
        const { row, placed, relay } = await findOpen(change, params.question);
        const by = actorOf(caller);
        const isAsker = by === row.asker && placed !== null && !isLead(caller);
        allow(caller, "answer a question put to another role", { role: row.role === "" || isAsker ? by : row.role });
        if (isAsker) allow(caller, "edit the team memory", await standingIn(change, by));
        const closes = isLead(caller) || isAsker;
        // Who says the same again says nothing new.
        const isNew = closes || row.answer !== text || row.answeredBy !== by;
        const answer = { answer: text, answeredBy: by, answeredAt: isNew ? draft.now : row.answeredAt };
        const answered: QuestionRow = { ...row, role: row.role === "" ? by : row.role, ...answer };
        draft.effect({ type: "put-question", question: storedQuestion(answered) });
        if (isLead(caller)) await awaitAgain(draft, session, row.asker);
        const resolution = text.replace(/\s*[\r\n]+\s*/g, " ").trim(); // matches "\n" in "a\nb"
        if (closes && placed !== null) await resolveItem(change, { item: placed.id, resolution });
        else if (isNew) {
          if (closes && relay !== null) settleRelay(draft, relay, signatureOf(caller), text);
          const about = placed === null ? { relay: row.id, ...(closes && { settled: true }) } : { items: [placed.id] };
          const payload = { question: placed?.id ?? row.id, answer: text, ...about };
          draft.event("question.answered", row.asker, session, payload);
        }
        const closedAt = closes ? draft.now.toISOString() : null;
        return {
          id: placed?.id ?? row.id,
          asker: row.asker,
          relayed: placed === null,
          ...presentQuestion(answered, { isOpen: !closes, closedAt }),
        };
      };
      return changeMemory<Question>(context, caller, params, request, decide, { alone: true });
    },
  };

  /** A question that waits for an answer, by its id or that of the relay it was left as. */
  async function findOpen(
    { draft, state, session }: MemoryChange,
    id: string,
  ): Promise<{ row: QuestionRow; placed: PlacedItem | null; relay: RelayRow | null }> {
    const known = await findQuestion(draft, session.key, id);
    const relay = await draft.queries.relay.findFirst({ where: { sessionKey: session.key, id: known?.id ?? id } });
    const blank = { due: null, seenAt: null, answer: null, answeredBy: null, answeredAt: null };
    const items = placedItems(state);
    const placed = items.find((each) => each.id === (known?.item ?? id)) ?? null;
    if (relay?.state === "pending" && (known !== null || relay.tag === "Question")) {
      const { role: asker, createdAt: askedAt } = relay;
      const row = known === null ? { sessionKey: session.key, id, asker, role: "", askedAt, ...blank } : rowOf(known);
      return { row, placed: null, relay };
    }
    if (placed === null && relay !== null && known !== null)
      throw new AppError("conflict", `The question ${relay.id} is closed: it was ${relay.state}.`, {
        hint: "Nothing is left to answer; the Lead can have it wait again.",
      });
    if (placed === null || (known === null && placed.item.tag !== "Question"))
      throw new AppError("not_found", `There is no question ${id} in this session.`, {
        hint: "Give the id of an item with the tag Question; read the memory for the ids of its items.",
      });
    if (!isOpenItem({ state: placed.state, tag: placed.item.tag }))
      throw new AppError("conflict", `The question ${placed.id} is closed: its item is ${placed.state}.`, {
        hint: "Nothing is left to answer; the Lead can open it again.",
      });
    if (known !== null) return { row: rowOf(known), placed, relay: null };
    const origins = await context.origins.of(draft.queries, state);
    const askedAt = new Date(origins.get(placed.id)?.at ?? draft.now);
    return {
      relay: null,
      row: { sessionKey: session.key, id: placed.id, asker: placed.role, role: "", askedAt, ...blank },
      placed,
    };
  }
}

async function findQuestion(draft: Draft, sessionKey: number, id: string): Promise<PlacedQuestion | null> {
  const all = await listQuestions(draft.queries, sessionKey);
  return all.find((each) => each.id === id || each.item === id) ?? null;
}

function rowOf({ item: _, isWaiting: _waiting, ...row }: PlacedQuestion): QuestionRow {
  return row;
}
