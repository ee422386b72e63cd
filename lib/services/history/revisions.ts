import type { Changed } from "@/lib/contracts/memory";
import type { Diff, RevertMemory, RevisionList, RevisionText } from "@/lib/contracts/revisions";
import { changeMemory, standingIn } from "@/lib/services/memory/change-memory";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { actorOf, allow, assertMatch, by, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import { type Blames, shownLines } from "@/lib/services/memory/blames";
import { memoryPath } from "@/lib/core/memory/session-paths";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { getAgent } from "@/lib/services/agents/agent-directory";
import type { AgentParams } from "@/lib/services/agents/allow-agent";
import { changeAgentMemory, noAgentMemory } from "@/lib/services/agents/change-agent-memory";
import { AppError } from "@/lib/core/errors";
import { isOurs, kindOf } from "@/lib/core/places/our-files";
import type { Deed } from "@/lib/core/access/deeds";
import { undoPatch } from "@/lib/core/history/merge";
import { findRevision, listRevisions, type RevisionRow } from "@/lib/db/revisions";
import type { Action } from "@/lib/contracts/events";
import type { Draft } from "@/lib/services/commit/act";
import { assertEditable } from "@/lib/services/commit/decide-batch";
import { placedItems, type DocumentState } from "@/lib/services/commit/document-states";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import { readCursor } from "@/lib/services/workspace/page-of";
import { presentRevision } from "@/lib/services/workspace/present-revision";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { sha256 } from "@/lib/store/read-file";
import { isLead } from "@/lib/core/access/decide-access";
import { type BlamedLine, saidAt } from "@/lib/core/history/blame";
import { identifyItems, type PlacedItem } from "@/lib/core/memory/identity";
import type { MemoryDocument } from "@/lib/core/memory/model";
import type { OperationOf } from "@/lib/core/memory/operation";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { sourceOf } from "@/lib/core/memory/edit-item";
import { editMemory } from "@/lib/services/workspace/edit-memory";

/** The history of a session's team memory. Bringing a whole text back is the Lead's. */
export function revisionService(context: ServiceContext, blames: Blames) {
  const { committer, sessions } = context;
  const { open, ...whole } = documentRevisions<SessionParams>(context, {
    open: async (caller, params) => {
      await sessions.get(caller, params);
      return committer.readable(params.workspace, memoryPath(params.session));
    },
    list: "memory.revisions",
    deeds: {
      revert: "bring an earlier text of the team memory back",
      undo: "undo a revision of the team memory",
    },
    change: (caller, params, request, decide) =>
      changeMemory(context, caller, params, request, decide, { bringBack: true }),
    sessionOf: ({ session }) => session,
    actions: { reverted: "memory.reverted", undone: "memory.undone" },
  });
  return {
    ...whole,
    /** Brings the whole text of a revision back, or only one item or one section of it. */
    async revert(caller: Caller, params: SessionParams, body: RevertMemory, request: ChangeRequest): Promise<Changed> {
      if (body.item === undefined && body.section === undefined) return whole.revert(caller, params, body, request);
      allow(caller, "change the team memory", { workspace: params.workspace });
      return restorePart(context, blames, await open(caller, params), caller, params, body, request);
    },
  };
}

/** The history of an agent's memory, of one that was cleared too. Bringing text back is the Lead's. */
export function agentRevisionService(context: ServiceContext) {
  return documentRevisions<AgentParams>(context, {
    open: async (caller, params) => {
      const agent = await getAgent(context, caller, params);
      const state = await context.committer.current(params.workspace, agent.path);
      if (state.head === 0) throw noAgentMemory(agent, state);
      return state;
    },
    list: "agent.revisions",
    deeds: {
      revert: "bring an earlier text of an agent's memory back",
      undo: "undo a revision of an agent's memory",
    },
    change: (caller, params, request, decide) =>
      changeAgentMemory(context, caller, params, request, decide, { bringBack: true }),
    sessionOf: () => null,
    actions: { reverted: "agent.reverted", undone: "agent.undone" },
  });
}

/** Names a document of knowledge: the registry, an index, or a file of knowledge. */
interface KnowledgeDocumentParams {
  workspace: string;
  path: string;
}

/** Looking into the history of registry, indexes and files of knowledge, and bringing text back from it. */
export function knowledgeHistoryService(context: ServiceContext) {
  return documentRevisions<KnowledgeDocumentParams>(context, {
    open: async (caller, { workspace, path }) => {
      allow(caller, "look", { workspace });
      assertKnowledge(path);
      const state = await context.committer.current(workspace, path);
      if (state.head > 0) return state;
      throw new AppError("not_found", `There is no ${path}, and none is remembered.`, {
        hint: "Find the paths there are with {knowledge.list}.",
      });
    },
    list: "knowledge.revisions",
    deeds: { revert: "bring an earlier text of knowledge back", undo: "undo a revision of knowledge" },
    change: (caller, { workspace, path }, request, decide) => {
      allow(caller, "look", { workspace });
      assertKnowledge(path);
      return context.committer.act({ ...by(caller, workspace, request), etagOf: path }, async (draft) => {
        const state = await draft.document(path);
        assertMatch(request, state);
        return { ...(await decide({ draft, state })), etag: "" };
      });
    },
    sessionOf: () => null,
    actions: { reverted: "knowledge.reverted", undone: "knowledge.undone" },
  });
}

function assertKnowledge(path: string): void {
  const kind = isOurs(path) ? kindOf(path) : "other";
  if (kind === "registry" || kind === "knowledge-index" || kind === "knowledge") return;
  throw new AppError("invalid_input", `${path} is no document of knowledge.`, {
    hint: "Name the registry, a team's knowledge-index.yaml, or a Markdown file beside one of them.",
    errors: [{ path: "path", message: "no document of knowledge" }],
  });
}

interface RecordedChange {
  draft: Draft;
  state: DocumentState;
}

/** A document whose history can be looked into: how it is found, who may bring text back, and how that is recorded. */
interface RecordedDocument<P> {
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
function documentRevisions<P extends { workspace: string }>(
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

/**
 * Brings one item, or one section, of a team memory back as it was after a revision, and leaves all else. Who may edit the
 * text may do this too: a role in its own section, the Lead everywhere. A section needs the ETag of the text it is brought
 * back into. `known` is the document with its row's id.
 */
async function restorePart(
  context: ServiceContext,
  blames: Blames,
  known: DocumentState,
  caller: Caller,
  params: SessionParams,
  { revision: to, item, was, section }: RevertMemory,
  request: ChangeRequest,
): Promise<Changed> {
  const scope = isLead(caller) ? null : actorOf(caller);
  if (section !== undefined && request.ifMatch === null) throw needsEtag("a section");
  const { queries } = context.database;
  // Read before the transaction, which holds the only connection; what is recorded never changes.
  const former = await readTextAt(queries, known.id, to);
  const operation: OperationOf<"restore-item"> | OperationOf<"restore-section"> =
    section === undefined
      ? {
          ...{ type: "restore-item", scope, former },
          ...findItem(known, (await blames.of(queries, known)).lines, { former, to, id: item ?? "" }, request),
          ...(was !== undefined && { says: was }),
        }
      : { type: "restore-section", scope, role: section, former };
  return changeMemory(context, caller, params, request, async (change) => {
    allow(caller, "edit the team memory", await standingIn(change, actorOf(caller)));
    const detail = { to, part: section === undefined ? "item" : "section" };
    const recorded = { operation: "revert", action: "memory.reverted", session: change.session, detail } as const;
    const { revision, items } = await editMemory(change.draft, change.state, operation, recorded);
    return { revision, items };
  });
}

/** The error for what would write over text that the caller may not have seen. */
function needsEtag(what: string): AppError {
  return new AppError("invalid_input", `Bringing ${what} back needs the ETag of the text it replaces.`, {
    hint: "Read it again, look at what changed since, and repeat with the ETag that it has now.",
  });
}

/** Which item is meant: by the id it has now or by the one it had then, over all changes of its lines in between. */
function findItem(
  state: DocumentState,
  lines: readonly BlamedLine[],
  wanted: { former: string; to: number; id: string },
  request: ChangeRequest,
): Pick<OperationOf<"restore-item">, "item" | "was"> {
  const { to, id } = wanted;
  const former = parseMemory(wanted.former);
  const then = identifyItems(former, {});
  const now = placedItems(state);
  const shown = shownLines(lines);
  /** What the lines of an item said after the revision; those are left out that were written later. */
  const formerly = ({ line, item }: PlacedItem) =>
    shown.slice(line - 1, line - 1 + item.lines).flatMap(({ blamed }) => saidAt(blamed, to)?.trim() || []);

  const placed = now.find((each) => each.id === id);
  const same = then.find((each) => each.id === id);
  if (placed !== undefined) {
    if (same !== undefined) return { item: id, was: id };
    for (const words of formerly(placed)) {
      const [was, other] = then.filter((each) => linesOf(former, each).includes(words));
      if (was !== undefined && other === undefined) return { item: id, was: was.id };
    }
  } else if (same !== undefined) {
    const opening = linesOf(former, same)[0] ?? "";
    const successors = now.filter(
      (each) => formerly(each)[0] === opening && !then.some(({ id: old }) => old === each.id),
    );
    const [successor] = successors;
    if (successor === undefined) return { item: null, was: id };
    if (successors.length === 1 && request.ifMatch !== null) return { item: successor.id, was: id };
    const current = { item: successor.id, role: successor.role, line: successor.line, text: successor.item.text };
    throw new AppError("conflict", `The item ${id} has other words now, and the id ${successor.id}.`, {
      hint: "Look at what it says now, and repeat with the id that it has, or with the ETag of the memory.",
      current,
    });
  }
  throw new AppError("not_found", `There was no item ${id} in revision ${to}, as far as the history can tell.`, {
    hint: "Read its life with {item.read}, and choose a revision in which it was there.",
  });
}

function linesOf(document: MemoryDocument, placed: PlacedItem): string[] {
  return sourceOf(document, placed)
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim());
}
