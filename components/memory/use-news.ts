"use client";
import { useEffect, useState } from "react";
import { useLooksOnly } from "@/components/ui/changes";
import { markSeen, readInbox } from "@/lib/client/inbox";
import type { SessionScope } from "@/lib/client/paths";
import { NO_NEWS, type News } from "./memory-filter";

/**
 * What came or changed since the person looked last, as the server keeps it for all pages and doors. It stays marked for this
 * visit and is seen from now on; what comes in before their eyes is marked by its tint alone.
 */
export function useNews({ workspace, session }: SessionScope): News {
  const looksOnly = useLooksOnly();
  const [news, setNews] = useState(NO_NEWS);
  useEffect(() => {
    // Who only looks has no mark of their own.
    if (looksOnly) return;
    const leaving = new AbortController();
    const scope = { workspace, session };
    const look = async (shows: boolean) => {
      const { first, entries, mark } = await readInbox(scope, shows ? leaving.signal : undefined);
      // At a first visit everything would be new.
      if (shows && !first) setNews((known) => new Set([...known, ...entries.map(({ id }) => id)]));
      if (mark !== null) await markSeen(scope, mark);
    };
    // What is missing then is a sign beside a line, and the next visit has it.
    const quietly = (shows: boolean) => void look(shows).catch(() => undefined);
    const onVisible = () => {
      quietly(document.visibilityState === "visible");
    };
    quietly(true);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      leaving.abort();
      document.removeEventListener("visibilitychange", onVisible);
      // What came in the meantime was seen as it came.
      quietly(false);
    };
  }, [workspace, session, looksOnly]);
  return news;
}
