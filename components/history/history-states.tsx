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
