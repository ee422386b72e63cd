import { itemsOf, successorOf } from "@/lib/core/inbox/item-news";
import { groupBy } from "@/lib/core/lists";
import { identifyItems } from "@/lib/core/memory/identity";
import { memoryPath } from "@/lib/core/memory/session-paths";
import type { WithdrawnLine } from "@/lib/core/memory/withdrawn";
import { listEvents } from "@/lib/db/events";
import { memoryOf } from "@/lib/services/commit/document-states";
import type { Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** So many withdrawals are looked through, the newest first. */
const LOOKED_THROUGH = 500;

/** The lines that were withdrawn or replaced and do not stand again, of a session, or of all that the caller may see. */
export async function withdrawnLines(
  context: ServiceContext,
  caller: Caller,
  { workspace, session }: { workspace: string; session?: string },
): Promise<WithdrawnLine[]> {
  const own = caller.sessionKey === null ? session : ((await context.sessions.idOf(caller.sessionKey)) ?? "");
  const read = async () => {
    const actions = ["item.withdrawn", "item.replaced"];
    const wanted = { workspaceId: workspace, actions, session: own };
    const rows = await listEvents(context.database.queries, wanted, { limit: LOOKED_THROUGH, below: null });
    const found: WithdrawnLine[] = [];
    for (const [id, events] of groupBy(rows, (row) => row.session ?? "")) {
      if (id === "" || !(await context.sessions.has(workspace, id))) continue;
      const state = await context.committer.readable(workspace, memoryPath(id));
      const items = new Map(identifyItems(memoryOf(state), state.identity).map((placed) => [placed.id, placed]));
      const told = events.map(({ action, payload }) => ({
        action,
        payload: JSON.parse(payload) as Record<string, unknown>,
      }));
      const next = new Map(
        told.flatMap((each) => itemsOf(each).ids.map((item) => [item, successorOf(each)[0]] as const)).reverse(),
      );
      for (const [item, successor] of next) {
        const placed = items.get(item);
        if (placed === undefined || placed.state === "active") continue;
        const { role, item: said } = placed;
        found.push({ id: item, role, text: said.text, now: nowOf(successor, next, items) });
      }
    }
    return found;
  };
  return context.lastKnown.get(`withdrawn ${workspace} ${own ?? ""}`, read);
}

type Items = ReadonlyMap<string, ReturnType<typeof identifyItems>[number]>;

/** The last of a chain of lines, where it stands. */
function nowOf(first: string | undefined, next: ReadonlyMap<string, string | undefined>, items: Items): string | null {
  const seen = new Set<string>();
  for (let id = first; id !== undefined && !seen.has(id); id = next.get(id)) {
    seen.add(id);
    const placed = items.get(id);
    if (placed?.state === "active") return `${placed.role}: ${placed.item.text}`;
  }
  return null;
}
