import { type Debt, type NewsByTime, tellByTime } from "@/lib/core/inbox/by-time";
import type { Reader } from "@/lib/core/inbox/entry";
import { groupBy } from "@/lib/core/lists";
import { isOpenItem } from "@/lib/core/memory/tags";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { endOf, isNamed, isOwn, lastRun, liveRuns, readerOfRun, sayNearName, sayShared } from "@/lib/core/context/run";
import { dueAt } from "@/lib/core/context/standing";
import { versionOf } from "@/lib/core/context/version-number";
import { listUnconfirmed } from "@/lib/db/context";
import { listClaims, listRuns, listRunsOf } from "@/lib/db/presence";
import { listUnanswered, type PlacedQuestion } from "@/lib/db/questions";
import { listRelays } from "@/lib/db/relays";
import { listRoles, type SessionRow } from "@/lib/db/sessions";
import { placedItems } from "@/lib/services/commit/document-states";
import { presentQuestion } from "@/lib/services/commit/present-question";
import { lastSigns, readSigns } from "@/lib/services/inbox/last-signs";
import { recipientsOf } from "@/lib/services/context/deliver";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { InboxEntry } from "@/lib/contracts/inbox";
import { wordReadiness } from "@/lib/core/context/gate";
import { findOpenGate } from "@/lib/db/gates";
import { blockersOf, lookAtGate } from "@/lib/services/context/gate-case";
import { namesOf } from "@/lib/core/text/marks";
import { sayFirst } from "@/lib/core/text/say-count";
import { sayDismissal } from "@/lib/core/inbox/tell-news";
import { listEvents } from "@/lib/db/events";
import type { Whose } from "@/lib/services/inbox/whose";

type Context = Pick<ServiceContext, "committer" | "database" | "lastKnown" | "sessions">;

/**
 * What became news to a reader by the clock alone. What is owed is read again only once somebody has committed; the team memory is
 * looked at only where something is to be told. `since` is when the reader looked last, asked for only where something is owed.
 */
export async function readByTime(
  context: Context,
  session: SessionRow,
  reader: Reader,
  { since, now }: { since: () => Promise<Date | null>; now: Date },
): Promise<NewsByTime & Owes> {
  const { unanswered, claims: allClaims, unconfirmed: all } = await readOwed(context, session, now);
  const waitsOn = new Set(unanswered.filter(({ asker }) => asker === reader.role).map(({ role }) => role));
  const shares = allClaims.some(({ role }) => role === reader.role);
  const isMeant = ({ role }: { role: string }) => reader.isLead || waitsOn.has(role);
  const unconfirmed = all.filter(isMeant);
  const claims = allClaims.filter((claim) => shares || isMeant(claim));
  const questions = unanswered.filter(({ asker, role }) => reader.isLead || [asker, role].includes(reader.role));
  if (questions.length + unconfirmed.length + claims.length === 0) return NOTHING;
  const { runOf, isOwed } =
    unconfirmed.length + claims.length === 0 ? NO_RUNS : await besideOthers(context, session, now);
  const updates = unconfirmed.filter(isOwed).map((row): Debt => {
    const due = dueAt(row, session.ackDeadline).toISOString();
    const what = `has not ${row.fetchedAt === null ? "read" : "confirmed"} ${versionOf(row.version)}`;
    const { role } = row;
    return { role, run: runOf(row), what, claim: null, since: row.sentAt.toISOString(), due, question: null };
  });
  const claimed = claims.map((row): Debt => {
    const { role, what: claim, at } = row;
    const what = `has claimed "${claim}"`;
    return { role, run: runOf(row), what, claim, since: at.toISOString(), due: null, question: null };
  });
  const asked = questions.map((row): Debt => debtOf(row, ""));
  const debts = [...updates, ...claimed, ...asked];
  const owes = questions.some(({ role }) => role === reader.role);
  const signs = await lastSigns(context, session, [...new Set(debts.map(({ role }) => role))]);
  const from = await since();
  const window = { since: from?.toISOString() ?? null, now: now.toISOString() };
  const told = tellByTime({ debts, signs, limits: session }, reader, window);
  if (told.entries.length === 0) return { ...told, owes };
  const standing = {
    debts: await whatStands(context, session, [...updates, ...claimed], questions),
    signs,
    limits: session,
  };
  return { ...tellByTime(standing, reader, window), owes };
}

/** What is owed in a session, claims as they stand now. */
async function readOwed({ database: { queries }, lastKnown }: Context, { key }: SessionRow, now: Date) {
  const read = () =>
    Promise.all([listUnanswered(queries, key), listClaims(queries, key, now), listUnconfirmed(queries, key)]);
  const [unanswered, claims, unconfirmed] = await lastKnown.now(`owed ${key}`, read);
  return { unanswered, claims: claims.filter(({ until }) => until > now), unconfirmed };
}

