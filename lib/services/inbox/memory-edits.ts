import { editedRevision, givesWords, itemsOf, namesItems } from "@/lib/core/inbox/item-news";
import type { Happening } from "@/lib/core/inbox/happening";
import { identifyFormer, identifyItems, type PlacedItem } from "@/lib/core/memory/identity";
import { shareKeys } from "@/lib/core/memory/item-key";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { memoryPath } from "@/lib/core/memory/session-paths";
import type { Queries } from "@/lib/db/open";
import { DISK, writerIn } from "@/lib/core/history/outside-parts";
import type { Revision } from "@/lib/contracts/revisions";
import { findRevision } from "@/lib/db/revisions";
import { presentRevision } from "@/lib/services/commit/present-revision";
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
  if (first === undefined || state.id === 0) return happenings;
  const found = await Promise.all(
    edits.map(async (edit) => ({ ...edit, found: await readFound(queries, state.id, edit.revision) })),
  );
  const before = parseMemory(first.revision <= 1 ? "" : await readTextAt(queries, state.id, first.revision - 1));
  shareKeys(memoryOf(state), before);
  const former = new Map(identifyFormer(before, state.identity).map((placed) => [placed.id, placed]));
  // What an event says of items, the texts need not tell again; other words only an event that is about words explains.
  const named = new Set(happenings.filter(namesItems).flatMap((each) => itemsOf(each).ids));
  const worded = new Set(happenings.filter(givesWords).flatMap((each) => itemsOf(each).ids));
  const made = identifyItems(memoryOf(state), state.identity).flatMap((placed): Happening[] => {
    const was = former.get(placed.id);
    const isReworded = was !== undefined && wordsOf(was) !== wordsOf(placed) && !worded.has(placed.id);
    if (!isReworded && (named.has(placed.id) || (was !== undefined && standingOf(was) === standingOf(placed))))
      return [];
    const edit = editOf(found, placed.role);
    if (edit === null) return [];
    const action = was === undefined ? "item.added" : "item.edited";
    return [{ ...edit.each, actor: edit.actor, action, target: placed.role, payload: { items: [placed.id] } }];
  });
  return [...happenings, ...made];
}

const wordsOf = ({ item }: PlacedItem) => JSON.stringify([item.tag, item.text, item.body]);
const standingOf = ({ item, state }: PlacedItem) => JSON.stringify([state, item.resolution]);

/** An edit of the text; one that was found on disk with what its revision says of its parts. */
interface Edit {
  each: Happening;
  revision: number;
  found: Revision | null;
}

async function readFound(queries: Queries, documentId: number, revision: number): Promise<Revision | null> {
  const row = await findRevision(queries, documentId, revision);
  return row?.source === DISK ? presentRevision(row) : null;
}

/** The newest edit that can have changed a section, and who made that part of it. */
function editOf(edits: readonly Edit[], role: string): { each: Happening; actor: string } | null {
  const edit = edits.findLast(({ found }) => found === null || found.roles.includes(role)) ?? edits.at(-1);
  return edit === undefined
    ? null
    : { each: edit.each, actor: edit.found === null ? edit.each.actor : writerIn(edit.found, role) };
}
