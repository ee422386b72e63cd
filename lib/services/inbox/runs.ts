import type { EndRun, MoveRun, Run, RunList, RunSeat, SeatRun, TakenInbox } from "@/lib/contracts/runs";
import { chooseSeat, endOf, isNamed, isOwn as isOwnRun, liveRuns, readerOfRun, stateOf } from "@/lib/core/context/run";
import { versionOf, versionOrNull } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { groupBy } from "@/lib/core/lists";
import { typeOf } from "@/lib/core/memory/access";
import { assertNewRoleId, foldRoleId } from "@/lib/core/memory/role-id";
import { type DeliveryRow, listDeliveries, listPendingDeliveries } from "@/lib/db/context";
import { findRun, findSeat, listClaims, listRuns, listTold, type RunRow } from "@/lib/db/presence";
import { sayCount } from "@/lib/core/text/say-count";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { listUnanswered } from "@/lib/db/questions";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import { type DocumentState, memoryOf } from "@/lib/services/commit/document-states";
import { getMemory } from "@/lib/services/workspace/edit-memory";
import { readWorkLeft } from "@/lib/services/context/gate-case";
import { shownTo } from "@/lib/services/context/deliver";
import { seatsOf } from "@/lib/services/context/seats";
import {
  actorOf,
  allow,
  aloneBy,
  type Caller,
  type ChangeRequest,
  may,
  PLAIN_REQUEST,
  runOf,
} from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { withholdSecrets } from "@/lib/core/text/find-secrets";
import { isUnseen, presentUpdate } from "@/lib/services/context/deliveries";
import type { Whose } from "@/lib/services/inbox/whose";

/** Adds a role as part of a change of the team memory. */
type AddRole = (
  draft: Draft,
  context: ServiceContext,
  at: { state: DocumentState; session: SessionRow },
  role: { id: string; type: string | null },
) => Promise<unknown>;

