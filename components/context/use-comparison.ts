import { useMemo } from "react";
import type { Version } from "@/lib/contracts/context";
import { useContextPlace } from "./use-context-place";
import { versionNumberOf } from "./version-name";

/** The two versions that are compared, and how to go to others. Numbers; 0 is the empty text before the first. */
export function useComparison(versions: readonly Version[] | undefined) {
  const [{ from, to, view, line }, setPlace] = useContextPlace();
  // Newest first, as the timeline shows them.
  const numbers = useMemo(() => (versions ?? []).map((each) => versionNumberOf(each.version)), [versions]);
  const before = (number: number) => numbers.find((each) => each < number) ?? 0;
  const newer = to !== null && numbers.includes(to) ? to : (numbers[0] ?? 0);
  const older = from !== null && (from === 0 || numbers.includes(from)) ? from : before(newer);

  /** A version with the one before it. */
  const choose = (number: number) =>
    void setPlace({ from: null, to: number === numbers[0] ? null : number, line: null });

  return {
    numbers,
    line,
    from: older,
    to: newer,
    // Nobody is sent the first version as a delta from nothing.
    view: older === 0 && view === "delta" ? ("text" as const) : view,
    choose,
    setView: (next: typeof view) => void setPlace({ view: next }),
    setFrom: (number: number) => void setPlace({ from: number === before(newer) ? null : number }),
    setTo: (number: number) => void setPlace({ from: older, to: number, line: null }),
    /** Positive goes to older ones. */
    move: (step: 1 | -1) => {
      const next = numbers[numbers.indexOf(newer) + step];
      if (next !== undefined) choose(next);
    },
    /** Lets the version that is compared with be an older one, or a newer one. */
    moveFrom: (step: 1 | -1) => {
      const all = [...numbers, 0];
      const next = all[all.indexOf(older) + step];
      if (next !== undefined && next !== newer) void setPlace({ from: next, to: newer });
    },
  };
}

export type ComparisonPlace = ReturnType<typeof useComparison>;
