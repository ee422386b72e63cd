import { editedRevision, givesWords, itemsOf, namesItems } from "@/lib/core/inbox/item-news";
import type { Happening } from "@/lib/core/inbox/happening";
import { identifyItems, type PlacedItem } from "@/lib/core/memory/identity";
import { shareKeys } from "@/lib/core/memory/item-key";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { memoryPath } from "@/lib/core/memory/session-paths";
import type { Queries } from "@/lib/db/open";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { readTextAt } from "@/lib/services/commit/revision-texts";

/**
 * The happenings with each edit of the memory's text, which names no items, in the form of additions and changes of items.
 * What it did is found by comparing the text before the first of them with the one there is now: a cost that only those pay
 * who were not there since. An edit made on disk is its role's where a hook said so.
 */
export async function nameEdits(
  queries: Queries,
  state: DocumentState,
  session: string,
  happenings: Happening[],
): Promise<Happening[]> {
  const path = memoryPath(session);
  const edits = happenings.flatMap((each) => {
    const revision = editedRevision(each, path);
    return revision === null ? [] : [{ each, revision }];
  });
  const [first] = edits;
  const last = edits.at(-1);
  if (first === undefined || last === undefined || state.id === 0) return happenings;
  const before = parseMemory(first.revision <= 1 ? "" : await readTextAt(queries, state.id, first.revision - 1));
  shareKeys(memoryOf(state), before);
  const former = new Map(identifyItems(before, {}).map((placed) => [placed.id, placed]));
  // What an event says of items, the texts need not tell again; other words only an event that is about words explains.
  const named = new Set(happenings.filter(namesItems).flatMap((each) => itemsOf(each).ids));
  const worded = new Set(happenings.filter(givesWords).flatMap((each) => itemsOf(each).ids));
  const made = identifyItems(memoryOf(state), state.identity).flatMap((placed): Happening[] => {
    const was = former.get(placed.id);
    const isReworded = was !== undefined && wordsOf(was) !== wordsOf(placed) && !worded.has(placed.id);
    if (!isReworded && (named.has(placed.id) || (was !== undefined && standingOf(was) === standingOf(placed))))
      return [];
    const actor = authorOf(last, placed.role, happenings);
    const action = was === undefined ? "item.added" : "item.edited";
    return [{ ...last.each, actor, action, target: placed.role, payload: { items: [placed.id] } }];
  });
  return [...happenings, ...made];
}

const wordsOf = ({ item }: PlacedItem) => JSON.stringify([item.tag, item.text, item.body]);
const standingOf = ({ item, state }: PlacedItem) => JSON.stringify([state, item.resolution]);

/** Whose edit it is: who made it, or the role that a hook named for it. */
function authorOf(
  { each, revision }: { each: Happening; revision: number },
  role: string,
  all: readonly Happening[],
): string {
  if (each.actor !== "disk") return each.actor;
  const attributed = all.some(
    ({ action, target, payload }) => action === "memory.attributed" && target === role && payload.revision === revision,
  );
  return attributed ? role : each.actor;
}