interface Owes {
  /** Whether a question waits for the reader's own answer. */
  owes: boolean;
}

const NOTHING: NewsByTime & Owes = { entries: [], next: null, owes: false };

function debtOf(row: PlacedQuestion, text: string): Debt {
  const put = presentQuestion(row, { isOpen: true, closedAt: null });
  const { id, item, asker, role, due, askedAt } = row;
  const what = `has not answered ${asker}`;
  const question = { ...put, id: item ?? id, asker, text };
  return {
    role,
    run: null,
    what,
    claim: null,
    since: askedAt.toISOString(),
    due: due?.toISOString() ?? null,
    question,
  };
}

interface Owing {
  role: string;
  run: string | null;
}

const NO_RUNS = { runOf: () => null, isOwed: () => true };

/**
 * Which run something is owed by apart from its seat: one with an id that did not end, where another run of the seat called later. What
 * the last one owes is the seat's, as is what nobody took. An update is owed only by who counts: with somebody at work there, by no run that ended.
 */
async function besideOthers(context: Context, session: SessionRow, now: Date) {
  const [rows] = await readSigns(context, session);
  const runs = rows.map((run) => ({ ...run, sign: context.sessions.runs.signOf(run) }));
  const seats = [...groupBy(runs, ({ role }) => role).values()];
  const last = new Set(seats.map(lastRun));
  const beside = runs.filter((run) => isNamed(run) && run.ended === null && !last.has(run));
  const readers = new Set(beside.map(({ reader }) => reader));
  const gone = seats.flatMap((seat) => {
    const live = liveRuns(seat, now, session);
    return live.length === 0 ? [] : seat.filter((run) => !live.includes(run)).map(({ reader }) => reader);
  });
  return {
    runOf: ({ role, run }: Owing) => (run !== null && readers.has(readerOfRun(run, role)) ? run : null),
    isOwed: ({ role, run }: Owing) => run === null || !gone.includes(readerOfRun(run, role)),
  };
}

/** Of what is owed, what active teammates owe and what is still open, with its words. */
async function whatStands(
  { committer, database: { queries } }: Context,
  session: SessionRow,
  updates: readonly Debt[],
  questions: readonly PlacedQuestion[],
): Promise<Debt[]> {
  const memory = await committer.readable(session.workspaceId, memoryPath(session.id));
  const active = new Set(recipientsOf(memory, await listRoles(queries, session.key)).map(({ id }) => id));
  const items = new Map(placedItems(memory).map((placed) => [placed.id, placed]));
  const relays = questions.some(({ isWaiting }) => isWaiting) ? await listRelays(queries, session.key) : [];
  const open = questions.flatMap((row): Debt[] => {
    if (row.isWaiting) return [debtOf(row, relays.find(({ id }) => id === row.id)?.text ?? "")];
    const placed = row.item === null ? undefined : items.get(row.item);
    const isOpen = placed !== undefined && isOpenItem({ state: placed.state, tag: placed.item.tag });
    return isOpen ? [debtOf(row, placed.item.text)] : [];
  });
  return [...updates, ...open].filter(({ role }) => role === "Lead" || active.has(role));
}

/** How far the open gate is, for the Lead. */
interface GateNews {
  /** One where it became ready, or blocked again, since `known`. */
  entries: InboxEntry[];
  /** What the reader knows after this: kept with its mark. Empty while no gate is open. */
  known: string[];
}

export const NO_GATE: GateNews = { entries: [], known: [] };

/**
 * Whether the open gate became ready or blocked since the Lead was told last. Whoever opened it was told what blocks it, so
 * at first only readiness is news. Source: inbox, "The Lead's inbox".
 */
export async function readGateNews(
  context: Pick<ServiceContext, "committer" | "database" | "clock">,
  session: SessionRow,
  known: readonly string[],
): Promise<GateNews> {
  const gate = await findOpenGate(context.database.queries, session.key);
  if (gate === null) return NO_GATE;
  const blockers = blockersOf(await lookAtGate(context, session), []).map(({ message }) => message);
  const isReady = blockers.length === 0;
  const [ready, blocked] = [`gate-${gate.id}-ready`, `gate-${gate.id}-blocked`];
  const before = known.find((each) => each === ready || each === blocked) ?? blocked;
  const after = isReady ? ready : blocked;
  if (after === before) return { entries: [], known: [after] };
  const about = { kind: "gate", role: "Lead", by: "Lead", tag: null, note: null, concerns: true } as const;
  const at = context.clock().toISOString();
  return { entries: [{ ...about, id: gate.id, text: wordReadiness(gate.phase, blockers), at }], known: [after] };
}

/** What a conversation is told of the one before it, and the names of what that had in hand. */
interface Takeover {
  lines: string[];
  names: ReadonlySet<string>;
}

