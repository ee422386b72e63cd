import type { Event, EventFilter, EventList } from "@/lib/contracts/events";
import type { Fault, FaultList, FaultQuery } from "@/lib/contracts/faults";
import { State, type Memory, type MemoryFilter, type RelayList } from "@/lib/contracts/memory";
import type { MarkNeeds, Need, NeedCount, NeedList, NeedsMarked } from "@/lib/contracts/needs";
import type { PairList } from "@/lib/contracts/pairs";
import type { RepairList, RepairQuery } from "@/lib/contracts/repairs";
import type { Session, SessionList } from "@/lib/contracts/sessions";
import { versionOf } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { timeOf } from "@/lib/core/memory/age";
import { besidesRepairs, countNeeds, NEED_KEYS, rankNeeds, urgencyOf, standingMark } from "@/lib/core/inbox/needs";
import { stateOf } from "@/lib/core/context/run";
import { sessionsWithPairs } from "@/lib/db/pairs";
import { listRunsOfAll, type RunRow } from "@/lib/db/presence";
import { type GateRow, openGatesOfAll } from "@/lib/db/gates";
import { blockersOf, lookAtGate } from "@/lib/services/context/gate-case";
import { keptIn } from "@/lib/services/context/gate-records";
import { type OwedAnswer, readOwedAnswers } from "@/lib/services/context/owed-answers";
import { readAssignments } from "@/lib/services/inbox/assignments";
import { mentionNeeds, readCommented, type Commented } from "@/lib/services/inbox/mentions";
import { digestOf, pairNeeds, type PlainNeed } from "@/lib/services/inbox/need-words";
import { allow, personOf, type Caller, by, type ChangeRequest } from "@/lib/services/workspace/caller";
import { groupBy, addAll } from "@/lib/core/lists";
import { pauses } from "@/lib/services/workspace/in-slices";
import type { SessionRow } from "@/lib/db/sessions";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams, WorkspaceParams } from "@/lib/services/workspace/session-params";

/** So many sessions are looked into at the same time; between them others come first. */
const TOGETHER = 16;

/** What other use cases answer, of which what waits for a person is taken. */
interface Sources {
  sessions: { list(caller: Caller, params: WorkspaceParams): Promise<SessionList> };
  relays: { list(caller: Caller, params: SessionParams): Promise<RelayList> };
  pairs: { list(caller: Caller, params: SessionParams): Promise<PairList> };
  memory: { read(caller: Caller, params: SessionParams, filter: MemoryFilter): Promise<Memory> };
  events: { list(caller: Caller, params: WorkspaceParams, filter: EventFilter): Promise<EventList> };
  repairs: { list(caller: Caller, params: WorkspaceParams, query: RepairQuery): Promise<RepairList> };
  faults: { list(caller: Caller, params: WorkspaceParams, query: FaultQuery): Promise<FaultList> };
}

/** The items that wait for a person. */
const OPEN_ITEMS = { tag: "Conflict,Question", state: "active" };

/** Every item, and nothing beside them. */
const ALL = { state: State.options.join(",") };

/** What is assigned waits for as long as it is open. */
const OPEN = { state: "active" };

/** The newest edits past Wardroom that the caller was not shown yet. */
const OUTSIDE: EventFilter = {
  action: "document.edited_outside,document.removed_outside",
  unseen: "true",
  limit: 500,
  format: "json",
};

const TOO_LONG = "over_500_lines";

/** Nothing is put off for longer. Milliseconds. */
const LONGEST_SNOOZE = 366 * 24 * 3_600_000;

