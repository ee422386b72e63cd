import { changedRoles } from "@/lib/core/memory/changed-roles";
import { changedItems } from "@/lib/core/memory/reworded-items";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";

/** Whose sections of a team memory an edit changed, and which of its items; none where it is found for the first time, or is no memory. */
export function changesOf(before: DocumentState, after: DocumentState) {
  const isMemory = before.kind === "memory";
  const { lost, reworded } =
    isMemory && before.head > 0 ? changedItems(partsOf(before), partsOf(after)) : { lost: [], reworded: [] };
  return { roles: isMemory ? changedRoles(memoryOf(before), memoryOf(after)) : [], lost, reworded };
}

const partsOf = (state: DocumentState) => ({ document: memoryOf(state), identity: state.identity });
