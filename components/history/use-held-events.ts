import { useCallback, useRef } from "react";
import { useSteady } from "@/components/shell/use-steady";
import type { Event } from "@/lib/contracts/events";

const NONE: readonly Event[] = [];

/** Lets new events in at the top only while the reader is there: nothing moves under the eyes of who reads further down. */
export function useHeldEvents(latest: readonly Event[] = NONE, atTop: boolean) {
  const first = useRef(latest[0]?.id ?? 0);
  const hold = useCallback(
    (seen: readonly Event[], events: readonly Event[]) => {
      const [newest] = seen;
      // A list that was empty, such as one just filtered, has nothing yet that could move.
      if (atTop || newest === undefined) return null;
      const waiting = Math.max(
        0,
        events.findIndex((event) => event.id <= newest.id),
      );
      return { shown: events.slice(waiting), waiting };
    },
    [atTop],
  );
  return {
    ...useSteady(latest, hold),
    /** Whether the event came while the page was open, so that it is tinted once. */
    isFresh: (event: Event) => first.current > 0 && event.id > first.current,
  };
}
