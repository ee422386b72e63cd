import { keepNewest } from "@/lib/core/lists";
import { nearSeat } from "@/lib/core/context/near-seat";
import { endedMs, isNamed, isOwn, lastRun, liveRuns, readerOfRun, stateOf } from "@/lib/core/context/run";
import { AppError } from "@/lib/core/errors";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { foldRoleId, roleSections } from "@/lib/core/memory/role-id";
import { listRuns, listRunsOf, type RunRow } from "@/lib/db/presence";
import { listUnanswered } from "@/lib/db/questions";
import type { Database } from "@/lib/db/database";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import type { Committer } from "@/lib/services/commit/committer";
import type { LiveFeed } from "@/lib/services/commit/live-feed";
import { noteDown } from "@/lib/services/commit/commit-errors";
import { memoryOf } from "@/lib/services/commit/document-states";
import { actorOf, runOf, type Caller, by, aloneBy } from "@/lib/services/workspace/caller";

/** A sign is stored once in so long; what came since is known to this server alone. Milliseconds. */
const STORED_EVERY_MS = 30_000;
/** Runs whose signs are remembered; who gave none for longest goes first. */
const MOST = 5_000;
/** What is stored of a sign is true for so long after it. Milliseconds. */
const REMEMBERED_MS = 60 * 60_000;

/** Of those that share a seat with who begins, the history names so many. */
const MOST_TOLD = 4;

/** What of a caller is as the session has it, and since when that is known. */
interface Seating {
  at: number;
  as: Partial<Caller>;
}

/** Says in which seat of a session a caller is, begins its run there, and keeps when each last gave a sign. */
export class RunSigns {
  /** By session and reader: when its sign was stored and when it came, and the name under which it was beside its seat then. */
  readonly #signs = new Map<string, { stored: number; sign: number; name: string | null }>();
  /** By session, run and the role that it names. */
  readonly #seatings = new Map<string, Seating>();

  constructor(
    private readonly database: Database,
    private readonly committer: Committer,
    private readonly clock: () => Date,
    live: LiveFeed,
  ) {
    live.subscribe(({ action, payload: { run, ofRun } }) => {
      // Who is in which seat may be another since, and another server may have ended a run.
      const of = run ?? ofRun;
      if (action === "run.ended" && typeof of === "string") this.forgetOf(of);
      else if (/^(?:role|section|session)\.|^run\.(?:ended|moved)$/.test(action)) this.forgetAll();
    });
  }