/** Everything that waits for a person, over all sessions at work. Source: interface, "Overview". */
export function needService(
  context: ServiceContext,
  { sessions, relays, pairs, memory, events, repairs, faults }: Sources,
) {
  const { committer, database, clock } = context;
  return {
    /**
     * In the order of `rankNeeds`; with `snoozed`, what the caller put off. For the Lead, and callers that may
     * look at what waits for it.
     */
    async list(caller: Caller, params: WorkspaceParams, { snoozed = false } = {}): Promise<NeedList> {
      const needs = await readMarked(caller, params);
      return { items: needs.filter(({ snoozedUntil }) => (snoozedUntil !== null) === snoozed), nextCursor: null };
    },

    async count(caller: Caller, params: WorkspaceParams): Promise<NeedCount> {
      const needs = await readMarked(caller, params);
      const waiting = needs.filter(({ snoozedUntil }) => snoozedUntil === null);
      return { ...countNeeds(waiting), snoozed: needs.length - waiting.length };
    },

    /** Notes for the caller alone that it read needs, or until when it puts them off. Each is forgotten once its need changes. */
    async mark(
      caller: Caller,
      params: WorkspaceParams,
      { keys, read, snoozedUntil }: MarkNeeds,
      request: ChangeRequest,
    ): Promise<NeedsMarked> {
      const { workspace } = params;
      allow(caller, "mark what waits for a person", { workspace, role: "Lead" });
      const until = snoozedUntil === undefined || snoozedUntil === null ? null : new Date(snoozedUntil);
      assertSnooze(until, clock());
      const person = personOf(caller);
      const wanted = new Set(keys);
      const all = await readAll(caller, params);
      const needs = all.filter(({ key }) => wanted.has(key));
      const before = new Map((await marksOf(workspace, person)).map((mark) => [mark.key, mark]));
      const marks = needs.map((need) => {
        const seen = digestOf(need);
        const known = before.get(need.key);
        const kept = known?.seen === seen ? known : undefined;
        const readAt = read === undefined ? (kept?.readAt ?? null) : read ? clock() : null;
        const snooze = snoozedUntil === undefined ? (kept?.snoozedUntil ?? null) : until;
        return {
          key: need.key,
          seen,
          readAt: readAt?.toISOString() ?? null,
          snoozedUntil: snooze?.toISOString() ?? null,
        };
      });
      const waiting = new Set(all.map(({ key }) => key));
      const settled = [...before.keys()].filter((key) => !waiting.has(key)).slice(0, 500);
      return committer.act(by(caller, workspace, request), (draft) => {
        draft.effect({ type: "mark-needs", workspace, person, marks, settled });
        return Promise.resolve({ keys: marks.map(({ key }) => key) });
      });
    },
  };

  function marksOf(workspace: string, person: string) {
    return database.queries.needMark.findMany({ where: { workspaceId: workspace, person } });
  }

  /** What waits, with what the caller noted of it. */
  async function readMarked(caller: Caller, params: WorkspaceParams): Promise<Need[]> {
    const needs = await readAll(caller, params);
    const assigned = await readAssignments(database.queries, caller, params.workspace);
    const marks = new Map((await marksOf(params.workspace, personOf(caller))).map((mark) => [mark.key, mark]));
    const now = clock();
    const all = needs.map((need) => {
      const mark = marks.get(need.key);
      const { read, snoozedUntil } = standingMark(mark, { seen: mark === undefined ? "" : digestOf(need), now });
      const assignee = assigned.get(need.key)?.assignee ?? null;
      return { ...need, assignee, read, snoozedUntil: snoozedUntil?.toISOString() ?? null };
    });
    // What only wants to be read waits no longer once it was.
    return all.filter(({ kind, read }) => kind !== "mention" || !read);
  }

  /** The items of a session by their ids, each with whose it is; none where the memory cannot be read. */
  async function itemsOf(caller: Caller, scope: SessionParams, filter: MemoryFilter) {
    const read = await memory.read(caller, scope, filter).catch(() => null);
    const placed = read?.sections.flatMap(({ role, items }) => items.map((item) => ({ role, item }))) ?? [];
    return new Map(placed.map((each) => [each.item.id, each]));
  }

  /** The open items that are assigned to the caller and wait for nobody else, in sessions at work. */
  async function ownItems(
    caller: Caller,
    params: WorkspaceParams,
    { open, known, commented }: { open: ReadonlySet<string>; known: ReadonlySet<string>; commented: Commented },
  ): Promise<PlainNeed[]> {
    const all = [...(await readAssignments(database.queries, caller, params.workspace)).values()];
    const own = all.filter(({ about, assignee, item }) => assignee.me && item !== null && !known.has(about));
    const ids = [...new Set(own.flatMap(({ session }) => (session !== null && open.has(session) ? [session] : [])))];
    const items = await Promise.all(
      ids.map(async (session): Promise<PlainNeed[]> => {
        const found = await itemsOf(caller, { ...params, session }, OPEN);
        return own.flatMap(({ session: where, item, about: key, at }) => {
          const each = where === session ? found.get(item ?? "") : undefined;
          const urgency = urgencyOf({ kind: "assigned" });
          if (each === undefined) return [];
          const comments = commented(session, each.item.id);
          return { kind: "assigned", key, session, at, atLeast: false, urgency, ...each, comments };
        });
      }),
    );
    return items.flat();
  }

  async function readAll(caller: Caller, params: WorkspaceParams): Promise<PlainNeed[]> {
    allow(caller, "look at what waits for another role", { workspace: params.workspace, role: "Lead" });
    const [listed, outside, proposed, faulty] = await Promise.all([
      sessions.list(caller, params),
      events.list(caller, params, OUTSIDE),
      repairs.list(caller, params, { state: "proposed" }),
      faults.list(caller, params, {}),
    ]);
    const atWork = listed.items.filter(({ finished }) => finished === null);
    const edits = besidesRepairs(outside.items.filter(isOutsideEdit), proposed.items);
    const rows = await rowsOf(caller, params.workspace, atWork);
    const commented = await readCommented(database.queries, params.workspace);
    const [owed, gates, runs, paired] = await Promise.all([
      readOwedAnswers(context, params.workspace, [...rows.values()]),
      openGatesOfAll(database.queries, params.workspace),
      listRunsOfAll(database.queries, params.workspace),
      sessionsWithPairs(database.queries, params.workspace),
    ]);
    const aside = groupBy(runs, ({ sessionKey }) => sessionKey);
    const editsIn = groupBy(edits, ({ session }) => session);
    const needsOf = async (session: Session): Promise<PlainNeed[]> => {
      const row = rows.get(session.id);
      const known = [...fileNeeds(session), ...outsideNeeds(session, editsIn.get(session.id) ?? [])];
      if (row === undefined) return known;
      const answers = (owed.get(row.key) ?? []).map((each) => ackNeed(session.id, each));
      const gate = gates.get(row.key);
      const decided = gate === undefined ? [] : [await gateNeed(row, gate)];
      const seatless = (aside.get(row.key) ?? [])
        .filter((run) => stateOf(run, clock(), row) !== "ended")
        .flatMap((run) => runNeeds(session.id, run));
      // One for each seat at a time, the oldest: whoever takes up a thousand names fills no list.
      const unique = seatless.filter((each, index) => seatless.findIndex(({ role }) => role === each.role) === index);
      const judged = paired.has(row.key) ? await pairs.list(caller, { ...params, session: session.id }) : { items: [] };
      const toSettle = judged.items.flatMap((pair) => pairNeeds(session.id, pair));
      const waiting = [...(await stateNeeds(caller, row, session, commented)), ...toSettle];
      return [...known, ...waiting, ...answers, ...decided, ...unique];
    };
    const ofSessions: PlainNeed[][] = [];
    const pause = pauses();
    for (let at = 0; at < atWork.length; at += TOGETHER) {
      addAll(ofSessions, await Promise.all(atWork.slice(at, at + TOGETHER).map(needsOf)));
      if (pause.isDue()) await pause.take();
    }
    // Files of agents and knowledge are overwritten too, and belong to no session.
    const open = new Set(atWork.map(({ id }) => id));
    // What is merely old or incomplete waits for nobody, and neither does what is finished.
    const pressing = faulty.items.filter(({ quiet, session }) => !quiet && (session === null || open.has(session)));
    const ofFiles = [...proposed.items.map(repairNeed), ...pressing.map(faultNeed)];
    const all = [...ofSessions.flat(), ...ofFiles];
    const own = await ownItems(caller, params, { open, commented, known: new Set(all.map(({ key }) => key)) });
    const itemsIn = (session: string) => itemsOf(caller, { ...params, session }, ALL);
    const mentions = await mentionNeeds(database.queries, caller, params.workspace, { open, commented, itemsIn });
    return rankNeeds([...all, ...own, ...mentions]);
  }

  /** The rows of these sessions; none of one that is gone meanwhile, or whose folder cannot be opened. */
  async function rowsOf(caller: Caller, workspace: string, all: readonly Session[]): Promise<Map<string, SessionRow>> {
    const rows = await Promise.all(
      all.map(({ id }) => context.sessions.get(caller, { workspace, session: id }).catch(() => null)),
    );
    return new Map(rows.flatMap((row) => (row === null ? [] : [[row.id, row]])));
  }

  async function stateNeeds(
    caller: Caller,
    row: SessionRow,
    { id, counts, roles }: Session,
    commented: Commented,
  ): Promise<PlainNeed[]> {
    const scope = { workspace: row.workspaceId, session: id };
    const [left, open] = await Promise.all([
      counts.pendingRelays === 0 ? [] : relays.list(caller, scope).then(({ items }) => relayNeeds(id, items, roles)),
      counts.openConflicts + counts.openQuestions === 0
        ? []
        : memory.read(caller, scope, OPEN_ITEMS).then((read) => itemNeeds(row, read, commented)),
    ]);
    return [...left, ...open];
  }

  async function gateNeed(row: SessionRow, gate: GateRow): Promise<PlainNeed> {
    const all = blockersOf(await lookAtGate(context, row), keptIn(gate).prepared.waivers);
    const blockers = all.filter(({ waived }) => waived === null);
    const { id, phase, openedBy: role } = gate;
    const about = { ...waits("gate", [NEED_KEYS.gate(id), row.id, gate.openedAt.toISOString()]), role };
    const first = blockers[0]?.message ?? null;
    return { ...about, gate: id, phase, ready: first === null, blockers: blockers.length, first };
  }
}

