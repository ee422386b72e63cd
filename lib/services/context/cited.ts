import type { CitedItem } from "@/lib/contracts/context";
import { stillCites, unsettledOf } from "@/lib/core/inbox/item-news";
import { citesOf, findGone } from "@/lib/core/context/find-cites";
import { type PlacedItem } from "@/lib/core/memory/identity";
import { listEvents } from "@/lib/db/events";
import type { Queries } from "@/lib/db/database";
import type { SessionRow } from "@/lib/db/sessions";
import { wordsOf } from "@/lib/core/memory/model";
import { placedItems, type DocumentState } from "@/lib/services/commit/document-states";

/** So many items are named with a version; more would be read by nobody. */
const MOST_ITEMS = 100;

/** Versions and confirmations that are looked through. */
const MOST_EVENTS = 1000;

/** The active items that cite what a version changes or removes. */
export function findCited(memory: DocumentState, version: string, texts: { before: string; after: string }) {
  const citesIn = citesOf(findGone(texts.before, texts.after));
  const cited: CitedItem[] = [];
  for (const placed of standingItems(memory)) {
    const cites = citesIn(wordsOf(placed.item));
    if (cites.length > 0) cited.push(present(placed, { cites, version }));
    if (cited.length === MOST_ITEMS) break;
  }
  return cited;
}

/** Of the items that cited what a version changed, those that stand as they were and that nobody has confirmed since. */
export async function readCited(queries: Queries, session: SessionRow, memory: DocumentState): Promise<CitedItem[]> {
  const rows = await listEvents(
    queries,
    {
      workspaceId: session.workspaceId,
      session: session.id,
      actions: ["context.published", "item.confirmed"],
      from: session.createdAt,
    },
    { limit: MOST_EVENTS, below: null },
  );
  const happenings = rows.toReversed().map(({ action, target, payload }) => {
    return { action, target, payload: JSON.parse(payload) as Record<string, unknown> };
  });
  const unsettled = new Map(unsettledOf(happenings).map((each) => [each.item, each]));
  if (unsettled.size === 0) return [];
  return standingItems(memory).flatMap((placed) => {
    const cited = unsettled.get(placed.id);
    return cited === undefined || !stillCites(cited, wordsOf(placed.item)) ? [] : [present(placed, cited)];
  });
}

/** What somebody could still believe; a gate's own item says what was so then. */
function standingItems(memory: DocumentState): PlacedItem[] {
  if (memory.hash === "" || memory.binary) return [];
  return placedItems(memory).filter(({ state, item }) => state === "active" && item.tag !== "Gate");
}

function present(
  { id, role, item: { tag, text } }: PlacedItem,
  { cites, version }: Pick<CitedItem, "cites" | "version">,
): CitedItem {
  return { item: id, role, tag, text, cites, version };
}
