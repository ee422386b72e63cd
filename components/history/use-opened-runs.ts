import { useCallback, useState } from "react";
import type { TimelineRow } from "./timeline-rows";

/** Which runs are unfolded, remembered by an event in them: a run that grows stays as it was. */
export function useOpenedRuns() {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const toggle = useCallback((run: Extract<TimelineRow, { kind: "run" }>) => {
    setOpened((before) => {
      const next = new Set(before);
      for (const event of run.events) if (run.open) next.delete(event.id);
      const newest = run.events[0];
      if (!run.open && newest) next.add(newest.id);
      return next;
    });
  }, []);
  return { opened, toggle };
}