/** What every need says: what it is, where and since when, and how urgent that makes it. */
function waits<K extends PlainNeed["kind"], S extends string | null, A extends string | null>(
  kind: K,
  [key, session, at]: [key: string, session: S, at: A],
) {
  return { kind, key, session, at, atLeast: false, urgency: urgencyOf({ kind }) };
}

function relayNeeds(session: string, relays: RelayList["items"], roles: Session["roles"]): PlainNeed[] {
  return relays
    .filter(({ state }) => state === "pending")
    .map((relay) => {
      const { id, role, createdAt: at } = relay;
      const newRole = roles.every((each) => each.id !== role);
      return { ...waits("relay", [NEED_KEYS.relay(id), session, at]), role, relay, newRole };
    });
}

function itemNeeds({ id: session, createdAt }: SessionRow, { sections }: Memory, commented: Commented): PlainNeed[] {
  return sections.flatMap(({ role, items }) =>
    items.map((item): PlainNeed => {
      const kind = item.tag === "Conflict" ? "conflict" : "question";
      const known = item.written?.at ?? readTime(item.timestamp);
      // What came with its file waits since before Wardroom found it.
      const about = waits(kind, [NEED_KEYS.item(session, item.id), session, known ?? createdAt.toISOString()]);
      return { ...about, atLeast: known === null, role, item, comments: commented(session, item.id) };
    }),
  );
}

