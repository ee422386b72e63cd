import type { Changed } from "@/lib/contracts/memory";
import type { Diff, RevisionList, RevisionText } from "@/lib/contracts/revisions";
import type { Deed } from "@/lib/core/access/deeds";
import { AppError } from "@/lib/core/errors";
import { undoPatch } from "@/lib/core/history/merge";
import { findRevision, listRevisions, type RevisionRow } from "@/lib/db/revisions";
import type { Action } from "@/lib/contracts/events";
import type { Draft } from "@/lib/services/commit/act";
import { allow, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { assertEditable } from "@/lib/services/commit/decide-batch";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import { readCursor } from "@/lib/services/workspace/page-of";
import { presentRevision } from "@/lib/services/commit/present-revision";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { needsEtag } from "@/lib/services/history/restore-part";
import { sha256 } from "@/lib/store/read-file";

export interface RecordedChange {
  draft: Draft;
  state: DocumentState;
}

/** A document whose history can be looked into: how it is found, who may bring text back, and how that is recorded. */
export interface RecordedDocument<P> {
  /** The document for a caller who may read it, an edit made outside recorded first. */
  open(caller: Caller, params: P): Promise<DocumentState>;
  /** The operation that lists its revisions. */
  list: string;
  /** What bringing an earlier text back, and undoing a revision, is as a deed. */
  deeds: { revert: Deed; undo: Deed };
  /** One change, decided under the lock, of the document or of the place where it was. */
  change<R extends object>(
    caller: Caller,
    params: P,
    request: ChangeRequest,
    decide: (change: RecordedChange) => Promise<R>,
  ): Promise<R & { etag: string }>;
  /** The session that its events belong to. */
  sessionOf(params: P): string | null;
  actions: { reverted: Action; undone: Action };
}

/** Looking into the history of a document, and bringing text back from it. */
export function documentRevisions<P extends { workspace: string }>(
  { committer, database }: ServiceContext,
  document: RecordedDocument<P>,
) {
  /** The document with its row's id, which a document just begun has in the database only. */
  async function open(caller: Caller, params: P): Promise<DocumentState> {
    const state = await document.open(caller, params);
    return state.id > 0 || state.hash === "" ? state : committer.reload(params.workspace, state.path);
  }

  async function getRow(documentId: number, sequence: number): Promise<RevisionRow> {
    const row = await findRevision(database.queries, documentId, sequence);
    if (row !== null) return row;
    throw new AppError("not_found", `There is no revision ${sequence}.`, {
      hint: `List the revisions with {${document.list}}; they are numbered from 1.`,
    });
  }

  return {
    open,

    /** The revisions, newest first. The cursor is the sequence of the last one shown. */
    async list(caller: Caller, params: P, page: { limit: number; cursor?: string | undefined }): Promise<RevisionList> {
      const state = await open(caller, params);
      const below = readCursor(page.cursor);
      const rows = await listRevisions(database.queries, state.id, { limit: page.limit + 1, below });
      const shown = rows.slice(0, page.limit);
      return {
        items: shown.map(presentRevision),
        nextCursor: rows.length > page.limit ? String(shown.at(-1)?.sequence) : null,
      };
    },

    /** One revision with the whole text after it. */
    async get(caller: Caller, params: P & { revision: number }): Promise<RevisionText> {
      const state = await open(caller, params);
      const row = await getRow(state.id, params.revision);
      return { revision: presentRevision(row), text: await readTextAt(database.queries, state.id, params.revision) };
    },

    /** What changed between any two revisions; 0 is the empty text before the first. */
    async diff(caller: Caller, params: P, range: { from: number; to: number }): Promise<Diff> {
      const state = await open(caller, params);
      const [before, after] = await Promise.all([
        readTextAt(database.queries, state.id, range.from),
        readTextAt(database.queries, state.id, range.to),
      ]);
      return { ...range, ...unifiedDiff(before, after) };
    },

    /** Brings back the whole text of an earlier revision, as a new one. Needs the ETag of the text it replaces. */
    async revert(caller: Caller, params: P, body: { revision: number }, request: ChangeRequest): Promise<Changed> {
      allow(caller, document.deeds.revert);
      if (request.ifMatch === null) {
        throw needsEtag("a whole text");
      }
      const { id } = await open(caller, params);
      // Read before the transaction, which holds the only connection; what is recorded never changes.
      const row = await getRow(id, body.revision);
      const decide = async ({ draft, state }: RecordedChange) => {
        if (row.hash === state.hash) return { revision: state.head };
        const text = await readTextAt(draft.queries, id, body.revision);
        assertText(body.revision, text, row.hash);
        const detail = { to: body.revision };
        const revision = draft.edit(state.path, { text, operation: "revert", detail });
        draft.event(document.actions.reverted, state.path, document.sessionOf(params), { revision, ...detail });
        return { revision };
      };
      return document.change(caller, params, request, decide);
    },

    /** Takes one revision back and leaves all that came later. `conflict` when its text has changed since. */
    async undo(caller: Caller, params: P, body: { revision: number }, request: ChangeRequest): Promise<Changed> {
      allow(caller, document.deeds.undo);
      const { id } = await open(caller, params);
      // Read before the transaction, which holds the only connection; what is recorded never changes.
      const row = await getRow(id, body.revision);
      const decide = async ({ draft, state }: RecordedChange) => {
        assertEditable(state);
        const before = await readTextAt(draft.queries, id, body.revision - 1);
        const after = await readTextAt(draft.queries, id, body.revision);
        if (row.parentHash !== "") assertText(body.revision - 1, before, row.parentHash);
        const text = undoPatch(before, after, state.text ?? "");
        const detail = { undone: body.revision, of: row.operation };
        const revision = draft.edit(state.path, { text, operation: "undo", detail });
        draft.event(document.actions.undone, state.path, document.sessionOf(params), { revision, ...detail });
        return { revision };
      };
      return document.change(caller, params, request, decide);
    },
  };
}

/** Throws `unparseable` where the history holds no text to bring back: bytes that were none, or a file that was gone. */
function assertText(revision: number, text: string, hash: string): void {
  if (sha256(text) === hash) return;
  throw new AppError("unparseable", `Revision ${revision} is no text that could be brought back.`, {
    hint: hash === "" ? "The file was removed then; choose an earlier revision." : "Choose a revision that was UTF-8.",
  });
}
