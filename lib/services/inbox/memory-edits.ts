import { editedRevision, givesWords, itemsOf, namesItems } from "@/lib/core/inbox/item-news";
import type { Happening } from "@/lib/core/inbox/entry";
import { identifyFormer, identifyItems, type PlacedItem, shareKeys } from "@/lib/core/memory/identity";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { memoryPath } from "@/lib/core/memory/session-paths";
import type { Queries } from "@/lib/db/database";
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
  const edits = happenings.flatMap((each, at) => {
    const revision = editedRevision(each, path);
    return revision === null ? [] : [{ each, at, revision }];
  });
  const [first] = edits;
  if (first === undefined || state.id === 0) return happenings;
  const found = await Promise.all(
    edits.map(async (edit) => ({ ...edit, found: await readFound(queries, state.id, edit.revision) })),
  );
  const now = memoryOf(state);
  const former = await formerItems(queries, state, first.revision);
  // What an event says of items, the texts need not tell again; other words only an event that is about words explains.
  const named = new Set(happenings.filter(namesItems).flatMap((each) => itemsOf(each).ids));
  const wordedAt = new Map(
    happenings.flatMap((each, at) => (givesWords(each) ? itemsOf(each).ids.map((id) => [id, at] as const) : [])),
  );
  /** The items before the first edit that came after an item was given words by name. */
  const since = new Map<number, ReadonlyMap<string, PlacedItem>>();
  const made: Happening[] = [];
  for (const placed of identifyItems(now, state.identity)) {
    const worded = wordedAt.get(placed.id) ?? -1;
    const next = worded < 0 ? first : edits.find(({ at }) => at > worded);
    const items = next === undefined || next === first ? former : since.get(next.revision);
    const known = items ?? (await formerItems(queries, state, next?.revision ?? first.revision));
    if (next !== undefined) since.set(next.revision, known);
    const was = known.get(placed.id);
    const isReworded = next !== undefined && was !== undefined && wordsOf(was) !== wordsOf(placed);
    const stood = former.get(placed.id);
    if (!isReworded && (named.has(placed.id) || (stood !== undefined && standingOf(stood) === standingOf(placed))))
      continue;
    const edit = editOf(found, placed.role);
    if (edit === null) continue;
    const isNew = stood === undefined && worded < 0;
    const action = isNew ? "item.added" : "item.edited";
    made.push({ ...edit.each, actor: edit.actor, action, target: placed.role, payload: { items: [placed.id] } });
  }
  return [...happenings, ...made];
}

/** The items of the text before a revision, by the ids that they have now. */
async function formerItems(queries: Queries, state: DocumentState, revision: number): Promise<Map<string, PlacedItem>> {
  const before = parseMemory(revision <= 1 ? "" : await readTextAt(queries, state.id, revision - 1));
  shareKeys(memoryOf(state), before);
  return new Map(identifyFormer(before, state.identity).map((placed) => [placed.id, placed]));
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
