import { say } from "@/lib/core/i18n/say";
import { cx } from "./cx";

/** A grey bar where text will be; give it the size of that text, so that nothing moves when it comes. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("bg-hover block animate-pulse rounded-sm", className ?? "h-3 w-full")} />;
}

const WIDTHS = ["w-3/4", "w-1/2", "w-2/3", "w-5/6", "w-2/5", "w-3/5"];

interface SkeletonRowsProps {
  rows?: number;
  /** How high each is, as a class. */
  height?: string;
  label?: string;
}

/** Placeholder rows for a list that is on its way. */
export function SkeletonRows({ rows = 6, height = "h-9", label = say("Loading…") }: SkeletonRowsProps) {
  return (
    <div role="status" aria-label={label} className="min-h-0 overflow-hidden">
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className={cx("border-line flex items-center gap-4 border-b px-4", height)}>
          <Skeleton className="h-3 w-20 shrink-0" />
          <Skeleton className={`h-3 max-w-72 ${WIDTHS[at % WIDTHS.length]}`} />
        </div>
      ))}
    </div>
  );
}
