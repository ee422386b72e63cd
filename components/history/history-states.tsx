import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** Everything was filtered away. */
export function HistoryFiltered({ title, clear, onClear }: { title: string; clear: string; onClear: () => void }) {
  return <EmptyState title={title} actions={<Button onClick={onClear}>{clear}</Button>} />;
}
