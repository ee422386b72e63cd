import type { Inbox, InboxEntry, InboxQuery } from "@/lib/contracts/inbox";
import { isNamed, readerOfRun } from "@/lib/core/context/run";
import { versionOrNull } from "@/lib/core/context/version-number";
import {
  DIGEST_ROOM,
  ENTRY_ROOM,
  fitEntries,
  inDigestOrder,
  inOrder,
  isOfDigest,
  wakes,
  worthOf,
} from "@/lib/core/inbox/entry";
import { groupBy } from "@/lib/core/lists";
import { sayChanged } from "@/lib/core/memory/item-notes";
import { contextPath, memoryPath } from "@/lib/core/memory/session-paths";
import { findUpdates, listPendingDeliveries, type MessageRow } from "@/lib/db/context";
import { findRun, listNudges, type NudgeRow } from "@/lib/db/presence";
import { findReading, type Glance, glanceAt, type ReadingRow } from "@/lib/db/readings";
import { type SessionRow } from "@/lib/db/sessions";
import { isUnseen, presentUpdate } from "@/lib/services/context/deliveries";
import { catchUp, isLeftOut } from "@/lib/services/context/catch-up";
import { readContextState } from "@/lib/services/context/context-state";
import { assertTeammate } from "@/lib/services/context/deliver";
import { tellClaims } from "@/lib/services/inbox/claims";
import { giveSign, keepReading } from "@/lib/services/inbox/given-mark";
import { NO_GATE, readByTime, readGateNews } from "@/lib/services/inbox/read-by-time";
import { readSharedSeats, readTakeover } from "@/lib/services/inbox/read-takeover";
import { readDigest } from "@/lib/services/inbox/read-digest";
import { newsIn, type Snapshot, Snapshots, takeSnapshot } from "@/lib/services/inbox/read-news";
import { writeMark } from "@/lib/core/inbox/render-inbox";
import { mapTexts, withholdSecrets } from "@/lib/core/text/find-secrets";
import type { Whose } from "@/lib/services/inbox/whose";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { authorOf, type Caller } from "@/lib/services/workspace/caller";
import { DISK } from "@/lib/services/commit/repair-text";
import { noteDown } from "@/lib/services/commit/commit-errors";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { SharedRuns } from "@/lib/services/commit/shared-runs";
import type { Store } from "@/lib/store/store";

/** For a run that does not begin in a used seat. */
const NOTHING_TAKEN = { lines: [], names: new Set<string>() };

/** Events without news for a reader that may be looked through time and again. */
const LOOKED_THROUGH = 200;

