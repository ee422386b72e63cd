import { identifyItems } from "@/lib/core/memory/identity";
import { type MemoryItem, wordsOf } from "@/lib/core/memory/model";
import { subjectOf } from "@/lib/core/search/related";
import { remember } from "@/lib/core/text/remember";
import { changeLines, findIndexed, forgetLines, type IndexedLine } from "@/lib/db/lines";
import type { Queries } from "@/lib/db/database";
import { type DocumentState, memoryOf } from "@/lib/services/commit/document-states";

/** Of documents that this process has brought into the index: their states as they are there. */
const indexed = new WeakSet<DocumentState>();

/** A change of more lines than this is left for whoever looks for related ones: nobody waits for it to be recorded. */
const MOST_AT_ONCE = 200;

/**
 * Brings the lines of a team memory in the index from one state to the next, in the transaction that records it. What the index does not
 * hold as `before` is left: it is made anew when somebody looks for it.
 */
export async function followLines(queries: Queries, before: DocumentState, after: DocumentState): Promise<void> {
  if (after.kind !== "memory" || !(before.head === 0 || (await isIndexed(queries, before)))) return;
  const [standing, next] = [standingIn(before), standingIn(after)];
  const gone = [...standing].flatMap(([id, item]) => (saysAlike(item, next.get(id)) ? [] : [lineOf(id, item)]));
  const come = [...next].flatMap(([id, item]) => (saysAlike(item, standing.get(id)) ? [] : [lineOf(id, item)]));
  if (gone.length + come.length > MOST_AT_ONCE) return;
  await changeLines(queries, { documentId: after.id, head: after.head, gone, come });
  indexed.add(after);
}

/** Makes the lines of a team memory in the index anew. */
export async function indexLines(queries: Queries, state: DocumentState): Promise<void> {
  const { id: documentId, head } = state;
  await forgetLines(queries, documentId);
  const come = [...standingIn(state)].map(([id, item]) => lineOf(id, item));
  await changeLines(queries, { documentId, head, gone: [], come });
  indexed.add(state);
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

function lineOf(item: string, { role, item: said }: Standing): IndexedLine {
  return { item, role, terms: termsOf.get(said) };
}

// Items never change in place: what one is about is read once.
const termsOf = remember((item: MemoryItem) => [...subjectOf(wordsOf(item)).keys()]);
