import { AppError } from "@/lib/core/errors";
import { type PlacedItem } from "@/lib/core/memory/identity";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { listQuestions, type PlacedQuestion } from "@/lib/db/questions";
import { findReading } from "@/lib/db/readings";
import { listPendingRelays, type RelayRow } from "@/lib/db/relays";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import { placedItems, type DocumentState } from "@/lib/services/commit/document-states";
import { editMemory, getMemory } from "@/lib/services/workspace/edit-memory";
import { settleRelay } from "@/lib/services/workspace/settle-relay";
import { storedQuestion } from "@/lib/services/workspace/question-row";
import { readerKeyOf, signatureOf, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** What a version settled, as its event tells it: whoever left it reads that it has ended, and with which version. */
export interface Settled {
  id: string;
  role: string;
  relay?: true;
}

/** Something open that a version settles: a relay, or an item, and the question that it was put as. */
interface Open {
  relay: RelayRow | null;
  item: PlacedItem | null;
  question: PlacedQuestion | undefined;
}

/** What each id names that is open. Throws `not_found` for what is not. */
export async function findOpen(draft: Draft, session: SessionRow, settles: readonly string[] = []): Promise<Open[]> {
  if (settles.length === 0) return [];
  const questions = await listQuestions(draft.queries, session.key);
  const items = itemsIn(await getMemory(draft, session.id));
  const open: Open[] = [];
  for (const id of new Set(settles)) {
    const question = questions.find((each) => each.id === id || each.item === id);
    const relay = await draft.queries.relay.findFirst({ where: { sessionKey: session.key, id } });
    const item = items.find((each) => each.id === (question?.item ?? id)) ?? null;
    if (relay?.state === "pending") open.push({ relay, item: null, question });
    else if (item !== null) open.push({ relay: null, item, question });
    else
      throw new AppError("not_found", `${id} is no item and no relay that is open: nothing was published.`, {
        hint: "Publish without it; {memory.read} and {relay.list} show what is open.",
        errors: [{ path: "settles", message: `${id} is not open` }],
      });
  }
  return open;
}

/** Ends what a version settles, as part of its publication: an item is resolved, a relay settled, and an earlier answer gives way. */
export async function settleByVersion(
  draft: Draft,
  session: SessionRow,
  caller: Caller,
  { settles, version }: { settles: readonly Open[]; version: string },
): Promise<Settled[]> {
  const resolution = `settled by ${version}`;
  const settled: Settled[] = [];
  for (const { relay, item, question } of settles) {
    if (relay !== null) {
      settleRelay(draft, relay, signatureOf(caller), resolution);
      settled.push({ id: relay.id, role: relay.role, relay: true });
    }
    if (item !== null) {
      const recorded = { operation: "resolve", action: null, session };
      const state = await getMemory(draft, session.id);
      await editMemory(draft, state, { type: "resolve-item", item: item.id, resolution }, recorded);
      settled.push({ id: item.id, role: item.role });
    }
    if (question === undefined) continue;
    const { item: _, isWaiting: _waiting, ...row } = question;
    const answered = { ...row, answer: resolution, answeredBy: "Lead", answeredAt: draft.now };
    draft.effect({ type: "put-question", question: storedQuestion(answered) });
  }
  return settled;
}

function itemsIn(state: DocumentState): PlacedItem[] {
  if (state.hash === "" || state.binary) return [];
  return placedItems(state).filter((each) => each.state === "active");
}

/**
 * Refuses a version with `open_items` while a question to the Lead, or to nobody by name, has come since the Lead looked into its inbox and
 * since the last version: what one did not read yet may change what one is about to publish.
 */
export async function assertQuestionsRead(
  { origins }: Pick<ServiceContext, "origins">,
  draft: Draft,
  session: SessionRow,
  caller: Caller,
  { settles = [], last }: { settles: readonly string[] | undefined; last: Date | null },
): Promise<void> {
  const key = readerKeyOf(caller);
  const reading = key === null ? null : await findReading(draft.queries, session.key, key);
  const since = Math.max(reading?.at.getTime() ?? 0, last?.getTime() ?? 0);
  const state = await draft.document(memoryPath(session.id));
  const open = itemsIn(state).filter(({ item, role }) => item.tag === "Question" && role !== "Lead");
  const waiting = (await listPendingRelays(draft.queries, session.key)).filter(({ tag }) => tag === "Question");
  if (open.length + waiting.length === 0) return;
  const put = await listQuestions(draft.queries, session.key);
  const isUnread = (id: string, at: number) => {
    const question = put.find((each) => each.id === id || each.item === id);
    return at > since && !settles.includes(id) && (question === undefined || isUnreadByLead(question));
  };
  const written = await origins.of(draft.queries, state);
  const unread = [
    ...open
      .filter(({ id }) => isUnread(id, Date.parse(written.get(id)?.at ?? "")))
      .map(({ id, role, item }) => ({ id, role, text: item.text })),
    ...waiting
      .filter(({ id, createdAt }) => isUnread(id, createdAt.getTime()))
      .map(({ id, role, text }) => ({ id, role, text })),
  ];
  const [first, ...others] = unread;
  if (first === undefined) return;
  const rest = others.length === 0 ? "" : ` and ${others.length} more`;
  throw new AppError("open_items", `Not published: question ${first.id} of ${first.role}${rest} is unread.`, {
    hint: "Read {inbox.read}, or add `overQuestions`.",
    errors: [{ path: "overQuestions", message: "is needed to publish over what was not read" }],
    current: { open: unread },
  });
}

function isUnreadByLead({ role, seenAt, answeredAt }: PlacedQuestion): boolean {
  return answeredAt === null && (role === "Lead" ? seenAt === null : role === "");
}