/** How an inbox is looked at, by whichever door: nothing of it moves a mark. */
export function inboxLook(context: ServiceContext) {
  const { committer, lastKnown, live } = context;
  const { queries } = context.database;
  const files = new QuietFiles<null>();
  const snapshots = new Snapshots(context);

  return { look, readTouched, glanceOf, markOf, pendingFor, countNews, nudgesToShow, updatesOf };

  /** The inbox now, and whether there is anything in it that a waiting reader is woken for. */
  async function look(
    session: SessionRow,
    params: SessionParams,
    whose: Whose,
    query: InboxQuery,
    caller: Caller,
  ): Promise<{ inbox: Inbox; matters: boolean; next: string | null }> {
    await readTouched(params, session);
    const outdated = await noteOutdated(context, session);
    const now = context.clock();
    const again = query.again === "true";
    const glance = await catchUpTo(session, whose, caller, again ? null : await glanceOf(session, whose));
    let asked: Promise<ReadingRow | null> | undefined;
    const known = () => (asked ??= markOf(session, whose));
    const since = async () => (glance === null ? null : ((await known())?.at ?? null));
    const byTime = await readByTime(context, session, whose, { since, now });
    const isNothing = glance !== null && glance.last === null && glance.unseen === 0 && byTime.entries.length === 0;
    if (isNothing && (glance.unconfirmed !== null || byTime.owes)) await giveSign(context, session, whose, now);
    if (isNothing) return { inbox: nothingFor(whose.role, glance), matters: false, next: byTime.next };
    const reading = glance === null ? await readingOf(session, params, whose, await known()) : null;
    if (glance !== null && !whose.isLead) assertTeammate(await memoryOf(params), [], whose.role);
    // What waits was counted already.
    const hasOthers = glance === null || glance.unseen > 0;
    const pending = whose.isLead || !hasOthers ? [] : await pendingFor(session, whose);
    const shown = await updatesToShow(session, whose, pending, again ? reading : null);
    const nudges = hasOthers ? await nudgesToShow(session, whose, again ? reading : null) : [];
    const after = glance?.mark ?? (again ? (reading?.before ?? null) : (reading?.mark ?? null));
    const snapshot =
      glance === null
        ? await takeSnapshot(context, session, after ?? (await lastEvent()))
        : await snapshots.after(session, glance.mark, glance.last ?? glance.mark);
    const news = newsIn(snapshot, whose, outdated);
    const told = after === null ? await readDigest(context, session, snapshot, whose) : news.entries;
    // What the last answer held, besides entries.
    const before = JSON.parse((await known())?.updates ?? "[]") as string[];
    const gate = whose.isLead ? await readGateNews(context, session, again ? [] : before) : NO_GATE;
    const found = [...nudges.map(entryOfNudge), ...inOrder([...byTime.entries, ...gate.entries, ...told])];
    const unseen = await unseenSince(snapshot, cutIn(before));
    const entries = found.map((entry) => (unseen(entry.id) ? { ...entry, whole: true } : entry));
    const isNew = after === null && (await beginsAnew(session, whose));
    const isDigest = query.all !== "true" && isNew;
    const isFirstOfLead = whose.isLead && after === null && !again;
    const { lines, names } = isNew ? await readTakeover(context, session, whose, now) : NOTHING_TAKEN;
    const seats = isFirstOfLead ? await readSharedSeats(context.database, session, now) : lines;
    const claimed = after === null && !again ? await tellClaims(context, session, whose.role, now) : [];
    const takeover = [...seats, ...claimed];
    const room = query.all === "true" ? Infinity : isDigest ? DIGEST_ROOM - takeover.join("; ").length : ENTRY_ROOM;
    const { shown: fitting, left } = isDigest
      ? fitEntries(inDigestOrder(entries, whose.role), room, {
          isTold: (entry) => isOfDigest(entry, names),
          isWhole: false,
        })
      : fitEntries(entries, room);
    const cut = left.length > 0 ? [cutAt(now)] : before.filter((each) => cutIn([each]) !== null);
    const awaited = pending.findLast(({ kind }) => kind !== "guidance")?.version ?? glance?.unconfirmed ?? null;
    const inbox: Inbox = {
      reader: whose.role,
      first: after === null,
      mark:
        whose.key === null
          ? null
          : writeMark({
              event: snapshot.last,
              after,
              at: now.getTime(),
              updates: [...[...shown, ...nudges].map(({ id }) => id), ...gate.known, ...cut],
            }),
      updates: shown.map(presentUpdate),
      unconfirmed: versionOrNull(awaited),
      entries: mapTexts(fitting, (text) => withholdSecrets(text)),
      left,
      also: [...takeover, ...news.also].map((line) => withholdSecrets(line)),
      now: now.toISOString(),
    };
    const matters = shown.length > 0 || entries.some((entry) => wakes(entry, whose.role));
    return { inbox, matters, next: byTime.next };
  }

  /** Whether a run has lost its context and confirmed no version since, or is a new conversation in a used seat. */
  async function beginsAnew(session: SessionRow, { isLead: leads, role, run }: Whose): Promise<boolean> {
    if (leads || run === null) return false;
    return (
      isNamed({ id: run }) || (await findRun(queries, session.key, readerOfRun(run, role)))?.lostAt instanceof Date
    );
  }

  /** Has files that were touched read whole: edits made outside are told of. */
  async function readTouched(params: SessionParams, session: SessionRow): Promise<void> {
    const paths = [memoryPath(session.id), contextPath(session.id)];
    await files.read(context.store(params.workspace), params.workspace, paths, async () => {
      await readContextState(context, session);
      await committer.readable(params.workspace, memoryPath(session.id));
      return null;
    });
  }

  /** Has a run that nothing of the current version was sent to get it, and answers what is to be seen then. */
  async function catchUpTo(
    session: SessionRow,
    whose: Whose,
    caller: Caller,
    glance: Glance | null,
  ): Promise<Glance | null> {
    const { role, run, isLead: leads } = whose;
    if (leads || caller.kind === "viewer" || glance?.isLeftOut === false) return glance;
    const isOut = await lastKnown.now(`left out ${session.key} ${role} ${run}`, async () => {
      const { addedAt = session.createdAt } =
        (await queries.role.findFirst({ where: { sessionKey: session.key, id: role } })) ?? {};
      return isLeftOut(queries, session, { role, run }, addedAt);
    });
    if (!isOut) return glance;
    await noteDown(() => catchUp(context, session, { role, run }, authorOf(caller)));
    return glance === null ? null : glanceOf(session, whose);
  }

  function pendingFor(session: SessionRow, { role, run }: Whose): Promise<MessageRow[]> {
    return listPendingDeliveries(queries, session.key, role, run ?? undefined);
  }

  async function glanceOf(session: SessionRow, { key, role, run }: Whose): Promise<Glance | null> {
    if (key === null) return null;
    const place = { workspaceId: session.workspaceId, session: session.id, sessionKey: session.key };
    const glance = () => glanceAt(queries, place, { reader: key, role, run });
    return lastKnown.now(`glance ${session.key} ${role} ${key}`, glance);
  }

  /** The answer to a reader for whom nothing is new. */
  function nothingFor(reader: string, { mark, unconfirmed }: Glance): Inbox {
    const empty = { first: false, updates: [], entries: [], left: [], also: [], now: context.clock().toISOString() };
    const same = writeMark({ event: mark, after: mark, at: null, updates: [] });
    return { reader, mark: same, unconfirmed: versionOrNull(unconfirmed), ...empty };
  }

  async function markOf(session: SessionRow, { key }: Whose): Promise<ReadingRow | null> {
    if (key === null) return null;
    return lastKnown.now(`reading ${session.key} ${key}`, () => findReading(queries, session.key, key));
  }

  /** Tells of an item or a relay whether it came before an answer that left something out, so that its reader may not have seen it. */
  async function unseenSince({ state, relays }: Snapshot, cut: Date | null): Promise<(id: string) => boolean> {
    if (cut === null) return () => false;
    const written = await context.origins.of(queries, state);
    return (id) => {
      const at = written.get(id)?.at ?? relays.get(id)?.createdAt?.toISOString();
      return at !== undefined && at <= cut.toISOString();
    };
  }

  /** How far a reader is; null for one that starts over, as an earlier teammate of its name was another. */
  async function readingOf(
    session: SessionRow,
    params: SessionParams,
    whose: Whose,
    known: ReadingRow | null,
  ): Promise<ReadingRow | null> {
    const since = whose.isLead ? session.createdAt : await addedAt(session, params, whose.role);
    return known !== null && known.at < since ? null : known;
  }

  /** When a teammate was added; throws `not_found` for a role that is none (anymore). */
  async function addedAt(session: SessionRow, params: SessionParams, role: string): Promise<Date> {
    const row = await queries.role.findFirst({ where: { sessionKey: session.key, id: role } });
    return assertTeammate(await memoryOf(params), row === null ? [] : [row], role).addedAt;
  }

  async function memoryOf({ workspace, session }: SessionParams): Promise<DocumentState> {
    const path = memoryPath(session);
    return committer.documents.find(workspace, path) ?? (await committer.current(workspace, path));
  }

  /** What of the context a reader was not shown yet; with `again`, also what its last answer held. */
  async function updatesToShow(
    session: SessionRow,
    { key, role, run }: Whose,
    pending: readonly MessageRow[],
    again: ReadingRow | null,
  ): Promise<MessageRow[]> {
    // Whoever looks at another's inbox sees what waits there.
    const fresh = pending.filter((row) => key === null || isUnseen(row));
    if (again === null) return fresh;
    const told = await updatesOf(session, { role, run }, JSON.parse(again.updates) as string[]);
    return [...told.filter(({ id }) => !fresh.some((row) => row.id === id)), ...fresh];
  }

  /** How many entries a reader was not shown, what needs no entry left aside. */
  async function countNews(session: SessionRow, whose: Whose, { mark, last }: Glance): Promise<number> {
    if (last === null) return 0;
    const snapshot = await snapshots.after(session, mark, last);
    const news = newsIn(snapshot, whose);
    const count = news.entries.filter((entry) => worthOf(entry) <= 3).length;
    const isNothing = news.entries.length === 0 && news.also.length === 0;
    // Whoever only writes would have its own deeds looked through again with each of them.
    const known = isNothing && snapshot.last - mark > LOOKED_THROUGH ? await markOf(session, whose) : null;
    if (known !== null) {
      const { at: _, ...rest } = known;
      await keepReading(committer, session, whose.role, { ...rest, mark: snapshot.last });
    }
    return count;
  }

  /** Lines to the reader that it has not read; with `again`, also those of its last answer. */
  async function nudgesToShow(
    session: SessionRow,
    { key, role, isOwn }: Whose,
    again: ReadingRow | null,
  ): Promise<NudgeRow[]> {
    if (key === null || !isOwn) return [];
    const fresh = await listNudges(queries, session.key, { role, key });
    if (again === null) return fresh;
    const ids = JSON.parse(again.updates) as string[];
    const told = await queries.nudge.findMany({
      where: { sessionKey: session.key, role, id: { in: [...ids] } },
      orderBy: { at: "asc" },
    });
    return [...told.filter(({ id }) => !fresh.some((nudge) => nudge.id === id)), ...fresh];
  }

  /** Those of these updates that were sent to a run, or to whoever came next. */
  async function updatesOf(
    session: SessionRow,
    { role, run }: Pick<Whose, "role" | "run">,
    ids: readonly string[],
  ): Promise<MessageRow[]> {
    if (ids.length === 0) return [];
    return (await findUpdates(queries, session.key, role, ids)).filter((each) => (each.run ?? run) === run);
  }

  /** The end of what happened: a reader that is told what stands needs to be told nothing from before. */
  async function lastEvent(): Promise<number> {
    await live.catchUp();
    return live.lastId;
  }
}

