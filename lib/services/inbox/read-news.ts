import { groupBy } from "@/lib/core/lists";
import { type Happening, type Reader } from "@/lib/core/inbox/entry";
import {
  itemsOf,
  citedBy,
  editedRevision,
  isEdit,
  givesWords,
  GONE,
  namesItems,
  successorOf,
} from "@/lib/core/inbox/item-news";
import {
  tellNews,
  type News,
  type StandingItem,
  type StandingQuestion,
  type StandingRelay,
} from "@/lib/core/inbox/tell-news";
import { settledBy } from "@/lib/core/inbox/ends";
import { type Confirmed, hasConfirmed } from "@/lib/core/context/standing";
import type { Resting } from "@/lib/core/inbox/tell-also";
import { restingOnEnded } from "@/lib/services/inbox/read-resting";
import { versionOf } from "@/lib/core/context/version-number";
import { addAll } from "@/lib/core/lists";
import { findLatestVersion } from "@/lib/db/context";
import { currentNumber } from "@/lib/services/context/context-state";
import { readStandings } from "@/lib/services/context/read-standings";
import { listQuestions, type PlacedQuestion } from "@/lib/db/questions";
import { listClaims } from "@/lib/db/presence";
import { listRelays } from "@/lib/db/relays";
import { listHappenings, type HappeningRow } from "@/lib/db/readings";
import type { SessionRow } from "@/lib/db/sessions";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { findItems, identifyItems, type PlacedItem } from "@/lib/core/memory/identity";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { memoryPath } from "@/lib/core/memory/session-paths";
import type { Queries } from "@/lib/db/database";
import { DISK, writerIn } from "@/lib/core/history/outside-parts";
import type { Revision } from "@/lib/contracts/revisions";
import { findRevision } from "@/lib/db/revisions";
import { presentRevision } from "@/lib/services/workspace/present-revision";
import { formerItems, goneItems, wordsOf } from "@/lib/services/inbox/former-items";
import { concernedRoles } from "@/lib/services/memory/concerned-roles";
import { readPairs } from "@/lib/services/workspace/read-pairs";
import { type StandingPair } from "@/lib/core/inbox/tell-pairs";

/** What happened in a session after an event, and what stands after the last of it: neither older nor newer. */
export interface Snapshot {
  happenings: Happening[];
  items: Map<string, StandingItem>;
  relays: Map<string, StandingRelay>;
  questions: Map<string, StandingQuestion>;
  pairs: Map<string, StandingPair>;
  confirmed: Confirmed | null;
  resting: Resting[];
  state: DocumentState;
  last: number;
  /** When it was taken. ISO 8601. */
  now: string;
}

/** Snapshots, each taken once for all readers that look at the same moment. */
export class Snapshots {
  readonly #taken = new Map<string, Promise<Snapshot>>();
  #newest = 0;

  constructor(private readonly context: ServiceContext) {}

