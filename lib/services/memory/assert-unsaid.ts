import { itemsOf } from "@/lib/core/inbox/item-news";
import { marksOf, type Marks } from "@/lib/core/inbox/marks";
import { findSaid, saidAlready, type Standing } from "@/lib/core/inbox/said-already";
import { identifyItems } from "@/lib/core/memory/identity";
import type { MemoryItem } from "@/lib/core/memory/model";
import { remember } from "@/lib/core/text/remember";
import { findReading, listHappenings } from "@/lib/db/readings";
import { listPendingRelays } from "@/lib/db/relays";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** Who is about to say what: the role whose section it goes to, and under whose name it reads its inbox. */
interface Writer {
  role: string;
  reader: string;
  text: string;
}

/**
 * Refuses with `said_already` what another role says nearly the same of, or something of the same subject that the writer was
 * not shown yet, in an item or in a relay that waits. Marks nothing as shown.
 */
export async function assertUnsaid(
  { origins }: Pick<ServiceContext, "origins">,
  { draft, state, session }: { draft: Draft; state: DocumentState; session: SessionRow },
  { role, reader, text }: Writer,
): Promise<void> {
  const isOther = (each: { role: string }) => each.role !== role && each.role !== reader;
  const written = await origins.of(draft.queries, state);
  const items = identifyItems(memoryOf(state), state.identity).flatMap(({ id, item, ...placed }): Standing[] => {
    if (!isOther(placed) || (placed.state !== "active" && placed.state !== "resolved")) return [];
    const { tag, body } = item;
    const words = body === "" ? item.text : `${item.text}\n${body}`;
    const at = item.timestamp ?? written.get(id)?.at ?? null;
    return [{ id, role: placed.role, tag, text: words, at, marks: marksOfItem.get(item) }];
  });
  const relays = (await listPendingRelays(draft.queries, session.key))
    .filter(isOther)
    .map(({ id, role: by, tag, text: words, createdAt }): Standing => ({
      ...{ id, role: by, tag, text: words },
      ...{ at: createdAt.toISOString(), marks: marksOf(words) },
    }));
  const standing = [...items, ...relays];
  // Whether it was read is asked for only where something is about the same.
  if (findSaid(text, standing, () => true).length === 0) return;
  const isUnread = await unreadBy(draft, session, reader);
  const [first, ...others] = findSaid(text, standing, isUnread);
  if (first !== undefined) throw saidAlready([first, ...others], draft.now);
}

// Items never change in place, and what one names is asked for with every item that is said.
const marksOfItem = remember(({ text, body }: MemoryItem): Marks => marksOf(`${text}\n${body}`));

/** Tells of an item or a relay whether the reader was not shown it: all, for one that never looked. */
async function unreadBy(draft: Draft, session: SessionRow, reader: string): Promise<(id: string) => boolean> {
  const reading = await findReading(draft.queries, session.key, reader);
  if (reading === null) return () => true;
  const place = { workspaceId: session.workspaceId, session: session.id };
  const left = new Set<unknown>();
  const unread = new Set<string>();
  for (const { actor, action, payload: text } of await listHappenings(draft.queries, place, reading.mark)) {
    if (actor === reader) continue;
    const payload = JSON.parse(text) as Record<string, unknown>;
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
