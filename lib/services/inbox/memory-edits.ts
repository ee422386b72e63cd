import { editedRevision } from "@/lib/core/inbox/item-news";
import type { Happening } from "@/lib/core/inbox/happening";
import { identifyItems } from "@/lib/core/memory/identity";
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
  const former = new Map(
    identifyItems(before, {}).map(({ id, item, state: stood }) => [id, JSON.stringify([stood, item.resolution])]),
  );
  const named = new Set(
    happenings.flatMap(({ payload }) => (Array.isArray(payload.items) ? (payload.items as string[]) : [])),
  );
  const made = identifyItems(memoryOf(state), state.identity).flatMap(
    ({ id, item, state: stands, role }): Happening[] => {
      if (named.has(id) || former.get(id) === JSON.stringify([stands, item.resolution])) return [];
      const action = former.has(id) ? "item.edited" : "item.added";
      return [
        { ...last.each, actor: authorOf(last, role, happenings), action, target: role, payload: { items: [id] } },
      ];
    },
  );
  return [...happenings, ...made];
}

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
