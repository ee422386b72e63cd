import type { AddComment, Comment, CommentList } from "@/lib/contracts/remarks";
import { AppError } from "@/lib/core/errors";
import { wholeId, type PlacedItem } from "@/lib/core/memory/identity";
import { isRelayId, memoryPath } from "@/lib/core/memory/session-paths";
import { foldRoleId } from "@/lib/core/memory/role-id";
import { listQuestions } from "@/lib/db/questions";
import { placedItems } from "@/lib/services/commit/document-states";
import { listCalled, presentComment } from "@/lib/services/inbox/mentions";
import {
  allow,
  personOf,
  signatureOf,
  type Caller,
  actorOf,
  type ChangeRequest,
  by,
  aloneBy,
} from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import type { Replied, ReplyTo } from "@/lib/contracts/questions";
import { isLead } from "@/lib/core/access/decide-access";
import { listPendingRelays } from "@/lib/db/relays";
import type { SessionRow } from "@/lib/db/sessions";
import type { questionService } from "@/lib/services/inbox/questions";
import type { memoryService } from "@/lib/services/memory/memory";
import type { relayService } from "@/lib/services/memory/relays";

type ItemParams = SessionParams & { item: string };

/**
 * What people remark on items. It stands beside the files and follows the item's id, so it outlives edits, moves and the item
 * itself. The history says that somebody commented, never what: a comment that is deleted is gone.
 */
export function commentService({ committer, database, sessions, newId }: ServiceContext) {
  return {
    /** The comments on an item, oldest first; also on one that is gone. */
    async list(caller: Caller, params: ItemParams): Promise<CommentList> {
      const session = await sessions.getKnown(caller, params);
      const rows = await database.queries.comment.findMany({
        where: { sessionKey: session.key, item: params.item },
        orderBy: [{ at: "asc" }, { id: "asc" }],
      });
      const called = await listCalled(database.queries, params.workspace);
      return { items: rows.map((row) => presentComment(row, caller, called)), nextCursor: null };
    },

    /** Remarks something on an item that is there; whom it names by `@`, it waits for. Throws `not_found` for another. */
    async add(caller: Caller, params: ItemParams, { text }: AddComment, request: ChangeRequest): Promise<Comment> {
      allow(caller, "comment on items", { workspace: params.workspace });
      const session = await sessions.get(caller, params);
      const id = newId();
      return committer.act(by(caller, params.workspace, request), async (draft) => {
        const state = await draft.document(memoryPath(params.session));
        const placed = placedItems(state).find((each) => each.id === params.item);
        if (placed === undefined)
          throw new AppError("not_found", `There is no item ${params.item} in this session.`, {
            hint: "Read the memory for the ids of its items.",
          });
        const about = { id, sessionKey: session.key, item: params.item };
        const comment = { ...about, person: personOf(caller), author: signatureOf(caller), text };
        draft.effect({ type: "add-comment", comment });
        draft.event("comment.added", placed.role, session, { comment: id, item: params.item });
        const called = await listCalled(draft.queries, params.workspace);
        return presentComment({ ...comment, at: draft.now }, caller, called);
      });
    },

    /** Deletes a comment of one's own; a lead may delete any. */
    async remove(caller: Caller, params: SessionParams & { comment: string }, request: ChangeRequest) {
      allow(caller, "comment on items", { workspace: params.workspace });
      const session = await sessions.getKnown(caller, params);
      return committer.act(
        { ...aloneBy(caller, params.workspace), idempotency: request.idempotency },
        async (draft) => {
          const row = await draft.queries.comment.findFirst({ where: { sessionKey: session.key, id: params.comment } });
          if (row === null)
            throw new AppError("not_found", `There is no comment ${params.comment} in this session.`, {
              hint: "List the comments of the item with {comment.list}.",
            });
          if (row.person !== personOf(caller)) allow(caller, "delete the comment of somebody else");
          draft.effect({ type: "delete-comment", id: row.id });
          draft.event("comment.deleted", row.author, session, { comment: row.id, item: row.item });
          return { done: true as const };
        },
      );
    },
  };
}

interface Ways {
  memory: ReturnType<typeof memoryService>;
  relays: ReturnType<typeof relayService>;
  questions: ReturnType<typeof questionService>;
}