/** The moment that an item's own timestamp names; null for none. */
function readTime(timestamp: string | null): string | null {
  const time = timestamp === null ? null : timeOf(timestamp);
  return time === null ? null : new Date(time).toISOString();
}

/** Throws `invalid_input` for a moment that is over, or so far off that nobody means it. */
function assertSnooze(until: Date | null, now: Date): void {
  if (until === null || (until > now && until.getTime() - now.getTime() <= LONGEST_SNOOZE)) return;
  throw new AppError("invalid_input", "Something can be put off until a moment within the next year.", {
    hint: "Give a time that is still to come.",
    errors: [{ path: "snoozedUntil", message: until > now ? "is more than a year off" : "is over" }],
  });
}

function ackNeed(session: string, { role, owed, version, at, delivery, ack }: OwedAnswer): PlainNeed {
  return {
    kind: "ack",
    key: NEED_KEYS.ack(session, role, owed),
    session,
    role,
    at: at.toISOString(),
    atLeast: false,
    urgency: urgencyOf({ kind: "ack", owed }),
    owed,
    version: versionOf(version),
    delivery: delivery?.id ?? null,
    applied: ack?.applied ?? null,
    total: ack?.total ?? null,
    unclear: ack === undefined ? [] : (JSON.parse(ack.unclear) as string[]),
  };
}

/** A run whose name is nearly that of a seat, until the Lead says what it is; nothing for any other. */
function runNeeds(session: string, { id: run, role, name, began }: RunRow): PlainNeed[] {
  if (name === null) return [];
  return [{ ...waits("run", [NEED_KEYS.run(session, role, name), session, began.toISOString()]), role, run, name }];
}

function repairNeed(repair: RepairList["items"][number]): PlainNeed {
  const { id, session, actor, at } = repair;
  return { ...waits("repair", [NEED_KEYS.repair(id), session, at]), role: actor, repair };
}

function faultNeed(fault: Fault): PlainNeed {
  const urgency = urgencyOf({ kind: "broken", unreadable: fault.severity === "error" });
  const { id, session } = fault;
  return { kind: "broken", key: NEED_KEYS.fault(id), session, role: null, at: null, atLeast: false, urgency, fault };
}

function fileNeeds({ id, lines, warnings }: Session): PlainNeed[] {
  if (warnings.every(({ code }) => code !== TOO_LONG)) return [];
  return [{ ...waits("long", [NEED_KEYS.file("long", id), id, null]), role: null, lines }];
}

function outsideNeeds({ id }: Session, events: Event[]): PlainNeed[] {
  const first = events.at(-1);
  if (first === undefined) return [];
  return [{ ...waits("outside", [NEED_KEYS.file("outside", id), id, first.at]), role: null, events }];
}

/** Whether somebody edited a file past Wardroom: the first sight of a file is no edit. */
function isOutsideEdit(event: Event): boolean {
  return event.payload["operation"] !== "found";
}
