"use client";
import { useLayoutEffect, useState } from "react";

interface Steady<Value> {
  /** What to show now. */
  shown: Value;
  /** How many changes wait to be shown. */
  waiting: number;
  showLatest: () => void;
}

/**
 * Shows the latest value unless that would move what the reader looks at: then it waits until the reader asks for it.
 * `countMoves` tells how much would move; a value for which it is 0, such as the reader's own change, is shown at once.
 */
export function useSteady<Value>(latest: Value, countMoves: (shown: Value, latest: Value) => number): Steady<Value> {
  const [shown, setShown] = useState(latest);
  const [waiting, setWaiting] = useState(0);

  useLayoutEffect(() => {
    if (latest === shown) return;
    const moves = countMoves(shown, latest);
    setWaiting(moves);
    if (moves === 0) setShown(latest);
  }, [latest, shown, countMoves]);

  return {
    shown,
    waiting: latest === shown ? 0 : waiting,
    showLatest: () => {
      setWaiting(0);
      setShown(latest);
    },
  };
}