/**
 * Notes for the authors of items that code which they name has changed, once for each, and answers what that is now, by item: nothing
 * is told any more of code that is as it was again.
 */
async function noteOutdated(
  { anchors, committer, database, lastKnown }: ServiceContext,
  session: SessionRow,
): Promise<ReadonlyMap<string, string>> {
  const { workspaceId: workspace } = session;
  const path = memoryPath(session.id);
  const named = await lastKnown.now(`anchors ${session.key}`, () => anchors.of(database.queries, session));
  const state = committer.documents.find(workspace, path) ?? (await committer.current(workspace, path));
  const now = await anchors.outdated(session, state, named);
  if (now.some(({ untold }) => untold.length > 0)) {
    await noteDown(() =>
      committer.act({ workspace, author: DISK, alone: true }, async (draft) => {
        const known = await anchors.of(draft.queries, session);
        const all = await anchors.outdated(session, await draft.document(path), known);
        const left = all.filter(({ untold }) => untold.length > 0);
        for (const [role, of] of groupBy(left, (each) => each.role))
          draft.event("item.outdated", role, session, {
            cited: of.map(({ id: item, untold: cites }) => ({ item, cites })),
          });
        return null;
      }),
    );
  }
  return new Map(now.map(({ id, changed }) => [id, sayChanged(changed)]));
}