  /**
   * The caller as whoever it is in a session: a run that was given another seat is in that, one that names itself nearly as a seat is beside
   * it until the Lead says what it is, and one that leads acts for a role without being at work as it. Throws `forbidden` for a run that
   * was given a seat which its token does not reach.
   */
  async callerIn(caller: Caller, session: SessionRow): Promise<Caller> {
    const id = runOf(caller);
    const named = foldRoleId(actorOf(caller));
    if (caller.role === null || id === null || named === "Lead" || session.key < 0) return caller;
    const key = `${session.key} ${id} ${named} ${caller.kind === "owner" || caller.isAnnounced === true}`;
    const now = this.clock().getTime();
    let seating = this.#seatings.get(key);
    if (seating === undefined || Math.abs(now - seating.at) >= STORED_EVERY_MS) {
      seating = { at: now, as: await this.#seatOf(caller, session, { id, named }) };
      keepNewest(this.#seatings, key, seating, MOST);
    }
    return { ...caller, ...seating.as };
  }

  async #seatOf(caller: Caller, session: SessionRow, { id, named }: { id: string; named: string }) {
    const memory = memoryOf(await this.committer.readable(session.workspaceId, memoryPath(session.id)));
    const seats = roleSections(memory).filter(({ role, state }) => state === "active" && role !== "Lead");
    const active = seats.map(({ role }) => role);
    const near = memory.sections.some(({ role }) => role === named) ? null : nearSeat(named, active);
    // Those who share a credential and give no id are told apart by what they call themselves.
    const run = near === null || isNamed({ id }) ? id : `${id}/${named}`;
    const rows = await listRunsOf(this.database.queries, session.key, run);
    const leads = rows.some(
      (row) => row.role === "Lead" && isNamed(row) && stateOf(row, this.clock(), session) !== "ended",
    );
    if (leads) return { run: null };
    const moved = follow(near ?? named, rows, active);
    if (moved !== null) {
      if (caller.kind !== "owner" && caller.isAnnounced !== true) throw moveNotReached(moved, named);
      return { role: moved, run };
    }
    if (near === null) return {};
    const isJoined = rows.some((row) => row.role === near && isOwn(row));
    return { role: near, run, ...(!isJoined && { beside: named }) };
  }

  /**
   * Notes that the caller is at work in a session: its first call begins its run there, and the first after an end resumes it. A run
   * that was in another seat of the session leaves that. Costs a look into memory where it called lately. Nothing is begun in a seat
   * that is not there, nor for a conversation that leads and acts for a role; one that the Lead ended goes on once it was told so.
   */
  async note(presented: Caller, session: SessionRow): Promise<void> {
    const caller = await this.callerIn(presented, session);
    const id = runOf(caller);
    if (id === null || session.key < 0) return;
    const role = foldRoleId(actorOf(caller));
    const reader = readerOfRun(id, role);
    const name = caller.beside ?? null;
    const key = `${session.key} ${reader}`;
    const now = this.clock().getTime();
    const known = this.#signs.get(key);
    if (known?.name === name && Math.abs(now - known.stored) < STORED_EVERY_MS) {
      known.sign = now;
      return;
    }
    const isLive = known?.name === name && Math.abs(now - known.sign) < endedMs(session);
    // It is told first that the Lead ended it.
    const isDismissed = (run: RunRow) => run.reader === reader && run.dismissed !== null;
    const choose = (runs: readonly RunRow[]) => (runs.some(isDismissed) ? null : role);
    await noteDown(async () => {
      if (isLive) await this.#put(caller, session, { role, id });
      else if ((await this.#begin(caller, session, { id, name }, choose)) === null) return;
      this.#remember(key, now, name);
    });
  }

  /** Seats a conversation in the role that is chosen among all there are, or where the Lead moved it; null where none is a seat. */
  seat(caller: Caller, session: SessionRow, id: string, choose: (runs: readonly RunRow[], now: Date) => string | null) {
    return this.#begin(caller, session, { id, name: null }, choose);
  }

  /** When a run last gave a sign, as far as this server knows. */
  signOf({ sessionKey, reader, sign }: Pick<RunRow, "sessionKey" | "reader" | "sign">): Date {
    const known = this.#signs.get(`${sessionKey} ${reader}`)?.sign ?? 0;
    return known > sign.getTime() ? new Date(known) : sign;
  }

  /** A conversation is over, with what lives in its session: their next signs are looked at closely. */
  forgetOf(run: string): void {
    const session = ` ${run.split("/", 1)[0] ?? run}`;
    for (const known of [this.#signs, this.#seatings]) {
      for (const key of known.keys()) if (key.includes(session)) known.delete(key);
    }
  }

  /** Who is in which seat may be another now. */
  forgetAll(): void {
    this.#signs.clear();
    this.#seatings.clear();
  }

  #put(caller: Caller, session: SessionRow, { role, id }: { role: string; id: string }): Promise<void> {
    return this.committer.act(by(caller, session.workspaceId), (draft) =>
      draft.effect({ type: "put-run", sessionKey: session.key, role, run: id, change: {} }),
    );
  }

  #begin(
    caller: Caller,
    session: SessionRow,
    { id, name }: { id: string; name: string | null },
    choose: (runs: readonly RunRow[], now: Date) => string | null,
  ): Promise<string | null> {
    return this.committer.act(aloneBy(caller, session.workspaceId), async (draft) => {
      const all = await listRuns(draft.queries, session.key);
      const chosen = choose(all, draft.now);
      if (chosen === null) return null;
      const sections = roleSections(memoryOf(await draft.document(memoryPath(session.id))));
      const active = sections.filter(({ state }) => state === "active").map(({ role }) => role);
      const role =
        follow(
          chosen,
          all.filter((run) => run.id === id),
          active,
        ) ?? chosen;
      if (!active.includes(role) && role !== "Lead") return null;
      const elsewhere = all.filter((run) => run.id === id && run.role !== role && isNamed(run) && run.ended === null);
      const isLive = (run: RunRow) => stateOf(run, draft.now, session) !== "ended";
      if (elsewhere.some((run) => run.role === "Lead" && isLive(run))) return null;
      const runs = all.filter((run) => run.role === role);
      const row = runs.find((run) => run.id === id);
      // A person's terminal that speaks for a seat whose conversations are over does not take it.
      const isPerson = caller.kind !== "role" && caller.kind !== "team";
      if (isPerson && !isNamed({ id }) && runs.some((run) => isNamed(run) && isOwn(run))) return null;
      // It is told first that the Lead ended it.
      if ((row?.dismissed ?? null) !== null) return role;
      // Whose token is one role's may give any id, and ends no run of another role with it.
      const isOfOneRole = caller.kind === "role" && caller.isAnnounced !== true;
      if (!isOfOneRole)
        for (const run of elsewhere) this.#leave(draft, session, run, { to: role, isLive: isLive(run) });
      const change = { ended: false, how: null, name, movedTo: null };
      draft.effect({ type: "put-run", sessionKey: session.key, role, run: id, change });
      // Another call of it came at the same moment.
      if (row !== undefined && stateOf(row, draft.now, session) !== "ended" && row.name === name) return role;
      // Whoever was beside the seat has not been a run of it.
      const action = row === undefined || (name === null && row.name !== null) ? "run.began" : "run.resumed";
      if (name !== null) {
        // The Lead is asked once for each name.
        const isNew = runs.every((other) => other.name !== name);
        draft.event(action, role, session, { run: id, aside: name, ...(isNew && { name }) });
        return role;
      }
      const others = runs.filter((other) => other.id !== id && isOwn(other));
      const beside = liveRuns(others, draft.now, session).filter(isNamed);
      const after = beside.length > 0 || row !== undefined ? undefined : lastRun(others);
      // What nobody is at work on any more is the work of who comes.
      const live = new Set<string | null>(beside.map((other) => other.id));
      const left = (await draft.claims(session.key)).filter(
        (claim) => claim.role === role && claim.run !== id && !live.has(claim.run),
      );
      if (left.length > 0) draft.effect({ type: "give-claims", ids: left.map((claim) => claim.id), role, run: id });
      if (!isNamed({ id })) return role;
      const waits = (await listUnanswered(draft.queries, session.key)).filter((question) => question.role === role);
      draft.event(action, role, session, {
        run: id,
        ...(row?.ended === null && { sign: this.signOf(row).toISOString() }),
        ...(beside.length > 0 && {
          beside: beside.slice(-MOST_TOLD).map((other) => other.id),
          atWork: beside.length + 1,
        }),
        ...(after !== undefined && { after: after.id, tell: [...new Set(waits.map(({ asker }) => asker))] }),
      });
      return role;
    });
  }

  /** Ends a run in the seat that it left; what it was shown and confirmed there holds when it comes back. */
  #leave(draft: Draft, session: SessionRow, run: RunRow, { to, isLive }: { to: string; isLive: boolean }): void {
    const how = `took the seat of ${to}`;
    const change = { ended: true, how, silent: true } as const;
    draft.effect({ type: "put-run", sessionKey: session.key, role: run.role, run: run.id, change });
    // Of one that was silent for too long the history knows no later sign.
    const by = isLive ? { run: run.id } : { ofRun: run.id, sign: this.signOf(run).toISOString() };
    draft.event("run.ended", run.role, session, { ...by, reason: how, to });
    this.forgetOf(run.id);
  }

  #remember(key: string, now: number, name: string | null): void {
    this.#signs.delete(key);
    this.#signs.set(key, { stored: now, sign: now, name });
    for (const [oldest, { sign }] of this.#signs) {
      if (this.#signs.size <= MOST && now - sign < REMEMBERED_MS) break;
      this.#signs.delete(oldest);
    }
  }
}

/** The seat that the Lead gave to whoever names a role, by its runs; null where it gave none that is there. */
function follow(role: string, rows: readonly RunRow[], active: readonly string[]): string | null {
  const passed = new Set([role]);
  let at = role;
  for (;;) {
    const to = rows.find((row) => row.role === at)?.movedTo ?? null;
    if (to === null || passed.has(to) || !active.includes(to)) return at === role ? null : at;
    passed.add(to);
    at = to;
  }
}

function moveNotReached(to: string, role: string): AppError {
  return new AppError("forbidden", `The Lead gave this run the seat of ${to}, and its token is that of ${role}.`, {
    hint: `Ask the Lead for a token of ${to}, or begin a new conversation as ${role}.`,
  });
}
