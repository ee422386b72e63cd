import type { Changed } from "@/lib/contracts/memory";
import type { Diff, RevisionList, RevisionText } from "@/lib/contracts/revisions";
import { AppError } from "@/lib/core/errors";
import { undoPatch } from "@/lib/core/history/undo";
import { findRevision, listRevisions, type RevisionRow } from "@/lib/db/revisions";
import { assertLead, type Caller } from "@/lib/services/caller";
import { changeMemory, type MemoryChange } from "@/lib/services/change-memory";
import type { ChangeRequest } from "@/lib/services/change-request";
import type { ServiceContext } from "@/lib/services/context";
import type { SessionParams } from "@/lib/services/session-params";
import { assertEditable } from "@/lib/services/decide-act";
import type { DocumentState } from "@/lib/services/document-states";
import { noMemory } from "@/lib/services/edit-memory";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import { presentRevision } from "@/lib/services/present";
import { readCursor } from "@/lib/services/read-cursor";
import { readTextAt } from "@/lib/services/revision-texts";
import { memoryPath } from "@/lib/services/session-paths";
import { sha256 } from "@/lib/store/read-file";

/** Looking into the history of a session's team memory, and bringing text back from it. */
export function revisionService(context: ServiceContext) {
  const { committer, sessions, database } = context;
  /** The document's row, an edit made outside recorded first; its row id is known afterwards. */
  async function open(caller: Caller, params: SessionParams): Promise<DocumentState> {
    await sessions.get(caller, params);
    const path = memoryPath(params.session);
    const state = await committer.current(params.workspace, path);
    if (state.head === 0) throw noMemory(params.session);
    return state.id > 0 ? state : committer.reload(params.workspace, path);
  }

  async function getRow(documentId: number, sequence: number): Promise<RevisionRow> {
    const row = await findRevision(database.queries, documentId, sequence);
    if (row !== null) return row;
    throw new AppError("not_found", `There is no revision ${sequence}.`, {
      hint: "List the revisions with GET …/memory/revisions; they are numbered from 1.",
    });
  }

  return {
    /** The revisions, newest first. The cursor is the sequence of the last one shown. */
    async list(
      caller: Caller,
      params: SessionParams,
      page: { limit: number; cursor?: string | undefined },
    ): Promise<RevisionList> {
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
    async get(caller: Caller, params: SessionParams & { revision: number }): Promise<RevisionText> {
      const state = await open(caller, params);
      const row = await getRow(state.id, params.revision);
      return { revision: presentRevision(row), text: await readTextAt(database.queries, state.id, params.revision) };
    },

    /** What changed between any two revisions; 0 is the empty text before the first. */
    async diff(caller: Caller, params: SessionParams, range: { from: number; to: number }): Promise<Diff> {
      const state = await open(caller, params);
      const [before, after] = await Promise.all([
        readTextAt(database.queries, state.id, range.from),
        readTextAt(database.queries, state.id, range.to),
      ]);
      return { ...range, ...unifiedDiff(before, after) };
    },

    /** Brings back the whole text of an earlier revision, as a new one. Needs the ETag of the text it replaces. The Lead's. */
    async revert(
      caller: Caller,
      params: SessionParams,
      body: { revision: number },
      request: ChangeRequest,
    ): Promise<Changed> {
      assertLead(caller, "bring an earlier revision back");
      if (request.ifMatch === null) {
        throw new AppError("invalid_input", "Bringing a whole text back needs the ETag of the text it replaces.", {
          hint: "Read the memory, look at the diff from its revision, and send If-Match with its ETag.",
        });
      }
      const { id } = await open(caller, params);
      // Read before the transaction, which holds the only connection; what is recorded never changes.
      const row = await getRow(id, body.revision);
      const decide = async ({ draft, state, session }: MemoryChange) => {
        if (row.hash === state.hash) return { revision: state.head };
        const text = await readTextAt(draft.queries, id, body.revision);
        assertText(body.revision, text, row.hash);
        const detail = { to: body.revision };
        const revision = draft.edit(state.path, { text, operation: "revert", detail });
        draft.event("memory.reverted", state.path, session, { revision, ...detail });
        return { revision };
      };
      return changeMemory(context, caller, params, request, decide, { bringBack: true });
    },

    /** Takes one revision back and leaves all that came later. `conflict` when its text has changed since. The Lead's. */
    async undo(
      caller: Caller,
      params: SessionParams,
      body: { revision: number },
      request: ChangeRequest,
    ): Promise<Changed> {
      assertLead(caller, "undo a revision");
      const { id } = await open(caller, params);
      // Read before the transaction, which holds the only connection; what is recorded never changes.
      const row = await getRow(id, body.revision);
      const decide = async ({ draft, state, session }: MemoryChange) => {
        assertEditable(state);
        const before = await readTextAt(draft.queries, id, body.revision - 1);
        const after = await readTextAt(draft.queries, id, body.revision);
        if (row.parentHash !== "") assertText(body.revision - 1, before, row.parentHash);
        const text = undoPatch(before, after, state.text ?? "");
        const detail = { undone: body.revision, of: row.operation };
        const revision = draft.edit(state.path, { text, operation: "undo", detail });
        draft.event("memory.undone", state.path, session, { revision, ...detail });
        return { revision };
      };
      return changeMemory(context, caller, params, request, decide, { bringBack: true });
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
