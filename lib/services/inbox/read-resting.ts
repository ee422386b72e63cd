import type { Happening } from "@/lib/core/inbox/entry";
import { isPutAway, itemsOf } from "@/lib/core/inbox/item-news";
import type { Resting } from "@/lib/core/inbox/tell-also";
import type { StandingItem } from "@/lib/core/inbox/tell-news";
import type { SessionRow } from "@/lib/db/sessions";
import { findResting } from "@/lib/services/workspace/related-lines";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** How many withdrawn or replaced lines are followed at once. */
const FOLLOWED = 20;

/** What rests on items that were withdrawn or replaced; nothing if the index cannot be asked. */
export async function restingOnEnded(
  context: ServiceContext,
  { workspaceId: workspace, id: session }: SessionRow,
  happenings: readonly Happening[],
  items: ReadonlyMap<string, StandingItem>,
): Promise<Resting[]> {
  const ended = new Set(happenings.flatMap((each) => (isPutAway(each) ? itemsOf(each).ids : [])));
  const found: Resting[] = [];
  for (const id of [...ended].slice(-FOLLOWED)) {
    const item = items.get(id);
    if (item === undefined || item.state === "active") continue;
    const { role, text } = item;
    const places = await findResting(context, { workspace, session }, { id, role, text, now: null }).catch(() => []);
    for (const place of places)
      found.push({ item: id, place, agent: /^\.kaizen\/agents\/([^/]+)\//.exec(place)?.[1] ?? null });
  }
  return found;
}
