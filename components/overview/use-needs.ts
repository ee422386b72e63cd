"use client";
import { useInfiniteQuery, useQueries, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { eventsQuery, OUTSIDE } from "@/lib/client/history";
import { markSeen, readInbox } from "@/lib/client/inbox";
import { openItemsQuery, relaysQuery } from "@/lib/client/memory";
import { atWork, newestFirst } from "@/lib/client/newest-first";
import { proposedRepairsQuery } from "@/lib/client/repairs";
import { sessionsQuery } from "@/lib/client/sessions";
import type { Session } from "@/lib/contracts/sessions";
import { isOutsideEdit, listNeeds, type Need } from "./needs";

const hasRelays = (session: Session) => session.counts.pendingRelays > 0;
const hasOpenItems = (session: Session) => session.counts.openConflicts + session.counts.openQuestions > 0;

interface Needs {
  /** Those at work, and those that were finished. */
  sessions: readonly Session[];
  finished: readonly Session[];
  needs: readonly Need[];
  /** Some of what waits is still being read. */
  loading: boolean;
  /** What could not be read. */
  error: Error | null;
  retry: () => void;
  /** Moves the person's mark to what happened last in a session; gives how to move it back. */
  see: (session: string) => Promise<() => Promise<void>>;
}

const NONE: readonly Session[] = [];

/** What several queries have read, as the same object until something of it changes. */
function readAll<Data>(reads: readonly UseQueryResult<Data>[]) {
  return {
    data: reads.map((read) => read.data),
    isLoading: reads.some((read) => read.isLoading),
    error: reads.find((read) => read.error !== null)?.error ?? null,
  };
}

/** Everything that waits for a person in a workspace, kept current. */
export function useNeeds(workspace: string): Needs {
  const client = useQueryClient();
  const list = useQuery(sessionsQuery(workspace));
  // In an order that does not change with every item somebody writes.
  const sessions = useMemo(() => (list.data ? atWork(list.data.items) : NONE), [list.data]);
  const finished = useMemo(
    () => newestFirst((list.data?.items ?? []).filter((session) => session.finished !== null)),
    [list.data],
  );
  const withRelays = useMemo(() => sessions.filter(hasRelays), [sessions]);
  const withItems = useMemo(() => sessions.filter(hasOpenItems), [sessions]);
  const relays = useQueries({
    queries: withRelays.map(({ id }) => relaysQuery({ workspace, session: id })),
    combine: readAll,
  });
  const items = useQueries({
    queries: withItems.map(({ id }) => openItemsQuery({ workspace, session: id })),
    combine: readAll,
  });
  const outside = useInfiniteQuery(eventsQuery(workspace, OUTSIDE));
  const repairs = useQuery(proposedRepairsQuery(workspace));

  const reads = [relays, items, outside, repairs, list];

  const needs = useMemo(() => {
    const edits = (outside.data?.pages ?? []).flatMap((page) => page.items).filter(isOutsideEdit);
    const at = (all: readonly Session[], id: string) => all.findIndex((session) => session.id === id);
    return listNeeds(
      sessions,
      (id) => ({ relays: relays.data[at(withRelays, id)]?.items, open: items.data[at(withItems, id)] }),
      edits,
      repairs.data?.items,
    );
  }, [sessions, withRelays, withItems, relays.data, items.data, outside.data, repairs.data]);

  const see = useCallback(
    async (session: string) => {
      const scope = { workspace, session };
      const { mark } = await readInbox(scope);
      if (mark === null) return () => Promise.resolve();
      const send = async (undo?: boolean) => {
        await markSeen(scope, mark, undo);
        await client.invalidateQueries({ queryKey: eventsQuery(workspace, OUTSIDE).queryKey });
      };
      await send();
      return () => send(true);
    },
    [client, workspace],
  );

  return {
    sessions,
    finished,
    needs,
    loading: reads.some((read) => read.isLoading),
    error: reads.find((read) => read.error !== null)?.error ?? null,
    retry: () =>
      void client.refetchQueries({
        queryKey: ["workspace", workspace],
        predicate: ({ state }) => state.error !== null,
      }),
    see,
  };
}
