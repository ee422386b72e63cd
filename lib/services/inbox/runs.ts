import type { EndRun, Run, RunList } from "@/lib/contracts/runs";
import { endOf, isNamed, liveRuns, readerOfRun, stateOf } from "@/lib/core/context/run";
import { versionOf } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import { listDeliveries, listPendingDeliveries, type DeliveryRow } from "@/lib/db/context";
import { findRun, listRuns, type RunRow } from "@/lib/db/runs";
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
     * Ends a run: one's own, or for the Lead that of a role, with a reason. It goes on with its next sign, where it was. Throws
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
          const change = { ended: true, how, ...(!isOwn && { silent: true as const }) };
          draft.effect({ type: "put-run", sessionKey: session.key, role, run: id, change });
          const left = await debtsOf(draft, session, { role, id });
          const about = { run: id, ...(how !== null && { reason: how }), ...(left !== "" && { left }) };
          if (isNamed({ id })) draft.event("run.ended", role, session, about);
          return { ended: draft.now.toISOString(), how };
        },
      });
      sessions.runs.forget({ sessionKey: session.key, reader });
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