/** What a mark keeps of an answer that left something out: when it was. `cut-m9x0q2` */
function cutAt(now: Date): string {
  return `cut-${now.getTime().toString(36)}`;
}

function cutIn(known: readonly string[]): Date | null {
  const [, at] = /^cut-([0-9a-z]+)$/.exec(known.findLast((each) => each.startsWith("cut-")) ?? "") ?? [];
  return at === undefined ? null : new Date(Number.parseInt(at, 36));
}

function entryOfNudge({ id, sender, text, at }: NudgeRow): InboxEntry {
  const line = { kind: "nudge", id, role: sender, by: sender, tag: null, text, note: null, concerns: true } as const;
  return { ...line, at: at.toISOString() };
}

/**
 * Spares the reading of files that are as they were when they were last read whole, which their marks tell: whoever waits for
 * news looks often, and most often nothing was touched. A file that changed a moment before it was read is never trusted so.
 */
class QuietFiles<T> {
  readonly #known = new Map<string, { marks: string; found: T }>();
  readonly #looks = new SharedRuns<T>();

  /**
   * What `work` finds by reading the files of a workspace whole, or what it found when they were as they are. Those who ask at the
   * same time share one look.
   */
  read(store: Store, workspace: string, paths: readonly string[], work: () => Promise<T>): Promise<T> {
    const key = JSON.stringify([workspace, ...paths]);
    return this.#looks.run(key, () => this.#look(store, key, paths, work));
  }

  async #look(store: Store, key: string, paths: readonly string[], work: () => Promise<T>): Promise<T> {
    const marks = JSON.stringify(await store.marks(paths));
    const known = this.#known.get(key);
    if (known?.marks === marks) return known.found;
    this.#known.delete(key);
    const found = await work();
    this.#known.set(key, { marks, found });
    return found;
  }
}
