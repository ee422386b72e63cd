import type { EndRun, Run, RunList, RunSeat, SeatRun } from "@/lib/contracts/runs";
import { chooseSeat, endOf, isNamed, liveRuns, readerOfRun, stateOf } from "@/lib/core/context/run";
import { versionOf } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import { listDeliveries, listPendingDeliveries, type DeliveryRow } from "@/lib/db/context";
import { findRun, findSeat, listRuns, type RunRow } from "@/lib/db/runs";
import { sayCount } from "@/lib/core/text/say-count";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { listUnanswered } from "@/lib/db/questions";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import { readWorkLeft } from "@/lib/services/context/gate-case";
import { seatsOf } from "@/lib/services/context/seats";
import { groupRows } from "@/lib/services/context/read-standings";
import {
  actorOf,
  allow,
  by,
  may,
  runOf,
  type Caller,
  type ChangeRequest,
  PLAIN_REQUEST,
} from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** Who is at work in which seat. A run begins with its first call, whatever that is. Source: runs. */
export function runService(context: ServiceContext) {
  const { committer, database, sessions, clock } = context;

  return {
    /** Every run of a session: those of the same role together, in the order in which they began. */
    async list(caller: Caller, params: SessionParams): Promise<RunList> {
      const session = await sessions.get(caller, params);
      const [rows, deliveries] = await Promise.all([
        listRuns(database.queries, session.key),
        listDeliveries(database.queries, session.key),
      ]);
      const runs = rows.map((row) => ({ ...row, sign: sessions.runs.signOf(row) }));
      const sent = groupRows(deliveries, ({ role, run }) => readerOfRun(run ?? "", role));
      const seats = groupRows(runs, ({ role }) => role);
      const items = [...seats.values()].flatMap((seat) => {
        const counted = new Set(liveRuns(seat, clock(), session));
        return seat.map((row) =>
          presentRun(row, sent.get(row.reader) ?? [], { counts: counted.has(row), now: clock(), session }),
        );
      });
      return { items, nextCursor: null };
    },

    /**
     * The seat of a conversation, for a client's hook that does not know it. With roles of a session, it takes one of them where it sat
     * in none of these: the first in which nobody is at work, or with `shared` the first in any case.
     */
    async seat(
      caller: Caller,
      { workspace }: { workspace: string },
      { run, session: id, roles = [], shared }: SeatRun,
    ): Promise<RunSeat> {
      const known = await findSeat(database.queries, workspace, run);
      const wanted = roles.map(foldRoleId);
      for (const role of wanted.length > 0 ? wanted : [known?.role ?? "Lead"]) {
        allow(caller, "speak for another role", { workspace, role });
      }
      if (id === undefined || wanted.length === 0) return known ?? { session: null, role: null };
      const session = await sessions.get(caller, { workspace, session: id });
      const choose = (runs: readonly RunRow[], now: Date) =>
        shared === true ? (wanted[0] ?? null) : chooseSeat(wanted, { id: run, runs, now, limits: session });
      const role = await sessions.runs.seat(caller, session, run, choose);
      return { session: session.id, role };
    },

    /**
     * Ends a run: one's own, with those of its session whose roles the caller speaks for, or for the Lead that of a role, with a reason. It goes on with its next sign, where it was. Throws
     * `not_found` where it is not there, `invalid_input` where nobody can tell which one is meant.
     */
    async end(
      caller: Caller,
      params: SessionParams,
      body: EndRun,
      request: ChangeRequest = PLAIN_REQUEST,
    ): Promise<Run> {
      const own = runOf(caller);
      const role = foldRoleId(body.role ?? actorOf(caller));
      allow(caller, "end a run of another role", { role });
      const session = await sessions.get(caller, params);
      const id = body.run ?? own;
      if (id === null) throw unnamed();
      const mayEnd = (other: string) => may(caller, "end a run of another role", { role: other });
      const isOwn = id === own && role === foldRoleId(actorOf(caller));
      if (!isOwn && body.reason === undefined) throw unreasoned();
      const reader = readerOfRun(id, role);
      const row = await committer.submit({
        ...by(caller, params.workspace, request),
        alone: true,
        decide: async (draft) => {
          const known = await findRun(draft.queries, session.key, reader);
          if (known === null) throw noRun(id, role);
          if (known.ended !== null) return { ended: known.ended.toISOString(), how: known.how };
          const how = body.reason ?? null;
          // With a client's session end those that live in it: its teammates, and subagents it has not told the end of.
          const within = (await listRuns(draft.queries, session.key)).filter(
            (run) => isOwn && run.id.startsWith(`${id}/`) && run.ended === null && mayEnd(run.role),
          );
          for (const run of [known, ...within]) {
            const isIt = isOwn && run === known;
            const change = { ended: true, how, ...(!isIt && { silent: true as const }) };
            draft.effect({ type: "put-run", sessionKey: session.key, role: run.role, run: run.id, change });
            const left = await debtsOf(draft, session, run);
            const by = isIt ? { run: run.id } : { ofRun: run.id, sign: sessions.runs.signOf(run).toISOString() };
            const about = { ...by, ...(how !== null && { reason: how }), ...(left !== "" && { left }) };
            if (isNamed(run)) draft.event("run.ended", run.role, session, about);
            sessions.runs.forget(run);
          }
          return { ended: draft.now.toISOString(), how };
        },
      });
      const [run, deliveries] = await Promise.all([
        findRun(database.queries, session.key, reader),
        listDeliveries(database.queries, session.key, role),
      ]);
      if (run === null) throw noRun(id, role);
      const sent = deliveries.filter((each) => each.run === id);
      return presentRun({ ...run, ended: new Date(row.ended), how: row.how }, sent, {
        counts: false,
        now: clock(),
        session,
      });
    },
  };
}

