import { readerOfRun } from "@/lib/core/context/run";
import { itemsOf } from "@/lib/core/inbox/item-news";
import { marksOf, type Marks } from "@/lib/core/text/marks";
import { findSaid, saidAlready, saidBefore, type Standing, nearnessTo } from "@/lib/core/inbox/said-already";
import { type MemoryDocument, type MemoryItem, wordsOf } from "@/lib/core/memory/model";
import { singleSpaces } from "@/lib/core/text/fold-name";
import { remember } from "@/lib/core/text/remember";
import { findReading, listHappenings } from "@/lib/db/readings";
import { listPendingRelays } from "@/lib/db/relays";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import { placedItems, memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { runOf, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** Who is about to say what: the role whose section it goes to, and under whose name it reads its inbox. */
interface Writer {
  role: string;
  reader: string;
  /** Under which name its mark is kept. */
  key: string;
  text: string;
  /** The line that the writer has judged, by the beginning of its id. */
  but?: string | undefined;
}

/** Under which name the mark of whoever writes as that role is kept. Where people lead they go by what the Lead was shown. */
export function keyFor(caller: Caller, role: string): string {
  const run = runOf(caller);
  return run === null ? role : readerOfRun(run, role);
}

/**
 * Refuses with `said_already` what another role says nearly the same of, or something of the same subject that the writer was
 * not shown yet, in an item or in a relay that waits; and what it says itself already, word for word. Marks nothing as shown.
 */
export async function assertUnsaid(
  { origins }: Pick<ServiceContext, "origins">,
  { draft, state, session }: { draft: Draft; state: DocumentState; session: SessionRow },
  { role, reader, key, text, but }: Writer,
): Promise<void> {
  const isOther = (each: { role: string }) => each.role !== role && each.role !== reader;
  const waiting = await relaysOf(draft, session);
  const isRepeat = (words: string) => singleSpaces(words.trim()) === singleSpaces(text.trim());
  const own = waiting.find((each) => each.role === role && isRepeat(each.text)) ?? ownRepeat(state, role, isRepeat);
  if (own !== undefined) throw saidBefore(own, draft.now);
  const relays = waiting.filter(isOther);
  // Mostly nothing is, and to find that out needs nobody's id.
  if (!isAnyNear(text, memoryOf(state), relays, isOther)) return;
  const written = await origins.of(draft.queries, state);
  const items = placedItems(state).flatMap(({ id, item, ...placed }): Standing[] => {
    if (
      !isOther(placed) ||
      (but !== undefined && id.startsWith(but)) ||
      (placed.state !== "active" && placed.state !== "resolved")
    )
      return [];
    const { tag, body } = item;
    const words = body === "" ? item.text : `${item.text}\n${body}`;
    const at = item.timestamp ?? written.get(id)?.at ?? null;
    return [{ id, role: placed.role, tag, text: words, at, marks: marksOfItem.get(item) }];
  });
  const standing = [...items, ...relays];
  // Whether it was read is asked for only where something is about the same.
  if (findSaid(text, standing, () => true).length === 0) return;
  const isUnread = await unreadBy(draft, session, reader, key);
  const [first, ...others] = findSaid(text, standing, isUnread);
  if (first !== undefined) throw saidAlready([first, ...others], draft.now);
}

/** The item of a role's own that says the same, word for word. */
function ownRepeat(state: DocumentState, role: string, isRepeat: (words: string) => boolean): Standing | undefined {
  const { sections } = memoryOf(state);
  if (!sections.some((each) => each.role === role && each.items.some((item) => isRepeat(wordsOf(item)))))
    return undefined;
  const found = placedItems(state).find(
    (each) => each.role === role && each.state === "active" && isRepeat(wordsOf(each.item)),
  );
  if (found === undefined) return undefined;
  const { id, item } = found;
  return { id, role, tag: item.tag, text: wordsOf(item), at: item.timestamp, marks: marksOfItem.get(item) };
}

/** The relays of a session that wait, with those that were left in the same batch. */
async function relaysOf({ queries, before }: Draft, { key }: SessionRow): Promise<Standing[]> {
  const waiting = (await listPendingRelays(queries, key)).map((row) => ({ ...row, at: row.createdAt.toISOString() }));
  const left = before
    .flatMap(({ effects }) => effects)
    .flatMap((effect) =>
      effect.type === "insert-relay" && effect.relay.sessionKey === key
        ? [{ ...effect.relay, at: effect.createdAt }]
        : [],
    );
  return [...waiting, ...left].map(({ id, role, tag, text, at }) => ({
    id,
    role,
    tag,
    text,
    at,
    marks: marksOf(text),
  }));
}

function isAnyNear(
  text: string,
  { sections }: MemoryDocument,
  relays: readonly Standing[],
  isOther: (each: { role: string }) => boolean,
): boolean {
  const nearness = nearnessTo(text);
  if (relays.some(({ marks }) => nearness(marks) !== null)) return true;
  return sections.some((each) => isOther(each) && each.items.some((item) => nearness(marksOfItem.get(item)) !== null));
}

// Items never change in place, and what one names is asked for with every item that is said.
export const marksOfItem = remember(({ text, body }: MemoryItem): Marks => marksOf(`${text}\n${body}`));

/** Tells of an item or a relay whether the reader was not shown it: all, for one that never looked. */
async function unreadBy(
  draft: Draft,
  session: SessionRow,
  reader: string,
  key: string,
): Promise<(id: string) => boolean> {
  const reading = await findReading(draft.queries, session.key, key);
  if (reading === null) return () => true;
  const place = { workspaceId: session.workspaceId, session: session.id };
  const left = new Set<unknown>();
  const unread = new Set<string>();
  const happened = (await listHappenings(draft.queries, place, reading.mark)).map(({ actor, action, payload }) => {
    return { actor, action, payload: JSON.parse(payload) as Record<string, unknown> };
  });
  // What was decided in the same batch nobody was shown.
  const since = draft.before.flatMap(({ events }) => events).filter((each) => each.session === session.id);
  for (const { actor, action, payload } of [...happened, ...since]) {
    if (actor === reader) continue;
    if (typeof payload.relay === "string" && action !== "relay.approved") {
      left.add(payload.relay);
      unread.add(payload.relay);
    }
    // An approved relay was read as a relay, where that was before.
    if (action === "relay.approved" && !left.has(payload.relay)) continue;
    for (const id of itemsOf({ payload }).ids) unread.add(id);
  }
  return (id) => unread.has(id);
}
