import type { Certainty } from "@/lib/core/history/blame";

interface Made {
  revision: number;
  at: string;
  actor: string;
  actorKind: "person" | "agent" | "disk";
  operation: string;
}

/** One step of an item's life. `said` is what it said before; null where it was written then, and where its words stayed. */
export type LifeStep<Change extends Made> = Omit<Change, "said" | "certainty"> & {
  certainty: Certainty;
  said: string | null;
};

/** Everything that happened to an item, oldest first: the changes of its words, and the revisions that changed none. */
export function lifeSteps<Change extends Made & { certainty: Certainty; said: string | null }>(life: {
  changes: readonly Change[];
  revisions: readonly Omit<Change, "said" | "certainty">[];
}): LifeStep<Change>[] {
  const told = new Set(life.changes.map(({ revision }) => revision));
  const others = life.revisions
    .filter(({ revision }) => !told.has(revision))
    .map((each): LifeStep<Change> => ({
      ...each,
      certainty: each.actorKind === "disk" ? "unknown" : "certain",
      said: null,
    }));
  return [...life.changes, ...others].sort((a, b) => a.revision - b.revision);
}
