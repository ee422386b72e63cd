import type { InboxEntry } from "@/lib/contracts/inbox";
import { inOrder, type Reader } from "@/lib/core/inbox/entry";
import { namesReader } from "@/lib/core/memory/role-id";
import { beganIn, itemsOf, waitedBefore } from "@/lib/core/inbox/item-news";
import { putTo, tellViolation } from "@/lib/core/inbox/tell-news";
import { endedBy, sayBefore } from "@/lib/core/inbox/ends";
import { wordOpened } from "@/lib/core/context/gate";
import { isNamed } from "@/lib/core/context/run";
import { versionOf } from "@/lib/core/context/version-number";
import { findLatestVersion } from "@/lib/db/context";
import { currentNumber } from "@/lib/services/context/context-state";
import { listEvents } from "@/lib/db/events";
import { findOpenGate, type GateRow } from "@/lib/db/gates";
import { listQuestions } from "@/lib/db/questions";
import { listRelays } from "@/lib/db/relays";
import { listHappenings } from "@/lib/db/readings";
import type { SessionRow } from "@/lib/db/sessions";
import { memoryOf, placedItems } from "@/lib/services/commit/document-states";
import { findItems } from "@/lib/core/memory/identity";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { pairsByLine, progressOf, readPairs } from "@/lib/services/workspace/read-pairs";
import { stateOfPair } from "@/lib/core/memory/pair";
import { sayProgress } from "@/lib/core/memory/item-notes";
import { tellPair } from "@/lib/core/inbox/tell-pairs";
import { happeningOf, questionsIn, type Snapshot, standing } from "@/lib/services/inbox/read-news";

/** Edits made outside that are looked through for a reader that was told nothing yet. */
const LOOKED_THROUGH = 100;

/**
 * What stood at a snapshot, for a reader that was shown nothing yet: active items of others, relays that waited, and its own
 * that were settled or rejected, and answers to its questions. What happened since is told with what comes after the snapshot.
 */
