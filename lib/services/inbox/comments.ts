import type { AddComment, Comment, CommentList } from "@/lib/contracts/remarks";
import { AppError } from "@/lib/core/errors";
import { identifyItems } from "@/lib/core/memory/identity";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { findComment, listComments } from "@/lib/db/remarks";
import { memoryOf } from "@/lib/services/commit/document-states";
import { listCalled, presentComment } from "@/lib/services/inbox/mentions";
import { allow, authorOf, personOf, signatureOf, type Caller } from "@/lib/services/workspace/caller";
import type { ChangeRequest } from "@/lib/services/workspace/change-request";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

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
      const rows = await listComments(database.queries, session.key, params.item);
      const called = await listCalled(database.queries, params.workspace);
      return { items: rows.map((row) => presentComment(row, caller, called)), nextCursor: null };
    },

    /** Remarks something on an item that is there; whom it names by `@`, it waits for. Throws `not_found` for another. */
    async add(caller: Caller, params: ItemParams, { text }: AddComment, request: ChangeRequest): Promise<Comment> {
      allow(caller, "comment on items", { workspace: params.workspace });
      const session = await sessions.get(caller, params);
      const id = newId();
      return committer.submit({
        workspace: params.workspace,
        author: authorOf(caller),
        idempotency: request.idempotency,
        decide: async (draft) => {
          const state = await draft.document(memoryPath(params.session));
          const placed = identifyItems(memoryOf(state), state.identity).find((each) => each.id === params.item);
          if (placed === undefined) throw noItem(params.item);
          const about = { id, sessionKey: session.key, item: params.item };
          const comment = { ...about, person: personOf(caller), author: signatureOf(caller), text };
          draft.effect({ type: "add-comment", comment });
          draft.event("comment.added", placed.role, session, { comment: id, item: params.item });
          const called = await listCalled(draft.queries, params.workspace);
          return presentComment({ ...comment, at: draft.now }, caller, called);
        },
      });
    },

    /** Deletes a comment of one's own; a lead may delete any. */
    async remove(
      caller: Caller,
      params: SessionParams & { comment: string },
      request: ChangeRequest,
    ): Promise<{ done: true }> {
      allow(caller, "comment on items", { workspace: params.workspace });
      const session = await sessions.getKnown(caller, params);
      return committer.submit({
        workspace: params.workspace,
        author: authorOf(caller),
        alone: true,
        idempotency: request.idempotency,
        decide: async (draft) => {
          const row = await findComment(draft.queries, session.key, params.comment);
          if (row === null) throw noComment(params.comment);
          if (row.person !== personOf(caller)) allow(caller, "delete the comment of somebody else");
          draft.effect({ type: "delete-comment", id: row.id });
          draft.event("comment.deleted", row.author, session, { comment: row.id, item: row.item });
          return { done: true as const };
        },
      });
    },
  };
}

function noItem(id: string): AppError {
  return new AppError("not_found", `There is no item ${id} in this session.`, {
    hint: "Read the memory for the ids of its items.",
  });
}

function noComment(id: string): AppError {
  return new AppError("not_found", `There is no comment ${id} in this session.`, {
    hint: "List the comments of the item with {comment.list}.",
  });
}
