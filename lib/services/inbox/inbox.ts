import type { TakeInbox, TakenInbox } from "@/lib/contracts/runs";
import type { Queries } from "@/lib/db/database";
import type { Inbox, InboxQuery, InboxSeen, InboxWaiting } from "@/lib/contracts/inbox";
import { readerOfRun } from "@/lib/core/context/run";
import { versionOrNull } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { isLead } from "@/lib/core/access/decide-access";
import { mayWake } from "@/lib/core/inbox/item-news";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { listDeliveries, listPendingDeliveries } from "@/lib/db/context";
import { findRun, listNudges } from "@/lib/db/presence";
import { questionsShown } from "@/lib/db/questions";
import { findReading, revisionUpTo, type ReadingRow } from "@/lib/db/readings";
import { listPendingRelays } from "@/lib/db/relays";
import type { SessionRow } from "@/lib/db/sessions";
import { wasShown } from "@/lib/services/context/deliver";
import { isUnseen, markShown } from "@/lib/services/context/deliveries";
import { loseContext } from "@/lib/services/context/catch-up";
import { askBeforeEnd } from "@/lib/services/inbox/runs";
import { inboxLook } from "@/lib/services/inbox/look-at-inbox";
import { assertOfSession, lookedAtOf, noMark } from "@/lib/services/inbox/given-mark";
import { markOfUpdates, readMark, type Mark } from "@/lib/core/inbox/render-inbox";
import type { Draft } from "@/lib/services/commit/act";
import { noteDown } from "@/lib/services/commit/commit-errors";
import { sayCount } from "@/lib/core/text/say-count";
import { withholdSecrets } from "@/lib/core/text/find-secrets";
import { readerOf, type Whose } from "@/lib/services/inbox/whose";
import { allow, type Caller, by, aloneBy } from "@/lib/services/workspace/caller";
import { nextEvent, throwIfEnded } from "@/lib/services/workspace/next-event";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** What comes right after what woke a reader is taken along. */
const COLLECT_MS = 100;

/** Readers whose numbers are remembered. */
const MOST_READERS = 1000;

/** Tells whether a reader was told the same within `FRESH_MS`, and remembers what it is told now. */
function lastSaid(clock: () => Date): (reader: string, what: string) => boolean {
  const said = new Map<string, { what: string; at: number }>();
  return (reader, what) => {
    const at = clock().getTime();
    const before = said.get(reader);
    if (before?.what === what && Math.abs(at - before.at) < FRESH_MS) return true;
    if (said.size >= MOST_READERS) said.clear();
    said.set(reader, { what, at });
    return false;
  };
}

/** What one hook was handed nobody else tells for so long: it may be on its way to the client. */
const FRESH_MS = 10_000;

/** To whom nothing is told, nothing is given to say that it was. */
const NOTHING_NEW = { mark: null, updates: [], entries: [], left: [], also: [] };