export async function readDigest(
  { database, origins }: Pick<ServiceContext, "database" | "origins">,
  session: SessionRow,
  { state, last }: Pick<Snapshot, "state" | "last">,
  reader: Reader,
): Promise<InboxEntry[]> {
  const { queries } = database;
  const written = await origins.of(queries, state);
  const asked = await listQuestions(queries, session.key);
  const questions = questionsIn(asked);
  const allPairs = await readPairs(queries, session.key, state);
  const progress = progressOf(state, { questions: asked, pairs: allPairs });
  const pairsOf = pairsByLine(allPairs);
  const isMine = (role: string) => reader.isOwn && role === reader.role;
  // To a conversation that begins, what its role wrote is another's.
  const isRun = typeof reader.run === "string" && isNamed({ id: reader.run });
  const isOwn = (role: string) => isMine(role) && !isRun;
  const items = placedItems(state).flatMap((placed): InboxEntry[] => {
    const item = standing(placed);
    if (item.state !== "active" || isOwn(item.role)) return [];
    const text = [item.text, item.body].filter((part) => part !== "").join("\n");
    const far = progress(item.id) ?? undefined;
    const put = putTo(reader, questions.get(item.id));
    // Whoever is asked is told so already.
    const notes =
      far === undefined || far.state === "stands" || put !== null
        ? []
        : sayProgress({ id: item.id, pairs: pairsOf(item.id), progress: far });
    const told = notes.length === 0 ? text : `${text}\n(${notes.join("; ")})`;
    const origin = written.get(item.id);
    const at = origin?.at ?? state.changed?.at ?? session.createdAt.toISOString();
    const { id, role, tag } = item;
    const concerns = reader.isOwn && (isMine(item.role) || namesReader(text, reader.role));
    const kind = put === null ? "said" : "asked";
    const isAwaited = far?.state === "waiting" && far.lines.some((line) => isMine(line.role));
    const yours = concerns || put !== null || isAwaited;
    return [{ kind, id, role, by: origin?.by ?? role, tag, text: told, note: put?.due ?? null, concerns: yours, at }];
  });
  const relays = await listRelays(queries, session.key);
  const gate = await findOpenGate(queries, session.key);
  const place = { workspaceId: session.workspaceId, session: session.id };
  const answers = asked.filter(({ answer, asker }) => answer !== null && isOwn(asker));
  const isQuiet = relays.length === 0 && gate === null && answers.length === 0;
  const later = isQuiet ? [] : (await listHappenings(queries, place, last)).map(happeningOf);
  const waiting = waitedBefore(relays, later).flatMap((relay): InboxEntry[] => {
    if (isOwn(relay.role)) return [];
    const { id, role, tag, text } = relay;
    const concerns = reader.isLead || isMine(role) || namesReader(text, reader.role);
    const put = putTo(reader, questions.get(id));
    const about = { id, role, by: role, tag, text, at: relay.createdAt.toISOString() };
    if (put !== null) return [{ ...about, kind: "asked", note: put.due, concerns: true }];
    return [{ ...about, kind: "waits", note: null, concerns }];
  });
  // Its author hears what came of it, also where it had not looked before; a decision that came later is told as news.
  const version = isQuiet ? null : await findLatestVersion(queries, session.key);
  const ended = relays.flatMap((relay): InboxEntry[] => {
    const { state: kind } = relay;
    if ((kind !== "rejected" && kind !== "settled") || !isMine(relay.role)) return [];
    if (later.some((each) => endedBy(each).includes(relay.id))) return [];
    const { id, role, tag, text, reason, decidedBy, decidedAt, createdAt } = relay;
    const at = decidedAt ?? createdAt;
    const isBefore = kind === "settled" && reason !== null && version !== null && version.at > at;
    const note = isBefore ? sayBefore(reason, versionOf(currentNumber(version))) : reason;
    return [{ kind, id, role, by: decidedBy ?? "Lead", tag, text, note, concerns: true, at: at.toISOString() }];
  });
  // So does who asked: of an answer that it is to accept, and of one that closed the question.
  const answered = answers.flatMap((asked): InboxEntry[] => {
    const { asker: role, answer: note, answeredBy, answeredAt, askedAt } = asked;
    const id = asked.item ?? asked.id;
    if (later.some((each) => each.payload.question === id || itemsOf(each).ids.includes(id))) return [];
    const [placed] = findItems(memoryOf(state), state.identity, new Set([id])).map(standing);
    const about = placed ?? relays.find((relay) => relay.id === asked.id && relay.state === "pending");
    if (about === undefined || about.state === "archived") return [];
    const kind = about.state === "resolved" ? "resolved" : "answered";
    const [by, at] = [answeredBy ?? "Lead", (answeredAt ?? askedAt).toISOString()];
    return [{ kind, id, role, by, tag: about.tag, text: about.text, note, concerns: true, at }];
  });
  const isTold = gate === null || isMine(gate.openedBy) || beganIn(later, gate.id);
  const violations = reader.isLead ? await violationsBefore(queries, session, last) : [];
  const broken = violations.flatMap((happening) => tellViolation(happening, reader));
  const pairs = allPairs.filter((pair) => stateOfPair(pair).state === "open");
  // What is judged later is told as news.
  const judged = pairs.filter(({ id }) => later.every(({ payload }) => payload.pair !== id));
  const toSettle = judged.flatMap((pair) => tellPair(pair, reader, pair));
  return inOrder([
    ...items,
    ...waiting,
    ...ended,
    ...answered,
    ...toSettle,
    ...(isTold ? [] : [entryOfGate(gate)]),
    ...broken,
  ]);
}

/** The newest announcements of who made an edit outside, up to an event. */
async function violationsBefore(queries: ServiceContext["database"]["queries"], session: SessionRow, last: number) {
  const wanted = { workspaceId: session.workspaceId, session: session.id, actions: ["memory.attributed"] };
  const rows = await listEvents(queries, wanted, { limit: LOOKED_THROUGH, below: last + 1 });
  return rows.map(happeningOf);
}

/** The gate that is open, in the words that everybody else was told as it opened. */
function entryOfGate({ id, openedBy, openedAt, phase, gcVersion, record }: GateRow): InboxEntry {
  const { criteria = [] } = JSON.parse(record) as { criteria?: string[] };
  const text = wordOpened(phase, versionOf(gcVersion), criteria);
  const about = { id, role: openedBy, by: openedBy, tag: null, note: null, concerns: false };
  return { ...about, kind: "gate", text, at: openedAt.toISOString() };
}
