import type { InboxEntry } from "@/lib/contracts/inbox";
import { inOrder, type Happening, type Reader, namesReader } from "@/lib/core/inbox/entry";
import { beganIn, waitedBefore, itemsOf, citedBy } from "@/lib/core/inbox/item-news";
import {
  tellNews,
  type News,
  putTo,
  tellViolation,
  type StandingItem,
  type StandingQuestion,
  type StandingRelay,
} from "@/lib/core/inbox/tell-news";
import type { Confirmed } from "@/lib/core/context/standing";
import { wordOpened } from "@/lib/core/context/gate";
import { versionOf } from "@/lib/core/context/version-number";
import { addAll } from "@/lib/core/lists";
import { findLatestVersion } from "@/lib/db/context";
import { currentNumber } from "@/lib/services/context/context-state";
import { readStandings } from "@/lib/services/context/read-standings";
import { listEvents } from "@/lib/db/events";
import { findOpenGate, type GateRow } from "@/lib/db/gates";
import { listQuestions } from "@/lib/db/questions";
import { listRelays } from "@/lib/db/relays";
import { listHappenings, type HappeningRow } from "@/lib/db/readings";
import type { SessionRow } from "@/lib/db/sessions";
import { nameEdits } from "@/lib/services/inbox/memory-edits";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { findItems, identifyItems, type PlacedItem } from "@/lib/core/memory/identity";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { memoryPath } from "@/lib/core/memory/session-paths";

/** Edits made outside that are looked through for a reader that was told nothing yet. */
const LOOKED_THROUGH = 100;

/** What happened in a session after an event, and what stands after the last of it: neither older nor newer. */
interface Snapshot {
  happenings: Happening[];
  items: Map<string, StandingItem>;
  relays: Map<string, StandingRelay>;
  questions: Map<string, StandingQuestion>;
  confirmed: Confirmed | null;
  state: DocumentState;
  last: number;
}

/** Snapshots, each taken once for all readers that look at the same moment. */
export class Snapshots {
  readonly #taken = new Map<string, Promise<Snapshot>>();
  #newest = 0;