/** What a run leaves to whoever comes after it, in words; "" for nothing. */
async function debtsOf(draft: Draft, session: SessionRow, { role, id }: { role: string; id: string }): Promise<string> {
  const memory = await draft.document(memoryPath(session.id));
  const runs = await listRuns(draft.queries, session.key, role);
  const seat = seatsOf({ memory, rows: await draft.roles(session.key), runs }, draft.now, session).find(
    (each) => each.id === role,
  );
  // What others in that seat go on with is not left.
  if (seat === undefined || seat.live.some((run) => run.id !== id)) return "";
  const [leftIn, pending, unanswered] = await Promise.all([
    readWorkLeft(draft.queries, session, draft.now),
    listPendingDeliveries(draft.queries, session.key, role, id),
    listUnanswered(draft.queries, session.key),
  ]);
  const version = pending.findLast(({ kind }) => kind !== "guidance")?.version;
  const asked = unanswered.filter((question) => question.role === role).length;
  return [
    ...(version === undefined ? [] : [`${versionOf(version)} unconfirmed`]),
    ...(asked === 0 ? [] : [`${sayCount(asked, "question")} unanswered`]),
    ...leftIn(seat),
  ].join(", ");
}

function presentRun(
  row: RunRow,
  sent: readonly DeliveryRow[],
  { counts, now, session }: { counts: boolean; now: Date; session: SessionRow },
): Run {
  const updates = sent.filter(({ kind }) => kind !== "guidance");
  const fetched = updates.filter(({ fetchedAt }) => fetchedAt !== null).map(({ version }) => version);
  const shown = (row.lostAt === null ? fetched : []).reduce(
    (newest, each) => Math.max(newest, each),
    row.confirmed ?? 0,
  );
  return {
    id: row.id,
    role: row.role,
    client: row.id.slice(0, row.id.indexOf(":")),
    state: stateOf(row, now, session),
    counts,
    began: row.began.toISOString(),
    sign: row.sign.toISOString(),
    ended: endOf(row, now, session)?.toISOString() ?? null,
    how: row.how,
    origin: row.origin,
    shown: shown === 0 ? null : versionOf(shown),
    confirmed: row.confirmed === null ? null : versionOf(row.confirmed),
    lostAt: row.lostAt?.toISOString() ?? null,
    tokens: updates.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

function noRun(id: string, role: string): AppError {
  return new AppError("not_found", `There is no run ${id} of ${role} in this session.`, {
    hint: "See the runs there are with {run.list}.",
  });
}

function unnamed(): AppError {
  return new AppError("invalid_input", "Which run is meant is not said.", {
    hint: "Name the role and its run, as {run.list} shows them.",
    errors: [{ path: "run", message: "is missing" }],
  });
}

function unreasoned(): AppError {
  return new AppError("invalid_input", "Ending the run of another needs a reason.", {
    hint: "Say why in `reason`: the history keeps it.",
    errors: [{ path: "reason", message: "is missing" }],
  });
}
