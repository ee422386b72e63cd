import type { Item, Relay } from "@/lib/contracts/memory";
import type { JudgeItem, Pair, PairList } from "@/lib/contracts/pairs";
import { isLead } from "@/lib/core/access/decide-access";
import { AppError, invalidField } from "@/lib/core/errors";
import { wholeId } from "@/lib/core/memory/identity";
import {
  deciders,
  type Holds,
  judge,
  type Judgement,
  judgementIn,
  JUDGEMENTS,
  type PairLine,
  readHolds,
} from "@/lib/core/memory/pair";
import { namesLine } from "@/lib/core/memory/progress";
import { isRelayId } from "@/lib/core/memory/session-paths";
import { singleSpaces } from "@/lib/core/text/fold-name";
import { placedItems } from "@/lib/services/commit/document-states";
import { editMemory, getMemory } from "@/lib/services/workspace/edit-memory";
import { linesOf, presentPair, readPairs } from "@/lib/services/workspace/read-pairs";
import { changeMemory, type MemoryChange, openMemory, standingIn } from "@/lib/services/memory/change-memory";
import { actorOf, allow, type Caller, type ChangeRequest, may } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** Two lines and what somebody judged one to be to the other. They stand beside the file, and change a line only by whom it is for to decide. */
export function pairService(context: ServiceContext) {
  return {
    /** The pairs of a session, those to settle first, then the newest. */
    async list(caller: Caller, params: SessionParams): Promise<PairList> {
      const { session, state } = await openMemory(context, caller, params);
      const pairs = (await readPairs(context.database.queries, session.key, state)).reverse();
      const isOpen = (pair: Pair) => pair.state === "open";
      return { items: [...pairs.filter(isOpen), ...pairs.filter((pair) => !isOpen(pair))], nextCursor: null };
    },

    /** Says what a line of the caller's own is to another; the Lead says it of any. */
    async judge(
      caller: Caller,
      { item: named, ...params }: SessionParams & { item: string },
      body: JudgeItem,
      request: ChangeRequest,
    ): Promise<Pair> {
      const judged = judgementIn(body);
      if (judged === null)
        throw invalidField("replaces", "What it is to which line is missing.", `Give one of ${JUDGEMENTS.join(", ")}.`);
      const decide = async (change: MemoryChange) => {
        const { draft, state, session } = change;
        const ids = placedItems(state).map(({ id }) => id);
        const item = wholeId(ids, named);
        const role =
          (isRelayId(item)
            ? await draft.queries.relay.findFirst({ where: { sessionKey: session.key, id: item } })
            : null
          )?.role ?? linesOf(state)(item).role;
        allow(caller, "say what the line of another role is to others", { role });
        return judgeLine(context, caller, change, { item, ...judged });
      };
      return changeMemory<Pair>(context, caller, params, request, decide, { alone: true });
    },

    /**
     * Settles an open pair: the line that gives way is archived, or the question that is answered resolved. `open` takes that back. A role that
     * may not edit its section gives way to what another judged, and not to its own judgement.
     */
    async settle(
      caller: Caller,
      { pair: named, ...params }: SessionParams & { pair: string },
      { holds: given }: { holds: string },
      request: ChangeRequest,
    ): Promise<Pair> {
      const decide = async (change: MemoryChange) => {
        const pairs = await readPairs(change.draft.queries, change.session.key, change.state);
        const id = wholeId(
          pairs.map((each) => each.id),
          named,
        );
        const pair = pairs.find((each) => each.id === id);
        if (pair === undefined) throw noPair(named);
        if (given.trim().toLowerCase() === "open") return reopen(caller, change, pair);
        const holds = readHolds(pair, given);
        const roles = deciders(pair, holds);
        const by = actorOf(caller);
        allow(caller, "settle what was judged of another role's line", {
          role: roles.includes(by) ? by : (roles[0] ?? ""),
        });
        await assertDecides(caller, change, { pair, holds });
        await takeEffect(change, pair, holds);
        change.draft.effect({ type: "settle-pair", id, holds, by });
        const settledAt = change.draft.now.toISOString();
        return told(change, { ...pair, settled: holds, settledBy: by, settledAt }, "pair.settled");
      };
      return changeMemory<Pair>(context, caller, params, request, decide, { alone: true });
    },
  };
}

