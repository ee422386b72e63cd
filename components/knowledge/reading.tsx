import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { wordsOf } from "@/lib/client/request-error";

/** What stands where something is being read, or could not be. */
export function Reading({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => void }) {
  if (error !== null && error !== undefined) {
    const { message, hint } = wordsOf(error);
    return (
      <EmptyState
        title={`${what} could not be read`}
        alert
        actions={
          <Button look="primary" onClick={onRetry}>
            Retry
          </Button>
        }
      >
        {message} {hint}
      </EmptyState>
    );
  }
  return (
    <div role="status" aria-label={`Reading: ${what}`}>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="border-line flex h-9 items-center gap-4 border-b px-4">
          <Skeleton className="h-3 w-36" />
          <Skeleton className={index % 2 ? "h-3 w-64 max-w-full" : "h-3 w-48 max-w-full"} />
        </div>
      ))}
    </div>
  );
}