/** What is new for one reader, each thing once, whichever door it comes through. Source: inbox. */
export function inboxService(context: ServiceContext) {
  const { committer, live, sessions } = context;
  const { queries } = context.database;
  const { look, readTouched, glanceOf, markOf, pendingFor, countNews, nudgesToShow, updatesOf } = inboxLook(context);
  const isSaidAgain = lastSaid(context.clock);

  return {
    /**
     * What a reader was not shown yet; with `wait` seconds, answered as soon as there is something that matters to it, or when
     * `signal` ends it. Nothing counts as shown before `seen` says so: an answer that is lost on its way is given again.
     * Throws `unauthenticated` as soon as the caller's credential ends, `not_found` for a role that is no teammate (anymore).
     */
    async read(caller: Caller, params: SessionParams, query: InboxQuery, signal: AbortSignal): Promise<Inbox> {
      const session = await sessions.get(caller, params);
      const whose = readerOf(caller, query.role);
      const path = memoryPath(params.session);
      const deadline = performance.now() + query.wait * 1000;
      for (;;) {
        // Before the look, so that nothing falls between.
        const next = nextEvent(
          live,
          params.workspace,
          (event) => event.session === params.session && mayWake(event, whose, path),
        );
        try {
          const { inbox, matters, next: coming } = await look(session, params, whose, query, caller);
          await throwIfEnded(context, signal);
          const left = deadline - performance.now();
          if (matters || query.again === "true" || left <= 0 || signal.aborted)
            return whose.isLead ? { ...inbox, also: [...inbox.also, ...(await standingWith(session, inbox))] } : inbox;
          const byTime = coming === null ? left : Date.parse(coming) - context.clock().getTime();
          await next.within(Math.max(0, Math.min(left, byTime)), signal);
          if (performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, COLLECT_MS));
        } finally {
          next.stop();
        }
      }
    },

    /**
     * What is new for the caller's run, which nobody else tells for ten seconds: of two hooks of one moment one is answered it. What was
     * taken before, and was not said to be told, is answered again. A run that has lost its context is sent all of it first. One that
     * is about to rest or to end, and is told nothing, is asked once for what it owes.
     * Throws as `read` does, and `invalid_input` for a caller that is no run. The run of a role that is no teammate anymore ends with
     * that, and `current` says when.
     */
    async take(caller: Caller, params: SessionParams, { origin, moment }: TakeInbox): Promise<TakenInbox> {
      allow(caller, "mark its inbox as read", { workspace: params.workspace });
      const session = await sessions.get(caller, params);
      const whose = readerOf(caller, undefined);
      const { role, run } = whose;
      if (run === null)
        throw new AppError("invalid_input", "This caller is not a run.", {
          hint: "Act as a role, or say which conversation is calling; people use {inbox.read}.",
        });
      const query = { wait: 0, again: "false", all: "false" } as const;
      const { isKnown, known, begins } = await readOrigin(caller, session, { ...whose, run }, origin);
      const { inbox, matters } = await look(session, params, whose, query, caller).catch(async (error: unknown) => {
        throw (await leaveSeat(caller, session, whose, error)) ?? error;
      });
      const nothing = {
        ...inbox,
        ...NOTHING_NEW,
        perhapsSeen: false,
        beside: caller.beside ?? null,
        unanswered: [],
        owes: "",
      };
      const put = { type: "put-run", sessionKey: session.key, role, run } as const;
      const keep = async () => {
        if (begins === null) return;
        const decide = (draft: Draft) => draft.effect({ ...put, change: begins });
        await committer.act(by(caller, params.workspace), decide);
      };
      const asks = () => askBeforeEnd(context, caller, session, whose);
      // What its client does not show would count as told.
      if (moment === "none" || moment === "end" || isKnown) {
        await keep();
        return { ...nothing, ...(moment === "end" && (await asks())) };
      }
      const { updates, entries, left, also, mark } = inbox;
      const isNothing = mark === null || updates.length + entries.length + left.length + also.length === 0;
      if (isNothing && inbox.first) await begin(caller, session, whose, mark);
      if (isNothing || (moment !== undefined && !matters && !inbox.first)) {
        await keep();
        return { ...nothing, ...(moment === "rest" && (await asks())) };
      }
      const handed = await committer.act(aloneBy(caller, params.workspace), async (draft) => {
        const row = await findRun(draft.queries, session.key, readerOfRun(run, role));
        const before = row?.handedAt ?? null;
        // What is told at this moment was looked at before, and may be all there is.
        const reading = await findReading(draft.queries, session.key, readerOfRun(run, role));
        const isElsewhere =
          (before !== null && Math.abs(draft.now.getTime() - before.getTime()) < FRESH_MS) ||
          reading?.mark !== known?.mark ||
          reading?.at.getTime() !== known?.at.getTime() ||
          (await isTold(draft.queries, session, whose, { inbox, reading }));
        if (!isElsewhere || begins !== null) {
          draft.effect({ ...put, change: { ...begins, ...(!isElsewhere && { handed: mark }) } });
        }
        return isElsewhere ? "elsewhere" : before === null ? "now" : "again";
      });
      return handed === "elsewhere" ? nothing : { ...nothing, ...inbox, perhapsSeen: handed === "again" };
    },

    /**
     * What waits for the caller, in numbers, and the lines to it that ride on any call. Moves no mark: `seen` with the mark
     * says that the lines were read. Who never read its inbox is told of the context alone. With `once`, the numbers are left out where
     * they are those that it was told within ten seconds: the commands of a chain need not repeat them.
     */
    async waiting(caller: Caller, params: SessionParams, once = false): Promise<InboxWaiting> {
      const session = await sessions.get(caller, params);
      const whose = readerOf(caller, undefined);
      const { key } = whose;
      if (key !== null) await readTouched(params, session);
      const glance = await glanceOf(session, whose);
      const hasOthers = glance === null || glance.unseen > 0;
      const pending = hasOthers ? await pendingFor(session, whose) : [];
      const nudges = hasOthers ? await nudgesToShow(session, whose, null) : [];
      const unseen = pending.filter(isUnseen).findLast(({ kind }) => kind !== "guidance");
      const ids = nudges.map(({ id }) => id);
      const version = versionOrNull(unseen?.version);
      const items = glance === null ? 0 : await countNews(session, whose, glance);
      const isRepeated = once && isSaidAgain(`${session.key} ${key ?? caller.credentialId}`, `${version} ${items}`);
      return {
        ...(isRepeated ? { version: null, items: 0 } : { version, items }),
        nudges: nudges.map(({ sender, text, at }) => ({
          from: sender,
          text: withholdSecrets(text),
          at: at.toISOString(),
        })),
        mark: ids.length === 0 ? null : markOfUpdates(ids),
      };
    },

    /** The reader has what it was answered with this mark: nothing of it is shown again, until `undo` takes that back. */
    async seen(caller: Caller, params: SessionParams, body: InboxSeen): Promise<{ done: true }> {
      allow(caller, "mark its inbox as read", { workspace: params.workspace });
      const session = await sessions.get(caller, params);
      const whose = readerOf(caller, undefined);
      const { key, role, run } = whose;
      const given = readMark(body.mark);
      if (given !== null && given.event > live.lastId) await live.catchUp();
      if (key === null || given === null || given.event > live.lastId) throw noMark();
      if (body.undo === true) return takeBack(caller, session, key, given.event);
      const known = await markOf(session, whose);
      if (known === null && given.event > 0) await assertOfSession(queries, session, given.event);
      const isSent = given.updates.length > 0;
      const shown = isSent ? await updatesOf(session, whose, given.updates) : [];
      const sent = isSent ? await listNudges(queries, session.key, whose) : [];
      const nudges = sent.filter(({ id }) => given.updates.includes(id));
      const isBehind = given.event > 0 && (known === null || bringsFurther(given, known));
      const place = { workspaceId: session.workspaceId, session: session.id, sessionKey: session.key };
      const questions = isBehind ? await questionsShown(queries, place, role, given.event) : [];
      if (!isBehind && nudges.length === 0 && !shown.some(isUnseen)) return { done: true };
      return committer.act(by(caller, params.workspace), async (draft) => {
        const { event: mark, after: before, updates, at } = given;
        if (mark > 0 && !isLead(caller)) await putReceipt(draft, session, role, mark);
        const { addedAt } = (await draft.roles(session.key)).find(({ id }) => id === role) ?? {};
        const lookedAt = lookedAtOf(at, { now: draft.now, since: addedAt ?? session.createdAt });
        const reading = {
          sessionKey: session.key,
          reader: key,
          mark,
          before,
          updates,
          lookedAt,
        };
        // A nudge that rode on another call brings nobody further.
        if (mark > 0) draft.effect({ type: "put-reading", ...reading });
        const by = run === null ? {} : { run: { sessionKey: session.key, reader: key } };
        if (nudges.length > 0) draft.effect({ type: "read-nudges", ids: nudges.map(({ id }) => id), ...by });
        if (questions.length > 0) draft.effect({ type: "see-questions", sessionKey: session.key, ids: questions });
        markShown(draft, shown);
        const known = run === null ? null : await findRun(draft.queries, session.key, key);
        if (run !== null && covers(given, known?.handed ?? null)) {
          draft.effect({ type: "put-run", sessionKey: session.key, role, run, change: { handed: null } });
        }
        // Now it was told that the Lead ended it, and goes on if it calls again.
        if (run !== null && known !== null && known.dismissed !== null && (at ?? 0) >= known.dismissed.getTime()) {
          const change = { dismissed: false, silent: true as const };
          draft.effect({ type: "put-run", sessionKey: session.key, role, run, change });
        }
        return { done: true as const };
      });
    },
  };

  /** What still waits for the Lead beside what this answer tells of: `2 lines of tester-1 wait for you`. */
  async function standingWith({ key }: SessionRow, { entries }: Inbox): Promise<string[]> {
    const relays = (await listPendingRelays(queries, key)).filter(({ id }) => !entries.some((each) => each.id === id));
    const counts = new Map<string, number>();
    for (const { role } of relays) counts.set(role, (counts.get(role) ?? 0) + 1);
    return [...counts].map(
      ([role, count]) => `${sayCount(count, "line")} of ${role} ${count === 1 ? "waits" : "wait"} for you`,
    );
  }

  /** Whoever begins with nothing is told what happens from now on as news: a digest would leave out most of it. */
  async function begin(caller: Caller, session: SessionRow, { key }: Whose, mark: string | null): Promise<void> {
    const given = mark === null ? null : readMark(mark);
    if (key === null || given === null) return;
    const reading = { sessionKey: session.key, reader: key, mark: given.event, before: null, updates: [] };
    await noteDown(() =>
      committer.act(by(caller, session.workspaceId), (draft) => draft.effect({ type: "put-reading", ...reading })),
    );
  }

  /** Ends the run of a role that is no teammate anymore; what it is told then, once. */
  async function leaveSeat(
    caller: Caller,
    session: SessionRow,
    { role, run }: Whose,
    error: unknown,
  ): Promise<AppError | null> {
    if (run === null || !(error instanceof AppError) || error.code !== "not_found") return null;
    const ended = await committer.act(aloneBy(caller, session.workspaceId), async (draft) => {
      const known = await findRun(draft.queries, session.key, readerOfRun(run, role));
      if (known === null || known.ended !== null) return null;
      const how = "its role left the session";
      draft.effect({ type: "put-run", sessionKey: session.key, role, run, change: { ended: true, how } });
      draft.event("run.ended", role, session, { run, reason: how });
      return draft.now.toISOString();
    });
    if (ended === null) return null;
    return new AppError("not_found", `${role} is no longer an active role of ${session.id}.`, {
      hint: "Stop, and put what is not written down yet into your answer to the Lead.",
      current: { ended },
    });
  }

  /**
   * What began a conversation: `begins` keeps it, where it is new, and `isKnown` says that it was spawned before. One that begins with
   * nothing of what it knew is sent all of it. Answers its mark too.
   */
  async function readOrigin(
    caller: Caller,
    session: SessionRow,
    whose: Whose & { run: string },
    origin: TakeInbox["origin"],
  ) {
    const { role, run, isLead: leads } = whose;
    const known = await markOf(session, whose);
    const row = origin === undefined ? null : await findRun(queries, session.key, readerOfRun(run, role));
    // Every run has begun by now, but one in a seat that is not there.
    if (row === null || origin === undefined) return { known, isKnown: false, begins: null };
    const hasSeen = async () =>
      known !== null ||
      row.confirmed !== null ||
      (await listDeliveries(queries, session.key, role)).some(
        (each) => each.kind !== "guidance" && wasShown(row, each),
      );
    if (origin === "spawned" && (row.origin !== null || (await hasSeen())))
      return { known, isKnown: true, begins: null };
    if ((origin === "clear" || origin === "compact") && (await hasSeen())) {
      await committer.act(aloneBy(caller, session.workspaceId), async (draft) => {
        if (!leads) await loseContext(draft, context, session, { role, run });
        const change = { origin, ...(leads && { lost: true }) };
        draft.effect({ type: "put-run", sessionKey: session.key, role, run, change });
        return null;
      });
      return { known: null, isKnown: false, begins: null };
    }
    return { known, isKnown: false, begins: row.origin === origin ? null : { origin } };
  }

  /** Whether what was looked up was told by another door meanwhile. */
  async function isTold(
    of: Queries,
    session: SessionRow,
    { key, role, run }: Whose,
    { inbox, reading }: { inbox: Inbox; reading: ReadingRow | null },
  ): Promise<boolean> {
    const given = inbox.mark === null ? null : readMark(inbox.mark);
    if (given === null || reading === null || reading.mark < given.event) return false;
    const pending = await listPendingDeliveries(of, session.key, role, run ?? undefined);
    const nudges = await listNudges(of, session.key, { role, key });
    const fresh = new Set([...pending.filter(isUnseen), ...nudges].map(({ id }) => id));
    return !given.updates.some((id) => fresh.has(id)) && !bringsFurther(given, reading);
  }

  /** Whoever was shown what happened has read the team memory up to there. */
  async function putReceipt(draft: Draft, session: SessionRow, role: string, mark: number): Promise<void> {
    const { id: document, head } = await draft.document(memoryPath(session.id));
    const revision = await revisionUpTo(
      draft.queries,
      { workspaceId: session.workspaceId, session: session.id },
      { document, head, mark },
    );
    const known = (await draft.roles(session.key)).find(({ id }) => id === role);
    if (known === undefined || (known.readRevision ?? 0) >= revision) return;
    draft.effect({ type: "put-receipt", sessionKey: session.key, role, revision });
  }

  async function takeBack(caller: Caller, session: SessionRow, reader: string, mark: number): Promise<{ done: true }> {
    const back = { type: "take-back-reading", sessionKey: session.key, reader, mark } as const;
    await committer.act(by(caller, session.workspaceId), (draft) => draft.effect(back));
    return { done: true };
  }
}

/** Whether who says that it was told this was told all that was handed over. */
function covers({ event, updates }: Mark, handed: string | null): boolean {
  const known = handed === null ? null : readMark(handed);
  return known !== null && event >= known.event && known.updates.every((id) => updates.includes(id));
}

/** Whether an answer tells of more than the last one did: of later events, or of what came by the clock since. */
function bringsFurther({ event, at }: Mark, known: ReadingRow): boolean {
  return known.mark < event || (known.mark === event && at !== null && known.at.getTime() < at);
}
