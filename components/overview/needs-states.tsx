import { Remedy } from "@/components/shell/remedy";
import { Skeleton } from "@/components/ui/skeleton";
import { wordsOf } from "@/lib/client/request-error";
import { say } from "@/lib/core/words/say";

export function NothingWaits({ snoozed }: { snoozed: boolean }) {
  return (
    <p role="status" className="text-fg-2 px-4 pb-6">
      {snoozed
        ? say("Nothing is snoozed.")
        : say("You’re all caught up. New relays, gates, conflicts and questions appear here.")}
    </p>
  );
}

/** Said above what could be read. */
export function ReadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { message } = wordsOf(error);
  return (
    <p role="alert" className="bg-warn-soft mx-4 mb-2 flex flex-wrap items-center gap-2 rounded-md px-2.5 py-1.5">
      <span className="min-w-0 flex-1">{say("{message} This list may be incomplete.", { message })}</span>
      <Remedy error={error} onRetry={onRetry} size="small" />
    </p>
  );
}

export function NeedsSkeleton() {
  return (
    <div role="status" aria-label={say("Loading")}>
      {["w-4/5", "w-3/5", "w-2/3", "w-1/2"].map((width) => (
        <div
          key={width}
          className="border-line grid h-[53px] grid-cols-[104px_minmax(0,1fr)_120px] items-center gap-3 border-t px-4 max-sm:grid-cols-1"
        >
          <Skeleton className="h-3 w-20 max-sm:hidden" />
          <span className="flex flex-col gap-2">
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="h-2.5 w-40" />
          </span>
          <Skeleton className="h-6 w-full max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}
