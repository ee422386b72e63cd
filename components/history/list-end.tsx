import { ReadFailure } from "@/components/shell/read-failure";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { say } from "@/lib/core/words/say";

interface ListEndProps {
  loading: boolean;
  /** What went wrong with the next page. */
  error: unknown;
  onRetry: () => void;
  /** Everything is shown. */
  complete: boolean;
  /** Asks for more where that is not done by scrolling. */
  onMore?: (() => void) | undefined;
  children: string;
}

/** What stands below the last event: more to come, why none comes, or that this is where it begins. */
export function ListEnd({ loading, error, onRetry, complete, onMore, children }: ListEndProps) {
  if (error) return <ReadFailure error={error} onRetry={onRetry} className="px-4 py-3" />;
  if (loading) return <TimelineSkeleton rows={3} />;
  if (onMore) {
    return (
      <p className="px-4 py-3">
        <Button onClick={onMore}>{say("Show older")}</Button>
      </p>
    );
  }
  return complete ? <p className="text-fg-3 px-4 py-4 text-xs">{children}</p> : null;
}

/** Rows as they will be, while they are read. */
export function TimelineSkeleton({ rows }: { rows: number }) {
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
