import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { eventsQuery, type EventsWanted } from "@/lib/client/history";
import { itemLifeQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import type { Event } from "@/lib/contracts/events";
import type { ItemLife } from "@/lib/contracts/memory";
import { eventOfRevision } from "./event-of-revision";

/** Events for a timeline, newest first, and how to get more of them. */
export interface TimelineEvents {
  /** Undefined until the first answer. */
  events: readonly Event[] | undefined;
  /** What went wrong: with everything when there are no events, else with the next page. */
  error: Error | null;
  /** Why the events may be old: they could not be read again. */
  stale: Error | null;
  retry: () => void;
  loadingMore: boolean;
  /** Absent when all are here, or when the last try failed. */
  loadMore: (() => void) | undefined;
  complete: boolean;
}

/**
 * So many events are read without being asked for. Folded runs make short lists of many events, which would otherwise
 * read a whole history only to fill a screen.
 */
const UNASKED = 500;

/** Whether the end of a list, when it comes into sight, is reason enough to read on. */
export function readsOn({ events }: TimelineEvents, atTop: boolean): boolean {
  return !atTop || (events?.length ?? 0) < UNASKED;
}

/** The events of a workspace that pass a filter, page after page. */
export function usePagedEvents(workspace: string, wanted: EventsWanted, enabled = true): TimelineEvents {
  const query = useInfiniteQuery({ ...eventsQuery(workspace, wanted), enabled });
  const { fetchNextPage, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const events = useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data]);
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return {
    events,
    error: query.data === undefined || isFetchNextPageError ? query.error : null,
    stale: query.data === undefined || isFetchNextPageError ? null : query.error,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    loadingMore: isFetchingNextPage,
    loadMore: hasNextPage && !isFetchingNextPage && !query.isError ? loadMore : undefined,
    complete: query.data !== undefined && !hasNextPage,
  };
}

/** The life of one item as events, and the item as it is now. */
export function useItemLife(scope: SessionScope, item: string | null): TimelineEvents & { life: ItemLife | undefined } {
  const query = useQuery({ ...itemLifeQuery(scope, item ?? ""), enabled: item !== null });
  const { data, error, refetch } = query;
  const events = useMemo(
    () => data && [...data.revisions].reverse().map((revision) => eventOfRevision(revision, scope.session)),
    [data, scope.session],
  );
  return {
    life: data,
    events,
    error: data === undefined ? error : null,
    stale: data === undefined ? null : error,
    retry: () => void refetch(),
    loadingMore: false,
    loadMore: undefined,
    complete: data !== undefined,
  };
}
