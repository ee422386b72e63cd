import type { RelayDecided, RelayList, Relay } from "@/lib/contracts/memory";
import { AppError } from "@/lib/core/errors";
import { findSection, tellSection } from "@/lib/core/memory/find-section";
import { listRelays, type RelayRow, listRelayEvents } from "@/lib/db/relays";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import { actorOf, allow, signatureOf, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import { changeMemory, type MemoryChange } from "@/lib/services/memory/change-memory";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { placedItems, memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { editMemory, getMemory } from "@/lib/services/workspace/edit-memory";
import { readPairs } from "@/lib/services/workspace/read-pairs";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { judgeApproved } from "@/lib/services/memory/pairs";
import { presentRelay } from "@/lib/services/memory/present-relay";
import { welcome } from "@/lib/services/memory/welcome";
import { marksOf } from "@/lib/core/text/marks";
import { nearnessTo } from "@/lib/core/inbox/said-already";
import { marksOfItem } from "@/lib/services/memory/assert-unsaid";
import { undoPatch } from "@/lib/core/history/merge";
import { assertEditable } from "@/lib/services/commit/decide-batch";
import { readTextAt } from "@/lib/services/commit/revision-texts";

type Twin = NonNullable<Relay["resembles"]>[number];

/** As many as somebody looks through before deciding. */
const MOST = 3;

/**
 * Finds for a relay what says nearly the same already: active items of any section, and other relays that wait. Whoever
 * decides about the relay sees a duplicate, or a conflict, before it is written.
 */
function findTwins(memory: DocumentState, waiting: readonly RelayRow[]): (relay: RelayRow) => Twin[] {
  const items = placedItems(memory)
    .filter(({ state }) => state === "active")
    .map(({ id, role, item }) => ({
      twin: { id, role, tag: item.tag, text: item.text, waits: false },
      marks: marksOfItem.get(item),
    }));
  const relays = waiting.map(({ id, role, tag, text }) => ({
    twin: { id, role, tag, text, waits: true },
    marks: marksOf(text),
  }));
  return ({ id, text }) => {
    const nearness = nearnessTo(text);
    const near = [...items, ...relays].filter(({ twin, marks }) => twin.id !== id && nearness(marks) === "same");
    return near.slice(0, MOST).map(({ twin }) => twin);
  };
}

export interface RelayParams extends SessionParams {
  relay: string;
}

/** Items that wait for the Lead. Source: team memory §5 (Lead relay). */
export function relayService(context: ServiceContext) {
  const { sessions, database } = context;
  return {
    /** The relays of a session: pending ones in the order they came, then the others, newest first. A role sees all. */
    async list(caller: Caller, params: SessionParams): Promise<RelayList> {
      const session = await sessions.get(caller, params);
      const rows = await listRelays(database.queries, session.key);
      const judgedOf = await judgedIn(params, session);
      return { items: rows.map((row) => ({ ...presentRelay(row), ...judgedOf(row) })), nextCursor: null };
    },

    /** The same for whoever decides: each that waits with what says nearly the same already. */
    async listToDecide(caller: Caller, params: SessionParams): Promise<RelayList> {
      const session = await sessions.get(caller, params);
      const rows = await listRelays(database.queries, session.key);
      const waiting = rows.filter(({ state }) => state === "pending");
      if (waiting.length === 0) return { items: rows.map(presentRelay), nextCursor: null };
      const memory = await context.committer.readable(params.workspace, memoryPath(params.session));
      const twinsOf = findTwins(memory, waiting);
      const judgedOf = await judgedIn(params, session);
      const items = rows.map((row) => {
        const resembles = row.state === "pending" ? twinsOf(row) : [];
        return { ...presentRelay(row), ...judgedOf(row), ...(resembles.length > 0 && { resembles }) };
      });
      return { items, nextCursor: null };
    },

    /** Writes the item to its role's section, edited if a text is given, attributed to both. Makes the section where there is none. */
    async approve(
      caller: Caller,
      params: RelayParams,
      body: { text?: string | undefined },
      request: ChangeRequest,
    ): Promise<RelayDecided> {
      allow(caller, "approve relays");
      const cited = await context.anchors.read(params.workspace, body.text ?? "");
      const decide = async ({ draft, state, session }: MemoryChange) => {
        const relay = await getPending(draft, session.key, params.relay);
        const text = body.text ?? relay.text;
        const detail = { relay: relay.id, from: relay.role };
        if (findSection(memoryOf(state), relay.role) === undefined) {
          const recorded = { operation: "add role", action: "role.added", session, detail } as const;
          await editMemory(draft, state, { type: "add-section", role: relay.role }, recorded);
          await welcome(draft, context, session, relay.role);
        }
        const current = await getMemory(draft, params.session);
        const operation = { type: "add-item", role: relay.role, tag: relay.tag, text, timestamp: null } as const;
        const recorded = {
          operation: "approve relay",
          action: "relay.approved",
          session,
          roles: [relay.role],
          detail: { ...detail, ...cited },
        } as const;
        const addedTo = tellSection(memoryOf(current), relay.role);
        const { revision, items } = await editMemory(draft, current, operation, recorded);
        const [item] = items;
        const itemId = item?.id ?? null;
        const decision = { state: "approved", text, decidedBy: signatureOf(caller), reason: null, itemId } as const;
        draft.effect({ type: "decide-relay", id: relay.id, decision });
        if (item !== undefined) await judgeApproved({ draft, state, session }, relay.id, item.id);
        const decided = presentRelay({ ...relay, ...decision, decidedAt: draft.now });
        return { relay: decided, revision, ...(item && { item }), ...(addedTo !== null && { addedTo }) };
      };
      return changeMemory(context, caller, params, request, decide, { alone: true });
    },

    reject: (caller: Caller, params: RelayParams, { reason }: { reason: string }, request: ChangeRequest) =>
      end(caller, params, { state: "rejected", reason }, request),

    /** Ends what is true and done, or needs no item: nothing is written to the memory, and its role is told. */
    settle: (caller: Caller, params: RelayParams, { note }: { note?: string | undefined }, request: ChangeRequest) =>
      end(caller, params, { state: "settled", reason: note ?? null }, request),

    /** Has a relay wait again that was decided; what its approval wrote is taken out. */
    async undo(caller: Caller, params: RelayParams, request: ChangeRequest): Promise<RelayDecided> {
      allow(caller, "undo what was decided about a relay");
      const decide = async (change: MemoryChange) =>
        undoRelay(change, await getRelay(change.draft, change.session.key, params.relay));
      return changeMemory(context, caller, params, request, decide, { alone: true });
    },

    /** Gives an item that still waits other words: its role does, or the Lead for it. */
    async reword(
      caller: Caller,
      params: RelayParams,
      { text }: { text: string },
      request: ChangeRequest,
    ): Promise<RelayDecided> {
      const cited = await context.anchors.read(params.workspace, text);
      const decide = async ({ draft, session }: MemoryChange) => {
        const relay = await getRelay(draft, session.key, params.relay);
        allow(caller, "reword what another role left with the Lead", { role: relay.role });
        assertPending(relay);
        draft.effect({ type: "reword-relay", id: relay.id, text });
        draft.event("relay.reworded", relay.role, session, { relay: relay.id, tag: relay.tag, text, ...cited });
        return { relay: presentRelay({ ...relay, text }) };
      };
      return changeMemory(context, caller, params, request, decide, { alone: true });
    },

    /** Takes an item back that still waits: its role does, or the Lead for it. Its words stay in the history. */
    async withdraw(caller: Caller, params: RelayParams, request: ChangeRequest): Promise<RelayDecided> {
      const decide = async ({ draft, session }: MemoryChange) => {
        const relay = await getRelay(draft, session.key, params.relay);
        allow(caller, "take back what another role left with the Lead", { role: relay.role });
        assertPending(relay);
        const { text } = relay;
        const decidedBy = actorOf(caller);
        const decision = { state: "withdrawn", text, decidedBy, reason: null, itemId: null } as const;
        draft.effect({ type: "decide-relay", id: relay.id, decision });
        draft.event("relay.withdrawn", relay.role, session, { relay: relay.id });
        return { relay: presentRelay({ ...relay, ...decision, decidedAt: draft.now }) };
      };
      return changeMemory(context, caller, params, request, decide, { alone: true });
    },
  };

  /** What the writers of relays that wait judged them to be. */
  async function judgedIn({ workspace, session: id }: SessionParams, { key }: SessionRow) {
    const memory = await context.committer.readable(workspace, memoryPath(id));
    const pairs = await readPairs(database.queries, key, memory);
    return (relay: RelayRow) => {
      const judged = pairs.find((pair) => pair.item.id === relay.id);
      return judged === undefined ? {} : { judged };
    };
  }

  /** Ends a relay without an item. */
  async function end(
    caller: Caller,
    params: RelayParams,
    how: { state: "settled" | "rejected"; reason: string | null },
    request: ChangeRequest,
  ): Promise<RelayDecided> {
    allow(caller, how.state === "settled" ? "settle relays" : "reject relays");
    const decide = async ({ draft, session }: MemoryChange) => {
      const relay = await getPending(draft, session.key, params.relay);
      const decision = { ...how, text: relay.text, decidedBy: signatureOf(caller), itemId: null };
      draft.effect({ type: "decide-relay", id: relay.id, decision });
      draft.event(`relay.${how.state}`, relay.role, session, {
        relay: relay.id,
        ...(how.reason !== null && { reason: how.reason }),
      });
      return { relay: presentRelay({ ...relay, ...decision, decidedAt: draft.now }) };
    };
    return changeMemory(context, caller, params, request, decide, { alone: true });
  }
}

async function getPending(draft: Draft, sessionKey: number, id: string): Promise<RelayRow> {
  const relay = await getRelay(draft, sessionKey, id);
  assertPending(relay);
  return relay;
}

async function getRelay(draft: Draft, sessionKey: number, id: string): Promise<RelayRow> {
  const relay = await draft.queries.relay.findFirst({ where: { sessionKey, id } });
  if (relay !== null) return relay;
  throw new AppError("not_found", `There is no relay ${id} in this session.`, {
    hint: "List the relays with {relay.list}.",
  });
}

function assertPending(relay: RelayRow): void {
  if (relay.state === "pending") return;
  throw new AppError("conflict", `This relay was ${relay.state} already.`, {
    hint: "Nothing is left to decide; reload the relays.",
    current: { ...presentRelay(relay) },
  });
}

/**
 * Has a relay wait again that was decided. What its approval wrote is taken out, lines that gave way to it come back, and all else that came later is left;
 * `conflict` where those lines have changed since. It waits in the words that its role left it in.
 */
async function undoRelay(
  { draft, state, session }: MemoryChange,
  relay: RelayRow,
): Promise<Omit<RelayDecided, "etag">> {
  if (!["approved", "settled", "rejected"].includes(relay.state)) throw undecided(relay);
  const about = { workspaceId: session.workspaceId, session: session.id, relay: relay.id };
  const [said] = await listRelayEvents(draft.queries, about, ["relay.created", "relay.reworded"]);
  const text = payloadOf(said).text ?? relay.text;
  draft.effect({ type: "reopen-relay", id: relay.id, text });
  const pending = { decidedAt: null, decidedBy: null, reason: null, itemId: null };
  const reopened = presentRelay({ ...relay, ...pending, state: "pending", text });
  const told = { relay: relay.id, tag: relay.tag, text, of: relay.state };
  if (relay.state !== "approved") {
    draft.event("relay.reopened", relay.role, session.id, told);
    return { relay: reopened };
  }
  const [approved] = await listRelayEvents(draft.queries, about, ["relay.approved"]);
  const undone = payloadOf(approved).revision;
  if (undone === undefined) throw undecided(relay);
  assertEditable(state);
  const pairs = await readPairs(draft.queries, session.key, state);
  const settled = pairs.filter((pair) => pair.item.id === relay.itemId && pair.settled !== null);
  for (const { id } of settled) draft.effect({ type: "settle-pair", id, holds: null, by: null });
  const back = settled.filter(({ settled: holds, other }) => holds === "item" && GAVE_WAY.has(other.state));
  const items = [...new Set(back.map(({ other }) => other.id))];
  const recorded = { operation: "unarchive", action: "items.unarchived", session } as const;
  if (items.length > 0) await editMemory(draft, state, { type: "unarchive-items", items }, recorded);
  const { text: now } = await getMemory(draft, session.id);
  const before = await readTextAt(draft.queries, state.id, undone - 1);
  const after = await readTextAt(draft.queries, state.id, undone);
  const detail = { undone, of: "approve relay", relay: relay.id };
  const revision = draft.edit(state.path, {
    text: undoPatch(before, after, now ?? ""),
    operation: "undo",
    roles: [relay.role],
    detail,
  });
  draft.event("relay.reopened", relay.role, session.id, { ...told, revision, undone });
  return { relay: reopened, revision };
}

/** What became of a line that gave way to another, as long as nobody brought it back. */
const GAVE_WAY: ReadonlySet<string> = new Set(["archived", "replaced", "resolved"]);

const payloadOf = (event: { payload: string } | undefined) =>
  JSON.parse(event?.payload ?? "{}") as { text?: string; revision?: number };

function undecided(relay: RelayRow): AppError {
  return new AppError("conflict", `Nothing that could be undone was decided about this relay: it is ${relay.state}.`, {
    hint: "Reload the relays.",
    current: { ...presentRelay(relay) },
  });
}