/** What a teammate wrote last is one of these. */
const LINES = ["item.added", "memory.edited", "memory.attributed", "relay.created", "state.set"];

/**
 * What a conversation that begins in a used seat is told of the one before it: when that ended, what it said of its work last, which
 * of its claims are now the new one's, and the files of the workspace that were written since its last line, by their own times. Its
 * lines are in the digest. Without lines in a new seat. Source: runs, "A used seat is taken over".
 */
export async function readTakeover(
  { database: { queries }, store }: Pick<ServiceContext, "database" | "store">,
  session: SessionRow,
  { role, run }: Whose,
  now: Date,
): Promise<Takeover> {
  if (run === null) return only([]);
  const own = await listRunsOf(queries, session.key, run);
  const from = own.find(({ movedTo }) => movedTo === role);
  const ended = own.find((each) => each.role === role && each.dismissed !== null);
  const said = [
    ...(from === undefined ? [] : [`the Lead moved you from ${from.role} to ${role}: write as ${role} now`]),
    ...(ended === undefined ? [] : [sayDismissal(role, ended.how ?? "")]),
  ];
  const name = own.find((each) => each.role === role)?.name ?? null;
  if (name !== null)
    return only([...said, `${name} has no seat: you read as ${role}, and what you write waits for the Lead`]);
  const all = await listRuns(queries, session.key, role);
  const others = all.filter((each) => each.id !== run && isOwn(each));
  // Whoever gives no id counts for a seat only where nobody does.
  const shares = liveRuns(all, now, session).filter(({ id }) => id !== run);
  const before = lastRun(shares) ?? lastRun(others.filter(isNamed)) ?? lastRun(others);
  const wrote = { workspaceId: session.workspaceId, session: session.id, actors: [role], actions: LINES };
  const [states, claims, [line]] = await Promise.all([
    queries.stateLine.findMany({ where: { sessionKey: session.key } }),
    listClaims(queries, session.key, now),
    listEvents(queries, wrote, { limit: 1, below: null }),
  ]);
  const state = states.find((each) => each.role === role);
  const its = claims.filter((claim) => claim.role === role && claim.run === run);
  const held = [...new Set(its.map(({ what }) => `"${what}"`))];
  const whose = from === undefined ? "its claims are yours" : "your claims came along";
  const claimed = held.length === 0 ? [] : [`${whose}: ${sayFirst(held)}`];
  if (before === undefined) return only([...said, ...claimed], held);
  const since = line?.at ?? before.began;
  const { paths, whole } = await store(session.workspaceId).writtenAfter(since.getTime());
  const isClaimed = (path: string) => held.some((what) => what.includes(path));
  const files = [...paths.filter(isClaimed), ...paths.filter((path) => !isClaimed(path))];
  const isShared = shares.length > 0;
  const who = isShared ? shares.map(({ id }) => id) : [before.id];
  const isAre = who.length === 1 ? "is" : "are";
  const how = isShared ? `${isAre} at work too` : `ended at ${timeOf(endOf(before, now, session) ?? before.sign, now)}`;
  const lines = [
    ...said,
    `${isShared ? "You share" : "You took over"} ${role}: ${sayFirst(who)} ${how}`,
    ...(state === undefined ? [] : [`at ${timeOf(state.at, now)} ${role} was at "${state.text}"`]),
    ...claimed,
    ...(files.length === 0
      ? []
      : [`written since its last line: ${sayFirst(files)}${whole ? "" : " (not all files were looked at)"}`]),
  ];
  return only(lines, [...held, ...files, state?.text ?? ""]);
}

function only(lines: string[], inHand: readonly string[] = []): Takeover {
  return { lines, names: namesOf(inHand.join("\n")).names };
}

/** What a Lead that looks for the first time has to settle of the seats: those with several runs at work, and names that are nearly one. */
export async function readSharedSeats(
  { queries }: Pick<ServiceContext["database"], "queries">,
  session: SessionRow,
  now: Date,
): Promise<string[]> {
  const runs = await listRuns(queries, session.key);
  const near = runs.filter((run) => !isOwn(run) && endOf(run, now, session) === null && run.movedTo === null);
  const shared = [...groupBy(runs, ({ role }) => role)].flatMap(([role, all]) => {
    const live = liveRuns(all, now, session).filter(isNamed);
    return live.length < 2
      ? []
      : [
          sayShared(
            role,
            live.map(({ id }) => id),
          ),
        ];
  });
  return [...shared, ...near.map(({ name, id, role }) => sayNearName(name ?? role, id, role))];
}

/** Of today the time alone: `10:00 UTC`, `2026-02-09 10:00 UTC`. */
function timeOf(at: Date, now: Date): string {
  const [day, time] = [at.toISOString().slice(0, 10), at.toISOString().slice(11, 16)];
  return `${now.toISOString().startsWith(day) ? "" : `${day} `}${time} UTC`;
}
