import { keepNewest } from "@/lib/core/lists";
import type { Insights, InsightsQuery } from "@/lib/contracts/insights";
import { ackTimes, burnDown, spansOf, startOfDays, thin, tokensByDay } from "@/lib/core/insights/insights";
import { versionNumber, versionOf } from "@/lib/core/context/version-number";
import { LINE_LIMIT, parseMemory } from "@/lib/core/memory/parse-memory";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { type AckRow, type DeliveryRow, listAcks, listDeliveries } from "@/lib/db/context";
import { countBySpan } from "@/lib/db/events";
import { type RevisionTime } from "@/lib/db/revisions";
import { listRoles, type SessionRow } from "@/lib/db/sessions";
import { type DocumentState, memoryOf } from "@/lib/services/commit/document-states";
import { costsOf } from "@/lib/services/context/delivery-overview";
import { recipientsOf } from "@/lib/services/context/deliver";
import type { Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { TOKEN_METHOD } from "@/lib/services/workspace/token-counter";
import type { GateBlocker } from "@/lib/core/context/gate";
import { type GateRow, listGates } from "@/lib/db/gates";
import { blockersOf, lookAtGate, type Looked } from "@/lib/services/context/gate-case";
import { keptIn } from "@/lib/services/context/gate-records";
import { countItems, type ItemCounts } from "@/lib/core/memory/tags";
import { identifyItems } from "@/lib/core/memory/identity";
import type { Queries } from "@/lib/db/database";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { pauses } from "@/lib/services/workspace/in-slices";

/** Gates, the newest first, and states of the memory looked at for each, at most. */
const MOST_GATES = 6;

const MOST_GATE_STATES = 24;

interface GateSpan {
  session: SessionRow;
  state: DocumentState;
  times: readonly RevisionTime[];
  since: Date;
  until: Date;
}

/** How the blockers of a session's gates came and went: of those that ended since a moment, and of the open one. */
async function gateInsights(
  context: Pick<ServiceContext, "committer" | "database" | "clock">,
  counted: CountedTexts,
  { session, state, times, since, until }: GateSpan,
): Promise<NonNullable<Insights["gates"]>> {
  const { queries } = context.database;
  const [rows, sent, acks] = await Promise.all([
    listGates(queries, session.key),
    listDeliveries(queries, session.key),
    listAcks(queries, session.key),
  ]);
  const shown = rows.filter(({ endedAt }) => endedAt === null || endedAt >= since).slice(0, MOST_GATES);
  const looked = shown.some((row) => row.state === "open") ? await lookAtGate(context, session) : null;
  const gates: NonNullable<Insights["gates"]> = [];
  for (const row of shown) {
    const end = row.endedAt ?? until;
    const before = times.findLast(({ at }) => at <= row.openedAt);
    const during = times.filter(({ at }) => at > row.openedAt && at <= end);
    const states = [...(before === undefined ? [] : [before]), ...thin(during, MOST_GATE_STATES)];
    const counts = await counted.each(state, states);
    const kept = keptIn(row);
    const isOpen = row.state === "open" && looked !== null;
    const blockers = isOpen ? blockersOf(looked, kept.prepared.waivers) : kept.blockers;
    const points = burnDown({
      openedAt: row.openedAt,
      endedAt: row.endedAt,
      now: until,
      confirmations: isOpen ? confirmationsNow(looked, acks) : confirmationsOf(row, sent, acks),
      open: states.map(({ at }, index) => ({
        at,
        conflicts: counts[index]?.openConflicts ?? 0,
        questions: counts[index]?.openQuestions ?? 0,
      })),
      left: row.state === "abandoned" ? null : countKinds(blockers),
    });
    gates.push({
      id: row.id,
      phase: row.phase,
      state: row.state as "open",
      openedAt: row.openedAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
      waived: blockers.filter(({ waived }) => waived !== null).length,
      points: points.map(({ at, ...each }) => ({ at: at.toISOString(), ...each })),
    });
  }
  return gates;
}

function countKinds(blockers: readonly GateBlocker[]) {
  const count = (kind: GateBlocker["kind"]) => blockers.filter((each) => each.kind === kind).length;
  return { behind: count("behind"), conflicts: count("conflict"), questions: count("question") };
}

/** Whoever has to confirm the version of the open gate, and when each did. */
function confirmationsNow({ roles, version }: Looked, acks: readonly AckRow[]) {
  const number = versionNumber(version);
  // Before the first version there is nothing to confirm.
  if (number === null || number === 0) return [];
  return roles.map(({ id, confirmed }) => ({
    confirmedAt: confirmed === number ? confirmedAt(acks, id, number) : null,
  }));
}

/** Whoever was sent the version of a gate before its end, and when each confirmed it. */
function confirmationsOf({ gcVersion, endedAt }: GateRow, sent: readonly DeliveryRow[], acks: readonly AckRow[]) {
  const asked = sent.filter(
    ({ version, kind, sentAt }) =>
      version === gcVersion && kind !== "guidance" && (endedAt === null || sentAt <= endedAt),
  );
  const roles = [...new Set(asked.map(({ role }) => role))];
  return roles.map((role) => ({ confirmedAt: confirmedAt(acks, role, gcVersion) }));
}

function confirmedAt(acks: readonly AckRow[], role: string, version: number): Date | null {
  return acks.find((ack) => ack.confirmed && ack.role === role && ack.version === version)?.at ?? null;
}

/** Spans of time that activity is counted in, and points of a line, at most. */
const MOST_SPANS = 48;
const MOST_POINTS = 200;
/** What is longer than these is no list that anybody reads. */
const MOST_VERSIONS = 20;

interface Known {
  session: SessionRow;
  state: DocumentState;
  since: Date;
  until: Date;
}

/** What a session comes to in numbers: all of it counted from the history and the memory as they are, nothing estimated but tokens. */
export function insightService(context: ServiceContext) {
  const { committer, database, sessions } = context;
  const { queries } = database;
  const counted = new CountedTexts(queries);

  return {
    /** The figures of a session, or one of them; what has nothing to tell yet is empty. */
    async read(caller: Caller, params: SessionParams, { show, days }: InsightsQuery): Promise<Insights> {
      const session = await sessions.get(caller, params);
      const found = await committer.readable(session.workspaceId, memoryPath(session.id));
      // A file that was seen and has no history yet gets it by being read once more.
      const isRead = found.id > 0 || found.hash === "";
      const state = isRead ? found : await committer.reload(session.workspaceId, found.path);
      const until = context.clock();
      const times = await queries.revision.findMany({
        where: { documentId: state.id },
        orderBy: { sequence: "asc" },
        select: { sequence: true, at: true, actor: true, lines: true, hash: true },
      });
      const begun = Math.min(session.createdAt.getTime(), times[0]?.at.getTime() ?? Infinity);
      const since = days === undefined ? new Date(begun) : startOfDays(until, days);
      const known = { session, state, since, until };
      const within = timesFrom(times, since);
      const wants = (figure: keyof Insights) => show === undefined || show === figure;
      const [sent, acks] =
        wants("tokens") || wants("acks")
          ? await Promise.all([listDeliveries(queries, session.key), listAcks(queries, session.key)])
          : [[], []];
      return {
        since: since.toISOString(),
        until: until.toISOString(),
        activity: wants("activity") ? await activityOf(known) : null,
        memory: wants("memory") ? growthOf(within) : null,
        acks: wants("acks") ? acksOf(known, sent, acks) : null,
        gates: wants("gates") ? await gateInsights(context, counted, { ...known, times }) : null,
        tokens: wants("tokens") ? tokensOf(since, sent, acks) : null,
      };
    },
  };

  async function activityOf({ session, state, since, until }: Known): Promise<Insights["activity"]> {
    const { from, minutes, count } = spansOf(since.getTime(), until.getTime(), MOST_SPANS);
    const place = { workspaceId: session.workspaceId, session: session.id };
    const rows = await countBySpan(queries, place, { since, from: new Date(from), seconds: minutes * 60 });
    const teammates = recipientsOf(state, await listRoles(queries, session.key)).map(({ id }) => id);
    const roles = ["Lead", ...teammates, ...rows.map(({ actor }) => actor)];
    const lanes = new Map(roles.map((role) => [role, { role, counts: new Array<number>(count).fill(0), total: 0 }]));
    let total = 0;
    for (const row of rows) {
      const lane = lanes.get(row.actor);
      // A clock that was set back since may have put an event behind the last span.
      const span = Math.min(Math.max(0, row.span), count - 1);
      if (lane === undefined) continue;
      lane.counts[span] = (lane.counts[span] ?? 0) + row.count;
      lane.total += row.count;
      total += row.count;
    }
    return { from: new Date(from).toISOString(), minutes, roles: [...lanes.values()], total };
  }
}

/** The revisions since a moment, and before them the one that stood then, as of that moment. */
function timesFrom(times: readonly RevisionTime[], since: Date): RevisionTime[] {
  const before = times.findLast(({ at }) => at < since);
  return [...(before === undefined ? [] : [{ ...before, at: since }]), ...times.filter(({ at }) => at >= since)];
}

function growthOf(times: readonly RevisionTime[]): Insights["memory"] {
  const highest = times.reduce<RevisionTime | undefined>(
    (most, each) => (most === undefined || each.lines > most.lines ? each : most),
    undefined,
  );
  return {
    limit: LINE_LIMIT,
    lines: times.at(-1)?.lines ?? 0,
    points: thin(times, MOST_POINTS, highest).map(({ at, sequence, lines }) => ({
      at: at.toISOString(),
      revision: sequence,
      lines,
    })),
  };
}

function acksOf(
  { session, since, until }: Known,
  sent: readonly DeliveryRow[],
  acks: readonly AckRow[],
): Insights["acks"] {
  const updates = sent.filter(({ kind, sentAt }) => kind !== "guidance" && sentAt >= since);
  const newest = [...new Set(updates.map(({ version }) => version))].toSorted((a, b) => b - a).slice(0, MOST_VERSIONS);
  const shown = updates.filter(({ version }) => newest.includes(version));
  return {
    deadlineMinutes: session.ackDeadline,
    items: ackTimes(shown, acks, { now: until, deadline: session.ackDeadline }).map((each) => ({
      role: each.role,
      version: versionOf(each.version),
      sentAt: each.sentAt.toISOString(),
      confirmedAt: each.confirmedAt?.toISOString() ?? null,
      minutes: Math.round(each.minutes * 10) / 10,
      state: each.state,
      late: each.late,
    })),
  };
}

function tokensOf(since: Date, sent: readonly DeliveryRow[], acks: readonly AckRow[]): Insights["tokens"] {
  const updates = sent.filter(({ kind }) => kind !== "guidance");
  // What a delivery stands for depends on those before it, so the costs are those of all.
  const costs = costsOf(updates, acks);
  const counted = updates.flatMap(({ sentAt }, index) => {
    const cost = costs[index];
    return cost === undefined || sentAt < since ? [] : [{ at: sentAt, cost }];
  });
  return { ...tokensByDay(counted), tokenMethod: TOKEN_METHOD };
}

/** Texts whose counts are remembered. */
const REMEMBERED = 5000;

/** Counts the items of earlier texts of team memories, each text once: a text of a hash is always the same. */
class CountedTexts {
  readonly #known = new Map<string, ItemCounts>();

  constructor(private readonly queries: Queries) {}

  /** The counts at each of these revisions of a team memory, in their order. Others are answered between two texts. */
  async each(state: DocumentState, revisions: readonly Pick<RevisionTime, "sequence" | "hash">[]) {
    const pause = pauses();
    const counts: ItemCounts[] = [];
    for (const revision of revisions) {
      counts.push(await this.#count(state, revision));
      if (pause.isDue()) await pause.take();
    }
    return counts;
  }

  async #count(state: DocumentState, { sequence, hash }: Pick<RevisionTime, "sequence" | "hash">): Promise<ItemCounts> {
    const known = this.#known.get(hash);
    if (known !== undefined) return known;
    // What the file says now has been read already.
    const isNow = sequence === state.head && hash === state.hash;
    const document = isNow ? memoryOf(state) : parseMemory(await readTextAt(this.queries, state.id, sequence));
    const counts = countItems(identifyItems(document, {}).map(({ state, item }) => ({ state, tag: item.tag })));
    keepNewest(this.#known, hash, counts, REMEMBERED);
    return counts;
  }
}
