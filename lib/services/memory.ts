import type {
  AddItem,
  Changed,
  ItemAdded,
  ItemRelayed,
  Memory,
  MemoryFilter,
  PruneResult,
} from "@/lib/contracts/memory";
import { AppError } from "@/lib/core/errors";
import { accessOf, typeOf } from "@/lib/core/memory/access";
import { adviceFor } from "@/lib/core/memory/advice";
import { previewPrune } from "@/lib/core/memory/prune";
import { assertRoleId } from "@/lib/core/memory/role-id";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/act";
import { actorOf, assertLead, assertWriter, authorOf, isLead, type Caller } from "@/lib/services/caller";
import { assertMatch, type ChangeRequest } from "@/lib/services/change-request";
import type { ServiceContext, SessionParams } from "@/lib/services/context";
import { memoryOf, type DocumentState } from "@/lib/services/document-states";
import { editMemory, getMemory, noMemory } from "@/lib/services/edit-memory";
import { presentMemory } from "@/lib/services/memory-view";
import { presentItem, presentRelay } from "@/lib/services/present";
import { recordReceipt } from "@/lib/services/receipts";
import { memoryPath } from "@/lib/services/session-paths";
import { listRoles } from "@/lib/db/sessions";

/** Reading and writing the team memory of a session. Source: team memory §5. */
export function memoryService(context: ServiceContext) {
  const { committer, sessions } = context;

  /** The document as it is now, with the reader's receipt recorded. */
  async function open(caller: Caller, params: SessionParams): Promise<{ session: SessionRow; state: DocumentState }> {
    const session = await sessions.get(caller, params);
    const state = await committer.current(params.workspace, memoryPath(params.session));
    if (state.hash === "") throw noMemory(params.session);
    await recordReceipt(context, caller, session, state.head);
    return { session, state };
  }

  /** One change of the document by one operation of the core; the Lead's alone unless said otherwise. */
  function change<R>(
    caller: Caller,
    params: SessionParams,
    request: ChangeRequest,
    decide: (draft: Draft, state: DocumentState, session: SessionRow) => R | Promise<R>,
  ): Promise<R> {
    assertWriter(caller);
    return sessions.get(caller, params).then((session) =>
      committer.submit({
        workspace: params.workspace,
        author: authorOf(caller),
        idempotency: request.idempotency,
        decide: async (draft) => {
          const state = await getMemory(draft, params.session);
          assertMatch(request, state);
          return decide(draft, state, session);
        },
      }),
    );
  }

  return {
    /** The memory, filtered. Reading as a role records that role's receipt. */
    async read(caller: Caller, params: SessionParams, filter: MemoryFilter = {}): Promise<Memory> {
      const { session, state } = await open(caller, params);
      return presentMemory(state, await listRoles(context.database.queries, session.key), filter);
    },

    /** The file's text as it is, with its hash. */
    async readText(caller: Caller, params: SessionParams): Promise<{ text: string; hash: string }> {
      const { state } = await open(caller, params);
      if (state.text === null) {
        const file = await context.store(params.workspace).read(state.path);
        return { text: file?.bytes.toString("utf8") ?? "", hash: state.hash };
      }
      return { text: state.text, hash: state.hash };
    },

    /** Adds an item to the caller's section, or leaves it with the Lead as a relay where the role may not write itself. */
    async add(
      caller: Caller,
      params: SessionParams,
      body: AddItem,
      request: ChangeRequest,
    ): Promise<ItemAdded | ItemRelayed> {
      const own = actorOf(caller);
      const role = body.role ?? own;
      assertRoleId(role);
      if (role.toLowerCase() !== own.toLowerCase()) assertLead(caller, "write to the section of another role");
      return change(caller, params, request, async (draft, state, session) => {
        const advice = adviceFor(body.tag, body.text);
        const added = async () => ({
          ...(await addItem(draft, state, session, role, body)),
          ...(advice && { advice }),
        });
        if (isLead(caller)) return added();
        const type = typeOf(role, (await draft.roles(session.key)).find((each) => each.id === role)?.type ?? null);
        if (accessOf(role, type) !== "relay") return added();
        assertRelayable(body);
        const relay = { id: context.newId(), sessionKey: session.key, role, tag: body.tag, text: body.text };
        draft.effect({ type: "insert-relay", relay, createdAt: draft.now.toISOString() });
        draft.event("relay.created", role, session, { relay: relay.id, tag: body.tag, text: body.text });
        const pending = {
          state: "pending",
          createdAt: draft.now,
          decidedAt: null,
          decidedBy: null,
          reason: null,
          itemId: null,
        };
        return { relay: presentRelay({ ...relay, ...pending }), ...(advice && { advice }) };
      });
    },

    /** Replaces `oldString`, which must occur once in the file and lie in the caller's own section. Relay roles may not. */
    async edit(
      caller: Caller,
      params: SessionParams,
      body: { oldString: string; newString: string },
      request: ChangeRequest,
    ): Promise<Changed> {
      return change(caller, params, request, async (draft, state, session) => {
        const scope = isLead(caller) ? null : actorOf(caller);
        if (scope !== null) {
          const type = typeOf(scope, (await draft.roles(session.key)).find((each) => each.id === scope)?.type ?? null);
          if (accessOf(scope, type) === "relay") throw relayOnly(scope);
        }
        const { revision } = await editMemory(
          draft,
          state,
          { type: "edit", scope, ...body },
          { operation: "edit", action: "memory.edited", session },
        );
        return { revision };
      });
    },

    /** Marks items, or a whole section, as archived. The Lead's. */
    archive(
      caller: Caller,
      params: SessionParams,
      body: { items?: string[] | undefined; role?: string | undefined; note?: string | undefined },
      request: ChangeRequest,
    ): Promise<Changed> {
      assertLead(caller, "archive");
      const note = body.note === undefined ? {} : { note: body.note };
      return change(caller, params, request, (draft, state, session) =>
        body.role === undefined
          ? editMemory(
              draft,
              state,
              { type: "archive-items", items: body.items ?? [], ...note },
              { operation: "archive", action: "items.archived", session },
            )
          : editMemory(
              draft,
              state,
              { type: "archive-section", role: body.role, ...note },
              { operation: "archive section", action: "section.archived", session },
            ),
      );
    },

    /** Strikes an item through with a resolution. The Lead's. */
    resolve(
      caller: Caller,
      params: SessionParams,
      body: { item: string; resolution: string },
      request: ChangeRequest,
    ): Promise<Changed> {
      assertLead(caller, "resolve items");
      return change(caller, params, request, (draft, state, session) =>
        editMemory(
          draft,
          state,
          { type: "resolve-item", ...body },
          { operation: "resolve", action: "item.resolved", session },
        ),
      );
    },

    /** Takes the archive mark, or the strike, off items. The Lead's. */
    unarchive(
      caller: Caller,
      params: SessionParams,
      body: { items: string[] },
      request: ChangeRequest,
    ): Promise<Changed> {
      assertLead(caller, "unarchive items");
      return change(caller, params, request, (draft, state, session) =>
        editMemory(
          draft,
          state,
          { type: "unarchive-items", ...body },
          { operation: "unarchive", action: "items.unarchived", session },
        ),
      );
    },

    /** Marks a teammate replaced and gives the successor a section; the tokens of the replaced one end. The Lead's. */
    replaceRole(
      caller: Caller,
      params: SessionParams,
      body: { role: string; by: string },
      request: ChangeRequest,
    ): Promise<Changed> {
      assertLead(caller, "replace a teammate");
      return change(caller, params, request, async (draft, state, session) => {
        const known = (await draft.roles(session.key)).find((each) => each.id === body.role.toLowerCase());
        draft.effect({
          type: "put-role",
          sessionKey: session.key,
          role: body.by.toLowerCase(),
          roleType: typeOf(body.role, known?.type ?? null),
        });
        draft.effect({ type: "revoke-role", sessionKey: session.key, role: body.role.toLowerCase() });
        return editMemory(
          draft,
          state,
          { type: "replace-role", ...body },
          { operation: "replace role", action: "role.replaced", session, detail: body },
        );
      });
    },

    /** Deletes archived items, oldest first, until the file has at most `target` lines. A dry run only says what would go; the Lead's. */
    async prune(
      caller: Caller,
      params: SessionParams,
      body: { dryRun: boolean; target: number },
      request: ChangeRequest,
    ): Promise<PruneResult> {
      assertLead(caller, "prune");
      if (body.dryRun) {
        const { state } = await open(caller, params);
        assertMatch(request, state);
        return previewOf(state, body.target);
      }
      if (request.ifMatch === null) {
        throw new AppError("invalid_input", "Pruning needs the ETag of the preview it carries out.", {
          hint: "Send the request with dryRun: true first, look at what goes, and repeat it with dryRun: false and If-Match: the ETag of that answer.",
        });
      }
      return change(caller, params, request, async (draft, state, session) => {
        const preview = previewOf(state, body.target);
        if (preview.items.length === 0) return preview;
        const items = preview.items.map((item) => item.id);
        const { revision } = await editMemory(
          draft,
          state,
          { type: "prune", items },
          { operation: "prune", action: "memory.pruned", session },
        );
        return { ...preview, revision };
      });
    },
  };

  function previewOf(state: DocumentState, target: number): PruneResult {
    const { items, linesBefore, linesAfter, text } = previewPrune(memoryOf(state), state.identity, target);
    const tokensSaved = items.length === 0 ? 0 : context.countTokens(text);
    return { items: items.map(presentItem), linesBefore, linesAfter, tokensSaved };
  }

  async function addItem(
    draft: Draft,
    state: DocumentState,
    session: SessionRow,
    role: string,
    body: AddItem,
  ): Promise<ItemAdded> {
    // The Lead's items carry their time in the file; that of all others is in the history.
    const timestamp = role.toLowerCase() === "lead" ? draft.now.toISOString().replace(/\.\d+Z$/, "Z") : null;
    const done = await editMemory(
      draft,
      state,
      { type: "add-item", role, tag: body.tag, text: body.text, timestamp },
      { operation: "add", action: "item.added", session },
    );
    const [item] = done.items;
    if (item === undefined) throw new Error("an added item was not answered");
    return { item, revision: done.revision };
  }
}

function assertRelayable(body: AddItem): void {
  if (body.tag !== "Gate") return;
  throw new AppError("invalid_input", "A Gate is an item of the Lead's section alone.", {
    hint: "Use one of Finding, Pattern, Decision, Warning, Dependency, Conflict, Question.",
  });
}

function relayOnly(role: string): AppError {
  return new AppError("forbidden", `${role} writes through the Lead: it may not edit the file itself.`, {
    hint: "Send a new item with POST …/memory/items {tag, text}; it waits as a relay until the Lead approves it.",
  });
}
