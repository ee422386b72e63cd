import type { ReactNode } from "react";
import { Reading } from "@/components/shell/reading";
import { ReadFailure } from "@/components/shell/read-failure";
import { Button } from "@/components/ui/button";
import { SkeletonRows } from "@/components/ui/skeleton";
import { say } from "@/lib/core/i18n/say";
import { Timeline, type TimelineProps } from "./timeline";
import { readsOn, type TimelineEvents } from "./use-timeline-events";
import type { TimelineRows } from "./use-timeline-rows";

interface HistoryListProps extends Pick<
  TimelineProps,
  "ref" | "label" | "current" | "pinned" | "onChoose" | "showSession"
> {
  source: TimelineEvents;
  list: TimelineRows;
  /** What is said where the history begins. */
  end: string;
  empty: ReactNode;
}

export function HistoryList({ source, list, end, empty, ...timeline }: HistoryListProps) {
  const { events, error, retry, loadMore } = source;
  if (events === undefined) {
    return <Reading what={say("The history")} error={error} onRetry={retry} rows={12} height="h-[50px]" />;
  }
  if (events.length === 0) return empty;
  const goesOn = readsOn(source, list.atTop);
  return (
    <Timeline
      {...timeline}
      rows={list.rows}
      isFresh={list.held.isFresh}
      waiting={list.held.waiting}
      onShowLatest={list.held.showLatest}
      onAtTop={list.setAtTop}
      onNearEnd={goesOn ? loadMore : undefined}
      end={<ListEnd source={source} text={end} {...(!goesOn && loadMore && { onMore: loadMore })} />}
    />
  );
}

/** What stands below the last event: more to come, why none comes, or that this is where it begins. */
function ListEnd({ source, text, onMore }: { source: TimelineEvents; text: string; onMore?: () => void }) {
  if (source.error) return <ReadFailure error={source.error} onRetry={source.retry} className="px-4 py-3" />;
  if (source.loadingMore) return <SkeletonRows rows={3} height="h-[50px]" />;
  if (onMore) {
    return (
      <p className="px-4 py-3">
        <Button onClick={onMore}>{say("Show older")}</Button>
      </p>
    );
  }
  return source.complete ? <p className="text-fg-3 px-4 py-4 text-xs">{text}</p> : null;
}
