import type { Need } from "@/lib/contracts/needs";

/** While the reader is at the list, what comes new waits, unless there was nothing yet that it could move. */
export function holdNew(isThere: boolean) {
  return (seen: readonly Need[], latest: readonly Need[]) => {
    if (!isThere || seen.length === 0) return null;
    const known = new Set(seen.map((need) => need.key));
    const shown = latest.filter((need) => known.has(need.key));
    return { shown, waiting: latest.length - shown.length };
  };
}
