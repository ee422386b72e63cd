import { useLayoutEffect, useState } from "react";

/** What may be shown meanwhile, and how many changes wait. */
export interface Held<Value> {
  shown: Value;
  waiting: number;
}

/**
 * Rows wait while you read: shows the latest value, unless that would move what the reader looks at. Then what would do so waits
 * until it is asked for. `hold` is given the value that was shown whole last and the latest, and tells what may be shown of it;
 * null where all of it may, as where nobody reads.
 */
export function useSteady<Value>(
  latest: Value,
  hold: (seen: Value, latest: Value) => Held<Value> | null,
): Held<Value> & { showLatest: () => void } {
  const [seen, setSeen] = useState(latest);
  const [held, setHeld] = useState<Held<Value> | null>(null);

  // Before anything is painted, and not while drawing: what the reader looks at is known only then.
  useLayoutEffect(() => {
    const next = latest === seen ? null : hold(seen, latest);
    setHeld(next);
    if (next === null) setSeen(latest);
  }, [latest, seen, hold]);

  return {
    shown: held === null ? seen : held.shown,
    waiting: held === null ? 0 : held.waiting,
    showLatest: () => {
      setHeld(null);
      setSeen(latest);
    },
  };
}
