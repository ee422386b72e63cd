"use client";
import { useMemo, useState } from "react";
import type { Need } from "./needs";

interface Settled {
  shown: readonly Need[];
  /** How many came while the reader was at the list, and wait to be shown. */
  waiting: number;
  showLatest: () => void;
}

/**
 * Keeps the list from growing between the reader's fingers: while the reader is at it, what comes new waits, unless there
 * was nothing yet that it could move. What is settled leaves at once.
 */
export function useSettled(needs: readonly Need[], isThere: boolean): Settled {
  const [known, setKnown] = useState<ReadonlySet<string>>(() => new Set(needs.map((need) => need.key)));
  const engaged = isThere && known.size > 0;
  const news = useMemo(() => needs.filter((need) => !known.has(need.key)), [needs, known]);
  const showLatest = () => setKnown(new Set(needs.map((need) => need.key)));
  // Adjusting while drawing, not in an effect: otherwise a new row would be missing for one frame.
  if (!engaged && news.length > 0) showLatest();
  return {
    shown: engaged && news.length > 0 ? needs.filter((need) => known.has(need.key)) : needs,
    waiting: engaged ? news.length : 0,
    showLatest,
  };
}
