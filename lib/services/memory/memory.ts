import { createHash } from "node:crypto";
import type { LineChange } from "@/lib/contracts/revisions";
import type {
  ItemsMade,
  MakeItems,
  AddItem,
  Changed,
  EditMemory,
  ItemAdded,
  ItemLife,
  ItemRelayed,
  Memory,
  MemoryFilter,
} from "@/lib/contracts/memory";
import { AppError } from "@/lib/core/errors";
import { isLead } from "@/lib/core/access/decide-access";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import { applyMemoryOperation } from "@/lib/core/memory/apply-operation";
import { adviceFor } from "@/lib/core/memory/advice";
import { type PlacedItem, wholeId } from "@/lib/core/memory/identity";
import { withEvidence } from "@/lib/core/memory/item";
import { judgementIn } from "@/lib/core/memory/pair";
import type { MemoryOperation } from "@/lib/core/memory/operation";
import { findSection, getSection, isMisspelled, tellSection } from "@/lib/core/memory/find-section";
import { assertRoleId, foldRoleId } from "@/lib/core/memory/role-id";
import { citesFile } from "@/lib/core/places/claimed-place";
import { listRevisionsOfItem } from "@/lib/db/revisions";
import { listConfirmations } from "@/lib/db/confirmations";
import { listRoles } from "@/lib/db/sessions";
import { actorOf, allow, may, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import { concernedRoles } from "@/lib/services/memory/concerned-roles";
import { changeMemory, openMemory, standingIn, type MemoryChange } from "@/lib/services/memory/change-memory";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { type Blames, shownLines } from "@/lib/services/memory/blames";
import type { ShownMemories } from "@/lib/services/memory/shown-memories";
import { placedItems, memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { presentItem, editMemory, noMemory } from "@/lib/services/workspace/edit-memory";
import { findRelated } from "@/lib/services/workspace/related-lines";
import { LastAnswers } from "@/lib/services/workspace/last-known";
import { assertUnsaid, keyFor } from "@/lib/services/memory/assert-unsaid";
import { leaveAsUnknown, leaveWithLead } from "@/lib/services/memory/leave-relay";
import { readPairs } from "@/lib/services/workspace/read-pairs";
import { judgeLine, madeBy, restingOn } from "@/lib/services/memory/pairs";
import { presentMemory, readBesides, settle, withConfirmations } from "@/lib/services/memory/memory-view";
import { presentRevision } from "@/lib/services/workspace/present-revision";
import { secretWarnings } from "@/lib/services/commit/refuse-secrets";

/** Reading the team memory of a session, and writing to one's own section. Source: team memory §5. */
export function memoryService(context: ServiceContext, blames: Blames, shown: Pick<ShownMemories, "begin">) {
  const { committer, database } = context;
  const lastRead = new LastAnswers<DocumentState, Memory>();

  /** Every change of an item's lines, each revision once, newest first. */
  async function changesOfItem(state: DocumentState, { line, item }: PlacedItem): Promise<LineChange[]> {
    const { lines, changes } = await blames.of(database.queries, state);
    const own = shownLines(lines).slice(line - 1, line - 1 + item.lines);
    const byRevision = new Map<number, LineChange>();
    for (const each of own.flatMap(({ blamed }) => changes(blamed))) {
      if (!byRevision.has(each.revision)) byRevision.set(each.revision, each);
    }
    return [...byRevision.values()].sort((a, b) => b.revision - a.revision);
  }

  return {
    /** Who wrote each line of the file as it is now: who, when, over which door, in which revision, and what it said before. */
    async blame(caller: Caller, params: SessionParams, range: { from: number; to?: number | undefined }) {
      const { state } = await openMemory(context, caller, params);
      const known = state.id > 0 ? state : await committer.reload(params.workspace, state.path);
      const { lines, changes } = await blames.of(database.queries, known);
      const shown = shownLines(lines).slice(range.from - 1, range.to);
      return {
        revision: known.head,
        etag: `"${known.hash}"`,
        lines: shown.flatMap(({ line, text, blamed }) => {
          const all = changes(blamed);
          const [last] = all;
          return last === undefined ? [] : [{ line, text, ...last, changes: all.length }];
        }),
      };
    },

    /** The memory, filtered. Reading as a role records that role's receipt. */
    async read(caller: Caller, params: SessionParams, filter: MemoryFilter = {}): Promise<Memory> {
      const isShown = caller.source === "ui" && Object.values(filter).every((each) => each === undefined);
      const note = isShown ? shown.begin(params) : undefined;
      const { session, state } = await openMemory(context, caller, params);
      const { queries } = database;
      const read = async () => ({
        roles: await listRoles(queries, session.key),
        besides: await readBesides(queries, session.key, state),
        origins: await context.origins.of(queries, state),
        anchors: await context.anchors.of(queries, session),
      });
      const {
        roles,
        besides: known,
        origins,
        anchors,
      } = await context.lastKnown.get(`memory ${session.key}`, read, state);
      const besides = { ...known, outdated: await context.anchors.outdated(session, state, anchors) };
      const types = roles.map(({ id, type }) => [id, type]);
      const about = JSON.stringify([types, { ...besides, confirmed: [...besides.confirmed] }]);
      const question = JSON.stringify([params.workspace, params.session, isShown, filter]);
      const memory = lastRead.get({ question, of: state, about }, (before) => {
        const former = before?.about === about ? before : undefined;
        const view = presentMemory(state, roles, origins, besides, filter, former);
        const diagnostics = [...view.diagnostics, ...secretWarnings(state)];
        const shown = { ...view, diagnostics, ...(isShown && { view: viewOf(state, about, diagnostics) }) };
        return settle(shown);
      });
      note?.(memory);
      return memory;
    },

    /** The file's bytes as they are, and its ETag; `not_found` where there is no file. */
    async readBytes(caller: Caller, params: SessionParams): Promise<{ bytes: Buffer; etag: string }> {
      const { state } = await openMemory(context, caller, params);
      if (state.hash === "" && state.unreadable === undefined) throw noMemory(params.session);
      const file = await context.store(params.workspace).read(state.path);
      return { bytes: file?.bytes ?? Buffer.alloc(0), etag: `"${file?.hash ?? ""}"` };
    },

    /** One item as it is now, with every revision that was about it. An item that is gone has its revisions only. */
    async life(caller: Caller, params: SessionParams & { item: string }): Promise<ItemLife> {
      const { session, state } = await openMemory(context, caller, params);
      const known = state.id > 0 ? state : await committer.reload(params.workspace, state.path);
      const rows = await listRevisionsOfItem(database.queries, known.id, params.item);
      const placed = placedItems(state).find(({ id }) => id === params.item);
      const confirmed = await listConfirmations(database.queries, session.key);
      const item = placed === undefined ? null : withConfirmations(presentItem(placed), confirmed);
      if (placed !== undefined || rows.length > 0) {
        const changes = placed === undefined ? [] : await changesOfItem(known, placed);
        return { item, revisions: rows.map(presentRevision), changes };
      }
      throw new AppError("not_found", `There is no item ${params.item}, and none is remembered.`, {
        hint: "Read the memory for the ids of its items.",
      });
    },

    /**
     * Adds an item to the caller's section, or leaves it with the Lead as a relay where the role may not write itself, or
     * is only claimed over a connection that a team shares, and where it proposes something for the Lead to take or refuse.
     */
    async add(caller: Caller, params: SessionParams, body: AddItem, request: ChangeRequest) {
      if (caller.kind === "team") return leaveAsUnknown(context, caller, params, body, request);
      const own = actorOf(caller);
      const named = body.role ?? own;
      const role = foldRoleId(isLead(caller) ? named : assertRoleId(named));
      const advice = adviceFor(body.tag, body.text);
      const judged = judgementIn(body);
      const cited = await context.anchors.read(params.workspace, body.text);
      const decide = async (change: MemoryChange) => {
        const memory = memoryOf(change.state);
        // The Lead also writes to sections of text that are there, whose names need be no role's.
        if (findSection(memory, role) === undefined) {
          assertRoleId(named);
          if (role !== own || isMisspelled(role, memory)) getSection(memory, role);
        }
        allow(caller, "write to the section of another role", { role });
        if (body.anyway === false) {
          const writer = { role, reader: own, key: keyFor(caller, own), text: body.text, but: judged?.other };
          await assertUnsaid(context, change, writer);
        }
        // What a role may not write itself waits for the Lead.
        const relayed =
          (body.proposal === true && role !== "Lead") ||
          !may(caller, "edit the team memory", await standingIn(change, role));
        const claims = citesFile(body.text) ? await change.draft.claims(change.session.key) : [];
        const tell = concernedRoles(claims, change.state, role, body);
        const detail = { ...cited, ...(tell.length > 0 && { tell }) };
        const done = relayed
          ? leaveWithLead(change, context.newId(), role, body, detail)
          : await addItem(change, role, body, detail);
        const pair = judged === null ? null : await judgeLine(context, caller, change, { ...judged, ...madeBy(done) });
        return { ...done, ...(advice !== null && { advice }), ...(pair !== null && { pair }) };
      };
      const alone = judged !== null;
      type Added = ItemRelayed | Omit<ItemAdded, "etag">;
      const added = await changeMemory<Added>(context, caller, params, request, decide, { alone });
      // The line stands: that nothing can be told beside it is no reason to write it again.
      const near = await findRelated(context, params, { role, text: body.text }).catch(() => []);
      const related = near.filter(({ id }) => added.pair?.other.id.startsWith(id) !== true);
      return related.length === 0 ? added : { ...added, related };
    },

    /**
     * Replaces `oldString`, which must occur once in the file, or all words of an item, which keeps its id and is to say what
     * it `was`, where that is given. Either lies in the caller's own section. Relay roles may not.
     */
    async edit(
      caller: Caller,
      params: SessionParams,
      { item, was, oldString = "", newString }: EditMemory,
      request: ChangeRequest,
    ): Promise<Changed> {
      const named = item === undefined ? null : { item, text: newString, ...(was !== undefined && { was }) };
      return editOwn(caller, params, request, newString, (scope) =>
        named === null ? { type: "edit", scope, oldString, newString } : { type: "edit-item", scope, ...named },
      );
    },

    /** Makes items of what stands beside them in the caller's own section, the Lead in any; a dry run shows them alone. */
    async makeItems(
      caller: Caller,
      params: SessionParams,
      { dryRun = false, tag = "Finding", ...body }: MakeItems,
      request: ChangeRequest,
    ): Promise<ItemsMade> {
      const role = foldRoleId(body.role);
      return changeMemory(context, caller, params, request, async (change) => {
        allow(caller, "edit the team memory", await standingIn(change, actorOf(caller)));
        allow(caller, "write to the section of another role", { role });
        const { draft, state, session } = change;
        const before = memoryOf(state);
        const operation = {
          type: "make-items",
          scope: isLead(caller) ? null : actorOf(caller),
          role,
          text: body.text ?? null,
          tag,
        } as const;
        const { document, result } = applyMemoryOperation(before, state.identity, operation);
        const items = result.items.map(presentItem);
        const changes = unifiedDiff(before.text, document.text);
        if (dryRun) return { items, ...changes };
        const recorded = { operation: "make items", action: "memory.edited", session } as const;
        const { revision } = await editMemory(draft, state, operation, recorded);
        return { items, ...changes, revision };
      });
    },

    /** Adds a line below an item of the caller's own section; the Lead below any. */
    async addTo(
      caller: Caller,
      { item, ...params }: SessionParams & { item: string },
      { text }: { text: string },
      request: ChangeRequest,
    ): Promise<Changed> {
      return editOwn(caller, params, request, text, (scope) => ({ type: "add-to-item", scope, item, text }));
    },

    /** Takes back an item of the caller's own section: it is archived. The Lead may take back any. */
    async withdraw(caller: Caller, { item, ...params }: SessionParams & { item: string }, request: ChangeRequest) {
      return changeMemory(context, caller, params, request, async ({ draft, state, ...change }) => {
        allow(caller, "edit the team memory", await standingIn({ draft, state, ...change }, actorOf(caller)));
        const operation = { type: "withdraw-item", scope: isLead(caller) ? null : actorOf(caller), item } as const;
        const ids = placedItems(state).map(({ id }) => id);
        const pairs = await readPairs(draft.queries, change.session.key, state);
        const tell = restingOn(state, pairs, wholeId(ids, item));
        const detail = tell.length === 0 ? {} : { tell };
        const recorded = { operation: "withdraw", action: "item.withdrawn", session: change.session, detail } as const;
        const { revision, items } = await editMemory(draft, state, operation, recorded);
        return { revision, items };
      });
    },
  };

  /** One edit within the caller's own section, the Lead's in any; `words` are those that come in. */
  async function editOwn(
    caller: Caller,
    params: SessionParams,
    request: ChangeRequest,
    words: string,
    operationIn: (scope: string | null) => MemoryOperation,
  ): Promise<Changed> {
    const detail = await context.anchors.read(params.workspace, words);
    return changeMemory(context, caller, params, request, async (change) => {
      allow(caller, "edit the team memory", await standingIn(change, actorOf(caller)));
      const recorded = { operation: "edit", action: "memory.edited", session: change.session, detail } as const;
      const operation = operationIn(isLead(caller) ? null : actorOf(caller));
      const { revision, items } = await editMemory(change.draft, change.state, operation, recorded);
      return operation.type === "edit" ? { revision } : { revision, items };
    });
  }
}

/** Stands for one view of a memory: the same for the same text, and the same of all that stands in no file. */
function viewOf({ hash, head }: DocumentState, about: string, diagnostics: Memory["diagnostics"]): string {
  const all = JSON.stringify([hash, head, about, diagnostics]);
  return createHash("sha256").update(all).digest("base64url").slice(0, 16);
}

export async function addItem(
  { draft, state, session }: MemoryChange,
  role: string,
  { tag, text, shownBy }: AddItem,
  detail: Record<string, unknown> = {},
): Promise<Omit<ItemAdded, "etag">> {
  // The Lead's items carry their time in the file; that of all others is in the history.
  const timestamp = role === "Lead" ? draft.now.toISOString().replace(/\.\d+Z$/, "Z") : null; // 2026-02-09T10:00:00.000Z
  const operation = { type: "add-item", role, timestamp, tag, text: withEvidence(text, shownBy) } as const;
  const addedTo = tellSection(memoryOf(state), role);
  const { items, revision } = await editMemory(draft, state, operation, {
    operation: "add",
    action: "item.added",
    session,
    detail,
  });
  const [item] = items;
  if (item === undefined) throw new Error("an added item was not answered");
  return { item, revision, ...(addedTo !== null && { addedTo }) };
}