  /** What happened after an event; `newest` is the newest event there was when the reader looked. */
  after(session: SessionRow, after: number, newest: number): Promise<Snapshot> {
    if (newest > this.#newest) this.#taken.clear();
    this.#newest = Math.max(newest, this.#newest);
    const key = `${session.key}:${after}:${newest}`;
    const known = this.#taken.get(key);
    if (known !== undefined) return known;
    const taken = takeSnapshot(this.context, session, after);
    this.#taken.set(key, taken);
    // What failed is tried again by the next.
    taken.catch(() => this.#taken.delete(key));
    return taken;
  }
}

/** Takes a snapshot now. */
export async function takeSnapshot(context: ServiceContext, session: SessionRow, after: number): Promise<Snapshot> {
  const { database, committer, clock } = context;
  const { queries } = database;
  const place = { workspaceId: session.workspaceId, session: session.id };
  const path = memoryPath(session.id);
  let state = await committer.current(session.workspaceId, path);
  const rows = await listHappenings(queries, place, after);
  for (let more = rows; more.length > 0;) {
    state = await committer.current(session.workspaceId, path);
    more = await listHappenings(queries, place, rows.at(-1)?.id ?? after);
    addAll(rows, more);
  }
  const happenings = await nameEdits(queries, state, { session, time: clock() }, rows.map(happeningOf));
  const relays = await relaysOf(queries, session, happenings);
  const isAbout = happenings.some(({ action }) => action.startsWith("question."));
  const questions = questionsIn(isAbout ? await listQuestions(queries, session.key) : []);
  const isJudged = happenings.some(({ action }) => action.startsWith("pair."));
  const pairs = isJudged ? await readPairs(queries, session.key, state) : [];
  const confirmed = happenings.some(({ action }) => action === "context.acknowledged")
    ? await readConfirmed({ database, committer, clock }, session)
    : null;
  const items = itemsIn(state, happenings);
  return {
    happenings,
    items,
    resting: await restingOnEnded(context, session, happenings, items),
    relays,
    questions,
    pairs: new Map(pairs.map((pair) => [pair.id, pair])),
    confirmed,
    state,
    last: rows.at(-1)?.id ?? after,
    now: clock().toISOString(),
  };
}

/** What of a snapshot is news to a reader. */
export function newsIn(
  { happenings, items, relays, questions, pairs, confirmed, resting, now }: Snapshot,
  reader: Reader,
  outdated?: ReadonlyMap<string, string>,
): News {
  if (happenings.length === 0) return { entries: [], also: [] };
  return tellNews(happenings, reader, {
    item: (id) => items.get(id),
    relay: (id) => relays.get(id),
    confirmed: () => confirmed,
    question: (id) => questions.get(id),
    pair: (id) => pairs.get(id),
    outdated,
    resting,
    now,
  });
}

/** The items that something happened to, as they stand: others are not looked at. */
function itemsIn(state: DocumentState, happenings: readonly Happening[]): Map<string, StandingItem> {
  const about = (happening: Happening) => [
    ...itemsOf(happening).ids,
    ...citedBy(happening).map(({ item }) => item),
    ...settledBy(happening).map(({ id }) => id),
    ...successorOf(happening),
  ];
  const wanted = new Set(happenings.flatMap(about));
  if (wanted.size === 0) return new Map();
  const found = findItems(memoryOf(state), state.identity, wanted).map(standing);
  const gone = happenings.flatMap(({ action, payload }) => (action === GONE ? [payload.gone as StandingItem] : []));
  return new Map([...gone, ...found].map((each) => [each.id, each]));
}

export function standing({ id, role, state, item: { tag, text, body, resolution } }: PlacedItem): StandingItem {
  return { id, role, tag, text, body, state, resolution };
}

/** How far the current version is with the active teammates; null before the first. */
async function readConfirmed(
  context: Pick<ServiceContext, "database" | "committer" | "clock">,
  session: SessionRow,
): Promise<Confirmed | null> {
  const latest = currentNumber(await findLatestVersion(context.database.queries, session.key));
  if (latest === 0) return null;
  const roles = (await readStandings(context, session)).map(({ role, shown, answer }) => ({
    role: role.id,
    hasRead: (shown !== null && shown >= latest) || answer(latest) !== undefined,
    hasConfirmed: hasConfirmed(role.confirmed, latest),
  }));
  return { version: versionOf(latest), roles };
}

export function happeningOf({ at, payload, action, ...row }: HappeningRow): Happening {
  return {
    ...row,
    action: action,
    at: at.toISOString(),
    payload: JSON.parse(payload) as Record<string, unknown>,
  };
}

/** The questions that were put to somebody, by the id of their item and that of the relay they were left as. */
export function questionsIn(asked: readonly PlacedQuestion[]): Map<string, StandingQuestion> {
  const found = new Map<string, StandingQuestion>();
  for (const { id, item, role: to, due, answeredAt } of asked) {
    const question = { to, due: due?.toISOString() ?? null, isAnswered: answeredAt !== null };
    found.set(id, question);
    if (item !== null) found.set(item, question);
  }
  return found;
}

async function relaysOf(
  queries: ServiceContext["database"]["queries"],
  session: SessionRow,
  happenings: readonly Happening[],
): Promise<Map<string, StandingRelay>> {
  const isAbout = ({ payload, action }: Happening) =>
    typeof payload.relay === "string" || settledBy({ action, payload }).length > 0;
  if (!happenings.some(isAbout)) return new Map();
  return new Map((await listRelays(queries, session.key)).map((relay) => [relay.id, relay]));
}

/**
 * The happenings with each edit of the memory's text, which names no items, in the form of additions and changes of items.
 * What it did is found by comparing the text before the first of them with the one there is now: a cost that only those pay
 * who were not there since. An edit made on disk is its role's where a hook said so.
 */
async function nameEdits(
  queries: Queries,
  state: DocumentState,
  { session, time }: { session: SessionRow; time: Date },
  happenings: Happening[],
) {
  const path = memoryPath(session.id);
  const edits = happenings.flatMap((each, at) => {
    const revision = editedRevision(each, path);
    return revision === null ? [] : [{ each, at, revision }];
  });
  if (state.id === 0) return happenings;
  const now = memoryOf(state);
  const removals = [...edits, ...removalsIn(happenings, state)].sort((a, b) => a.at - b.at);
  const [first] = edits;
  const [before] = removals;
  const textBefore = (revision: number | undefined) =>
    revision === undefined ? new Map<string, PlacedItem>() : formerItems(queries, state, revision);
  const began = await textBefore(before?.revision);
  const former = first === before ? began : await textBefore(first?.revision);
  const lost = new Map([...began, ...(await addedAndLost(queries, state, happenings, removals))]);
  const gone = await goneItems(queries, state, { former: lost, happenings });
  const read = removals.map(async (edit) => ({ ...edit, found: await readFound(queries, state.id, edit.revision) }));
  const removed = await Promise.all(read);
  const found = removed.filter(({ at }) => edits.some((edit) => edit.at === at));
  const claims = await listClaims(queries, session.key, time);
  // What an event says of items, the texts need not tell again; other words only an event that is about words explains.
  const named = new Set(happenings.filter(namesItems).flatMap((each) => itemsOf(each).ids));
  const wordedAt = new Map(
    happenings.flatMap((each, at) => (givesWords(each) ? itemsOf(each).ids.map((id) => [id, at] as const) : [])),
  );
  /** The items before the first edit that came after an item was given words by name. */
  const since = new Map<number, ReadonlyMap<string, PlacedItem>>();
  const made = gone.flatMap(({ placed, decided }): Happening[] => {
    const { id, role } = placed;
    const by = removed.findLast(({ each }) => itemsOf(each).ids.includes(id));
    const edit =
      decided === undefined ? editOf(by === undefined ? removed : [by], role) : { each: decided, actor: decided.actor };
    const payload = { items: [id], gone: { ...standing(placed), state: "gone" } };
    return edit === null ? [] : [{ ...edit.each, actor: edit.actor, action: GONE, target: role, payload }];
  });
  if (first === undefined) return [...happenings, ...made];
  for (const placed of identifyItems(now, state.identity)) {
    const worded = wordedAt.get(placed.id) ?? -1;
    const next = worded < 0 ? first : edits.find(({ at }) => at > worded);
    const items = next === undefined || next === first ? former : since.get(next.revision);
    const known = items ?? (await formerItems(queries, state, next?.revision ?? first.revision));
    if (next !== undefined) since.set(next.revision, known);
    const was = known.get(placed.id);
    const isReworded = next !== undefined && was !== undefined && wordsOf(was) !== wordsOf(placed);
    const stood = former.get(placed.id);
    if (!isReworded && (named.has(placed.id) || (stood !== undefined && standingOf(stood) === standingOf(placed))))
      continue;
    const edit = editOf(found, placed.role);
    if (edit === null) continue;
    const isNew = stood === undefined && worded < 0;
    const action = isNew ? "item.added" : "item.edited";
    const { role, item } = placed;
    const said = { tag: item.tag, text: `${item.text}\n${item.body}` };
    // Who holds a file now is told what was found out about it, whichever way that came into the memory.
    const payload = { items: [placed.id], ...(isNew && { tell: concernedRoles(claims, state, role, said) }) };
    made.push({ ...edit.each, actor: edit.actor, action, target: role, payload });
  }
  return [...happenings, ...made];
}

/** The edits through a door that name an item which the file has no more, or not all that they changed. */
function removalsIn(happenings: readonly Happening[], state: DocumentState) {
  const doors = happenings.flatMap((each, at) =>
    isEdit(each) && typeof each.payload.revision === "number" ? [{ each, at, revision: each.payload.revision }] : [],
  );
  const ids = new Set(doors.flatMap(({ each }) => itemsOf(each).ids));
  const stand = new Set(ids.size === 0 ? [] : findItems(memoryOf(state), state.identity, ids).map(({ id }) => id));
  return doors.filter(({ each }) => {
    const { ids, unnamed } = itemsOf(each);
    return ids.length > 0 && (unnamed > 0 || ids.some((id) => !stand.has(id)));
  });
}

/** Items that were added behind the first of these removals and stand no more, as they were before the next one. */
async function addedAndLost(
  queries: Queries,
  state: DocumentState,
  happenings: readonly Happening[],
  removals: readonly { at: number; revision: number }[],
): Promise<[string, PlacedItem][]> {
  const since = removals[0]?.at ?? Infinity;
  const added = happenings.flatMap((each, at) => {
    const next = removals.find((removal) => removal.at > at);
    if (at <= since || next === undefined || !namesItems(each) || !givesWords(each)) return [];
    return itemsOf(each).ids.map((id) => ({ id, revision: next.revision }));
  });
  const stand = new Set(
    findItems(memoryOf(state), state.identity, new Set(added.map(({ id }) => id))).map(({ id }) => id),
  );
  const lost = groupBy(
    added.filter(({ id }) => !stand.has(id)),
    ({ revision }) => revision,
  );
  const read = [...lost].map(async ([revision, items]) => {
    const before = await formerItems(queries, state, revision);
    return items.flatMap(({ id }) => before.get(id) ?? []).map((placed): [string, PlacedItem] => [placed.id, placed]);
  });
  return (await Promise.all(read)).flat();
}

const standingOf = ({ item, state }: PlacedItem) => JSON.stringify([state, item.resolution]);

/** An edit of the text; one that was found on disk with what its revision says of its parts. */
interface Edit {
  each: Happening;
  revision: number;
  found: Revision | null;
}

async function readFound(queries: Queries, documentId: number, revision: number): Promise<Revision | null> {
  const row = await findRevision(queries, documentId, revision);
  return row?.source === DISK ? presentRevision(row) : null;
}

/** The newest edit that can have changed a section, and who made that part of it. */
function editOf(edits: readonly Edit[], role: string): { each: Happening; actor: string } | null {
  const edit = edits.findLast(({ found }) => found === null || found.roles.includes(role)) ?? edits.at(-1);
  return edit === undefined
    ? null
    : { each: edit.each, actor: edit.found === null ? edit.each.actor : writerIn(edit.found, role) };
}