/** What is replied to: an item that stands, or a relay that waits. */
interface Thread {
  id: string;
  role: string;
  text: string;
  isQuestion: boolean;
}

/** Replies to what stands in the team memory, or waits for the Lead. Source: inbox, rules 12 and 13. */
export function replyService(context: ServiceContext, { memory, relays, questions }: Ways) {
  const { queries } = context.database;
  return {
    /**
     * Replies to an item or to a relay that waits: another's Question is answered, and the Lead's own; one's own is lengthened by a line; and to
     * anything else of another, one's own item is added that names it and its role. A role in its place means its one open question.
     */
    async reply(
      caller: Caller,
      { item, ...params }: SessionParams & { item: string },
      { text, tag }: ReplyTo,
      request: ChangeRequest,
    ): Promise<Replied> {
      allow(caller, "tell teammates how far it is", { workspace: params.workspace });
      const by = actorOf(caller);
      const thread = await find(caller, params, item);
      const { id, role } = thread;
      if (thread.isQuestion && (role !== by || isLead(caller))) {
        const question = await questions.answer(caller, { ...params, question: id }, { text }, request);
        return { how: "answered", id, role, question };
      }
      if (role === by && isRelayId(id)) {
        await relays.reword(caller, { ...params, relay: id }, { text: `${thread.text}\n${text}` }, request);
        return { how: "added", id, role };
      }
      if (role === by) {
        const { items } = await memory.addTo(caller, { ...params, item: id }, { text }, request);
        return { how: "added", id: items?.[0]?.id ?? id, role };
      }
      const said = await memory.add(caller, params, { tag, text: `${role}, on ${id}: ${text}` }, request);
      if ("relay" in said) return { how: "relayed", id: said.relay.id, role };
      return { how: "written", id: said.item.id, role };
    },
  };

  async function find(caller: Caller, params: SessionParams, id: string): Promise<Thread> {
    const session = await context.sessions.get(caller, params);
    if (isRelayId(id)) {
      const relay = await queries.relay.findFirst({ where: { sessionKey: session.key, id } });
      if (relay?.state === "pending") {
        return { id, role: relay.role, text: relay.text, isQuestion: relay.tag === "Question" };
      }
    }
    const state = await context.committer.current(params.workspace, memoryPath(params.session));
    const items = placedItems(state);
    const whole = wholeId(
      items.map((each) => each.id),
      id,
    );
    const placed = items.find((each) => each.id === whole);
    if (placed === undefined) return openQuestion(caller, session, items, id);
    const { role, item } = placed;
    return { id: whole, role, text: item.text, isQuestion: item.tag === "Question" };
  }

  /** Where a role is named in place of a question, its one that is open, put to the caller or to nobody. */
  async function openQuestion(caller: Caller, { key }: SessionRow, items: PlacedItem[], name: string): Promise<Thread> {
    const asker = foldRoleId(name);
    const put = await listQuestions(queries, key);
    const isForCaller = ({ id }: { id: string }) => {
      const question = put.find((each) => each.id === id || each.item === id);
      if (question === undefined) return true;
      return question.answeredAt === null && (isLead(caller) || question.role === actorOf(caller));
    };
    const standing = items.filter(
      ({ role, state, item }) => role === asker && state === "active" && item.tag === "Question",
    );
    const waiting = (await listPendingRelays(queries, key)).filter(
      (each) => each.role === asker && each.tag === "Question",
    );
    const open = [...standing.map(({ id, item: { text } }) => ({ id, text })), ...waiting].filter(isForCaller);
    const [only] = open;
    if (only === undefined)
      throw new AppError("not_found", `There is no item ${name} in this session, and no relay that waits.`, {
        hint: "Read the memory for the ids of its items.",
      });
    if (open.length > 1)
      throw new AppError("invalid_input", `${asker} has ${open.length} open questions.`, {
        hint: `Name the one that you answer: ${open.map(({ id, text }) => `${id} (${text.slice(0, 60)})`).join(", ")}.`,
        errors: [{ path: "item", message: "several questions are open" }],
      });
    return { id: only.id, role: asker, text: only.text, isQuestion: true };
  }
}
