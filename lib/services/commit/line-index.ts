import { identifyItems } from "@/lib/core/memory/identity";
import { type MemoryItem, wordsOf } from "@/lib/core/memory/model";
import { subjectOf } from "@/lib/core/search/related";
import { remember } from "@/lib/core/text/remember";
import { changeLines, findIndexed, forgetLines, type IndexedLine } from "@/lib/db/lines";
import type { Queries } from "@/lib/db/database";
import { type DocumentState, memoryOf } from "@/lib/services/commit/document-states";

/** Of documents that this process has brought into the index: their states as they are there. */
const indexed = new WeakSet<DocumentState>();

/** A change of more lines is left for the next act: nobody waits for an edit made outside to be recorded. */
const MOST_AT_ONCE = 200;

/**
 * Brings the lines of a team memory in the index from one state to the next, in the transaction that records it. What the index does not
 * hold as `before`, or where that is not known, is rebuilt by an act; an edit that was `found` outside leaves it as it is.
 */
export async function followLines(
  queries: Queries,
  before: DocumentState | null,
  after: DocumentState,
  found = false,
): Promise<void> {
  // A document just begun has its row's id in the database only.
  if (after.kind !== "memory" || after.id === 0) return;
  const { id: documentId, head } = after;
  const known = before !== null && (await isIndexed(queries, before)) ? before : null;
  if (found && known === null) return;
  const [standing, next] = [known === null ? new Map<string, Standing>() : standingIn(known), standingIn(after)];
  const gone = [...standing].filter(([id, item]) => !saysAlike(item, next.get(id)));
  const come = [...next].filter(([id, item]) => !saysAlike(item, standing.get(id)));
  if (found && gone.length + come.length > MOST_AT_ONCE) return;
  if (known === null) await forgetLines(queries, documentId);
  await changeLines(queries, { documentId, head, gone: gone.map(lineOf), come: come.map(lineOf) });
  indexed.add(after);
}

/** Whether the index holds a team memory as it is in this state. */
export async function isIndexed(queries: Queries, state: DocumentState): Promise<boolean> {
  return indexed.has(state) || (await findIndexed(queries, state.id)) === state.head;
}

interface Standing {
  role: string;
  item: MemoryItem;
}

/** The items that stand, by their ids: what is archived is found no more. */
function standingIn(state: DocumentState): Map<string, Standing> {
  const items = state.head === 0 ? [] : identifyItems(memoryOf(state), state.identity);
  const stand = items.filter(({ state: stands }) => stands === "active" || stands === "resolved");
  return new Map(stand.map(({ id, role, item }) => [id, { role, item }]));
}

function saysAlike({ item, role }: Standing, other: Standing | undefined): boolean {
  return item === other?.item || (role === other?.role && wordsOf(item) === wordsOf(other.item));
}

function lineOf([item, { role, item: said }]: [string, Standing]): IndexedLine {
  return { item, role, terms: termsOf.get(said) };
}

// Items never change in place: what one is about is read once.
const termsOf = remember((item: MemoryItem) => [...subjectOf(wordsOf(item)).keys()]);
