import type { Event, EventFilter, EventList } from "@/lib/contracts/events";
import type { Fault, FaultList, FaultQuery } from "@/lib/contracts/faults";
import type { Memory, MemoryFilter, RelayList } from "@/lib/contracts/memory";
import type { Need, NeedList } from "@/lib/contracts/needs";
import type { RepairList, RepairQuery } from "@/lib/contracts/repairs";
import type { Session, SessionList } from "@/lib/contracts/sessions";
import { versionOf } from "@/lib/core/context/version";
import { NEED_KEYS, rankNeeds, urgencyOf } from "@/lib/core/needs/rank-needs";
import { findOpenGate } from "@/lib/db/gates";
import { blockersOf, lookAtGate } from "@/lib/services/context/gate-case";
import { type OwedAnswer, readOwedAnswers } from "@/lib/services/context/owed-answers";
import { allow, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

interface WorkspaceParams {
  workspace: string;
}

/** What other use cases answer, of which what waits for a person is taken. */
interface Sources {
  sessions: { list(caller: Caller, params: WorkspaceParams): Promise<SessionList> };
  relays: { list(caller: Caller, params: SessionParams): Promise<RelayList> };
  memory: { read(caller: Caller, params: SessionParams, filter: MemoryFilter): Promise<Memory> };
  events: { list(caller: Caller, params: WorkspaceParams, filter: EventFilter): Promise<EventList> };
  repairs: { list(caller: Caller, params: WorkspaceParams, query: RepairQuery): Promise<RepairList> };
  faults: { list(caller: Caller, params: WorkspaceParams, query: FaultQuery): Promise<FaultList> };
}

/** The items that wait for a person. */
const OPEN_ITEMS = { tag: "Conflict,Question", state: "active" };

/** The newest edits past Wardroom that the caller was not shown yet. */
const OUTSIDE: EventFilter = {
  action: "document.edited_outside,document.removed_outside",
  unseen: "true",
  limit: 500,
  format: "json",
};

const TOO_LONG = "over_500_lines";

/** Everything that waits for a person, over all sessions at work. Source: interface, "Overview". */
export function needService(context: ServiceContext, { sessions, relays, memory, events, repairs, faults }: Sources) {
  return {
    /** The most urgent first, then what waits longest. For the Lead, and callers that may look at what waits for it. */
    async list(caller: Caller, params: WorkspaceParams): Promise<NeedList> {
      allow(caller, "look at what waits for another role", { workspace: params.workspace, role: "Lead" });
      const [all, outside, proposed, faulty] = await Promise.all([
        sessions.list(caller, params),
        events.list(caller, params, OUTSIDE),
        repairs.list(caller, params, { state: "proposed" }),
        faults.list(caller, params, {}),
      ]);
      const atWork = all.items.filter(({ finished }) => finished === null);
      const edits = outside.items.filter(isOutsideEdit);
      const ofSessions = await Promise.all(
        atWork.map(async (session) => [
          ...fileNeeds(session),
          ...outsideNeeds(session, edits),
          ...(await stateNeeds(caller, params.workspace, session)),
        ]),
      );
      // Files of agents and knowledge are overwritten too, and belong to no session.
      const open = new Set(atWork.map(({ id }) => id));
      // What is merely old or incomplete waits for nobody, and neither does what is finished.
      const pressing = faulty.items.filter(({ quiet, session }) => !quiet && (session === null || open.has(session)));
      const ofFiles = [...proposed.items.map(repairNeed), ...pressing.map(faultNeed)];
      return { items: rankNeeds([...ofSessions.flat(), ...ofFiles]), nextCursor: null };
    },
  };

  /** What waits in the state of a session; nothing of one that is gone meanwhile, or whose folder cannot be opened. */
  async function stateNeeds(caller: Caller, workspace: string, { id, counts, gcVersion }: Session): Promise<Need[]> {
    const scope = { workspace, session: id };
    const row = await context.sessions.get(caller, scope).catch(() => null);
    if (row === null) return [];
    const [left, open, owed, gate] = await Promise.all([
      counts.pendingRelays === 0 ? [] : relays.list(caller, scope).then(({ items }) => relayNeeds(id, items)),
      counts.openConflicts + counts.openQuestions === 0
        ? []
        : memory.read(caller, scope, OPEN_ITEMS).then((read) => itemNeeds(id, read)),
      gcVersion === null ? [] : readOwedAnswers(context, row),
      findOpenGate(context.database.queries, row.key),
    ]);
    const needs = [...left, ...open, ...owed.map((each) => ackNeed(id, each))];
    if (gate === null) return needs;
    const blockers = blockersOf(await lookAtGate(context, row), []);
    const ready = blockers.length === 0;
    needs.push({
      kind: "gate",
      key: NEED_KEYS.gate(gate.id),
      session: id,
      role: gate.openedBy,
      at: gate.openedAt.toISOString(),
      urgency: urgencyOf({ kind: "gate", ready }),
      gate: gate.id,
      phase: gate.phase,
      ready,
      blockers: blockers.length,
      first: blockers[0]?.message ?? null,
    });
    return needs;
  }
}

function relayNeeds(session: string, relays: RelayList["items"]): Need[] {
  const urgency = urgencyOf({ kind: "relay" });
  return relays
    .filter(({ state }) => state === "pending")
    .map((relay) => {
      const { id, role, createdAt: at } = relay;
      return { kind: "relay", key: NEED_KEYS.relay(id), session, role, at, urgency, relay };
    });
}

function itemNeeds(session: string, { sections }: Memory): Need[] {
  return sections.flatMap(({ role, items }) =>
    items.map((item): Need => {
      const kind = item.tag === "Conflict" ? "conflict" : "question";
      const at = item.written?.at ?? null;
      return { kind, key: NEED_KEYS.item(session, item.id), session, role, at, urgency: urgencyOf({ kind }), item };
    }),
  );
}

function ackNeed(session: string, { role, owed, version, at, delivery, ack }: OwedAnswer): Need {
  return {
    kind: "ack",
    key: NEED_KEYS.ack(session, role, owed),
    session,
    role,
    at: at.toISOString(),
    urgency: urgencyOf({ kind: "ack", owed }),
    owed,
    version: versionOf(version),
    delivery: delivery?.id ?? null,
    applied: ack?.applied ?? null,
    total: ack?.total ?? null,
    unclear: ack === undefined ? [] : (JSON.parse(ack.unclear) as string[]),
  };
}

function repairNeed(repair: RepairList["items"][number]): Need {
  const { id, session, actor, at } = repair;
  return {
    kind: "repair",
    key: NEED_KEYS.repair(id),
    session,
    role: actor,
    at,
    urgency: urgencyOf({ kind: "repair" }),
    repair,
  };
}

function faultNeed(fault: Fault): Need {
  const urgency = urgencyOf({ kind: "broken", unreadable: fault.severity === "error" });
  return {
    kind: "broken",
    key: NEED_KEYS.fault(fault.id),
    session: fault.session,
    role: null,
    at: null,
    urgency,
    fault,
  };
}

function fileNeeds({ id, lines, warnings }: Session): Need[] {
  if (warnings.every(({ code }) => code !== TOO_LONG)) return [];
  const about = { key: NEED_KEYS.file("long", id), session: id, role: null, at: null };
  return [{ kind: "long", ...about, urgency: urgencyOf({ kind: "long" }), lines }];
}

function outsideNeeds({ id }: Session, edits: readonly Event[]): Need[] {
  const events = edits.filter(({ session }) => session === id);
  const first = events.at(-1);
  if (first === undefined) return [];
  const about = { key: NEED_KEYS.file("outside", id), session: id, role: null, at: first.at };
  return [{ kind: "outside", ...about, urgency: urgencyOf({ kind: "outside" }), events }];
}

/** Whether somebody edited a file past Wardroom: the first sight of a file is no edit. */
function isOutsideEdit(event: Event): boolean {
  return event.payload["operation"] !== "found";
}
