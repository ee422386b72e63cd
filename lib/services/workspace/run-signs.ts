import { isNamed, lastRun, liveRuns, readerOfRun, stateOf } from "@/lib/core/context/run";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import { roleSections } from "@/lib/core/memory/role-id";
import { listClaims } from "@/lib/db/presence";
import { listUnanswered } from "@/lib/db/questions";
import { findRun, listRuns, type RunRow } from "@/lib/db/runs";
import type { Database } from "@/lib/db/database";
import type { SessionRow } from "@/lib/db/sessions";
import type { Committer } from "@/lib/services/commit/committer";
import type { LiveFeed } from "@/lib/services/commit/live-feed";
import { noteDown } from "@/lib/services/commit/commit-errors";
import { memoryOf } from "@/lib/services/commit/document-states";
import { actorOf, authorOf, runOf, type Caller } from "@/lib/services/workspace/caller";

/** A sign is stored once in so long; what came since is known to this server alone. Milliseconds. */
const STORED_EVERY_MS = 30_000;
/** Runs whose signs are remembered; who gave none for longest goes first. */
const MOST = 5_000;
/** What is stored of a sign is true for so long after it. Milliseconds. */
const REMEMBERED_MS = 60 * 60_000;

/** Begins the run of whoever calls in a session, and keeps when each last gave a sign. */
export class RunSigns {
  /** By session and reader: when its sign was stored, and when it came. */
  readonly #signs = new Map<string, { stored: number; sign: number }>();

  constructor(
    private readonly database: Database,
    private readonly committer: Committer,
    private readonly clock: () => Date,
    live: LiveFeed,
  ) {
    live.subscribe(({ action }) => {
      // Who is in which seat may be another since, and another server may have ended a run.
      if (/^(?:role|section|session)\.|^run\.ended$/.test(action)) this.#signs.clear();
    });
  }

  /**
   * Notes that the caller is at work in a session: its first call begins its run there, and the first after an end resumes it. Costs a
   * look into memory where it called lately. Nothing is begun in a seat that is not there.
   */
  async note(caller: Caller, session: SessionRow): Promise<void> {
    const id = runOf(caller);
    if (id === null || session.key < 0) return;
    const role = foldRoleId(actorOf(caller));
    const reader = readerOfRun(id, role);
    const key = `${session.key} ${reader}`;
    const now = this.clock().getTime();
    const known = this.#signs.get(key);
    if (known !== undefined && Math.abs(now - known.stored) < STORED_EVERY_MS) {
      known.sign = now;
      return;
    }
    const row = await findRun(this.database.queries, session.key, reader);
    const isLive = row !== null && stateOf(row, this.clock(), session) !== "ended";
    await noteDown(async () => {
      if (isLive) await this.#put(caller, session, { role, id });
      else if (!(await this.#begin(caller, session, id, () => role))) return;
      this.#remember(key, now);
    });
  }

  /** Seats a conversation in the role that is chosen among all there are; null where none is, or it is no seat. */
  async seat(
    caller: Caller,
    session: SessionRow,
    id: string,
    choose: (runs: readonly RunRow[], now: Date) => string | null,
  ): Promise<string | null> {
    let role: string | null = null;
    const isSeated = await this.#begin(caller, session, id, (...known) => (role = choose(...known)));
    return isSeated ? role : null;
  }

  /** When a run last gave a sign, as far as this server knows. */
  signOf({ sessionKey, reader, sign }: Pick<RunRow, "sessionKey" | "reader" | "sign">): Date {
    const known = this.#signs.get(`${sessionKey} ${reader}`)?.sign ?? 0;
    return known > sign.getTime() ? new Date(known) : sign;
  }

  /** A run is over, or has something else to tell: its next sign is looked at closely. */
  forget({ sessionKey, reader }: Pick<RunRow, "sessionKey" | "reader">): void {
    this.#signs.delete(`${sessionKey} ${reader}`);
  }

  #put(caller: Caller, session: SessionRow, { role, id }: { role: string; id: string }): Promise<null> {
    return this.committer.submit({
      workspace: session.workspaceId,
      author: authorOf(caller),
      decide: (draft) => {
        draft.effect({ type: "put-run", sessionKey: session.key, role, run: id, change: {} });
        return Promise.resolve(null);
      },
    });
  }

  #begin(
    caller: Caller,
    session: SessionRow,
    id: string,
    choose: (runs: readonly RunRow[], now: Date) => string | null,
  ): Promise<boolean> {
    return this.committer.submit({
      workspace: session.workspaceId,
      author: authorOf(caller),
      alone: true,
      decide: async (draft) => {
        const all = await listRuns(draft.queries, session.key);
        const role = choose(all, draft.now);
        if (role === null) return false;
        const sections = roleSections(memoryOf(await draft.document(memoryPath(session.id))));
        const isSeat = sections.some((section) => section.role === role && section.state === "active");
        if (!isSeat && role !== "Lead") return false;
        const runs = all.filter((run) => run.role === role);
        const row = runs.find((run) => run.id === id);
        draft.effect({ type: "put-run", sessionKey: session.key, role, run: id, change: { ended: false, how: null } });
        // Another call of it came at the same moment.
        if (row !== undefined && stateOf(row, draft.now, session) !== "ended") return true;
        const others = runs.filter((other) => other.id !== id);
        const beside = liveRuns(others, draft.now, session).filter(isNamed);
        const after = beside.length > 0 || row !== undefined ? undefined : lastRun(others);
        // What nobody is at work on any more is the work of who comes.
        const live = new Set<string | null>(beside.map((other) => other.id));
        const left = (await listClaims(draft.queries, session.key, draft.now)).filter(
          (claim) => claim.role === role && claim.run !== id && !live.has(claim.run),
        );
        if (left.length > 0) draft.effect({ type: "give-claims", ids: left.map((claim) => claim.id), role, run: id });
        if (!isNamed({ id })) return true;
        const waits = (await listUnanswered(draft.queries, session.key)).filter((question) => question.role === role);
        draft.event(row === undefined ? "run.began" : "run.resumed", role, session, {
          run: id,
          ...(row?.ended === null && { sign: this.signOf(row).toISOString() }),
          ...(beside.length > 0 && { beside: beside.map((other) => other.id) }),
          ...(after !== undefined && { after: after.id, tell: [...new Set(waits.map(({ asker }) => asker))] }),
        });
        return true;
      },
    });
  }

  #remember(key: string, now: number): void {
    this.#signs.delete(key);
    this.#signs.set(key, { stored: now, sign: now });
    for (const [oldest, { sign }] of this.#signs) {
      if (this.#signs.size <= MOST && now - sign < REMEMBERED_MS) break;
      this.#signs.delete(oldest);
    }
  }
}