/** Who is at work in which seat. A run begins with its first call, whatever that is. Source: runs. */
export function runService(context: ServiceContext, addRole: AddRole) {
  const { committer, database, sessions, clock } = context;

  return {
    /** What a door was asked, by whoever the caller is in the session. Throws as `SessionDirectory.seated` does. */
    seated: <Asked extends { caller: Caller }>(asked: Asked, params: SessionParams) => sessions.seated(asked, params),

    /** Every run of a session: those of the same role together, in the order in which they began. */
    async list(caller: Caller, params: SessionParams): Promise<RunList> {
      const session = await sessions.get(caller, params);
      const [rows, deliveries] = await Promise.all([
        listRuns(database.queries, session.key),
        listDeliveries(database.queries, session.key),
      ]);
      const runs = rows.map((row) => ({ ...row, sign: sessions.runs.signOf(row) }));
      const sent = groupBy(deliveries, ({ role, run }) => readerOfRun(run ?? "", role));
      const seats = groupBy(runs, ({ role }) => role);
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
     * Ends a run: one's own, with those of its session whose roles the caller speaks for, or for the Lead that of a role, with a reason;
     * with `others`, all in its seat but this one. It goes on with its next sign, where it was; one that the Lead ended is told so first.
     * Throws `not_found` where it is not there, `invalid_input` where nobody can tell which one is meant.
     */
    async end(caller: Caller, params: SessionParams, body: EndRun, request: ChangeRequest = PLAIN_REQUEST) {
      const own = runOf(caller);
      const role = foldRoleId(body.role ?? actorOf(caller));
      allow(caller, "end a run of another role", { role });
      const session = await sessions.get(caller, params);
      const id = body.run ?? own;
      if (id === null)
        throw new AppError("invalid_input", "Which run is meant is not said.", {
          hint: "Name the role and its run, as {run.list} shows them.",
          errors: [{ path: "run", message: "is missing" }],
        });
      const mayEnd = (other: string) => may(caller, "end a run of another role", { role: other });
      const isOwn = body.others !== true && id === own && role === foldRoleId(actorOf(caller));
      if (!isOwn && body.reason === undefined)
        throw new AppError("invalid_input", "Ending the run of another needs a reason.", {
          hint: "Say why in `reason`: the history keeps it.",
          errors: [{ path: "reason", message: "is missing" }],
        });
      const how = body.reason ?? null;
      const decide = async (draft: Draft) => {
        const runs = await listRuns(draft.queries, session.key, role);
        const named = runs.find((run) => run.id === id);
        if (named === undefined) throw noRun(id, role);
        if (body.others === true && !isOwnRun(named)) {
          draft.event("run.moved", role, session, { ofRun: id, to: role });
          join(draft, session, named);
        }
        // With a client's session end those that live in it: its teammates, and subagents it has not told the end of.
        const within = isOwn && named.ended === null ? await listRuns(draft.queries, session.key) : [];
        const ends = [named, ...within.filter((run) => run.id.startsWith(`${id}/`) && mayEnd(run.role))];
        const meant = body.others === true ? runs.filter((run) => run !== named) : ends;
        for (const run of meant.filter(({ ended }) => ended === null)) {
          const isQuiet = run !== named || !isOwn;
          const change = {
            ended: true,
            how,
            ...(isQuiet && { silent: true as const, dismissed: !isOwn && isNamed(run) }),
          };
          draft.effect({ type: "put-run", sessionKey: session.key, role: run.role, run: run.id, change });
          const left = await debtsOf(draft, session, run);
          const by = isQuiet ? { ofRun: run.id, sign: sessions.runs.signOf(run).toISOString() } : { run: run.id };
          const about = { ...by, ...(how !== null && { reason: how }), ...(left !== "" && { left }) };
          if (isNamed(run)) draft.event("run.ended", run.role, session, about);
        }
      };
      await committer.act(aloneBy(caller, session.workspaceId, request), decide);
      if (body.others === true) sessions.runs.forgetAll();
      else sessions.runs.forgetOf(id);
      return present(session, { id, role });
    },

    /**
     * Says where a run goes on, for the Lead: in another seat, which is added with the rights of its own where it is not there, or without
     * `to` in a new one; or in the seat that it is beside, as one of its runs. In another seat it begins anew, with the whole context, and
     * has its claims; whoever calls as it is answered there. Throws `not_found` where it is not there, `conflict` where it was moved
     * already, `invalid_input` for a name that no role may have and for a run that has no id.
     */
    async move(caller: Caller, params: SessionParams, body: MoveRun, request: ChangeRequest): Promise<Run> {
      const role = foldRoleId(body.role);
      const { run: id, reason } = body;
      allow(caller, "move a run to another seat");
      const session = await sessions.get(caller, params);
      const decide = async (draft: Draft) => {
        const run = await findRun(draft.queries, session.key, readerOfRun(id, role));
        if (run === null) throw noRun(id, role);
        if (run.movedTo !== null)
          throw new AppError("conflict", `${run.id} went from ${run.role} to ${run.movedTo} already.`, {
            hint: `Name its present seat: ${run.movedTo}, unless {run.list} shows it elsewhere by now.`,
          });
        if (!isNamed(run) && isOwnRun(run))
          throw new AppError("invalid_input", `${run.id} is whoever calls with that credential and no id of its own.`, {
            hint: "Have it say with each call which run it is, or add a role with {role.add} and tell it its name.",
            errors: [{ path: "run", message: "has no id" }],
          });
        const state = await getMemory(draft, session.id);
        const { sections } = memoryOf(state);
        const to = body.to === undefined ? freeRole(role, sections) : assertNewRoleId(body.to, "to");
        const sign = sessions.runs.signOf(run).toISOString();
        const about = { ofRun: id, to, sign, ...(reason !== undefined && { reason }) };
        draft.event("run.moved", role, session, about);
        if (to === role) {
          join(draft, session, run);
          return { id, role };
        }
        if (!sections.some((section) => section.role === to && section.state === "active")) {
          const given = (await draft.roles(session.key)).find((each) => each.id === role)?.type ?? null;
          await addRole(draft, context, { state, session }, { id: to, type: typeOf(role, given) });
        }
        const how = `moved to ${to}${reason === undefined ? "" : `: ${reason}`}`;
        const left = { ended: true, how, movedTo: to, silent: true as const };
        draft.effect({ type: "put-run", sessionKey: session.key, role, run: id, change: left });
        // It may be at work in a third seat by now.
        const all = await listRuns(draft.queries, session.key);
        for (const other of all.filter((each) => each.id === id && each.role !== role && each.ended === null)) {
          const change = { ended: true, how, silent: true as const };
          draft.effect({ type: "put-run", sessionKey: session.key, role: other.role, run: id, change });
          const last = sessions.runs.signOf(other).toISOString();
          draft.event("run.ended", other.role, session, { ofRun: id, reason: how, to, sign: last });
        }
        draft.event("run.began", to, session, { ofRun: id });
        const begins = { ended: false, how: null, name: null, movedTo: null, dismissed: false, origin: "moved" };
        draft.effect({ type: "put-run", sessionKey: session.key, role: to, run: id, change: begins });
        const claims = (await draft.claims(session.key)).filter((claim) => claim.role === role && claim.run === id);
        if (claims.length > 0) {
          draft.effect({ type: "give-claims", ids: claims.map((claim) => claim.id), role: to, run: id });
        }
        return { id, role: to };
      };
      const moved = await committer.act(aloneBy(caller, session.workspaceId, request), decide);
      sessions.runs.forgetAll();
      return present(session, moved);
    },
  };

  async function present(session: SessionRow, { id, role }: Pick<Run, "id" | "role">): Promise<Run> {
    const [runs, deliveries] = await Promise.all([
      listRuns(database.queries, session.key, role),
      listDeliveries(database.queries, session.key, role),
    ]);
    const run = runs.find((each) => each.id === id);
    if (run === undefined) throw noRun(id, role);
    const sent = deliveries.filter((each) => each.run === id);
    return presentRun(run, sent, { counts: liveRuns(runs, clock(), session).includes(run), now: clock(), session });
  }
}

/** Has a run count for the seat that it was beside. */
function join(draft: Draft, session: SessionRow, { role, id: run }: RunRow): void {
  draft.effect({ type: "put-run", sessionKey: session.key, role, run, change: { name: null, silent: true } });
}

/** The first name with a number that no section has: `implementer-3` beside `implementer-1` and `implementer-2`. */
function freeRole(role: string, sections: readonly { role: string }[]): string {
  const base = role.replace(/-\d+$/, "");
  const taken = new Set(sections.map((section) => section.role));
  for (let number = 2; ; number++) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`;
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
  return {
    id: row.id,
    role: row.role,
    client: row.id.slice(0, row.id.indexOf(":")),
    state: stateOf(row, now, session),
    counts,
    name: row.name,
    began: row.began.toISOString(),
    sign: row.sign.toISOString(),
    ended: endOf(row, now, session)?.toISOString() ?? null,
    how: row.how,
    origin: row.origin,
    shown: versionOrNull(shownTo(row, updates)),
    confirmed: versionOrNull(row.confirmed),
    lostAt: row.lostAt?.toISOString() ?? null,
    tokens: updates.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

function noRun(id: string, role: string): AppError {
  return new AppError("not_found", `There is no run ${id} of ${role} in this session.`, {
    hint: "See the runs there are with {run.list}.",
  });
}

/** Under what it is kept that a run was asked for more than its versions. */
const WORTH_SAYING = "ask";

/**
 * What a run is asked for before it rests or ends: each version that it was shown and has not acknowledged, once and again after a
 * ping, and once what others wait for or find held by it. Whoever asks at the same moment is answered nothing. Source: runs, "The end".
 */
export async function askBeforeEnd(
  { committer, clock, database: { queries } }: ServiceContext,
  caller: Caller,
  session: SessionRow,
  { role, run, isLead }: Whose,
): Promise<Pick<TakenInbox, "unanswered" | "owes">> {
  if (isLead || run === null) return { unanswered: [], owes: "" };
  const [pending, questions, claims] = await Promise.all([
    listPendingDeliveries(queries, session.key, role, run),
    listUnanswered(queries, session.key),
    listClaims(queries, session.key, clock()),
  ]);
  const shown = pending.filter((row) => row.kind !== "guidance" && !isUnseen(row));
  const asked = questions.filter((question) => question.role === role && question.seenAt !== null).length;
  const held = claims.filter((claim) => claim.run === run).map(({ what }) => `your claim "${what}" is open`);
  const owes = [...(asked === 0 ? [] : [`${sayCount(asked, "question")} to you unanswered`]), ...held].join("; ");
  const keyOf = ({ id, pingedAt }: (typeof shown)[number]) => `${WORTH_SAYING} ${id} ${pingedAt?.toISOString() ?? ""}`;
  const things = [...shown.map(keyOf), ...(owes === "" ? [] : [WORTH_SAYING])];
  const place = { sessionKey: session.key, reader: readerOfRun(run, role) };
  const freshOf = async (of: typeof queries) => {
    const told = await listTold(of, place, things);
    return things.filter((thing) => !told.has(thing));
  };
  const isAsked = things.length === 0 || (await freshOf(queries)).length === 0;
  const fresh = isAsked
    ? []
    : await committer.act(aloneBy(caller, session.workspaceId), async (draft) => {
        const ids = await freshOf(draft.queries);
        draft.effect({ type: "read-nudges", ids, run: place });
        return ids;
      });
  return {
    unanswered: shown.filter((row) => fresh.includes(keyOf(row))).map(presentUpdate),
    owes: fresh.includes(WORTH_SAYING) ? withholdSecrets(owes) : "",
  };
}
