import { cx } from "@/components/ui/cx";
import { wordsOf } from "@/lib/client/request-error";
import { NextSteps } from "./next-steps";
import { Remedy } from "./remedy";
import { SkeletonRows } from "@/components/ui/skeleton";

interface ReadFailureProps {
  error: unknown;
  onRetry: () => void;
  className?: string;
}

/** What stands in the place of a text while it is read: rows of it, or why it could not be. */
export function Unread({ error, refetch, rows }: { error: unknown; refetch: () => unknown; rows?: number }) {
  if (error) return <ReadFailure error={error} onRetry={() => void refetch()} />;
  return rows === undefined ? <SkeletonRows height="h-6" /> : <SkeletonRows rows={rows} />;
}

export function ReadFailure({ error, onRetry, className }: ReadFailureProps) {
  const { message, hint } = wordsOf(error);
  return (
    <div role="alert" className={cx("flex flex-wrap items-center gap-x-3 gap-y-1.5", className)}>
      <p>
        {message} <span className="text-fg-2">{hint}</span>
      </p>
      <NextSteps error={error} size="small" />
      <Remedy error={error} onRetry={onRetry} size="small" />
    </div>
  );
}