/** Judges a line of a change, which may be as new as that; of a relay, whatever it comes to waits with it. */
export async function judgeLine(
  { newId }: Pick<ServiceContext, "newId">,
  caller: Caller,
  change: MemoryChange,
  given: { item: string; judgement: Judgement; other: string; relay?: PairLine },
): Promise<Pair> {
  const { draft, session } = change;
  const state = await getMemory(draft, session.id);
  const lineOf = linesOf(state);
  const relay = given.relay ?? (await waitingLine(change, given.item));
  const item = relay ?? lineOf(given.item);
  const ids = placedItems(state).map(({ id }) => id);
  const other = lineOf(wholeId(ids, given.other));
  // Whoever leaves a relay may only claim to be its role.
  const by = isLead(caller) ? "Lead" : relay === null ? item.role : actorOf(caller);
  const isDecisive =
    relay === null &&
    (isLead(caller) || (other.role === by && may(caller, "edit the team memory", await standingIn(change, by))));
  const pairs = await readPairs(draft.queries, session.key, state);
  const { judgement } = given;
  const { settled, was } = judge({ judgement, item, other, by, isDecisive, pairs });
  const isSaid = was?.judgement === judgement && was.item.id === item.id && settled === null;
  const known = isSaid ? pairs.find(({ id }) => id === was.id) : undefined;
  if (known !== undefined) return known;
  const id = was?.id ?? newId();
  const settledBy = settled === null ? null : by;
  draft.effect({
    type: "put-pair",
    pair: { id, sessionKey: session.key, judgement, item: item.id, other: other.id, by, holds: settled, settledBy },
  });
  const at = draft.now.toISOString();
  const pair = presentPair({
    id,
    judgement,
    by,
    at,
    item,
    other,
    settled,
    settledBy,
    settledAt: settled === null ? null : at,
  });
  if (settled !== null) await takeEffect(change, pair, settled);
  return told(change, pair, "pair.judged");
}

/** The line that an answer made, whose relay is not stored yet. */
export function madeBy(done: { item: { id: string } } | { relay: Relay }): { item: string; relay?: PairLine } {
  if ("item" in done) return { item: done.item.id };
  const { id, role, tag, text } = done.relay;
  return { item: id, relay: { id, role, tag, text, state: "waiting" } };
}

/** What was judged of a relay holds from its approval on: at once where its role judged it and both lines are its own, else for somebody to settle. */
export async function judgeApproved(change: MemoryChange, relay: string, id: string): Promise<void> {
  const state = await getMemory(change.draft, change.session.id);
  const item = linesOf(state)(id);
  const pairs = await readPairs(change.draft.queries, change.session.key, state);
  for (const waiting of pairs.filter((pair) => pair.item.id === relay && pair.settled === null)) {
    const pair = presentPair({ ...waiting, item });
    const isOwn =
      pair.state === "open" &&
      pair.judgement !== "conflicts" &&
      [pair.other.role, waiting.by].every((role) => role === item.role);
    if (isOwn) {
      await takeEffect(change, pair, "item");
      change.draft.effect({ type: "settle-pair", id: pair.id, holds: "item", by: item.role });
    }
    if (pair.state === "open")
      await told(change, isOwn ? { ...pair, settled: "item", settledBy: item.role } : pair, "pair.judged");
  }
}

/** Throws `forbidden` for a role that may not edit its section, where the judgement is its own and a line gives way or comes back by it. */
async function assertDecides(caller: Caller, change: MemoryChange, { pair, holds }: { pair: Pair; holds: Holds }) {
  const by = actorOf(caller);
  if (by !== pair.by || holds === "both" || may(caller, "edit the team memory", await standingIn(change, by))) return;
  throw new AppError("forbidden", `${by} judged this pair itself, and only suggests changes to the memory.`, {
    hint: "Ask the Lead to settle this pair.",
  });
}

/** Reopens a settled pair and restores the line that gave way. For the role that settled it, and the Lead. */
async function reopen(caller: Caller, change: MemoryChange, pair: Pair): Promise<Pair> {
  const { id, settled, settledBy } = pair;
  if (settled === null) {
    throw new AppError("conflict", "Nobody settled this pair.", { hint: "See which pairs are settled: {pair.list}." });
  }
  allow(caller, "settle what was judged of another role's line", { role: settledBy ?? "" });
  const { draft, session } = change;
  await assertDecides(caller, change, { pair, holds: settled });
  const [line] = linesOfHolds(pair, settled);
  if (settled !== "both" && line.state !== "active") {
    const recorded = { operation: "unarchive", action: "items.unarchived", session } as const;
    await editMemory(draft, change.state, { type: "unarchive-items", items: [line.id] }, recorded);
  }
  draft.effect({ type: "settle-pair", id, holds: null, by: null });
  return told(change, { ...pair, settled: null, settledBy: null, settledAt: null }, "pair.judged");
}

