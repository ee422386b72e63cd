import { sayCount } from "@/lib/core/text/say-count";
import type { Repair } from "@/lib/contracts/repairs";

/** The same act has the same key on every page. */
export const REPAIR_KEYS = { apply: "p", dismiss: "d" } as const;

/** Who saved what over whom: "tester-2 saved an old copy (revision 3) over revision 7, without 2 lines by tester-1." */
export function sayRepair(repair: Repair): string {
  const { kind, actor, base, before, lineCount, authors } = repair;
  const who = actor === "disk" ? "Someone outside Wardroom" : actor;
  const lines = sayCount(lineCount, "line");
  if (kind === "late") return `${who} wrote ${lines} into a file that had just been replaced.`;
  const by = authors.length === 0 ? "" : ` by ${authors.join(", ")}`;
  return `${who} saved an old copy (revision ${base}) over revision ${before}, without ${lines}${by}.`;
}

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
