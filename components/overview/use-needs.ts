import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { eventsQuery, OUTSIDE } from "@/lib/client/history";
import { markSeen, readInbox } from "@/lib/client/needs";
import { needsKey, needsQuery } from "@/lib/client/needs";
import { atWork, workOver } from "@/lib/client/newest-first";
import { sessionsQuery } from "@/lib/client/sessions";
import type { Need } from "@/lib/contracts/needs";
import type { Session } from "@/lib/contracts/sessions";

interface Needs {
  /** Those at work, and those that were finished. */
  sessions: readonly Session[];
  finished: readonly Session[];
  /** Whether there are sessions that changed longer ago than all of these. */
  more: boolean;
  /** The most urgent first. */
  needs: readonly Need[];
  /** Some of what waits is still being read. */
  loading: boolean;
  /** What could not be read. */
  error: Error | null;
  retry: () => void;
  /** Moves the person's mark to what happened last in a session; gives how to move it back. */
  see: (session: string) => Promise<() => Promise<void>>;
}

const NO_SESSIONS: readonly Session[] = [];
const NO_NEEDS: readonly Need[] = [];

/** Everything that waits for a person in a workspace, kept current. */
export function useNeeds(workspace: string): Needs {
  const client = useQueryClient();
  const list = useQuery(sessionsQuery(workspace));
  const needs = useQuery(needsQuery(workspace));
  // In an order that does not change with every item somebody writes.
  const sessions = useMemo(() => (list.data ? atWork(list.data.items) : NO_SESSIONS), [list.data]);
  const finished = useMemo(() => workOver(list.data?.items ?? []), [list.data]);

  const see = useCallback(
    async (session: string) => {
      const scope = { workspace, session };
      const { mark } = await readInbox(scope);
      if (mark === null) return () => Promise.resolve();
      const send = async (undo?: boolean) => {
        await markSeen(scope, mark, undo);
        await client.invalidateQueries({ queryKey: needsKey(workspace) });
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
    more: list.data !== undefined && list.data.nextCursor !== null,
    needs: needs.data?.items ?? NO_NEEDS,
    loading: list.isLoading || needs.isLoading,
    error: needs.error ?? list.error,
    retry: () =>
      void client.refetchQueries({
        queryKey: ["workspace", workspace],
        predicate: ({ state }) => state.error !== null,
      }),
    see,
  };
}