/** The line that gives way, then the one that holds. */
const linesOfHolds = ({ item, other }: Pair, holds: Holds): [PairLine, PairLine] =>
  holds === "item" ? [other, item] : [item, other];

/** Archives the line that gives way, with where to find what holds, or resolves the question that is answered. */
async function takeEffect({ draft, session }: MemoryChange, pair: Pair, holds: Holds): Promise<void> {
  if (holds === "both") return;
  const [line, next] = linesOfHolds(pair, holds);
  const state = await getMemory(draft, session.id);
  if (pair.judgement === "answers" && holds === "item") {
    const resolution = `${next.role}: ${singleSpaces(next.text).replaceAll("~~", "").trim().slice(0, LONGEST)}`;
    await resolveItem({ draft, session, state }, { item: line.id, resolution });
    return;
  }
  const note = `replaced by ${next.role}, ${next.id}`;
  const pairs = await readPairs(draft.queries, session.key, state);
  const tell = restingOn(state, pairs, line.id);
  const detail = { successor: next.id, ...(tell.length > 0 && { tell }) };
  const recorded = { operation: "replace item", action: "item.replaced", session, detail } as const;
  await editMemory(draft, state, { type: "archive-items", items: [line.id], note }, recorded);
}

/** Strikes an item that has come to its end, and tells the roles whose Dependency waited for it. */
export async function resolveItem(
  { draft, session, state }: MemoryChange,
  operation: { item: string; resolution: string; was?: string },
  detail: Record<string, unknown> = {},
): Promise<{ revision: number; items: Item[] }> {
  const pairs = await readPairs(draft.queries, session.key, state);
  const ids = placedItems(state).map(({ id }) => id);
  const tell = restingOn(state, pairs, wholeId(ids, operation.item), ({ tag }) => tag === "Dependency");
  const told = { ...detail, ...(tell.length > 0 && { tell }) };
  const recorded = { operation: "resolve", action: "item.resolved", session, detail: told } as const;
  const { revision, items } = await editMemory(draft, state, { type: "resolve-item", ...operation }, recorded);
  return { revision, items };
}

/** Signs of an answer that stand behind its question. */
const LONGEST = 500;

/** The roles of standing lines that go with a line, by a pair or by its id in their words, or of such of them. */
export function restingOn(
  state: MemoryChange["state"],
  pairs: readonly Pair[],
  id: string,
  isMeant: (line: { tag: string | null }) => boolean = () => true,
): string[] {
  const paired = pairs.flatMap(({ item, other }) => (other.id === id ? [item] : item.id === id ? [other] : []));
  const naming = placedItems(state)
    .filter((each) => each.id !== id && namesLine(`${each.item.text}\n${each.item.body}`, id))
    .map(({ role, state: stands, item: { tag } }) => ({ role, state: stands, tag }));
  const all = [...paired, ...naming].filter((line) => line.state === "active" && isMeant(line));
  return [...new Set(all.map(({ role }) => role))];
}

async function told({ draft, session }: MemoryChange, pair: Pair, action: "pair.judged" | "pair.settled") {
  const lineOf = linesOf(await getMemory(draft, session.id));
  const now = presentPair({
    ...pair,
    item: pair.item.state === "waiting" ? pair.item : lineOf(pair.item.id),
    other: lineOf(pair.other.id),
  });
  const { id, judgement, item, other, settled } = now;
  const lines = { item: item.id, other: other.id, of: [item.role, other.role] };
  const about = { pair: id, judgement, ...lines, ...(settled !== null && { holds: settled }) };
  if (now.state !== "waiting") draft.event(action, other.role, session, about);
  return now;
}

async function waitingLine({ draft, session }: MemoryChange, id: string): Promise<PairLine | null> {
  const relay = isRelayId(id) ? await draft.queries.relay.findFirst({ where: { sessionKey: session.key, id } }) : null;
  if (relay?.state !== "pending") return null;
  return { id, role: relay.role, tag: relay.tag, text: relay.text, state: "waiting" };
}

function noPair(id: string): AppError {
  return new AppError("not_found", `There is no pair ${id} in this session.`, { hint: "List them: {pair.list}." });
}