  constructor(private readonly context: Pick<ServiceContext, "database" | "committer" | "clock">) {}

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
export async function takeSnapshot(
  { database, committer, clock }: Pick<ServiceContext, "database" | "committer" | "clock">,
  session: SessionRow,
  after: number,
): Promise<Snapshot> {
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
  const happenings = await nameEdits(queries, state, session.id, rows.map(happeningOf));
  const relays = await relaysOf(queries, session, happenings);
  const isAbout = happenings.some(({ action }) => action.startsWith("question."));
  const questions = isAbout ? await questionsOf(queries, session) : new Map<string, StandingQuestion>();
  const confirmed = happenings.some(({ action }) => action === "context.acknowledged")
    ? await readConfirmed({ database, committer, clock }, session)
    : null;
  return {
    happenings,
    items: itemsIn(state, happenings),
    relays,
    questions,
    confirmed,
    state,
    last: rows.at(-1)?.id ?? after,
  };
}

/** What of a snapshot is news to a reader. */
export function newsIn({ happenings, items, relays, questions, confirmed }: Snapshot, reader: Reader): News {
  if (happenings.length === 0) return { entries: [], also: [] };
  return tellNews(happenings, reader, {
    item: (id) => items.get(id),
    relay: (id) => relays.get(id),
    confirmed: () => confirmed,
    question: (id) => questions.get(id),
  });
}

/**
 * What stood at a snapshot, for a reader that was shown nothing yet: active items of others, relays that waited, and its own
 * that were rejected. What happened since is told with what comes after the snapshot.
 */
export async function readDigest(
  { database, origins }: Pick<ServiceContext, "database" | "origins">,
  session: SessionRow,
  { state, last }: Pick<Snapshot, "state" | "last">,
  reader: Reader,
): Promise<InboxEntry[]> {
  const { queries } = database;
  const written = await origins.of(queries, state);
  const questions = await questionsOf(queries, session);
  const isOwn = (role: string) => reader.isOwn && role === reader.role;
  const items = identifyItems(memoryOf(state), state.identity).flatMap((placed): InboxEntry[] => {
    const item = standing(placed);
    if (item.state !== "active" || isOwn(item.role)) return [];
    const text = [item.text, item.body].filter((part) => part !== "").join("\n");
    const origin = written.get(item.id);
    const at = origin?.at ?? state.changed?.at ?? session.createdAt.toISOString();
    const { id, role, tag } = item;
    const concerns = reader.isOwn && namesReader(text, reader.role);
    const put = putTo(reader, questions.get(id));
    const kind = put === null ? "said" : "asked";
    const yours = concerns || put !== null;
    return [{ kind, id, role, by: origin?.by ?? role, tag, text, note: put?.due ?? null, concerns: yours, at }];
  });
  const relays = await listRelays(queries, session.key);
  const gate = await findOpenGate(queries, session.key);
  const later = (await listHappenings(queries, { workspaceId: session.workspaceId, session: session.id }, last)).map(
    happeningOf,
  );
  const waiting = waitedBefore(relays, later).flatMap((relay): InboxEntry[] => {
    if (isOwn(relay.role)) return [];
    const { id, role, tag, text } = relay;
    const concerns = reader.isLead || namesReader(text, reader.role);
    const put = putTo(reader, questions.get(id));
    const about = { id, role, by: role, tag, text, at: relay.createdAt.toISOString() };
    if (put !== null) return [{ ...about, kind: "asked", note: put.due, concerns: true }];
    return [{ ...about, kind: "waits", note: null, concerns }];
  });
  // Its author hears why, also where it had not looked before; a decision that came later is told as news.
  const rejected = relays.flatMap((relay): InboxEntry[] => {
    if (relay.state !== "rejected" || !isOwn(relay.role)) return [];
    if (later.some(({ payload }) => payload.relay === relay.id)) return [];
    const { id, role, tag, text, reason: note, decidedBy, decidedAt, createdAt } = relay;
    const at = (decidedAt ?? createdAt).toISOString();
    return [{ kind: "rejected", id, role, by: decidedBy ?? "Lead", tag, text, note, concerns: true, at }];
  });
  const isTold = gate === null || isOwn(gate.openedBy) || beganIn(later, gate.id);
  const violations = reader.isLead ? await violationsBefore(queries, session, last) : [];
  const broken = violations.flatMap((happening) => tellViolation(happening, reader));
  return inOrder([...items, ...waiting, ...rejected, ...(isTold ? [] : [entryOfGate(gate)]), ...broken]);
}

/** The newest announcements of who made an edit outside, up to an event. */
async function violationsBefore(
  queries: ServiceContext["database"]["queries"],
  session: SessionRow,
  last: number,
): Promise<Happening[]> {
  const wanted = { workspaceId: session.workspaceId, session: session.id, actions: ["memory.attributed"] };
  const rows = await listEvents(queries, wanted, { limit: LOOKED_THROUGH, below: last + 1 });
  return rows.map(happeningOf);
}

/** The gate that is open, in the words that everybody else was told as it opened. */
function entryOfGate({ id, openedBy, openedAt, phase, gcVersion, record }: GateRow): InboxEntry {
  const { criteria = [] } = JSON.parse(record) as { criteria?: string[] };
  const text = wordOpened(phase, versionOf(gcVersion), criteria);
  const about = { id, role: openedBy, by: openedBy, tag: null, note: null, concerns: false };
  return { ...about, kind: "gate", text, at: openedAt.toISOString() };
}

/** The items that something happened to, as they stand: others are not looked at. */
function itemsIn(state: DocumentState, happenings: readonly Happening[]): Map<string, StandingItem> {
  const about = (happening: Happening) => [...itemsOf(happening).ids, ...citedBy(happening).map(({ item }) => item)];
  const wanted = new Set(happenings.flatMap(about));
  if (wanted.size === 0) return new Map();
  return new Map(findItems(memoryOf(state), state.identity, wanted).map((each) => [each.id, standing(each)]));
}

function standing({ id, role, state, item: { tag, text, body, resolution } }: PlacedItem): StandingItem {
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
    hasConfirmed: role.confirmed !== null && role.confirmed >= latest,
  }));
  return { version: versionOf(latest), roles };
}

function happeningOf({ at, payload, action, ...row }: HappeningRow): Happening {
  return {
    ...row,
    action: action,
    at: at.toISOString(),
    payload: JSON.parse(payload) as Record<string, unknown>,
  };
}

/** The questions that were put to somebody, by the id of their item and that of the relay they were left as. */
async function questionsOf(
  queries: ServiceContext["database"]["queries"],
  session: SessionRow,
): Promise<Map<string, StandingQuestion>> {
  const found = new Map<string, StandingQuestion>();
  for (const { id, item, role: to, due, answeredAt } of await listQuestions(queries, session.key)) {
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
  const wanted = new Set(
    happenings.flatMap(({ payload }) => (typeof payload.relay === "string" ? [payload.relay] : [])),
  );
  if (wanted.size === 0) return new Map();
  return new Map((await listRelays(queries, session.key)).map((relay) => [relay.id, relay]));
}
