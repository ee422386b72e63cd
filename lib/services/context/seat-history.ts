import type { MomentRun } from "@/lib/contracts/context";
import {
  confirmedOf,
  isNamed,
  readerOfRun,
  type RunHistory,
  type RunThen,
  type RunTurn,
  seatAt,
} from "@/lib/core/context/run";
import { versionOf, versionOrNull } from "@/lib/core/context/version-number";
import { groupBy } from "@/lib/core/lists";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { listAcks, listDeliveries } from "@/lib/db/context";
import { listEvents } from "@/lib/db/events";
import { revisionUpTo } from "@/lib/db/readings";
import { listRuns } from "@/lib/db/presence";
import type { SessionRow } from "@/lib/db/sessions";
import { answersIn } from "@/lib/services/context/read-standings";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** A session has seen fewer turns in the lives of its runs, and fewer teammates added, than this. */
const MOST_TURNS = 20_000;

const TURNS: Readonly<Record<string, RunTurn["what"]>> = {
  "run.began": "began",
  "run.resumed": "resumed",
  "run.ended": "ended",
  "run.moved": "ended",
  "context.lost": "lost",
};

const ACTIONS = [...Object.keys(TURNS), "role.added", "role.replaced"];

/** What somebody knew at a moment: a seat with the runs that were in it, or one run. */
export interface KnewThen {
  confirmed: number | null;
  confirmedAt: Date | null;
  runs: MomentRun[];
}

/**
 * Who knew what in a session, at any moment: as what was derived then, by the limits that are set now. What a run had read of the
 * memory is known of its last reading alone.
 */
export async function readSeatHistory(
  { database: { queries }, sessions, committer }: Pick<ServiceContext, "database" | "sessions" | "committer">,
  session: SessionRow,
): Promise<(role: string, at: Date, run?: string) => Promise<KnewThen>> {
  const place = { workspaceId: session.workspaceId, session: session.id };
  const [events, rows, acks, deliveries, readings] = await Promise.all([
    listEvents(queries, { ...place, actions: ACTIONS }, { limit: MOST_TURNS, below: null }),
    listRuns(queries, session.key),
    listAcks(queries, session.key),
    listDeliveries(queries, session.key),
    queries.reading.findMany({ where: { sessionKey: session.key } }),
  ]);
  const happened = events.toReversed().map(({ at, action, target, payload }) => {
    const { run, ofRun = run, sign, by, aside, to } = JSON.parse(payload) as Record<string, string | undefined>;
    // Who is beside a seat counts from when the Lead says that it is of it.
    const what = action === "run.moved" && to === target ? "joined" : TURNS[action];
    const since = sign === undefined ? {} : { sign: new Date(sign) };
    return {
      role: action === "role.replaced" ? by : target,
      id: ofRun,
      at,
      turn: what && { at, what, isAside: aside !== undefined, ...since },
    };
  });
  const answers = answersIn(deliveries, acks);
  const byRole = groupBy(happened, ({ role }) => role);
  const known = new Map(rows.map((row) => [row.reader, row]));
  const read = new Map(readings.map((reading) => [reading.reader, reading]));
  const memory = await committer.readable(session.workspaceId, memoryPath(session.id));

  function historiesOf(role: string): RunHistory[] {
    const turns = groupBy(byRole.get(role) ?? [], ({ id }) => id);
    // The history does not name who gave no id: of those the rows tell.
    const unnamed = rows.filter((row) => row.role === role && !isNamed(row));
    const lives = new Map<string, RunTurn[]>(
      unnamed.map(({ id, began: at, ended }) => {
        const lost = (turns.get(undefined) ?? []).flatMap(({ turn }) => (turn?.what === "lost" ? turn : []));
        const end = ended === null ? [] : [{ at: ended, what: "ended" as const }];
        return [id, [{ at, what: "began" as const }, ...lost, ...end]];
      }),
    );
    for (const [id, own] of turns)
      if (id !== undefined)
        lives.set(
          id,
          own.flatMap(({ turn }) => turn ?? []),
        );
    return [...lives].map(([id, of]) => {
      const row = known.get(readerOfRun(id, role));
      return {
        id,
        turns: of,
        answers: answers.filter((each) => each.role === role && each.run === id),
        sign: row === undefined ? lastSign(of.at(-1)) : sessions.runs.signOf(row),
      };
    });
  }

  return async (role, at, run) => {
    const own = byRole.get(role) ?? [];
    const added = own.findLast((each) => each.turn === undefined && each.at <= at)?.at ?? null;
    const histories = historiesOf(role).filter(({ id }) => run === undefined || id === run);
    const seat = seatAt(histories, { at, added, limits: session });
    if (seat !== null) return { ...seat, runs: await Promise.all(seat.runs.map((each) => present(role, each, at))) };
    if (run !== undefined) return { confirmed: null, confirmedAt: null, runs: [] };
    // Before runs were told apart, and of an earlier teammate without an id: what the role knew.
    const lost = own.findLast((each) => each.turn?.what === "lost" && each.at <= at)?.at ?? null;
    const said = acks.filter(
      (each) =>
        each.role === role &&
        (each.run === null || !isNamed({ id: each.run })) &&
        each.at <= at &&
        each.at >= (added ?? each.at) &&
        each.at >= (lost ?? each.at),
    );
    const confirmed = confirmedOf(said);
    return { confirmed, confirmedAt: said.findLast(({ version }) => version === confirmed)?.at ?? null, runs: [] };
  };

  async function present(role: string, run: RunThen, at: Date): Promise<MomentRun> {
    const fetched = deliveries.flatMap((each) => {
      const isOwn = each.role === role && each.run === run.id && each.kind !== "guidance";
      const isShown = each.fetchedAt !== null && each.fetchedAt <= at && each.fetchedAt >= run.since;
      return isOwn && isShown ? [each.version] : [];
    });
    const shown = fetched.reduce((newest, version) => Math.max(newest, version), run.confirmed ?? 0);
    const reading = read.get(readerOfRun(run.id, role));
    const isRead = reading !== undefined && reading.at <= at && reading.at >= run.since;
    const of = { document: memory.id, head: memory.head };
    return {
      id: run.id,
      counts: run.counts,
      began: run.began.toISOString(),
      ended: run.counts ? null : (run.ended ?? run.sign).toISOString(),
      shown: shown === 0 ? null : versionOf(shown),
      confirmed: versionOrNull(run.confirmed),
      confirmedAt: run.confirmedAt?.toISOString() ?? null,
      read: isRead
        ? { revision: await revisionUpTo(queries, place, { ...of, mark: reading.mark }), at: reading.at.toISOString() }
        : null,
    };
  }
}

/** The last sign of a run that has no row any more; what others did with the run does not count. */
function lastSign(turn: RunTurn | undefined): Date {
  return (turn?.what === "resumed" ? turn.at : (turn?.sign ?? turn?.at)) ?? new Date(0);
}
