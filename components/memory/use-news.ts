import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useMay } from "@/components/ui/changes";
import { eventsQuery, OUTSIDE } from "@/lib/client/history";
import { markSeen, readInbox } from "@/lib/client/needs";
import type { SessionScope } from "@/lib/client/paths";
import { NO_NEWS, type News } from "./memory-filter";

/** How long, in milliseconds, changes may go on before they count as seen by who watches them. */
const SETTLED_MS = 1_000;

/** Reads what is new to the person and says that it was shown; what arrives with it is kept as marked for this visit. */
type Look = (arrives: boolean, signal: AbortSignal) => Promise<void>;

/**
 * What came or changed since the person looked last, as the server keeps it for all pages and doors. It stays marked for this
 * visit and is seen from now on.
 */
export function useNews({ workspace, session }: SessionScope): { news: News; look: Look } {
  const client = useQueryClient();
  const marks = useMay()("mark its inbox as read");
  const [news, setNews] = useState(NO_NEWS);
  const look = useCallback<Look>(
    async (arrives, signal) => {
      // Who only looks has no mark of their own.
      if (!marks || document.visibilityState !== "visible") return;
      try {
        const { first, entries, mark } = await readInbox({ workspace, session }, signal);
        // At a first visit everything would be new.
        if (arrives && !first) setNews((known) => new Set([...known, ...entries.map(({ id }) => id)]));
        if (mark === null) return;
        await markSeen({ workspace, session }, mark);
        await client.invalidateQueries({ queryKey: eventsQuery(workspace, OUTSIDE).queryKey });
      } catch {
        // A sign beside a line is missing, and the next look has it.
      }
    },
    [client, workspace, session, marks],
  );
  useEffect(() => {
    const leaving = new AbortController();
    const arrive = () => void look(true, leaving.signal);
    arrive();
    document.addEventListener("visibilitychange", arrive);
    return () => {
      leaving.abort();
      document.removeEventListener("visibilitychange", arrive);
    };
  }, [look]);
  return { news, look };
}

/** What comes in before the person's eyes is marked by its tint alone, and seen once it has come to rest. */
export function useSeenAsItComes(look: Look, shown: object, waiting: number): void {
  const known = useRef(shown);
  useEffect(() => {
    if (known.current === shown || waiting > 0) return;
    known.current = shown;
    const leaving = new AbortController();
    const settled = setTimeout(() => void look(false, leaving.signal), SETTLED_MS);
    return () => {
      clearTimeout(settled);
      leaving.abort();
    };
  }, [look, shown, waiting]);
}
