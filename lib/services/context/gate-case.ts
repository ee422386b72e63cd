import type { Pair } from "@/lib/contracts/pairs";
import { pairsByLine, progressOf, readPairs } from "@/lib/services/workspace/read-pairs";
import { suggestStale } from "@/lib/core/memory/prune";
import type { ItemOrigin } from "@/lib/services/commit/item-origins";
import {
  asksAll,
  decideGate,
  type GateBlocker,
  type GateCase,
  type GateWaiver,
  wordWaiting,
} from "@/lib/core/context/gate";
import { NO_VERSION, versionNumber, versionOf, versionOrNull } from "@/lib/core/context/version-number";
import { type Countable, isOpenItem } from "@/lib/core/memory/tags";
import { identifyItems } from "@/lib/core/memory/identity";
import { sayJudged } from "@/lib/core/memory/pair";
import { sayProgress } from "@/lib/core/memory/item-notes";
import { countsAsSilence } from "@/lib/core/memory/question";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { findLatestVersion, listAcks, listDeliveries } from "@/lib/db/context";
import { listQuestions, type PlacedQuestion } from "@/lib/db/questions";
import { vacantSince } from "@/lib/core/context/run";
import { hasConfirmed } from "@/lib/core/context/standing";
import { sayCount } from "@/lib/core/text/say-count";
import { listClaims, listRuns } from "@/lib/db/presence";
import { listPendingRelays } from "@/lib/db/relays";
import type { Queries } from "@/lib/db/database";
import { leadActionOf } from "@/lib/services/context/owed-answers";
import { lastUpdate } from "@/lib/services/context/read-standings";
import { listRoles, type SessionRow } from "@/lib/db/sessions";
import { placedItems, memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { presentQuestion } from "@/lib/services/workspace/question-row";
import { currentNumber } from "@/lib/services/context/context-state";
import { seatsOf, type Seat } from "@/lib/services/context/seats";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** What a gate of this session would be decided on now. */
export async function lookAtGate(
  { committer, database: { queries }, clock }: Pick<ServiceContext, "committer" | "database" | "clock">,
  session: SessionRow,
): Promise<Looked> {
  const memory = await committer.readable(session.workspaceId, memoryPath(session.id));
  const latest = await findLatestVersion(queries, session.key);
  return readCase(queries, session, { memory, version: versionOf(currentNumber(latest)), now: clock() });
}

/** The same for a team memory and a version that were read already. */
export async function readCase(
  queries: Queries,
  session: SessionRow,
  { memory, version, now }: { memory: DocumentState; version: string; now: Date },
): Promise<Looked> {
  const [rows, runs, questions, pairs] = await Promise.all([
    listRoles(queries, session.key),
    listRuns(queries, session.key),
    listQuestions(queries, session.key),
    readPairs(queries, session.key, memory),
  ]);
  const seats = seatsOf({ memory, rows, runs }, now, session);
  const isVacant = seats.some(({ live, last }) => live.length === 0 && last !== undefined);
  const left = isVacant ? await readWorkLeft(queries, session, now) : () => [];
  const roles = seats.map((seat) => {
    const endedAt = vacantSince(seat, now, session)?.toISOString() ?? null;
    return { ...seat, endedAt, left: endedAt === null ? [] : left(seat) };
  });
  return { memory, roles, version, questions, pairs, asksAll: asksAll(session) };
}

/** What the last run of a seat left undone. Open questions stand in the way by themselves. Source: runs, "Work left". */
export async function readWorkLeft(
  queries: Queries,
  session: SessionRow,
  now: Date,
): Promise<(seat: Seat) => string[]> {
  const [claims, relays, deliveries, acks] = await Promise.all([
    listClaims(queries, session.key, now),
    listPendingRelays(queries, session.key),
    listDeliveries(queries, session.key),
    listAcks(queries, session.key),
  ]);
  return ({ id, confirmed }) => {
    const sent = deliveries.filter(({ role, version }) => role === id && version === confirmed);
    const last = lastUpdate(sent);
    const ack = acks.findLast(({ deliveryId }) => deliveryId === last?.id);
    const isPaused = last !== undefined && leadActionOf(last, ack, sent) !== "none";
    const waiting = relays.filter(({ role }) => role === id).length;
    return [
      ...claims.filter(({ role }) => role === id).map(({ what }) => `its claim "${what}"`),
      ...(waiting > 0 ? [`${sayCount(waiting, "relay")} for the Lead`] : []),
      ...(isPaused ? ["an answer that waits for guidance"] : []),
    ];
  };
}

/** Who of those that are asked is at work and has confirmed the version. Before the first version nobody has to. */
export function currentOf({ roles, version, asksAll }: Looked): { current: number; teammates: number } {
  if (version === NO_VERSION) return { current: 0, teammates: 0 };
  const number = versionNumber(version) ?? 0;
  const isCurrent = ({ confirmed }: Seat) => hasConfirmed(confirmed, number);
  const asked = roles.filter((role) => asksAll || role.endedAt === null || !isCurrent(role));
  return { current: asked.filter((role) => role.endedAt === null && isCurrent(role)).length, teammates: asked.length };
}

/** What a gate is decided on, as it is now. */
export interface Looked {
  memory: DocumentState;
  /** The active teammates: when the last run of each ended, where nobody is at work as it, and what that left undone. */
  roles: (Seat & { endedAt: string | null; left: string[] })[];
  version: string;
  questions: PlacedQuestion[];
  pairs: Pair[];
  /** Whether it asks for every teammate, also one that left nothing when its last run ended. */
  asksAll: boolean;
}

export function blockersOf(looked: Looked, waivers: GateWaiver[]): GateBlocker[] {
  return decideGate(caseOf(looked, waivers));
}

export function caseOf({ memory, roles, version, questions, pairs, asksAll }: Looked, waivers: GateWaiver[]): GateCase {
  const openItems = tellItems({ memory, questions, pairs }, isOpenItem).flatMap(({ put, ...item }) => {
    const isUnshown = put !== undefined && put.answer === null && !countsAsSilence(put.state);
    return { ...item, unshown: isUnshown ? put.to : null };
  });
  const confirmed = roles.map((role) => ({
    id: role.id,
    confirmed: versionOrNull(role.confirmed),
    endedAt: role.endedAt,
    left: role.left,
  }));
  const openPairs = pairs
    .filter(({ state, judgement }) => state === "open" && judgement === "conflicts")
    .map((pair) => ({ id: pair.id, role: pair.item.role, text: `${sayJudged(pair, "")}.` }));
  // Before the first version there is nothing anybody could be behind of.
  return { roles: version === NO_VERSION ? [] : confirmed, version, openItems, openPairs, waivers, asksAll };
}

/** Such items with what stands with each, in words. */
function tellItems<T extends Countable>(
  { memory, questions, pairs }: Pick<Looked, "memory" | "questions" | "pairs">,
  isMeant: (item: Countable) => item is T,
) {
  const byItem = new Map(questions.map((question) => [question.item, question]));
  const progressAt = progressOf(memory, { questions, pairs });
  const pairsOf = pairsByLine(pairs);
  return placedItems(memory).flatMap(({ id, role, state, item }) => {
    const counted = { state, tag: item.tag };
    if (!isMeant(counted)) return [];
    const row = byItem.get(id);
    const put = row && presentQuestion(row, { isOpen: true, closedAt: null });
    const progress = progressAt(id) ?? undefined;
    const notes = sayProgress({ id, question: put, pairs: pairsOf(id), progress });
    return [{ ...counted, id, role, text: item.text, put, progress, notes }];
  });
}

/** Dependencies that are not met, in words; they do not block. */
export function waitingIn(looked: Pick<Looked, "memory" | "questions" | "pairs">): string[] {
  const isStanding = (item: Countable): item is Countable => item.tag === "Dependency" && item.state === "active";
  const all = tellItems(looked, isStanding);
  return wordWaiting(all.filter(({ progress }) => progress?.state === "waiting" || progress?.state === "open"));
}

/** What was written before the previous gate and not touched since. That gate's item is the last there is while one is open. */
export function staleItems(memory: DocumentState, origins: ReadonlyMap<string, ItemOrigin>): string[] {
  const document = memoryOf(memory);
  const writtenAt = (id: string) => origins.get(id)?.touchedAt;
  const previous = identifyItems(document, memory.identity).findLast(
    ({ role, state, item }) => role === "Lead" && item.tag === "Gate" && state === "active",
  );
  const previousGate = previous === undefined ? null : (writtenAt(previous.id) ?? previous.item.timestamp);
  return suggestStale(document, memory.identity, { writtenAt, previousGate }).map((each) => each.id);
}
