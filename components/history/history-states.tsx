import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { wordsOf } from "@/lib/client/request-error";

/** No event could be read at all. */
export function HistoryFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { message, hint } = wordsOf(error);
  return (
    <EmptyState
      title={message}
      alert
      actions={
        <Button look="primary" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {hint}
    </EmptyState>
  );
}

/** Everything was filtered away. */
export function HistoryFiltered({ title, clear, onClear }: { title: string; clear: string; onClear: () => void }) {
  return <EmptyState title={title} actions={<Button onClick={onClear}>{clear}</Button>} />;
}

/** Said above the last good list when it could not be read again. */
export function StaleBar({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="border-line bg-warn-soft flex shrink-0 items-center gap-3 border-b px-4 py-1.5">
      <span className="min-w-0 flex-1">{wordsOf(error).message} Below is what was read last.</span>
      <Button size="small" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
