import type { ReactNode } from "react";
import { NotRead } from "@/components/shell/not-read";
import { ReadFailure } from "@/components/shell/read-failure";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { say } from "@/lib/core/words/say";
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
    return error ? <NotRead what={say("The history")} error={error} onRetry={retry} /> : <TimelineSkeleton rows={12} />;
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
  if (source.loadingMore) return <TimelineSkeleton rows={3} />;
  if (onMore) {
    return (
      <p className="px-4 py-3">
        <Button onClick={onMore}>{say("Show older")}</Button>
      </p>
    );
  }
  return source.complete ? <p className="text-fg-3 px-4 py-4 text-xs">{text}</p> : null;
}

function TimelineSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden className="flex flex-col">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-[50px] items-start gap-2.5 px-4 py-2.5">
          <Skeleton className="mt-0.5 size-2 shrink-0" />
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <Skeleton className={index % 2 ? "h-3 w-72 max-w-full" : "h-3 w-56 max-w-full"} />
            <Skeleton className={index % 2 ? "h-2.5 w-96 max-w-full" : "h-2.5 w-80 max-w-full"} />
          </div>
        </div>
      ))}
    </div>
  );
}
