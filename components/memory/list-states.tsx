import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { say } from "@/lib/core/words/say";

export function NothingFound({ total, onClear }: { total: number; onClear: () => void }) {
  return (
    <EmptyState title={say("No matches")} actions={<Button onClick={onClear}>{say("Clear the filter")}</Button>}>
      {say("{total, plural, one {# item is} other {# items are}} hidden by it.", { total })}
    </EmptyState>
  );
}

const WIDTHS = ["w-3/4", "w-1/2", "w-2/3", "w-5/6", "w-2/5", "w-3/5"];

export function MemorySkeleton() {
  return (
    <div role="status" aria-label={say("Reading the memory")} className="flex-1 overflow-hidden">
      <div className="border-line flex h-[45px] items-center gap-2 border-b px-4">
        <Skeleton className="h-7 w-52" />
        <Skeleton className="h-6 w-20" />
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-6 w-24" />
      </div>
      {[0, 1, 2].map((section) => (
        <div key={section}>
          <div className="ps-7 pe-4 pt-5 pb-2.5">
            <Skeleton className="h-3 w-40" />
          </div>
          {WIDTHS.map((width) => (
            <div
              key={width}
              className="border-line grid h-[31px] grid-cols-[24px_92px_1fr] items-center gap-2 border-t px-4"
            >
              <span />
              <Skeleton className="h-3 w-16" />
              <Skeleton className={`h-3 ${width}`} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
