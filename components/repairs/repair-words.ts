import type { Repair } from "@/lib/contracts/repairs";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";

/** The same act has the same key on every page. */
export const REPAIR_KEYS = { apply: "p", dismiss: "d" } as const;

const STATES: Record<Repair["state"], Sentence> = {
  proposed: sentence("Not decided"),
  applied: sentence("Put back"),
  dismissed: sentence("Dismissed"),
  undone: sentence("Undone"),
};

/** What became of it: "Put back by Lead". */
export function sayState({ state, decidedBy }: Repair): string {
  // Without a person, the workspace's mode decided.
  if (decidedBy === "disk") return say("{state} automatically", { state: say(STATES[state]) });
  return decidedBy === null
    ? say(STATES[state])
    : say("{state} by {decidedBy}", { state: say(STATES[state]), decidedBy });
}

/** Whether both texts can be compared on a page: those of a team memory can. */
export function canCompare({ session, path }: Repair): boolean {
  return session !== null && path.endsWith("/TEAM-MEMORY.md");
}
