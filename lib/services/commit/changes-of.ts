import { changedRoles } from "@/lib/core/memory/changed-roles";
import { changedItems, MOST_REWORDED } from "@/lib/core/memory/reworded-items";
import { memoryOf, stepToFound, type DocumentState } from "@/lib/services/commit/document-states";

/**
 * Whose sections of a team memory an edit from outside changed, and what its revision says of items: how many are lost, and the ids of those
 * and of reworded ones. Of a document that is found for the first time, or is no memory, nothing is said of items.
 */
export function changesOf(before: DocumentState, after: DocumentState) {
  const isMemory = before.kind === "memory";
  const { lost, reworded } =
    isMemory && before.head > 0 ? changedItems(partsOf(before), partsOf(after)) : { lost: [], reworded: [] };
  // Room for every reworded one; the revision's diff shows them all.
  const touched = [...reworded, ...lost].slice(0, MOST_REWORDED);
  const detail = {
    ...(lost.length > 0 && { lost: lost.length }),
    ...(touched.length > 0 && { items: touched.map(({ id }) => id) }),
  };
  return { roles: isMemory ? changedRoles(memoryOf(before), memoryOf(after)) : [], detail };
}

/** The next text of a document that somebody edited outside, for `draft.edit`: items that were reworded in it keep their ids. */
export function outsideChange(before: DocumentState, text: string) {
  const { patch, identity } = stepToFound(before, text);
  const after = { ...before, text, identity };
  const isMemory = before.kind === "memory";
  return {
    text,
    patch,
    ...(isMemory && { memory: { document: memoryOf(after), identity } }),
    ...changesOf(before, after),
  };
}

const partsOf = (state: DocumentState) => ({ document: memoryOf(state), identity: state.identity });
