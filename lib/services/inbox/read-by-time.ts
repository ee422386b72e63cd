import { type Debt, type NewsByTime, tellByTime } from "@/lib/core/inbox/by-time";
import type { Reader } from "@/lib/core/inbox/entry";
import { groupBy } from "@/lib/core/lists";
import { isOpenItem } from "@/lib/core/memory/tags";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { isNamed, lastRun, liveRuns, readerOfRun } from "@/lib/core/context/run";
import { dueAt } from "@/lib/core/context/standing";
import { versionOf } from "@/lib/core/context/version-number";
import { listUnconfirmed } from "@/lib/db/context";
import { listClaims } from "@/lib/db/presence";
import { listUnanswered, type PlacedQuestion } from "@/lib/db/questions";
import { listRelays } from "@/lib/db/relays";
import { listRoles, type SessionRow } from "@/lib/db/sessions";
import { placedItems } from "@/lib/services/commit/document-states";
import { presentQuestion } from "@/lib/services/workspace/question-row";
import { lastSigns, readSigns } from "@/lib/services/inbox/last-signs";
import { recipientsOf } from "@/lib/services/context/deliver";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { InboxEntry } from "@/lib/contracts/inbox";
import { wordReadiness } from "@/lib/core/context/gate";
import { findOpenGate } from "@/lib/db/gates";
import { blockersOf, lookAtGate } from "@/lib/services/context/gate-case";

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
