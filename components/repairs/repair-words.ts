import type { Repair } from "@/lib/contracts/repairs";

/** The same act has the same key on every page. */
export const REPAIR_KEYS = { apply: "p", dismiss: "d" } as const;

const STATES: Record<Repair["state"], string> = {
  proposed: "Not decided",
  applied: "Put back",
  dismissed: "Dismissed",
  undone: "Undone",
};

/** What became of it: "Put back by Lead". */
export function sayState({ state, decidedBy }: Repair): string {
  // Without a person, the workspace's mode decided.
  if (decidedBy === "disk") return `${STATES[state]} automatically`;
  return decidedBy === null ? STATES[state] : `${STATES[state]} by ${decidedBy}`;
}

/** Whether both texts can be compared on a page: those of a team memory can. */
export function canCompare({ session, path }: Repair): boolean {
  return session !== null && path.endsWith("/TEAM-MEMORY.md");
}
